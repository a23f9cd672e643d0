"""The cost of a false win, read from the value of an option."""


def fine_each(value: str) -> dict[str, int]:
    """Return the points that a player pays each other player for a false win, as a dict.

    The key is ``false-win``. `value` is the value of an option, for example ``pay_each:8``. The
    dict is empty if the value has no number.

    >>> fine_each("pay_each:8"), fine_each("none")
    ({'false-win': 8}, {})
    """
    _, _, amount = value.partition(":")
    return {"false-win": int(amount)} if amount else {}
