"""Tasks that people write: a folder each, validated field by field, with the workflow of their curation on record.

A folder holds a PDF and ``task.yaml``; what stands in that is told in ``docs/authoring.md``, and read in ``task``.
Source: GDP.pdf, section 3.5 (sourcing, calibration, filtering, rubric, tags and notes, sanity checks).
"""

from __future__ import annotations

TASK = "task.yaml"
"""Name of the file that makes a folder a task."""

PREFIX = "authored-"
"""What stands before a task's name in its document's id."""
