"""A report as HTML: a manuscript in one of six designs, to be set in pages by the browser.

Each archetype is a template of ``assets/reports/designs`` and an entry of ``designs.ARCHETYPES``. What only a browser
can know, how much a page holds, is left to ``assets/pages/flow.js``: ``report_printer`` gives the printer that has it,
and ``Printed.report`` then holds ``pages``, ``words_per_page``, ``trace`` and ``problems`` of the charts by viz_id
(``problems["layout"]`` is about the pages), and ``places``, the first page of every chapter and element.
"""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from dataset_builder.charts.embed import runtime_scripts
from dataset_builder.charts.styles import ChartStyle
from dataset_builder.families.reports.blocks import BlockViews
from dataset_builder.families.reports.designs import ARCHETYPES, Design, draw_archetype
from dataset_builder.families.reports.emblems import figure_view
from dataset_builder.families.reports.looks import Look, draw_look
from dataset_builder.families.reports.manuscript import Manuscript
from dataset_builder.pages.printer import Printer, shared_printer
from dataset_builder.pages.web import d3_scripts

__all__ = ["ARCHETYPES", "draw_archetype", "report_html", "report_printer"]

FEWEST_PAGES, MOST_PAGES = 5, 120


def report_html(
    manuscript: Manuscript, archetype: str, style: ChartStyle, rng: random.Random, *, pages: int | None = None
) -> str:
    """Return a report as HTML, to be printed by ``report_printer``.

    Elements have ``data-kind`` and ``data-ref``: ``chart`` and ``table`` the id of the exhibit, ``paragraph``
    ``{section}-p{n}``, the n-th paragraph of its section, those of boxes counted where they stand (one that is parted
    between pages is several elements of that ref); ``heading``, ``standfirst``, ``item``, ``quotation``, ``caption``.

    Args:
        manuscript: the words, and the exhibits with their charts.
        archetype: a key of ``ARCHETYPES``.
        style: of all charts; the page takes up its accent, they take up its faces.
        rng: varies faces, cover and ornaments.
        pages: how many it shall fill; as many as suit the design where it is None.

    Raises:
        ValueError: there is no such archetype, or ``pages`` is out of range.
    """
    if archetype not in ARCHETYPES:
        raise ValueError(f"archetype {archetype!r} is not one of {', '.join(ARCHETYPES)}")
    if pages is not None and not FEWEST_PAGES <= pages <= MOST_PAGES:
        raise ValueError(f"pages {pages} is not in {FEWEST_PAGES}..{MOST_PAGES}")
    design = ARCHETYPES[archetype]
    look = draw_look(design, style, manuscript, rng)
    views = BlockViews(manuscript, design, look, rng)
    return _template(archetype).render(
        report=manuscript,
        chapters=[views.chapter(section) for section in manuscript.sections],
        notes=views.notes,
        abstract=[paragraph.text for paragraph in manuscript.abstract],
        exhibits=views.lists(),
        figures=[figure_view(figure) for figure in manuscript.key_figures],
        look=look,
        flow=json.dumps(_flow(design, look, pages)),
    )


def report_printer() -> Printer:
    """Return this process's printer of reports."""
    return shared_printer(_scripts(), "docassay.flow()")


def _flow(design: Design, look: Look, pages: int | None) -> Mapping[str, Any]:
    """Return what ``flow.js`` is told."""
    classes = f"cover-{look.cover} ornament-{look.ornament}"
    forms = [asdict(form) | {"name": f"{form.name} {classes}"} for form in design.forms]
    return {"target": pages, "form": look.form, "looseness": look.looseness, "forms": forms}


@cache
def _scripts() -> tuple[Path, ...]:
    with as_file(files("dataset_builder").joinpath("assets", "pages")) as folder:
        flow = tuple(
            folder / f"{name}.js" for name in ("flow-measure", "flow-plates", "flow-compose", "flow-search", "flow")
        )
        return (*d3_scripts(), *runtime_scripts(), *flow)


@cache
def _template(archetype: str) -> Template:
    loader = PackageLoader("dataset_builder", "assets/reports/designs")
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.get_template(f"{archetype}.html.j2")
