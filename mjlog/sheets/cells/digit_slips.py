"""Recognizes slips of the pen in a number: digits swapped, lost or doubled, or a wrong sign."""

from __future__ import annotations

from decimal import Decimal


def is_likely_slip(recorded: Decimal, due: Decimal) -> bool:
    """Return whether one usual slip turns the right number `due` into the number `recorded`.

    The slips are: two neighbouring digits swapped, a digit lost, a digit doubled, a zero too many,
    and the opposite sign.

    >>> [is_likely_slip(Decimal(each), Decimal(49400)) for each in (4940, 94400, 494000, -49400)]
    [True, True, True, True]
    >>> [is_likely_slip(Decimal(each), Decimal(49400)) for each in (48400, 44900, 44940, 49400)]
    [False, True, False, False]
    """
    if recorded == -due != due:
        return True
    if recorded == due or recorded * due <= 0:
        return False
    # Both numbers get the same decimal places, without the decimal sign.
    places = min(0, *(int(each.as_tuple().exponent) for each in (recorded, due)))
    written, right = (str(int(abs(each).scaleb(-places))) for each in (recorded, due))
    swapped = [right[:at] + right[at + 1] + right[at] + right[at + 2 :]
               for at in range(len(right) - 1)]  # fmt: skip
    lost = [right[:at] + right[at + 1 :] for at in range(len(right))]
    doubled = [right[:at] + more + right[at:] for at, digit in enumerate(right)
               for more in (digit, "0") if at or more == digit]  # fmt: skip
    return written in {*swapped, *lost, *doubled, f"{right}0"}
