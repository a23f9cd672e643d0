"""The cost of a false win, by the value of an option."""


def fine_each(value: str) -> dict[str, int]:
    """Return by cause what a false win costs towards each other player; empty without a number.

    >>> fine_each("pay_each:8"), fine_each("none")
    ({'false-win': 8}, {})
    """
    _, _, amount = value.partition(":")
    return {"false-win": int(amount)} if amount else {}
