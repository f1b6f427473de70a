"""Which marks of an exhibit can be set side by side, and how far apart they must be for an eye."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dataset_builder.families.reports.questions.scene import STATISTICS, Mark, Scene
from dataset_builder.families.reports.titles import lower_case


@dataclass(frozen=True)
class Field:
    """Marks that can be set side by side.

    Attributes:
        marks: two or more of one quantity.
        by: which of a mark's keys tells them apart: ``row`` or ``column``.
        members, member: what they are.
        measure: what is compared, with its place or time, as in "the highest ...".
        among: the same behind "the difference between A and B".
    """

    marks: tuple[Mark, ...]
    by: str
    member: str
    members: str
    measure: str
    among: str

    def name(self, mark: Mark) -> str:
        """Return what tells a mark apart from the others."""
        return str(getattr(mark, self.by))


def list_fields(scene: Scene) -> Iterator[Field]:
    """Yield every set of marks of an exhibit that can be compared."""
    name = lower_case(scene.quantity)
    if scene.is_difference:
        first, last = scene.region.columns
        for sign, word in ((1, "rise"), (-1, "fall")):
            moved = tuple(mark for mark in scene.marks if mark.value * sign > 0)
            if len(moved) >= 2:
                measure = f"{word} in {name} from {first} to {last}"
                yield Field(moved, "row", scene.member, scene.members, measure, f" in the size of the {word}")
        return
    if scene.data == "bridge":
        for sign, word in ((1, "increase"), (-1, "decrease")):
            steps = tuple(mark for mark in scene.marks[1:-1] if mark.value * sign > 0)
            if len(steps) >= 2:
                yield Field(steps, "row", word, f"{word}s", "size", " in size")
        return
    if scene.data == "flow":
        for node in scene.rows:
            yield Field(
                scene.of_row(node),
                "column",
                "destination",
                "destinations",
                f"flow from “{node}”",
                f" in what comes from “{node}”",
            )
        for node in scene.columns:
            yield Field(
                scene.of_column(node), "row", "origin", "origins", f"flow into “{node}”", f" in what goes into “{node}”"
            )
        return
    if scene.region.shape == "along":
        row = scene.rows[0]
        moment = "month" if scene.data == "seasonal" else "year"
        measure = f"value for {row}" if scene.data == "seasonal" else f"{name} of {row}"
        among = f" {row}" if scene.data == "seasonal" else f" in {measure}"
        yield Field(scene.marks, "column", moment, f"{moment}s", measure, among)
        return
    for column in scene.columns:
        marks = scene.of_column(column)
        if len(marks) < 2:
            continue
        if scene.data == "relation":
            if column == "size" and scene.kind != "table":
                continue
            measure = f"value of “{lower_case(scene.side(column).name)}”"
        elif scene.data == "boxes":
            measure = STATISTICS[column]
        elif scene.data == "bins":
            measure = f"number of {scene.region.dataset.unit}"
        elif scene.data == "profile":
            measure = f"score on “{column}”"
        elif scene.data == "seasonal":
            measure = f"value for {column}"
        elif scene.data == "composition":
            measure = f"value in {column}"
        else:
            measure = f"{name} in {column}"
        endings = {"composition": f" in {column}", "seasonal": f" for {column}", "bins": f" in the {measure}"}
        phrase = endings.get(scene.data, f" in {measure}" if scene.data == "panel" else f" in the {measure}")
        yield Field(marks, "row", scene.member, scene.members, measure, phrase)
    if scene.data == "profile":
        for row in scene.rows:
            yield Field(
                scene.of_row(row), "column", "dimension", "dimensions", f"score of {row}", f" in the scores of {row}"
            )


def find_sight(scene: Scene, field: Field) -> float:
    """Return the least difference that can be seen between marks of a field."""
    if scene.data == "relation" and scene.kind != "table":
        axis = scene.spec.x if field.marks[0].column == "x" else scene.spec.y
        return max((axis.step or 0.0) / axis.minor, 0.025 * ((axis.high or 0.0) - (axis.low or 0.0)))
    if scene.data == "relation":
        return float(10 ** -scene.side(field.marks[0].column).decimals)
    return scene.sight


def find_size(scene: Scene, mark: Mark) -> float:
    """Return what is compared: of steps of a bridge and of differences the size without sign."""
    return abs(mark.value) if is_signed(scene) else mark.value


def is_signed(scene: Scene) -> bool:
    """Tell whether values are changes, so that rises and falls are compared apart."""
    return scene.data == "bridge" or scene.is_difference


def rank_marks(scene: Scene, field: Field) -> list[Mark]:
    return sorted(field.marks, key=lambda mark: -find_size(scene, mark))
