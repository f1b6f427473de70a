"""What a certificate of conformance says: lots and their dispositions, limits by size."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Lot:
    """A lot: number, heat, pieces, hardness, coating in micrometres, strength in megapascals."""

    number: str
    heat: str
    pieces: int
    hardness: int
    coating: float
    strength: int


@dataclass(frozen=True)
class CertificateWorld:
    """A certificate.

    Attributes:
        size: nominal diameter in millimetres; it is the upper edge of the second band.
        hold: index of the lot stamped hold; ``bracket``: of the first of two lots that the release spans.
        corrected: index of the lot whose count was struck, and the count written beside it.
        bands: of diameter: upper edge in millimetres, least and most coating in micrometres.
        probe: a thickness that the band below would take and the band of the size does not.
    """

    maker: str
    address: str
    buyer: str
    number: str
    order: str
    part: str
    size: int
    revision: str
    made: date
    shipped: date
    signer: str
    inspector: str
    lots: tuple[Lot, ...]
    hold: int
    bracket: int
    corrected: tuple[int, int]
    bands: tuple[tuple[int, int, int], ...]
    salt: int
    stamp: str
    probe: float
