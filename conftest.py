"""Shared fixtures; the Hugging Face caches of a test run are its own and it never asks a hub."""

from __future__ import annotations

import atexit
import os
import runpy
import shutil
import tempfile
from pathlib import Path

import hypothesis
import pytest

hypothesis.settings.register_profile("docassay", deadline=None)  # a busy machine is no failure
hypothesis.settings.load_profile("docassay")

ROOT = Path(__file__).resolve().parent

if "HF_HOME" not in os.environ or not os.environ["HF_HOME"].startswith(tempfile.gettempdir()):
    _home = tempfile.mkdtemp(prefix="docassay-hf-")
    atexit.register(shutil.rmtree, _home, ignore_errors=True)
    os.environ["HF_HOME"] = _home
os.environ["HF_HUB_OFFLINE"] = "1"

# The environment's own repair (see tests/site/sitecustomize.py), for this process and for those that tests start.
_site = ROOT / "tests" / "site"
if str(_site) not in os.environ.get("PYTHONPATH", "").split(os.pathsep):
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(_site), os.environ.get("PYTHONPATH"))))
    runpy.run_path(str(_site / "sitecustomize.py"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """Return the folder of reference material beside the checkout, or skip where there is none."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("no folder ../shared with the real forms beside this checkout")
    return folder
