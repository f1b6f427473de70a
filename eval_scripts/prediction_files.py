"""Predictions as VAREX keeps them, a file a document: ``{model}/{mode}/{doc_id}.pred.json``.

A file holds the JSON of the reply, or ``{"_error": kind, "_raw": reply}`` where the reply holds no JSON, or
``{"_error": kind}`` where the request failed. Harnesses differ in how much of a reply they keep; ours keeps all of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dataset_builder.export import write_json
from dataset_builder.layouts import check_name
from dataset_builder.layouts.varex import PREDICTION_SUFFIX, PREFIX, mode_name
from eval_scripts.runs import FAILURES, PREDICTIONS, current_lines, read_run
from metrics.replies import parse_json_reply

_NO_VALUE = ("not_json", "truncated", "empty")


def export_predictions(run: Path, out: Path) -> tuple[Path, int]:
    """Write a run's predictions below ``out`` and return the folder that holds them and their number.

    Raises:
        ValueError: the run is not one of forms, so that it has no mode, or the folder holds something.
    """
    asked = read_run(run)["asked"]
    if "forms" not in asked["settings"]:
        raise ValueError(f"{run} is not a run of a model on forms, so that its predictions have no mode")
    if asked["repeats"] != 1:
        raise ValueError(f"{run} holds {asked['repeats']} answers to each record, and these files have room for one")
    settings = asked["settings"]["forms"]
    folder = out / _folder_name(str(asked["model"])) / mode_name(settings["modality"], settings["dpi"])
    if folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{folder} holds something already; name another folder")
    contents = {name: {"_error": line["kind"]} for name, line in _lines(run, FAILURES, settings)}
    contents |= {name: _content(line["prediction"]) for name, line in _lines(run, PREDICTIONS, settings)}
    for name, content in contents.items():
        write_json(folder / f"{check_name(name)}{PREDICTION_SUFFIX}", content)
    return folder, len(contents)


def _lines(run: Path, file: str, settings: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (published id of the document, line) of a run's file."""
    for (record_id, _), line in current_lines(run, file, settings["digest"]).items():
        yield record_id.rpartition("-")[0].removeprefix(PREFIX), line


def _content(text: str) -> Any:
    reply = parse_json_reply(text)
    return {"_error": reply.kind, "_raw": text} if reply.kind in _NO_VALUE else reply.value


def _folder_name(model: str) -> str:
    """Return the last part of a model's name or path, with what no folder should hold taken out.

    >>> _folder_name("Qwen/Qwen3-VL-8B-Instruct"), _folder_name("models/my model/")
    ('Qwen3-VL-8B-Instruct', 'my_model')
    """
    return re.sub(r"[^\w.-]+", "_", model.rstrip("/").rpartition("/")[2])


def find_prediction_folders(root: Path) -> list[Path]:
    """Return the folders in and below ``root`` that hold predictions.

    Raises:
        FileNotFoundError: there is none.
    """
    folders = sorted({path.parent for path in root.rglob(f"*{PREDICTION_SUFFIX}")})
    if not folders:
        raise FileNotFoundError(f"{root} holds no files of the form DOC_ID{PREDICTION_SUFFIX}, at any depth")
    return folders


def read_prediction_files(folder: Path) -> Iterator[tuple[str, Any]]:
    """Yield (published id of the document, prediction) of a folder's files.

    A prediction is an object, or the text of a reply that holds none, or None for a failed request.
    """
    for path in sorted(folder.glob(f"*{PREDICTION_SUFFIX}")):
        text = path.read_text(encoding="utf-8")
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        if isinstance(value, dict) and "_error" in value:
            value = value.get("_raw")
        elif not isinstance(value, dict | str):
            value = json.dumps(value, ensure_ascii=False)
        yield path.name.removesuffix(PREDICTION_SUFFIX), value
