"""Stage 2 of the forms pipeline without a model: from the printed page to named fields (VAREX, section 3.1).

``layout`` gathers words into blocks, ``captions`` gives each blank its caption, ``headings`` finds headings,
``sections`` what they rule, ``tables`` grids, ``repeats`` what is printed several times, ``naming`` makes names;
``reader`` puts the paths together.
"""

from dataset_builder.families.forms.reading.reader import LabelReader

__all__ = ["LabelReader"]
