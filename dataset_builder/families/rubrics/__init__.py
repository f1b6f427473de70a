"""Rubrics: professional PDFs with a task and a rubric each (GDP.pdf)."""
