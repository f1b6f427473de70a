"""The written tables that values are drawn from (``dataset_builder/assets/forms``)."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load_table(name: str) -> dict[str, Any]:
    """Return one table by the stem of its file, such as ``"places"``; callers must not change it.

    Raises:
        FileNotFoundError: there is no such table.
    """
    text = files("dataset_builder").joinpath("assets", "forms", f"{name}.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table
