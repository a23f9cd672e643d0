"""A deal that is still being played, as spectators see it, continued when more is recorded.

Acts that were replayed are not replayed again. If a longer deal does not begin the same, it is
replayed from its start.
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
    """A table's deal whose result may not be shown yet: every hand closed, no claims."""

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self._rules = rules
        self._seats = seats
        self._going: _Watched | None = None

    def seen(self, deal: Deal, told: frozenset[str]) -> Deal:
        """Return the deal as it is now, without what is hidden.

        `told` are the attributes of its header that remain.
        """
        bare = only_play(deal, told)
        if self._going is None or not self._going.go_on(bare):
            self._going = _Watched(bare, self._rules, self._seats)
        return self._going.closed()


class _Heard:
    """Records a replay as frames (`film`), and the numbers of each turn's steps.

    It has no reference to the replay, so that both are freed at once when the deal is over.
    """

    def __init__(self, film: Film) -> None:
        self.film = film
        self.steps: dict[int, list[int]] = {}
        self._count = 0

    def watch(self, table: Table, turn: int, act: Act | None) -> None:
        """Add the table after an act to the frames; count its step, unless `act` is None."""
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
        """Replay what a longer deal adds; return False if it begins differently."""
        self._heard.film.go_on(deal)
        return self._going.go_on(deal)

    def closed(self) -> Deal:
        """Return the deal with every hand closed; only new turns are made."""
        deal = self._going.deal
        for at in range(len(self._turns), len(deal.turns)):
            steps = self._heard.steps.get(at, ())
            self._turns.append(self._hidden.turn(deal.turns[at], steps))
        return replace(deal, turns=tuple(self._turns), lines=self._hidden.lines(deal))
