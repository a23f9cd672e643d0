"""A deal that is still being played, as spectators see it, continued when more is recorded.

Acts that were replayed are not replayed again. Only if the longer deal does not begin with these
acts, it is replayed from its start.
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
    """A deal whose result spectators may not see yet: with hidden hands, and without its end.

    The deal is replayed further each time that its record has grown.
    """

    def __init__(self, rules: RuleSet, seats: int) -> None:
        self._rules = rules
        self._seats = seats
        self._going: _Watched | None = None

    def seen(self, deal: Deal, names: frozenset[str]) -> Deal:
        """Return a deal that is being played as spectators may see it, with all hands hidden.

        `names` has the names of the attributes of the deal's header that spectators may see. If
        `deal` continues the deal of the last call, only its new turns are replayed.
        """
        bare = only_play(deal, names)
        if self._going is None or not self._going.go_on(bare):
            self._going = _Watched(bare, self._rules, self._seats)
        return self._going.closed()


class _Heard:
    """Collects the frames (states of the table) of a replay, and the numbers of each turn's steps.

    It has no reference to the replay, so that the memory of both is freed at once.
    """

    def __init__(self, film: Film) -> None:
        self.film = film
        self.steps: dict[int, list[int]] = {}
        self._count = 0

    def watch(self, table: Table, turn: int, act: Act | None) -> None:
        """Record the state of the table after an act; the replay calls this method for each act.

        `turn` is the number of the act's turn. At the beginning of the deal, `act` is None.
        """
        self.film.watch(table, turn, act)
        if act is not None:
            self._count += 1
            self.steps.setdefault(turn, []).append(self._count)


class _Watched:
    """A deal that is replayed as its record grows, with its frames and its turns for spectators."""

    def __init__(self, deal: Deal, rules: RuleSet, seats: int) -> None:
        self._heard = _Heard(Film(deal, rules, seats))
        self._turns: list[Turn] = []
        self._going = Going(deal, rules, seats, self._heard.watch)
        every = frozenset(range(seats))
        self._hidden = Hidden(rules, every, self._going.table.past, self._heard.film.made)

    def go_on(self, deal: Deal) -> bool:
        """Continue the replay with those turns of `deal` that are new since the last call.

        Return False if `deal` does not begin with the turns that were replayed.
        """
        self._heard.film.go_on(deal)
        return self._going.go_on(deal)

    def closed(self) -> Deal:
        """Return the deal, as far as it was replayed, with all hands hidden.

        Turns that were hidden in an earlier call are not computed again.
        """
        deal = self._going.deal
        for at in range(len(self._turns), len(deal.turns)):
            steps = self._heard.steps.get(at, ())
            self._turns.append(self._hidden.turn(deal.turns[at], steps))
        return replace(deal, turns=tuple(self._turns), lines=self._hidden.lines(deal))
