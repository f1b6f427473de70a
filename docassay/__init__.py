"""docassay: controlled benchmarks for document understanding.

The public API, re-exported; nothing else lives here. Names are imported when first asked for, so that importing
docassay costs nothing, and a metric can be used without the packages that building documents needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from dataset_builder.answers import Tolerance, answers_match, parse_answer
    from dataset_builder.builder import DocAssay
    from dataset_builder.seeds import rng_for
    from metrics import load as load_metric
    from metrics.reward import reward
    from metrics.space import export_metric
    from metrics.stats import bootstrap_interval, paired_comparison

_SOURCES = {
    "DocAssay": ("dataset_builder.builder", "DocAssay"),
    "Tolerance": ("dataset_builder.answers", "Tolerance"),
    "answers_match": ("dataset_builder.answers", "answers_match"),
    "bootstrap_interval": ("metrics.stats", "bootstrap_interval"),
    "export_metric": ("metrics.space", "export_metric"),
    "load_metric": ("metrics", "load"),
    "paired_comparison": ("metrics.stats", "paired_comparison"),
    "parse_answer": ("dataset_builder.answers", "parse_answer"),
    "reward": ("metrics.reward", "reward"),
    "rng_for": ("dataset_builder.seeds", "rng_for"),
}

__all__ = [
    "DocAssay",
    "Tolerance",
    "__version__",
    "answers_match",
    "bootstrap_interval",
    "export_metric",
    "load_metric",
    "paired_comparison",
    "parse_answer",
    "reward",
    "rng_for",
]


def __getattr__(name: str) -> Any:
    if name not in _SOURCES:
        raise AttributeError(f"module 'docassay' has no attribute {name!r}")
    module, attribute = _SOURCES[name]
    return getattr(import_module(module), attribute)
