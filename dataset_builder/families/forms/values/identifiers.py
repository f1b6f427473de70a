"""Numbers that identify: right in form, and of ranges in which none was ever issued wherever such a range is known."""

from __future__ import annotations

import random

UNISSUED_EIN_PREFIXES = ("00", "07", "08", "09", "17", "18", "19", "28", "29", "49", "69", "70", "78", "79", "89", "96")
_VIN_VALUES = dict(zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "012345678912345678123457923456789"), strict=True))
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)


def draw_ssn(rng: random.Random) -> str:
    """Return nine digits of a social security number: area 666 or 9xx with a group that no taxpayer number uses."""
    area = rng.choice((666, rng.randint(900, 999), rng.randint(900, 999), rng.randint(900, 999)))
    return f"{area}{rng.randint(1, 49):02d}{rng.randint(1001, 9899)}"


def draw_ein(rng: random.Random) -> str:
    """Return nine digits of an employer identification number with a prefix that is not in use."""
    return rng.choice(UNISSUED_EIN_PREFIXES) + digits(rng, 7)


def draw_phone(rng: random.Random, area_code: str) -> str:
    """Return ten digits of a telephone number within 555-0100 to 555-0199, which are kept for fiction."""
    return f"{area_code}55501{rng.randint(0, 99):02d}"


def draw_routing(rng: random.Random) -> str:
    """Return nine digits that pass the check sum of bank routing numbers, from prefixes not assigned to any bank."""
    body = f"{rng.randint(33, 59)}{digits(rng, 6)}"
    weighted = sum(int(digit) * weight for digit, weight in zip(body, (3, 7, 1, 3, 7, 1, 3, 7), strict=True))
    return body + str(-weighted % 10)


def draw_vin(rng: random.Random) -> str:
    """Return 17 characters in the form of a vehicle identification number whose check digit is wrong on purpose."""
    letters = "ABCDEFGHJKLMNPRSTUVWXYZ"
    signs = [rng.choice("145"), *rng.choices(letters, k=3), *rng.choices(letters + "0123456789", k=4), "0"]
    signs += [rng.choice("ABCDEFGHJKLMNPRS"), rng.choice(letters), *digits(rng, 6)]
    total = sum(_VIN_VALUES[sign] * weight for sign, weight in zip(signs, _VIN_WEIGHTS, strict=True))
    right = total % 11
    signs[8] = str((right + rng.randint(1, 9)) % 10) if right < 10 else str(rng.randint(0, 9))
    return "".join(signs)


def digits(rng: random.Random, count: int) -> str:
    """Return that many digits, the first not zero."""
    return str(rng.randint(1, 9)) + "".join(str(rng.randint(0, 9)) for _ in range(count - 1))
