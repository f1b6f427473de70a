"""Draws docs/picture.png for the README: a made form with the boxes of its values, and the baseline's reply scored.

Run: ``python docs/picture.py [INDEX]``. Everything shown is computed: the form, its truth, the reply and the score.
"""

from __future__ import annotations

import html
import json
import sys
from pathlib import Path

import pymupdf

from dataset_builder.families import BuiltDocument, Task
from dataset_builder.families.forms.family import FAMILY, FormsConfig
from dataset_builder.trees import leaves
from eval_scripts.backends.baseline.extract import extract
from metrics import field_match

SEED = 5
WIDTH, HEIGHT, MARGIN, GAP = 1180.0, 800.0, 24.0, 28.0
COLOURS = {"right": "#1a7f37", "wrong": "#b42318", "missing": "#b42318", "invented": "#b54708"}


def write_lines(truth: dict, reply: dict, outcomes: dict[str, str]) -> str:
    """Return the truth as a list in HTML, with what the reply says where they differ."""
    said = dict(leaves(reply))
    rows = []
    for path, value in leaves(truth):
        outcome = outcomes.get(path, "right")
        shown = "<i>blank</i>" if value is None else html.escape(json.dumps(value, ensure_ascii=False))
        remark = ""
        if outcome != "right":
            remark = (
                f"<br/>&#160;&#160;reply: {html.escape(json.dumps(said.get(path), ensure_ascii=False))} ({outcome})"
            )
        mark = f"<span style='color:{COLOURS[outcome]}'>{'&#10003;' if outcome == 'right' else '&#10007;'}</span>"
        rows.append(
            f"<p>{mark} <b>{html.escape(path)}</b>&#160; {shown}<span style='color:#b42318'>{remark}</span></p>"
        )
    return "".join(rows)


def main() -> None:
    """Draw the picture beside this file."""
    index = int(sys.argv[1]) if len(sys.argv) > 1 else 18
    built = FAMILY.build(FormsConfig(seed=SEED), Task(index))
    if not isinstance(built, BuiltDocument):
        raise SystemExit(f"form {index} was refused: {built.reason}")
    split, row = built.rows[0]
    reply = extract(row["layout_text"], row["schema"])
    score = field_match.score_one(json.dumps(reply), row["ground_truth"], "strict", schema=row["schema"])
    with pymupdf.open() as canvas, pymupdf.open(stream=built.pdf, filetype="pdf") as form:
        page = canvas.new_page(width=WIDTH, height=HEIGHT)
        page.draw_rect(page.rect, color=None, fill=(0.953, 0.957, 0.965))
        source = form[0]
        for box in row["evidence"]:
            source.draw_rect(pymupdf.Rect(box["bbox"]), color=(0.10, 0.45, 0.91), width=1.1)
        ratio = (HEIGHT - 2 * MARGIN) / source.rect.height
        target = pymupdf.Rect(MARGIN, MARGIN, MARGIN + source.rect.width * ratio, HEIGHT - MARGIN)
        page.draw_rect(target, color=(0.8, 0.8, 0.82), fill=(1, 1, 1), width=0.7)
        page.insert_image(target, pixmap=source.get_pixmap(dpi=200))
        text = (
            f"<h3>{row['doc_id']}: one question of the split “{split}”</h3>"
            f"<p class='q'>{html.escape(row['question'])}</p>"
            f"<h4>Truth, field by field, and where the model-free baseline's reply differs</h4>"
            f"{write_lines(row['ground_truth'], reply, dict(score.outcomes))}"
            f"<p class='s'>field_match, strict: F1 {score.score:.3f} &#160; "
            f"{score.exact} right of {score.expected} expected, {score.claimed} claimed</p>"
        )
        style = (
            "* {font-family: sans-serif; font-size: 12.5px; line-height: 1.3} p {margin: 0 0 4px 0}"
            "h3 {font-size: 16px; margin: 0 0 6px 0} h4 {font-size: 13px; margin: 10px 0 6px 0}"
            ".q {color: #475467} .s {margin-top: 12px; font-size: 14px}"
        )
        page.insert_htmlbox(pymupdf.Rect(target.x1 + GAP, MARGIN, WIDTH - MARGIN, HEIGHT - MARGIN), text, css=style)
        picture = page.get_pixmap(dpi=110)
        picture.save(Path(__file__).with_name("picture.png"))


if __name__ == "__main__":
    main()
