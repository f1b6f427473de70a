"""Which model exactly: the commit of one on the Hub, a digest of one in a folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from eval_scripts.backends import BackendError

_SAMPLE = 64 * 1024
_SAMPLES = 16
_ADAPTER = "adapter_config.json"


@dataclass(frozen=True)
class Weights:
    """A model's weights.

    Attributes:
        source: folder or name on the Hub, from which they are loaded.
        name: that name, or the folder's own wherever it stands.
        revision: commit, or digest of the folder's content.
    """

    source: str
    name: str
    revision: str

    @property
    def local(self) -> bool:
        """Return whether they stand in a folder."""
        return Path(self.source).is_dir()

    @property
    def where(self) -> Mapping[str, str]:
        """Return the argument that a loader needs beside ``source``."""
        return {} if self.local else {"revision": self.revision}


def find_weights(model: str, revision: str | None) -> Weights:
    """Return what a folder, or a name on the Hub with a revision, stands for.

    Raises:
        BackendError: the model is neither a folder nor to be had from the Hub.
    """
    folder = Path(model)
    if folder.is_dir():
        return Weights(model, folder.resolve().name, _digest(folder))
    return Weights(model, model, _commit(model, revision, "config.json"))


@dataclass(frozen=True)
class Adapter:
    """A LoRA adapter: its folder, the name and revision by which a run tells it, and the highest of its ranks."""

    folder: str
    name: str
    revision: str
    rank: int


def find_adapter(lora: str) -> Adapter:
    """Return the LoRA adapter, as PEFT saves it, in a folder or under a name on the Hub.

    Raises:
        ValueError: the folder holds no adapter.
        BackendError: the adapter is neither a folder nor to be had from the Hub.
    """
    folder, name = Path(lora), lora
    if folder.is_dir():
        revision, name = _digest(folder), folder.resolve().name
    else:
        from huggingface_hub import snapshot_download

        revision = _commit(lora, None, _ADAPTER)
        folder = Path(snapshot_download(lora, revision=revision))
    try:
        held = json.loads((folder / _ADAPTER).read_bytes())
        rank = max(int(value) for value in (held["r"], *(held.get("rank_pattern") or {}).values()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{lora} holds no LoRA adapter as PEFT saves it ({_ADAPTER} with its rank r)") from error
    return Adapter(str(folder), name, revision, rank)


def _commit(model: str, revision: str | None, file: str) -> str:
    """Return the commit that a name on the Hub stands for, from the Hub or else from the local cache."""
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError, LocalEntryNotFoundError

    try:
        return Path(hf_hub_download(model, file, revision=revision)).parent.name
    except (HfHubHTTPError, LocalEntryNotFoundError, HFValidationError) as error:
        raise BackendError(f"model {model!r} is neither a folder nor to be had from the Hub: {error}") from error


def _digest(folder: Path) -> str:
    """Return a digest of a model's folder: every file's name and size, and evenly spread samples of its content."""
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith(".")):
        size = path.stat().st_size
        total.update(f"{path.relative_to(folder).as_posix()}\0{size}\0".encode())
        with path.open("rb") as file:
            if size <= _SAMPLE * _SAMPLES:
                total.update(file.read())
                continue
            for part in range(_SAMPLES):
                file.seek((size - _SAMPLE) * part // (_SAMPLES - 1))
                total.update(file.read(_SAMPLE))
    return total.hexdigest()
