"""What a form prints besides its blanks: instructions, notes, office area, fillers, small print and footer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dataset_builder.families.forms.making.designs import Design
from dataset_builder.families.forms.making.marks import (
    Block,
    Box,
    Disc,
    Line,
    Mark,
    Type,
    beside,
    move_all,
    set_lines,
    set_text,
    stack,
    width_of,
    wrap,
)
from dataset_builder.families.forms.making.spec import FormSpec


def set_lead(spec: FormSpec, design: Design, width: float) -> Block:
    """Return the paragraph of instructions below the header, beside the office area where that is in the corner."""
    if design.office == "corner":
        side = min(190.0, width * 0.34)
        lead = _set_instructions(spec, design, width - side - 14.0)
        return beside([(0.0, lead), (width - side, _set_corner(spec, design, side))])
    return _set_instructions(spec, design, width)


def _set_instructions(spec: FormSpec, design: Design, width: float) -> Block:
    type = Type(design.face, {"helv": 8.5, "tiro": 9.5, "cour": 8.0}[design.face])
    text = " ".join(spec.instructions)
    if design.lead == "bullets":
        first = set_text(spec.instructions[0], replace(type, style="bold"), width)
        rest = []
        for sentence in spec.instructions[1:]:
            body = set_text(sentence, type, width - 12.0)
            dot = Disc(4.0, type.size * 0.6, 1.2, None, design.accent)
            rest.append(Block(body.height, (dot, *move_all(body.marks, 12.0, 0.0))))
        return stack([first, *rest], 1.0)
    if design.lead == "italic":
        type = replace(type, style="italic")
    if design.lead in ("plain", "italic"):
        return set_text(text, type, width)
    body = set_text(text, type, width - 14.0)
    height = body.height + 9.0
    boxed = design.lead == "boxed"
    back = Box((0.0, 0.0, width, height), design.rule if boxed else None, None if boxed else design.tint)
    return Block(height, (back, *move_all(body.marks, 7.0, 5.0)))


def set_office(spec: FormSpec, design: Design, width: float) -> Block:
    """Return the area where the agency writes, across the page: captions, no widgets."""
    count = 6 if design.columns == 2 else 3 if design.table == "grid" else 4
    captions = spec.office[: 4 if count == 4 else 6]
    title = set_text(spec.say(design.office_title), Type(design.face, 7.0, "bold"), width - 8.0, "center")
    head = title.height + 4.0
    marks: list[Mark] = [
        Box((0.0, 0.0, width, head), design.rule, (0.85, 0.85, 0.85)),
        *move_all(title.marks, 4.0, 2.0),
    ]
    step, height = width / count, 22.0
    for place, text in enumerate(captions):
        x, y = place % count * step, head + place // count * height
        marks += move_all(_office_cell(text, design, step, height), x, y)
    return Block(head + height * -(-len(captions) // count), tuple(marks))


def _set_corner(spec: FormSpec, design: Design, width: float) -> Block:
    """Return the area where the agency writes as a small box."""
    title = set_text(spec.say(design.office_title), Type(design.face, 6.5, "bold"), width - 6.0, "center")
    head, height = title.height + 3.0, 18.0
    marks: list[Mark] = [
        Box((0.0, 0.0, width, head), design.rule, (0.85, 0.85, 0.85)),
        *move_all(title.marks, 3.0, 1.5),
    ]
    for place, text in enumerate(spec.office[:4]):
        cell = _office_cell(text, design, width / 2, height)
        marks += move_all(cell, place % 2 * width / 2, head + place // 2 * height)
    return Block(head + 2 * height, tuple(marks))


def _office_cell(text: str, design: Design, width: float, height: float) -> list[Mark]:
    caption = set_text(text, Type(design.face, 6.5), width - 6.0)
    return [
        Box((0.0, 0.0, width, height), design.rule, (0.96, 0.96, 0.96)),
        *move_all(caption.marks, 3.0, 1.5),
    ]


def set_notes(notes: Sequence[tuple[str, str]], design: Design, width: float) -> Block:
    """Return further paragraphs with small headings in the design's manner."""
    type = Type(design.face, {"helv": 7.5, "tiro": 8.5, "cour": 7.2}[design.face])
    bold = replace(type, style="bold", color=design.accent)
    if design.notes == "list":
        return stack([_run_in(head, text, type, bold, width) for head, text in notes], 2.5)
    if design.notes == "boxed":
        inner = _set_columns(notes, type, bold, width - 16.0, 2)
        box = Box((0.0, 0.0, width, inner.height + 13.0), design.rule, None, 0.8)
        return Block(inner.height + 13.0, (box, *move_all(inner.marks, 8.0, 7.0)))
    return _set_columns(notes, type, bold, width, 3 if design.notes == "three" else 2)


def _run_in(head: str, text: str, type: Type, bold: Type, width: float) -> Block:
    """Return a paragraph whose heading stands in its first line."""
    start = width_of(f"{head}.  ", bold)
    first, *rest = wrap(text, type, width - start)
    remaining = text[len(first) :].strip() if rest else ""
    lines = wrap(remaining, type, width) if remaining else []
    opening = beside([(0.0, set_lines([f"{head}."], bold, width)), (start, set_lines([first], type, width))])
    return stack([opening, set_lines(lines, type, width)]) if lines else opening


def _set_columns(notes: Sequence[tuple[str, str]], type: Type, bold: Type, width: float, most: int) -> Block:
    """Return paragraphs in up to ``most`` columns, each put where there is most room."""
    gap = 18.0
    columns = min(most, len(notes))
    step = (width - gap * (columns - 1)) / columns
    piles: list[list[Block]] = [[] for _ in range(columns)]
    for head, text in notes:
        heights = [sum(part.height + 5.0 for part in pile) for pile in piles]
        body = stack([set_text(head, bold, step), set_text(text, type, step)], 1.0)
        piles[heights.index(min(heights))].append(body)
    return beside([(place * (step + gap), stack(pile, 5.0)) for place, pile in enumerate(piles)])


def set_filler(spec: FormSpec, design: Design, width: float, height: float) -> Block:
    """Return what a short form prints in spare room of ``height`` points: captions for the agency, no widgets."""
    if design.filler == "stamp":
        return _set_stamp(spec, design, width, min(height, 96.0))
    if design.filler == "remarks":
        return _set_remarks(spec, design, width, min(height, 130.0))
    return _set_receipt(spec, design, width, min(height, 92.0))


def _set_stamp(spec: FormSpec, design: Design, width: float, height: float) -> Block:
    type = Type(design.face, 7.0)
    side = width * 0.38
    text = set_text(spec.say("Do not detach this page. Staple attachments behind it."), type, width - side - 20.0)
    box = Box((width - side, 0.0, width, height), design.rule, None)
    caption = set_lines([spec.say("Receipt stamp")], type, side)
    return Block(height, (box, *text.marks, *move_all(caption.marks, width - side + 4.0, 3.0)))


def _set_remarks(spec: FormSpec, design: Design, width: float, height: float) -> Block:
    caption = set_lines([spec.say("Remarks of the agency")], Type(design.face, 7.0, "bold"), width)
    lines = [Line(8.0, y, width - 8.0, y, 0.4, design.rule) for y in _steps(34.0, height - 6.0, 18.0)]
    return Block(height, (Box((0.0, 0.0, width, height), design.rule), *move_all(caption.marks, 6.0, 4.0), *lines))


def _set_receipt(spec: FormSpec, design: Design, width: float, height: float) -> Block:
    """Return a slip below a dashed line that the filer keeps."""
    type = Type(design.face, 7.0)
    cut = set_lines([spec.say("Detach here and keep")], Type(design.face, 6.5, "italic"), width, "center")
    title = set_lines([spec.say("RECEIPT OF FILING")], Type(design.face, 9.0, "bold"), width)
    form = set_text(f"{spec.agency}, {spec.number}: {spec.title}", type, width)
    marks: list[Mark] = [
        *cut.marks,
        Line(0.0, cut.height + 2.0, width, cut.height + 2.0, 0.7, dash="[4 3] 0"),
        *move_all(stack([title, form], 2.0).marks, 0.0, cut.height + 10.0),
    ]
    third = width / 3
    for place, caption in enumerate(("Filed by", "Received on", "Received by")):
        x, y = place * third, height - 12.0
        marks.append(Line(x, y, x + third - 14.0, y, 0.6))
        marks += move_all(set_lines([spec.say(caption)], type, third).marks, x, y + 2.0)
    return Block(height, tuple(marks))


def _steps(start: float, stop: float, step: float) -> list[float]:
    return [start + step * place for place in range(int((stop - start) // step) + 1)]


def set_footnote(spec: FormSpec, design: Design, width: float) -> Block:
    """Return the privacy and burden statement in small print."""
    return set_text(spec.footnote, Type(design.face, 6.5 if design.face != "tiro" else 7.0), width)


def set_footer(spec: FormSpec, design: Design, width: float, page: int, pages: int) -> Block:
    """Return the line at the foot of a page: form number, agency, page."""
    type = Type(design.face, 7.0)
    agency = spec.agency if width_of(spec.agency, type) < width * 0.5 else spec.initials
    row = beside(
        [
            (
                0.0,
                set_lines(
                    [f"{spec.number} ({spec.say('Rev.')} {spec.revision})"], replace(type, style="bold"), width * 0.3
                ),
            ),
            (width * 0.25, set_lines([agency], type, width * 0.5, "center")),
            (
                width * 0.7,
                set_lines(
                    [spec.say("Page {page} of {pages}").format(page=page, pages=pages)], type, width * 0.3, "right"
                ),
            ),
        ]
    )
    return Block(row.height + 3.0, (Line(0.0, 0.0, width, 0.0, 0.6, design.accent), *move_all(row.marks, 0.0, 3.0)))
