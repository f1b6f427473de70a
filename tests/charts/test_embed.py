import json
import re

from dataset_builder.charts.embed import chart_html, runtime_scripts
from dataset_builder.charts.metadata import metadata
from dataset_builder.charts.spec import Axis, ChartSpec, Datum
from dataset_builder.charts.styles import HOUSES

SPEC = ChartSpec(
    viz_id="viz-1-1",
    chart_type="bar",
    title="Fish & <b>chips</b></script>",
    data=(Datum("Cod", 12.0), Datum("Hake", 40.0)),
    x=Axis(kind="category"),
    y=Axis("Catch"),
    unit="t",
    decimals=0,
    style=HOUSES[0],
)


def embedded(html, name):
    """Return the JSON of a data block, read as a browser reads it: to the first end tag."""
    block = re.search(rf'<script type="application/json" class="{name}">(.*?)</script>', html, re.DOTALL)
    return json.loads(block[1])


def test_figures_hold_metadata_and_what_is_drawn():
    html = chart_html(SPEC, 400, 250)
    assert embedded(html, "chart-metadata") == json.loads(json.dumps(metadata(SPEC)))
    drawn = embedded(html, "chart-spec")
    assert drawn["title"] == "Fish & <b>chips</b></script>"
    assert drawn["labels"] == ["Cod", "Hake"]
    assert html.startswith('<figure class="chart" data-viz="viz-1-1" data-width="400" data-height="250"')


def test_metadata_can_stay_out():
    assert "chart-metadata" not in chart_html(SPEC, 400, 250, with_metadata=False)


def test_no_text_of_a_chart_stands_outside_its_data():
    outside = re.sub(r"<script.*?</script>", "", chart_html(SPEC, 400, 250), flags=re.DOTALL)
    assert re.sub(r"<[^>]*>", "", outside) == ""


def test_scripts_come_in_the_order_in_which_they_need_each_other():
    names = [path.name for path in runtime_scripts()]
    assert names[0] == "frame-text.js"
    assert names[-1] == "frame-run.js"
    assert len(names) == len(set(names))
    assert names.index("frame.js") < names.index("bars.js")
