"""The cost of a false win, by the value of an option."""


def fine_each(value: str) -> dict[str, int]:
    """Return the points that a false win costs towards each other player, by cause.

    `value` is the value of the option, for example ``pay_each:8``. The result is empty if the value
    has no number.

    >>> fine_each("pay_each:8"), fine_each("none")
    ({'false-win': 8}, {})
    """
    _, _, amount = value.partition(":")
    return {"false-win": int(amount)} if amount else {}
