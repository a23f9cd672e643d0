"""Makes the fair copy of a ledger: its final content without entry numbers, times and authors."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from mjlog.live.ledgers.reserved import only_proved
from mjlog.model.record import Deal, Game, Header, Ruling

OF_THE_LEDGER: Final = frozenset({"at", "by", "chain"})
"""Words of an ``@`` line that say who wrote it, when, and after which lines."""
SEATS_RULED: Final = "seats"
"""Name of the ruling about wrong places.

``rule table seats B=C`` says that the player whom the headers name at C really sits at B.
"""
ELSEWHERE: Final = "elsewhere"
"""The ruling that a deal was played at another table."""
_HEADERS: Final = frozenset({"Chain", "Clock"})


def fair_copy(game: Game) -> Game:
    """Return the final content of a ledger as a record without entries, numbers, times and authors.

    Corrections are applied, and players are moved to their true seats. Deals that were played at
    another table are left out, and so are findings.
    """
    headers = tuple(seated(game, [each for deal in game.deals for each in seats_ruled(deal)]))
    deals = tuple(copied(deal) for deal in game.deals if not is_elsewhere(deal))
    return replace(game, headers=headers, deals=deals, findings=())


def is_elsewhere(deal: Deal) -> bool:
    """Return whether a ruling says that the deal was played at another table.

    Such a deal does not count in this record.
    """
    return bool(_ruled(deal, ELSEWHERE))


def _ruled(deal: Deal, name: str) -> list[Ruling]:
    return [ruling for ruling in deal.contents(Ruling) if ruling.name == name]


def seats_ruled(deal: Deal) -> list[Ruling]:
    """Return the rulings of a deal that say at which seats the players really sat, as a list."""
    return _ruled(deal, SEATS_RULED)


def seated(game: Game, ruled: Iterable[Ruling]) -> Iterator[Header]:
    """Yield the headers of a game, with the players' names at the seats where they really sat.

    `ruled` are the rulings which say that players sat at wrong seats. Headers that only a ledger
    has are left out.
    """
    swaps = _swaps(ruled)
    names = {head.key: head.value for head in game.headers}
    for head in game.headers:
        if head.key in swaps:
            yield replace(head, value=names.get(swaps[head.key], head.value))
        elif head.key not in _HEADERS:
            yield head


def _swaps(ruled: Iterable[Ruling]) -> dict[str, str]:
    """Return a dict from a seat to the seat whose header names the player who really sat there.

    Seats are letters. `ruled` are the rulings about wrong seats, in order; only seats in these
    rulings are keys.
    """
    swaps: dict[str, str] = {}
    for ruling in ruled:
        attributes = dict(ruling.attributes)
        swaps |= {seat: swaps.get(other, other) for seat, other in attributes.items()}
    return swaps


def copied(deal: Deal) -> Deal:
    """Return a copy of a deal without the entries, times and authors that only a ledger has.

    Rulings about wrong seats are left out, too. A line that only certain authors may write, such as
    a player's confirmation, is marked as unproved if another author wrote it, because the copy does
    not show authors.
    """
    if deal.ledger:
        deal = only_proved(deal)
    attributes = tuple(pair for pair in deal.attributes if pair[0] not in OF_THE_LEDGER)
    lines = tuple(
        line
        for line in deal.lines
        if not (isinstance(line.content, Ruling) and line.content.name == SEATS_RULED)
    )
    return replace(deal, attributes=attributes, lines=lines, ledger=())
