"""The score of one winning hand: written as a record without turns, audited and settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mjlog.auditor.audit import audit_whole
from mjlog.auditor.report import Report
from mjlog.model.findings import errors
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Message, msg
from mjlog.model.record import SEATS, Seat
from mjlog.model.settlement import Settlement
from mjlog.notation import read
from mjlog.referee.outcome import outcome_of
from mjlog.referee.replay import replay
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load


@dataclass(frozen=True, slots=True)
class WinningHand:
    """A winning hand as it is seen on the table; tiles are in notation.

    `tiles` are the concealed tiles with the winning tile, which is `tile` or else the last of
    `tiles`. `melds` are words such as ``+999m`` or ``*5555z``. `source` is the seat that discarded
    the winning tile (or, if `robbed`, added the tile to a pung); None after a self-draw. `ready`
    are the seats that had declared ready; None if unknown. `round` is the prevailing wind: E, S, W,
    N, or None if the wind does not matter. `players` is the number of players; 0 means the most
    that the rules allow. `dora` are the open indicators, `ura` the hidden indicators. `counters`
    and `sticks` are the numbers of counters and riichi sticks on the table. `happened` are items
    that depend on the course of play, such as ``ippatsu``.

    Raises ValueError if winner, source and robbing contradict each other.
    """

    rules: str
    tiles: str
    winner: str = "A"
    dealer: str = "A"
    source: str | None = None
    tile: str = ""
    melds: Sequence[str] = ()
    ready: Sequence[str] | None = ()
    bonus: str = ""
    robbed: bool = False
    players: int = 0
    round: str | None = None
    dora: str = ""
    ura: str = ""
    counters: int = 0
    sticks: int = 0
    happened: Sequence[str] = ()

    def __post_init__(self) -> None:
        """Check that winner and source fit together, and set the number of players if it is 0.

        Raise ValueError if the source is the winner, or if a robbed kong has no source.
        """
        if not self.players:
            object.__setattr__(self, "players", _players_of(self.rules))
        if self.source == self.winner:
            raise ValueError(
                f"{self.winner} cannot win from {self.winner}; a win on a tile drawn has no source"
            )
        if self.robbed and not self.source:
            raise ValueError("a kong is robbed of somebody: the source says of whom")

    @property
    def record(self) -> str:
        """The text of a record in mjlog's notation, with one deal that this hand wins."""
        bare = self.tiles.replace("'", "")
        tile = self.tile or ("J" if bare[-1:] == "J" else bare[-2:])
        how = "self"
        if self.source:
            how = f"{'rob' if self.robbed else 'from'} {self.source}"
        lines = [
            "%mjlog 1.0",
            f"Rules: {self.rules}",
            *(f"{seat}: {seat}" for seat in SEATS[: self.players]),
            "",
            (
                f"@ {self.round or ''}1{f'.{self.counters}' if self.counters else ''} "
                f"dealer={self.dealer}{f' sticks={self.sticks}' if self.sticks else ''}"
            ),
            *([f"bonus {self.winner} {self.bonus}"] if self.bonus else ()),
            *([f"dora {self.dora}"] if self.dora else ()),
            f"win {self.winner} {tile} {how}",
            *([f"ura {self.ura}"] if self.ura else ()),
            *(["ready " + " ".join(self.ready)] if self.ready is not None else ()),
            " ".join(["show", self.winner, *self.melds, self.tiles]),
            *(
                [f"fan {self.winner} " + ", ".join(f"{name} ?" for name in self.happened)]
                if self.happened
                else ()
            ),
            "net" + " ?" * self.players,
        ]
        return "\n".join(lines) + "\n"


def _players_of(rules: str) -> int:
    """Return the largest number of players that these rules allow.

    Return four if the rules cannot be loaded.
    """
    try:
        return max(load(rules).play.spec.seats)
    except RulesError:
        return len(SEATS)


def report(hand: WinningHand) -> Report:
    """Audit a record with one deal that the hand wins.

    Items that depend on the course of play count only if `hand.happened` names them.
    """
    return audit_whole(read(hand.record))


def settlement(found: Report) -> Settlement | Message:
    """Return the settlement (value and payments) of the only deal of a record.

    `found` is the audit of the record. Return the reason as a message if the deal could not be
    settled.
    """
    settled = next(iter(found.settlements), None)
    if settled is not None and settled.scores:
        return settled
    for verdict in found.verdicts:
        if verdict.claim.kind == "net":
            return verdict.because or msg("it has no result")
    return msg("it has no result")


def lessons(found: Report) -> dict[Seat, tuple[str, ...]]:
    """Return, for each winner, lines of text that explain step by step the value of the hand.

    `found` is the audit of the record. A winner is left out if some of the hand's tiles are unknown
    or the hand was not scored. Return an empty dictionary if the rules have no such explanation.
    """
    rules, game = found.rules, found.game
    if rules is None or rules.scoring.lesson is None:
        return {}
    outcome = outcome_of(game.deals[0], replay(game.deals[0], rules, seats=game.seats).table, rules)
    settled = next(iter(found.settlements), None)
    scored = {score.seat for score in settled.scores} if settled is not None else set()
    return {
        winner.seat: tuple(rules.scoring.lesson(winner, outcome))
        for winner in outcome.winners
        if winner.seat in scored and winner.every_tile
    }


def readings(hand: WinningHand, found: Report) -> Iterator[tuple[str, str, Settlement]]:
    """Yield how a hand would be paid under another value of each open option.

    An option is open if the sources do not decide its value. Only results with different payments
    are yielded. Each is a tuple: a text such as ``round_up_mangan=true, not false``, the reason why
    the option is open, and the settlement with the other value. `found` is the audit of the hand;
    nothing is yielded if it has no settlement.
    """
    settled, rules = settlement(found), found.rules
    if rules is None or isinstance(settled, Message):
        return
    why_open = rules.choices.open_options
    for option in [option for option in rules.options if option.name in why_open]:
        chosen = f"{option.name}={rules.settings[option.name]}"
        for value in option.values:
            other = settlement(report(replace(hand, rules=f"{hand.rules} {option.name}={value}")))
            if isinstance(other, Message):
                continue
            if other.net(hand.players) != settled.net(hand.players):
                yield f"{chosen}, not {value}", why_open[option.name], other


def score(hand: WinningHand) -> Settlement:
    """Return the settlement of a winning hand: its value, and who pays.

    Raise ValueError with the reason if the hand cannot be settled.
    """
    audit_report = report(hand)
    settled = settlement(audit_report)
    wrong = [finding.message for finding in errors(audit_report.findings)]
    if wrong or isinstance(settled, Message):
        raise ValueError("; ".join(wrong) or str(settled))
    return settled
