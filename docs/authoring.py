"""Draws the PDFs of the written tasks in docs/authoring: a lease with amendments, a table of leave, a certificate.

Run: ``python docs/authoring.py [DIR]``. The documents are invented, as are the firms and people in them.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path

import pymupdf

LETTER, A4 = (612.0, 792.0), (595.0, 842.0)
GREY, BLUE, RED = (0.45, 0.45, 0.45), (0.1, 0.25, 0.5), (0.7, 0.1, 0.1)


class Page:
    """A page that is written from the top down; lengths in points."""

    def __init__(self, document: pymupdf.Document, size: tuple[float, float], margin: float = 60) -> None:
        self.page = document.new_page(width=size[0], height=size[1])
        self.width, self.height, self.margin, self.y = *size, margin, margin

    def line(self, text: str, size: float = 10, font: str = "helv", colour=(0, 0, 0), x: float | None = None) -> None:
        """Write one line and step down."""
        self.y += size * 1.35
        self.page.insert_text((x or self.margin, self.y), text, fontsize=size, fontname=font, color=colour)

    def prose(self, text: str, size: float = 10, font: str = "helv", indent: float = 0) -> None:
        """Write a paragraph, broken into lines."""
        room = self.width - 2 * self.margin - indent
        for part in textwrap.wrap(text, int(room / (size * 0.485))):
            self.line(part, size, font, x=self.margin + indent)
        self.y += size * 0.5

    def rule(self, width: float = 0.6) -> None:
        """Draw a line across."""
        self.y += 6
        self.page.draw_line((self.margin, self.y), (self.width - self.margin, self.y), width=width)

    def table(self, rows: Sequence[Sequence[str]], columns: Sequence[float], size: float = 9, heads: int = 1) -> None:
        """Write a ruled table; ``columns`` are the left edges of its columns."""
        for number, row in enumerate(rows):
            top = self.y
            if number < heads:
                box = pymupdf.Rect(self.margin, top + 2, self.width - self.margin, top + 2 + size * 1.9)
                self.page.draw_rect(box, color=None, fill=(0.9, 0.92, 0.96))
            for x, cell in zip(columns, row, strict=True):
                font = "hebo" if number < heads else "helv"
                self.page.insert_text((x, top + size * 1.6), cell, fontsize=size, fontname=font)
            self.y = top + size * 1.9
            self.page.draw_line((self.margin, self.y + 2), (self.width - self.margin, self.y + 2), width=0.3)
        self.y += 6

    def foot(self, left: str, right: str) -> None:
        """Write the running foot."""
        y = self.height - 34
        self.page.insert_text((self.margin, y), left, fontsize=7.5, color=GREY)
        self.page.insert_text((self.width - self.margin - 60, y), right, fontsize=7.5, color=GREY)


def draw_lease(document: pymupdf.Document) -> None:
    """Write a lease of two pages whose late charge a second amendment replaces, and a first one doesn't."""
    page = Page(document, LETTER)
    page.line("COMMERCIAL LEASE", 16, "tibo")
    page.line("Unit 4B, Harrow Yard, 220 Quill Street, Tarnwick", 10, "tiit", GREY)
    page.rule(1)
    page.prose(
        "This lease is made on March 3, 2021 between Oldbridge Holdings LLC (Landlord) and Fennel & Rye Bakers Inc. "
        "(Tenant) for a term of seven years from April 1, 2021.",
        10,
        "tiro",
    )
    clauses = (
        ("1. Rent.", "Base rent is $4,250 a month, due on the first day of each month at the Landlord's office."),
        (
            "2. Late charge.",
            "If rent is not received by the tenth day of the month, Tenant shall pay a late charge of five percent "
            "(5%) of the overdue amount.",
        ),
        ("3. Deposit.", "Tenant has paid a deposit of $8,500, held without interest until the end of the term."),
        ("4. Use.", "The premises are used as a bakery with retail counter and for no other purpose."),
        (
            "5. Repairs.",
            "Landlord keeps roof, outer walls and drains in repair; Tenant keeps everything else, the ovens' flues "
            "included.",
        ),
        ("6. Notices.", "Notices are in writing and take effect on the third business day after they are posted."),
    )
    for head, text in clauses:
        page.line(head, 10, "tibo")
        page.prose(text, 10, "tiro", 14)
    page.foot("Lease HY-4B", "Page 1 of 2")
    page = Page(document, LETTER)
    page.line("FIRST AMENDMENT", 13, "tibo")
    page.line("dated September 12, 2022", 9, "tiit", GREY)
    page.prose(
        'Base rent under Section 1 is $4,480 a month from October 1, 2022. In Section 2, the words "tenth day" are '
        'replaced by "fifth day". All else stays as it is.',
        10,
        "tiro",
    )
    page.rule()
    page.line("SECOND AMENDMENT", 13, "tibo")
    page.line("dated January 20, 2024", 9, "tiit", GREY)
    page.prose(
        'Section 2 is deleted from February 1, 2024 and the following put in its place: "2. Late charge. Rent not '
        "received by the fifth day of the month bears a flat charge of $150, whatever the amount overdue and however "
        'long." Base rent is not changed by this amendment.',
        10,
        "tiro",
    )
    page.rule()
    page.line("Signed for the Landlord: J. Amberley        Signed for the Tenant: R. Osei", 9, "tiit")
    page.foot("Lease HY-4B, amendments", "Page 2 of 2")


def draw_leave(document: pymupdf.Document) -> None:
    """Write a page of leave entitlements by length of service, with notes that change two cells."""
    page = Page(document, A4, 50)
    page.line("Merrow Instruments", 9, "hebo", BLUE)
    page.line("Annual leave 2025: days by length of service", 15, "hebo")
    page.prose("Days are working days. Length of service is counted in completed years on January 1, 2025.", 9.5)
    page.table(
        [
            ("Completed years", "Office", "Workshop", "Field service", "Carry-over"),
            ("under 2", "20", "21", "23", "5"),
            ("2 to under 5", "22", "23", "25", "5"),
            ("5 to under 10", "25", "26", "28 (a)", "8"),
            ("10 to under 15", "27", "28", "30", "10 (b)"),
            ("15 and more", "30", "30", "32", "10 (b)"),
        ],
        (58, 180, 260, 345, 450),
    )
    page.y += 8
    page.prose("(a) 31 days for staff on the night roster for six months or more of the previous calendar year.", 8.5)
    page.prose("(b) Carry-over lapses on March 31 of the following year unless the manager has agreed in writing.", 8.5)
    page.y += 14
    page.line("Part-time staff", 11, "hebo")
    page.prose(
        "Entitlement is reduced in proportion to the days worked a week, and half days are rounded up to whole ones.",
        9.5,
    )
    page.line("Bereavement and study leave", 11, "hebo")
    page.prose("These are granted besides annual leave; see the handbook, chapters 7 and 9.", 9.5)
    page.foot("HR-LV-2025, issued December 2, 2024", "Page 1 of 1")


def draw_certificate(document: pymupdf.Document) -> None:
    """Write a certificate of conformance that leaves one value of one heat to a certificate that isn't attached."""
    page = Page(document, LETTER, 54)
    page.line("CERTIFICATE OF CONFORMANCE", 15, "hebo")
    page.line("Castor Vale Fasteners Ltd.      Certificate CV-20418      Customer order 7716-B", 9, "helv", GREY)
    page.rule(1)
    page.prose("Part: hex bolt M16 x 90, strength class 10.9, zinc flake coated. Quantity shipped: 2,400 pieces.", 10)
    page.table(
        [
            ("Heat", "Pieces", "Tensile (MPa)", "Proof load (kN)", "Hardness (HRC)", "Result"),
            ("K3381", "1,100", "1,062", "131", "34.5", "ACCEPTED"),
            ("K3390", "820", "1,071", "131", "see note 2", "ACCEPTED"),
            ("K3402", "480", "1,055", "130", "33.8", "ACCEPTED"),
        ],
        (62, 120, 190, 285, 385, 490),
    )
    page.y += 8
    page.prose("1. Tensile and proof load by wedge test, five pieces a heat; lowest value shown.", 8.5)
    page.prose("2. Hardness of this heat was measured by the mill: mill certificate MC-5527, sent separately.", 8.5)
    page.prose("3. Required hardness for the strength class on this order: 32 to 39 HRC.", 8.5)
    page.y += 20
    page.line("We certify that the parts named above conform to the order.", 10)
    page.line("Quality assurance: P. Lindqvist          May 14, 2025", 10, "heit")
    page.page.draw_rect(pymupdf.Rect(400, 360, 540, 410), color=RED, width=1.5)
    page.page.insert_text((414, 390), "QA RELEASED", fontsize=15, fontname="hebo", color=RED)
    page.foot("CV-20418", "Page 1 of 1")


DOCUMENTS = {
    "late-charge": ("lease.pdf", draw_lease),
    "night-roster": ("leave.pdf", draw_leave),
    "missing-hardness": ("certificate.pdf", draw_certificate),
}
"""By task, the name of its PDF and what draws it."""


def draw(task: str) -> bytes:
    """Return the PDF of a task; the same bytes every time."""
    with pymupdf.open() as document:
        DOCUMENTS[task][1](document)
        content: bytes = document.tobytes(no_new_id=True, deflate=True, garbage=3)
    return content


def main(folder: Path) -> None:
    """Write all PDFs."""
    for task, (name, _) in DOCUMENTS.items():
        (folder / task).mkdir(parents=True, exist_ok=True)
        (folder / task / name).write_bytes(draw(task))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("authoring"))
