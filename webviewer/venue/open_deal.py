"""A deal that is played, as everybody sees it; it goes on where it was left when more is played.

What was laid is not replayed again. Where a longer deal would be laid in another way, it begins
anew.
"""

from __future__ import annotations

from dataclasses import replace

from mjlog.model.record import Act, Deal, Turn
from mjlog.model.table import Table
from mjlog.picture.frames import Film
from mjlog.referee.replay import Going
from mjlog.referee.rule_set import RuleSet
from webviewer.records.partial_deal import Hidden, only_play


class OpenDeal:
    """The deal of a table whose result may not be known: every hand closed, no claim told."""

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self._rules = rules
        self._seats = seats
        self._going: _Watched | None = None

    def seen(self, deal: Deal, told: frozenset[str]) -> Deal:
        """Return the deal as it is now; `told` are the words of its header that stay."""
        bare = only_play(deal, told)
        if self._going is None or not self._going.go_on(bare):
            self._going = _Watched(bare, self._rules, self._seats)
        return self._going.closed()


class _Heard:
    """What a replay tells of each act: its picture, and which step of its turn it is.

    It knows nothing of the replay, so that both are let go of at once when a deal is over.
    """

    def __init__(self, film: Film) -> None:
        self.film = film
        self.steps: dict[int, list[int]] = {}
        self._count = 0

    def watch(self, table: Table, turn: int, act: Act | None) -> None:
        """Follow an act."""
        self.film.watch(table, turn, act)
        if act is not None:
            self._count += 1
            self.steps.setdefault(turn, []).append(self._count)


class _Watched:
    """A deal replayed so far, its frames, and its turns with every hand closed."""

    def __init__(self, deal: Deal, rules: RuleSet, seats: int) -> None:
        self._heard = _Heard(Film(deal, rules, seats))
        self._turns: list[Turn] = []
        self._going = Going(deal, rules, seats, self._heard.watch)
        every = frozenset(range(seats))
        self._hidden = Hidden(rules, every, self._going.table.past, self._heard.film.made)

    def go_on(self, deal: Deal) -> bool:
        """Go on with a longer deal; return False if it is another one."""
        self._heard.film.go_on(deal)
        return self._going.go_on(deal)

    def closed(self) -> Deal:
        """Return the deal with every hand closed; turns that were made are kept."""
        deal = self._going.deal
        for at in range(len(self._turns), len(deal.turns)):
            steps = self._heard.steps.get(at, ())
            self._turns.append(self._hidden.turn(deal.turns[at], steps))
        return replace(deal, turns=tuple(self._turns), lines=self._hidden.lines(deal))
