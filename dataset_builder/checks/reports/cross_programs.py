"""Programs of cross-modal questions computed again, over what their exhibit shows and their statement says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dataset_builder.checks.reports.complex_programs import Part, Solver
from dataset_builder.checks.reports.programs import run_program

Program = Mapping[str, Any]


class CrossSolver(Solver):
    """Computes programs of cross-modal questions."""

    def one(self, program: Program | str | float) -> Part:
        """Return the only part of an answer."""
        if not isinstance(program, Mapping):
            return super().one(program)
        match program["op"]:
            case "holds":
                above = self._apart(program["left"], program["right"]) > 0
                wanted = {"above": True, "below": False}[str(self.one(program["relation"]))]
                return "Yes" if above == wanted else "No"
            case "standing":
                gap = self.number(program["left"]) - self.number(program["right"])
                return "equal" if not gap else "higher" if gap > 0 else "lower"
            case "same" if "decimals" in program:
                left, right = (
                    self.number({"op": "round", "of": program[side], "decimals": program["decimals"]})
                    for side in ("left", "right")
                )
                return "Yes" if left == right else "No"
            case "flank":
                ends = [Fraction(end.replace(",", "")) for end in re.split("[–-]", str(self.one(program["band"])))]
                limit = self.number(program["limit"])
                if ends[0] <= limit <= ends[1]:
                    raise ValueError("within the band")
                return "left" if limit < ends[0] else "right"
            case "course" | "shape" | "association":
                lists = {
                    key: [float(self.number(each)) for each in program[key]]
                    for key in ("of", "x", "y")
                    if key in program
                }
                return str(run_program({**program, **lists}, {}))
        return super().one(program)

    def number(self, program: Program | float) -> Fraction:
        """Return the number that a program gives."""
        if isinstance(program, Mapping):
            match program["op"]:
                case "percent":
                    return 100 * self.number(program["left"]) / self.number(program["right"])
                case "sum" | "mean":
                    numbers = [self.number(each) for each in program["of"]]
                    return sum(numbers, Fraction()) / (len(numbers) if program["op"] == "mean" else 1)
                case "count" | "placed":
                    level = self.number(program["level"])
                    gaps = [self.number(each) - level for each in program["of"]]
                    return Fraction(sum(gap > 0 if program["comparison"] == "above" else gap < 0 for gap in gaps))
        return super().number(program)
