"""Charts as HTML: a figure that the browser draws when the page loads, and the scripts that draw it.

The page loads ``dataset_builder.pages.web.d3_scripts()``, then ``runtime_scripts()``, after which ``docassay.ready`` (a
promise) tells that every figure is drawn, ``docassay.trace[viz_id]`` what stands where, and
``docassay.problems[viz_id]`` what could not be made legible: a page with a problem must not be shipped.
"""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dataset_builder.charts.colours import colour_map
from dataset_builder.charts.metadata import metadata
from dataset_builder.charts.spec import ChartSpec

_SCRIPTS = Path(__file__).resolve().parent / "js"
_FRAME = ("frame-text", "frame", "frame-axes", "frame-panels", "frame-check", "frame-notes")


def runtime_scripts() -> tuple[Path, ...]:
    """Return the scripts that draw charts, in the order in which a page loads them after D3's."""
    frame = [_SCRIPTS / f"{name}.js" for name in _FRAME]
    last = _SCRIPTS / "frame-run.js"
    drawings = sorted(path for path in _SCRIPTS.glob("*.js") if path not in frame and path != last)
    return (*frame, *drawings, last)


def chart_html(
    spec: ChartSpec, width_px: int, height_px: int, *, most_height_px: int = 0, with_metadata: bool = True
) -> str:
    """Return the figure of a chart, to be drawn by the page's scripts.

    Args:
        spec: what it shows.
        width_px: width in CSS pixels (0.75 points each).
        height_px: height wanted.
        most_height_px: how tall it may grow where labels need the room; not at all where that is below ``height_px``.
        with_metadata: embed the metadata (SynthDocBench, Table 17) as JSON.
    """
    drawn = asdict(spec) | {"labels": spec.labels, "categories": spec.categories, "colours": colour_map(spec)}
    del drawn["ranking"]
    size = f'data-width="{width_px}" data-height="{height_px}" data-most-height="{most_height_px}"'
    embedded = _script("chart-metadata", metadata(spec)) if with_metadata else ""
    return (
        f'<figure class="chart" data-viz="{html.escape(spec.viz_id)}" {size} style="margin:0">'
        f"{embedded}{_script('chart-spec', drawn)}"
        f'<svg width="{width_px}" height="{height_px}" style="display:block"></svg></figure>'
    )


def _script(name: str, content: Mapping[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f'<script type="application/json" class="{name}">{text}</script>'
