"""The layout of VAREX: one row a form, as the Hub dataset ``ibm-research/VAREX`` and its scorer hold it.

What is known of it, from the dataset's card and from the scorer's documentation and source in ``udibarzi/varex-bench``:

- a Hub dataset of one split, ``benchmark``, with the columns of ``FEATURES``: ``schema`` and ``ground_truth`` are JSON
  text, ``split`` is ``Flat``, ``Nested`` or ``Table``, images are drawn at 200 and at 50 DPI;
- the scorer's ``--data-dir``: a folder for each document with ``ground_truth.json`` in it;
- ``evaluation/manifest.json`` with the ids, ``evaluation/field_exclusions.json`` with the paths that aren't scored;
- predictions in ``{model}/{mode}/{doc_id}.pred.json``, modes as in ``MODES``; ``{"_error": ...}`` where there is none.

The paper says that the filled PDFs are released, but not where; here they stand beside ``ground_truth.json``. The names
in ``DOCUMENTS`` and ``PDF`` are therefore ours. All other names of files are in the constants below, too.
"""

from __future__ import annotations

from datasets import Features, Image, Value

SPLIT = "benchmark"
FEATURES = Features(
    {
        "doc_id": Value("string"),
        "split": Value("string"),
        "image": Image(),
        "image_50dpi": Image(),
        "schema": Value("string"),
        "ground_truth": Value("string"),
        "text_flow": Value("string"),
        "text_layout": Value("string"),
    }
)
DATA = "data"
DOCUMENTS = "documents"
TRUTH = "ground_truth.json"
PDF = "document.pdf"
MANIFEST = "evaluation/manifest.json"
EXCLUSIONS = "evaluation/field_exclusions.json"
PREDICTION_SUFFIX = ".pred.json"
MODES = {
    "image": "image_only",
    "plain": "text_flow",
    "spatial": "text_layout",
    "spatial+image": "layout_and_image",
    "pdf": "pdf",
}
"""Name of each of our modalities; with images at another resolution than 200 DPI, ``_50dpi`` and the like follow."""

PREFIX = "varex-"
"""What stands before the ids of imported documents; an export takes it off again."""

FROM_IMAGE = "drawn from the image"
"""What ``knobs`` say of an imported document's PDF where none was published."""

DPI = 200


def mode_name(modality: str, dpi: int) -> str:
    """Return the folder in which predictions of a modality stand.

    >>> mode_name("spatial", 200), mode_name("image", 50)
    ('text_layout', 'image_only_50dpi')
    """
    return MODES[modality] + (f"_{dpi}dpi" if "image" in modality and dpi != DPI else "")
