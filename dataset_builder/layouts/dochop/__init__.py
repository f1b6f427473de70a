"""The layout of DocHop: one row a question in a table of tab-separated values, the page's picture in it as base64.

What is known of it, from the paper and from harnesses that take benchmarks as such tables: the columns of ``COLUMNS``,
of which ``index`` numbers the rows, ``image`` holds a picture file, and ``example_id`` names the example. Harnesses
that write a picture only once put the ``index`` of its row in the place of each further copy.
"""

from __future__ import annotations

COLUMNS = ("index", "image", "question", "answer", "example_id", "task", "depth", "chart_num")

TABLE = "DocHop.tsv"
"""Name of the file that an export writes; an import takes any one ``.tsv``."""

PREFIX = "dochop-"
"""What stands before the ids of imported documents; an export takes it off again."""

DPI = 144
"""Dots an inch at which the pictures are taken to be drawn."""
