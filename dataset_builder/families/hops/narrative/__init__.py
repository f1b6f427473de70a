"""The words of a hops page: a trace told in the prose of some genre (DocHop, section 3 and appendix A).

``draw_label`` gives the reference label and ``write_narrative`` the page; ``GRAMMAR.md`` in the folder above says how
its rules are to be read.
"""

from dataset_builder.families.hops.narrative.genres import Genre, load_genres, write_narrative
from dataset_builder.families.hops.narrative.model import Block, Label, Narrative, Sentence, list_nodes
from dataset_builder.families.hops.narrative.sets import draw_label

__all__ = [
    "Block",
    "Genre",
    "Label",
    "Narrative",
    "Sentence",
    "draw_label",
    "list_nodes",
    "load_genres",
    "write_narrative",
]
