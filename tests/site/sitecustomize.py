"""Lets PyPI's torchvision, built for CUDA, be imported beside a CPU-only torch, in this process and those it starts.

Its compiled operators cannot be loaded there, and its import stops at the two whose schemas it annotates. Nothing that
the tests use needs these operators, so their schemas are declared just before the first import. torchaudio and
torchcodec, which nothing here needs at all, are hidden. Not part of the product.
"""

import sys
from importlib.abc import MetaPathFinder
from importlib.metadata import PackageNotFoundError, version

SCHEMA = "(Tensor dets, Tensor scores, float iou_threshold) -> Tensor"


class DeclareOperators(MetaPathFinder):
    """Finds nothing itself; declares the operators when torchvision is first looked for."""

    library = None

    def find_spec(self, name, path, target=None):
        if name == "torchvision" and self.library is None:
            import torch

            self.library = torch.library.Library("torchvision", "DEF")
            for operator in ("nms", "qnms"):
                self.library.define(operator + SCHEMA)
        return None


try:
    MISMATCHED = "+cpu" in version("torch") and "+cpu" not in version("torchvision")
except PackageNotFoundError:
    MISMATCHED = False

if MISMATCHED:
    sys.meta_path.insert(0, DeclareOperators())
    sys.modules["torchaudio"] = sys.modules["torchcodec"] = None  # importing them raises ModuleNotFoundError
