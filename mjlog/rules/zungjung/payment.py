"""Zung Jung: who is responsible for a win, and how three times its value is shared out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from mjlog.model.formula import Formula, difference, number, product, total
from mjlog.model.messages import msg
from mjlog.model.record import AddedKong, Deal, Discard, Ruling, Seat, Win
from mjlog.model.settlement import Payment, PaymentSet, Score
from mjlog.model.table import Table
from mjlog.model.tiles import KIND, KINDS, kinds_of
from mjlog.referee.rulebook import Outcome, Winner

NOBODY_RESPONSIBLE: Final = -1
RESPONSIBLE: Final = "responsible"
NOBODY: Final = "nobody-responsible"
"""Rulings on a sheet without turns: a player is responsible, or nobody is."""


class Round(NamedTuple):
    """Which player is responsible for each win, as far as the record shows it.

    `responsible` maps a winner to the responsible seat. A winner has no entry after a self-draw, if
    the record does not have all turns, or if an unseen tile leaves it open. `ruled` is the seat
    that a ruling names, `NOBODY_RESPONSIBLE` if the ruling says that nobody is responsible, None
    without a ruling.
    """

    responsible: Mapping[Seat, Seat]
    ruled: Seat | None


def collect_rounds(deal: Deal, table: Table) -> Round:
    """Return the player who is responsible for each win on a discard, as a `Round`.

    Responsible is the player who first discarded the winning tile since the winner's last discard.
    Wins by self-draw are left out. If the record does not have all turns, the result has only the
    player whom a ruling (decision of the referee) names.
    """
    ruled: Seat | None = None
    for ruling in deal.contents(Ruling):
        if ruling.name == RESPONSIBLE:
            ruled = ruling.seat
        elif ruling.name == NOBODY:
            ruled = NOBODY_RESPONSIBLE
    if not deal.turns or not table.whole:
        return Round({}, ruled)
    rounds = {}
    for step, act in enumerate(table.past):
        if isinstance(act, Win) and not act.own_draw:
            seat = _responsible(table, step, act.seat)
            if seat is not None:
                rounds[act.seat] = seat
    return Round(rounds, ruled)


def _responsible(table: Table, step: int, winner: Seat) -> Seat | None:
    """Return the seat that first discarded the winning tile since the winner's last discard.

    `step` is the index of the win among all acts. Return `NOBODY_RESPONSIBLE` if that last discard
    of the winner was the same kind of tile. Return None if an unseen discard leaves this open or if
    there is no discard.
    """
    throws = [act for act in table.past[:step] if isinstance(act, Discard | AddedKong)]
    if not throws:
        return None
    latest = throws.pop()
    kind = KIND[latest.tile]
    own = [at for at, act in enumerate(throws) if act.seat == winner and isinstance(act, Discard)]
    first = own[-1] if own else 0
    for act in throws[first:]:
        if not isinstance(act, Discard):
            continue
        if max(kinds_of([act.tile])) >= KINDS:
            return None
        if KIND[act.tile] == kind:
            return NOBODY_RESPONSIBLE if act.seat == winner else act.seat
    return latest.seat


class Payments:
    """Computes who pays whom under one choice of options."""

    def __init__(self, settings: Mapping[str, str]) -> None:
        self.is_uniform = settings["payoff"] == "uniform"
        self.immunity = settings["immunity"] == "on"
        self.immunity_robbing = settings["immunity_robbing"] == "yes"
        self.par = settings["par"]
        self.earth_pays_all = settings["earth_pays"] == "all"

    def pay(self, winner: Winner, score: Score, outcome: Outcome) -> Iterator[Payment]:
        """Yield the payments for a winning hand.

        If a player is responsible, the two other players pay a small share each, and the
        responsible player pays three times the value of the hand minus these two shares. Each
        player pays the value of the hand if nobody is responsible, if the value is not above the
        small share, or if the option ``payoff`` is ``uniform``.
        """
        return self._shared(winner, score, outcome, self._responsible(winner, score, outcome))

    def alternatives(self, winner: Winner, score: Score, outcome: Outcome) -> Iterator[PaymentSet]:
        """Yield alternative payments, each with the reason, if it is unknown who is responsible.

        The responsible player is the one who first discarded the winning tile, which a score sheet
        alone does not say. Yield nothing for a self-draw, or if the turns or a ruling (decision of
        the referee) show who is responsible.
        """
        seen: Round = outcome.seen
        if winner.own_draw or not self.immunity or seen.ruled is not None:
            return
        if winner.seat in seen.responsible:
            return
        due = {payment.payer: payment.points for payment in self.pay(winner, score, outcome)}
        for seat in (NOBODY_RESPONSIBLE, *outcome.others(winner.seat)):
            payments = tuple(self._shared(winner, score, outcome, seat))
            if {payment.payer: payment.points for payment in payments} != due:
                yield PaymentSet(payments, msg("the record does not say who threw the tile first"))

    def _responsible(self, winner: Winner, score: Score, outcome: Outcome) -> Seat:
        seen: Round = outcome.seen
        if winner.own_draw:
            return NOBODY_RESPONSIBLE
        if self.earth_pays_all and "blessing-of-earth" in score.patterns:
            return NOBODY_RESPONSIBLE
        if not self.immunity or (winner.robbed and not self.immunity_robbing):
            return winner.source
        if seen.ruled is not None:
            return seen.ruled
        return seen.responsible.get(winner.seat, winner.source)

    def _shared(
        self, winner: Winner, score: Score, outcome: Outcome, responsible: Seat
    ) -> Iterator[Payment]:
        value = score.value
        whole = number(value, msg("points"))
        least, rest = self._shares(whole)
        for seat in outcome.others(winner.seat):
            if self.is_uniform or responsible == NOBODY_RESPONSIBLE or value <= least.number:
                yield Payment.of(seat, winner.seat, whole, "4.3")
            elif seat == responsible:
                yield Payment.of(seat, winner.seat, rest, "4.4")
            else:
                yield Payment.of(seat, winner.seat, least, "4.4")

    def _shares(self, whole: Formula) -> tuple[Formula, Formula]:
        """Return what a player who is not responsible pays, and what the responsible player pays.

        `whole` is the value of the hand.
        """
        value = whole.number
        others = msg("of a player who is not responsible")
        if self.par == "30_unless_exact" and 30 < value < 35:
            return number(value - 5, others), total(whole, number(10))
        par = 30 if self.par == "30" or (self.par != "25" and value >= 35) else 25
        paid = product(number(par, others), number(2))
        return number(par, others), difference(product(whole, number(3)), paid)
