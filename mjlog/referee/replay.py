"""The replay of a deal: ask the rule set's clauses about each act, then carry it out on a table.

The replay believes the record. An illegal act is reported and carried out all the same, so that all
errors of a deal come out in one pass. If a hand is shown only at the end, the deal is replayed a
second time with what the shown hand implies about earlier steps (`mjlog.referee.retrograde`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from mjlog.model.findings import Finding, Place, Severity, Span, or_another_entry
from mjlog.model.frozen import FrozenMap
from mjlog.model.go_arounds import go_arounds, turns_before_play, with_exchanges
from mjlog.model.lazy_dataclass import dataclass, replace
from mjlog.model.messages import msg
from mjlog.model.named_rules import rules_of
from mjlog.model.notebook_display import brief, counted
from mjlog.model.patience import go_on
from mjlog.model.record import (
    DISCARD,
    DRAW,
    NOBODY,
    SEATS,
    SET_OUT,
    TAKE,
    WIN,
    Act,
    AddedKong,
    Claim,
    Deal,
    Dealt,
    Draw,
    Exchange,
    Indicators,
    Irregularity,
    NoWin,
    Ruling,
    Seat,
    Turn,
    Wall,
    Win,
    seat_name,
)
from mjlog.model.table import MOVES, Hand, Table, names_another_claim, retracted
from mjlog.model.tiles import UNKNOWN
from mjlog.referee import aftermath, retrograde
from mjlog.referee.message_fields import expected, sentence
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    DEALT,
    NO_WIN,
    OPENED,
    TURNED_UP,
    WALLED,
    Bound,
    Clause,
    Option,
    Spec,
)

Watch = Callable[[Table, int, Act | None], None]

_NO_DOUBTS: Final[FrozenMap[str, int]] = FrozenMap({})
_UNKNOWN_DRAW: Final = tuple(Draw(seat, UNKNOWN) for seat in range(4))
_IMPOSSIBLE: Final = frozenset({"deal.copies", "discard.drawn", "discard.held"})
"""Codes of errors that no player can make.

The tile in the record must be wrong, so an act that is taken back does not explain the error.
"""
_MAKES_NO_SET: Final = frozenset({"bonus.unused", "claim.held"})
"""Codes of errors of a claim after which the claimed discard may be the wrong entry."""


@dataclass(frozen=True, slots=True)
class Played:
    """A replayed deal: its findings, the table after the last act, and the number of acts.

    `doubts` maps the code of a clause to how often this clause could not be judged.
    """

    findings: tuple[Finding, ...]
    table: Table
    doubts: Mapping[str, int]
    steps: int

    def __repr__(self) -> str:
        """Return a short text for the prompt: the number of steps and the number of findings."""
        findings_counted = counted(len(self.findings), "finding")
        return brief("Played", f"{counted(self.steps, 'step')}, {findings_counted}")


def replay(  # noqa: PLR0913
    deal: Deal,
    rules: RuleSet | str,
    *,
    seats: int,
    watch: Watch | None = None,
    overruled: Seat = NOBODY,
    in_words: bool = True,
) -> Played:
    """Replay one deal: check each act by the rules, and carry it out on a table.

    Return the findings and the table. An act is what a player does, such as a discard. `rules` is a
    rule set or its name, `seats` the number of players. The function `watch(table, turn index,
    act)` is called once before the first act (with -1 and None) and after each act. The hand of the
    player `overruled` is taken from the hand shown at the end, even if the turns say otherwise. The
    findings have the place of their turn or line; `Place.deal` is 0, and the caller must set it. If
    `in_words` is False, findings have no messages, which is faster. Raise ValueError if `seats` is
    not 1 to 4, or if the deal names a player without a seat. Raise `RulesError` if no rule set has
    that name.
    """
    go_on()
    rules = rules_of(rules)
    _seat_all(deal, seats)
    played = _Replay(deal, rules, seats, {}, in_words=in_words).run(None)
    if overruled != NOBODY:
        shown = retrograde.shown_hands(deal)
        locks = rules.play.spec.ready_locks
        learned = retrograde.hands_from_shown(played.table, shown, overruled, locks=locks)
        return _Replay(deal, rules, seats, learned, overruled, in_words=in_words).run(watch)
    # Shown hands are known only at the end of the deal, so what they imply needs a second replay.
    learned = _learned(deal, rules, played.table)
    if learned or watch is not None:
        return _Replay(deal, rules, seats, learned, in_words=in_words).run(watch)
    return played


def _learned(deal: Deal, rules: RuleSet, end: Table) -> retrograde.Learned:
    """Compute earlier hands of players from the hands that they show at the end of the deal.

    Return a dict from the index of an act to the hands that are known after this act; an empty dict
    if all hands are known anyway. `end` is the table after the last act.
    """
    if end.all_known:
        return {}
    shown = retrograde.shown_hands(deal)
    return retrograde.learned(end, shown, locks=rules.play.spec.ready_locks)


class Walk:
    """A replayed deal, with the table after any step.

    The table moves forward to the step asked for; for an earlier step it begins again. A table may
    change as soon as you ask for another step: read it first, or ask again.
    """

    __slots__ = ("_found", "_judged", "_table", "_turns", "deal", "played", "rules", "seats")

    def __init__(
        self, deal: Deal, rules: RuleSet, seats: int, played: Played | None = None
    ) -> None:
        """Prepare to look at the table after each act of a deal.

        `played` is the replay of the deal, if the caller already has it.
        """
        self.deal = deal
        self.rules = rules
        self.seats = seats
        self.played = played or replay(deal, rules, seats=seats)
        self._found: list[int] = []
        self._turns: list[int] = []
        self._start()

    def table(self, step: int) -> Table:
        """Return the table after act number `step`; step 0 is the table as dealt.

        The same table object changes at the next call.
        """
        if step == self.played.steps:
            return self.played.table
        if len(self._table.past) != step:
            self._advance_to(step)
        return self._table

    def turn(self, step: int) -> int:
        """Return the index of the turn that the act number `step` belongs to.

        Return -1 for step 0, and for exchanges of tiles after the last turn.
        """
        if not self._turns:
            self._survey()
        return self._turns[step]

    def findings(self, step: int) -> tuple[Finding, ...]:
        """Return the findings about the acts up to number `step`.

        For the last act, return all findings of the deal, also those that are not about an act,
        such as a wrong number of indicators.
        """
        all_findings = self.played.findings
        if not all_findings or step >= self.played.steps:
            return all_findings
        if not self._found:
            self._survey()
        return all_findings[: self._found[step]]

    def _start(self) -> None:
        """Set the table back to its state right after the tiles were dealt.

        If the deal has findings, its acts are checked again in the walk, because errors change the
        table.
        """
        again = self._new_replay()
        self._table = again.table
        self._judged = again.stepwise() if self.played.findings else None
        if self._judged is not None:
            next(self._judged)
        self._learn(-1)

    def _advance_to(self, step: int) -> None:
        if step < len(self._table.past):
            self._start()
        if self._judged is None:
            self._carry_out(step)
        else:
            while len(self._table.past) < step:
                next(self._judged)

    def _carry_out(self, step: int) -> None:
        """Carry out the acts up to number `step` on the table, without checking them."""
        table = self._table
        hands, past = table.hands, table.past
        for act in self.played.table.past[len(past) : step]:
            if act.seat >= 0:
                table.hand = hands[act.seat]
            MOVES[act.kind](table, act)
            past.append(act)
            if table.learned:
                self._learn(len(past) - 1)

    def _learn(self, step: int) -> None:
        for seat, tiles in self._table.learned.get(step, ()):
            self._table.learn(seat, tiles)

    def _survey(self) -> None:
        """Replay the deal, and store the turn of each act and the number of findings so far.

        The turn is stored as its index.
        """
        again = self._new_replay()
        for index, _ in again.stepwise(judging=bool(self.played.findings)):
            self._turns.append(index)
            self._found.append(len(again.findings))

    def _new_replay(self) -> _Replay:
        learned = self.played.table.learned
        again = _Replay(self.deal, self.rules, self.seats, learned)
        again.telling = False
        if self.played.findings:
            again.open()
        return again


class Going:
    """The replay of a deal that is still being played, continued turn by turn."""

    def __init__(self, deal: Deal, rules: RuleSet, seats: int, watch: Watch) -> None:
        """Begin the replay of a deal that is still being played, and replay its turns so far.

        The function `watch(table, turn index, act)` is called once before the first act (with -1
        and None) and after each act.
        """
        _seat_all(deal, seats)
        self.deal = deal
        self._watch = watch
        self._replay = _Replay(deal, rules, seats, {})
        self._replay.open()
        self._opening = tuple(self._replay.findings)
        self._calm = 0
        self._replay_from(0)

    @property
    def table(self) -> Table:
        """Table after the turns that have been replayed so far."""
        return self._replay.table

    def go_on(self, deal: Deal) -> bool:
        """Continue the replay with the turns that `deal` has in addition, and return True.

        `deal` must be the same deal with more turns at its end. Return False, and do nothing, if
        anything else has changed, if there were no turns before, if players exchange tiles, or if
        the last turn has findings. The caller must then begin a new replay.
        """
        if not self._is_longer(deal):
            return False
        first, self.deal = len(self.deal.turns), deal
        if len(deal.turns) > first:
            self._replay.lengthen(deal)
            self._replay_from(first)
        return True

    def _is_longer(self, deal: Deal) -> bool:
        """Return whether `deal` is the replayed deal with turns added and nothing else changed.

        Return False also if there were no turns, if players exchange tiles, or if the last turn has
        findings, because an added turn may take back an act of that turn.
        """
        before, turns_laid = self.deal, len(self.deal.turns)
        return (
            turns_laid > 0
            and self._calm == len(self._replay.findings)
            and not self._replay.exchanges
            and replace(deal, turns=before.turns) == before
            and deal.turns[:turns_laid] == before.turns
            and self._opens_alike(deal)
        )

    def _opens_alike(self, deal: Deal) -> bool:
        fresh = _Replay(deal, self._replay.rules, self.table.seats, {})
        fresh.open()
        return tuple(fresh.findings) == self._opening

    def _replay_from(self, first: int) -> None:
        """Replay the turns from index `first` to the end.

        Also store the number of findings before the last turn.
        """
        last = len(self.deal.turns) - 1
        self._calm = len(self._replay.findings)
        for index, act in self._replay.stepwise(first=first):
            self._watch(self.table, index, act)
            if index < last:
                self._calm = len(self._replay.findings)


def _ruled_wins(deal: Deal, rules: RuleSet) -> dict[int, tuple[Act, ...]]:
    """Return the acts of each turn whose win was ruled false, followed by an act that undoes it.

    The result is a dict from the index of the turn to these acts. Only wins after which the deal
    went on are included. The dict is empty for rules under which play goes on after wins.
    """
    false_wins = rules.penalties.false_wins
    ruled = {ruling.seat for ruling in deal.contents(Ruling) if ruling.name in false_wins}
    acts: dict[int, tuple[Act, ...]] = {}
    if not ruled or rules.play.spec.plays_on:
        return acts
    for index, (turn, following) in enumerate(pairwise(deal.turns)):
        is_win = turn.seat in ruled and turn.acts[-1:] != () and type(turn.acts[-1]) is Win
        if is_win and not isinstance(following.acts[0], Win | Irregularity):
            acts[index] = (*turn.acts, Irregularity(turn.seat, "false-win"))
    return acts


def _first_to_play(deal: Deal) -> Seat:
    """Return the player who acts first in the deal, which is the dealer named in the record.

    If the record names no dealer, return the first player whose turn does not begin with bonus
    tiles, or seat 0 if there is no such turn.
    """
    dealer = deal.dealer
    if dealer != NOBODY:
        return dealer
    return next((turn.seat for turn in deal.turns if turn.acts[0].kind != SET_OUT), 0)


def _seat_all(deal: Deal, seats: int) -> None:
    """Raise ValueError if `seats` is not 1 to 4, or if the deal names a player without a seat."""
    if not 1 <= seats <= len(SEATS):
        raise ValueError(f"a table has one to {len(SEATS)} seats, not {seats}")
    if seats == len(SEATS):
        return
    last = max(_named_seats(deal), default=NOBODY)
    if last >= seats:
        raise ValueError(
            f"the deal names {seat_name(last)}, who does not sit at a table of {seats}"
        )


def _named_seats(deal: Deal) -> Iterator[Seat]:
    """Yield the players that the turns and lines of a deal name, to check that they have a seat.

    A seat may be yielded several times, and `NOBODY` may be among them. Players on `pay` lines and
    in lists of seats are left out.
    """
    for turn in deal.turns:
        yield turn.seat
    for line in deal.lines:
        yield getattr(line.content, "seat", NOBODY)
    for exchange in deal.contents(Exchange):
        for giver, receiver, _ in exchange.passes:
            yield from (giver, receiver)


class _Replay:
    """One replay of one deal."""

    def __init__(  # noqa: PLR0913
        self,
        deal: Deal,
        rules: RuleSet,
        seats: int,
        learned: retrograde.Learned,
        overruled: Seat = NOBODY,
        *,
        in_words: bool = True,
    ) -> None:
        self.deal = deal
        self.rules = rules
        self.learned = learned
        self.telling = True
        self.in_words = in_words
        self.findings: list[Finding] = []
        self.doubts: dict[str, int] = {}
        self.arounds: list[int] = []
        self.astray = -1
        self.misread = -1
        self.promoted = -1
        self.broken: list[str] = []
        self.table = self._lay(seats)
        self.table.learned = learned
        self.table.overruled = overruled
        self.exchanges = {**_ruled_wins(deal, rules), **with_exchanges(deal, seats)}

    def _lay(self, seats: int) -> Table:
        spec, deal = self.rules.play.spec, self.deal
        hands: dict[Seat, Hand] = {}
        for dealt in deal.contents(Dealt):
            hands.setdefault(dealt.seat, _dealt_hand(dealt, spec.pillars))
        table = Table(
            [hands.get(seat) or _unseen_hand(spec) for seat in range(seats)],
            _first_to_play(deal) % seats,
            spec.resting,
            spec.copies,
            spec.size,
        )
        table.order = deal.turn_order(seats)
        table.pillars, table.plays_on = spec.pillars, spec.plays_on
        table.identify_hands()
        table.give_up_suits(deal)
        _lay_wall(table, deal, spec)
        table.head = deal
        opening = dict(deal.jumps[:1])
        table.whole = opening.get(0, 1) <= 1
        if opening.get(0) == 0:
            before = deal.turns[: turns_before_play(deal, seats)]
            table.opening = sum(len(turn.acts) for turn in before)
        return table

    # ------------------------------------------------------------------ the run

    def run(self, watch: Watch | None) -> Played:
        """Check and carry out all acts of the deal, and return the finished replay.

        `watch` is called before the first act and after each act, as in `replay`.
        """
        self.open()
        # If no step is asked for, use the fast loop, which never stops.
        if watch is None and not self.learned:
            self._turns()
        else:
            for index, act in self.stepwise():
                if watch is not None:
                    watch(self.table, index, act)
        self._judge_lines(NO_WIN, NoWin)
        # Programs write the indicator of a kong at different places of its turn, so the number of
        # indicators is certain only at the end.
        self._judge_lines(TURNED_UP, Indicators)
        doubts = FrozenMap(self.doubts) if self.doubts else _NO_DOUBTS
        return Played(tuple(self.findings), self.table, doubts, len(self.table.past))

    def open(self) -> None:
        """Check the header of the deal, its walls and the dealt hands, before the first act."""
        self._judge_opening()
        self._judge_lines(WALLED, Wall)
        self._judge_lines(DEALT, Dealt)

    def lengthen(self, deal: Deal) -> None:
        """Replace the deal by a version with more turns, which are not replayed yet."""
        self.deal = self.table.head = deal
        self.arounds = []

    def _turns(self) -> None:  # noqa: C901, PLR0912, PLR0914  a call an act would slow all down
        # The innermost loop of all. Draws and discards are nearly all acts, so they are handled
        # in a shorter way.
        table, judge = self.table, self._judge
        hands, past = table.hands, table.past
        quick = self.rules.fast_tests
        quick_draw, quick_discard = quick[DRAW], quick[DISCARD]
        draw, discard = MOVES[DRAW], MOVES[DISCARD]
        exchanges = self.exchanges
        stride = self.rules.play.fast_run if not exchanges else None
        turns, index = self.deal.turns, -1
        end = len(turns) - 1
        while index < end:
            index += 1
            turn = turns[index]
            if stride is not None and turn.brief is not None:
                done = stride(table, turns, index)
                if index < done:
                    index = done - 1
                    continue
            hand = table.hand = hands[turn.seat]
            for act in exchanges.get(index, turn.acts) if exchanges else turn.acts:
                kind = act.kind
                if kind == TAKE:
                    # A discard alone does not say that a tile was drawn. After a claim, and for the
                    # dealer, the hand has a tile to discard already.
                    if hand.total > table.resting:
                        continue
                    table.leave_unwritten(turn)
                    # the draw that the record leaves out
                    act, kind = _UNKNOWN_DRAW[turn.seat], DRAW
                if kind == DISCARD:
                    if quick_discard(table, act) is not True:
                        judge(act, kind, index)
                    discard(table, act)
                elif kind == DRAW:
                    if quick_draw(table, act) is not True:
                        judge(act, kind, index)
                    draw(table, act)
                else:
                    if kind == WIN and _is_own(table, act):
                        act = Win(turn.seat, own_draw=True)
                    if quick[kind](table, act) is not True:
                        judge(act, kind, index)
                    MOVES[kind](table, act)
                past.append(act)
        for late in exchanges.get(len(self.deal.turns), ()):
            judge(late, late.kind, -1)
            MOVES[late.kind](table, late)
            past.append(late)

    def stepwise(self, *, judging: bool = True, first: int = 0) -> Iterator[tuple[int, Act | None]]:
        """Carry out the acts one by one; after each, yield the index of its turn and the act.

        Begin with the turn with index `first`. If `first` is 0, yield (-1, None) before the first
        act, for the table as dealt. If `judging` is False, the acts are not checked. If hands shown
        at the end tell which tiles a player had after an act, these tiles are stored in the table
        before the act is yielded.
        """
        table, quick = self.table, self.rules.fast_tests
        if not first:
            yield -1, None
            self._learn(-1)
        for index, act in self._acts(first):
            if judging and quick[act.kind](table, act) is not True:
                self._judge(act, act.kind, index)
            MOVES[act.kind](table, act)
            table.past.append(act)
            self._learn(len(table.past) - 1)
            yield index, act

    def _acts(self, first: int) -> Iterator[tuple[int, Act]]:
        """Yield the acts from the turn with index `first` on, each with the index of its turn.

        If the record leaves out the draw before a discard, the draw of an unknown tile is yielded.
        For exchanges of tiles after the last turn, the index is -1. The attribute `hand` of the
        table is set to the acting player's hand.
        """
        table, exchanges = self.table, self.exchanges
        for index, turn in enumerate(self.deal.turns[first:], first):
            hand = table.hand = table.hands[turn.seat]
            for act in exchanges.get(index, turn.acts):
                if act.kind == TAKE:
                    if hand.total <= table.resting:
                        table.leave_unwritten(turn)
                        yield index, _UNKNOWN_DRAW[turn.seat]
                elif act.kind == WIN and _is_own(table, act):
                    yield index, Win(turn.seat, own_draw=True)
                else:
                    yield index, act
        for late in exchanges.get(len(self.deal.turns), ()):
            yield -1, late

    def _learn(self, step: int) -> None:
        """Store in the table the hands after an act that are known from hands shown at the end.

        `step` is the index of the act, or -1 for the hands as dealt.
        """
        for seat, tiles in self.learned.get(step, ()):
            self.table.learn(seat, tiles)

    def _judge(self, act: Act, kind: int, index: int) -> None:
        """Check an act by all rules for its kind; store the errors and what could not be decided.

        `kind` is the kind of the act, `index` the index of its turn. A rule cannot be decided if it
        depends on unknown tiles. Errors that make tiles uncertain change the table.
        """
        go_on()  # a deal may have thousands of wrong turns
        for number, test in enumerate(self.rules.tests[kind]):
            verdict = test(self.table, act)
            if verdict is not True:
                self._answer(self.rules.judges[kind][number], verdict, act, index)
        # All clauses must judge the act by the same hand, so corrections of the hand wait until
        # now.
        if self.broken:
            aftermath.settle_judged(self.table, self.broken, act)
            self.broken.clear()

    def _judge_opening(self) -> None:
        for bound in self.rules.judges[OPENED]:
            verdict = bound.test(self.table, self.deal)
            if verdict is not True:
                self._answer_line(bound, verdict, self.deal, self.deal.span)

    def _judge_lines(self, kind: int, sort: type) -> None:
        quick = self.rules.fast_tests[kind]
        for line in self.deal.lines_of(sort):
            if quick(self.table, line.content) is True:
                continue
            for bound in self.rules.judges[kind]:
                verdict = bound.test(self.table, line.content)
                if verdict is not True:
                    self._answer_line(bound, verdict, line.content, line.span)

    # ------------------------------------------------------------------ answers of clauses

    def _answer(self, bound: Bound, verdict: bool | None, act: Act, index: int) -> None:
        # If a clause cannot decide, nobody is accused; it is counted for the report.
        if verdict is None or self._follows(bound.clause, act, index):
            self._doubt(bound.clause.code)
        elif isinstance(act, Exchange):
            self._answer_exchange(bound, act)
        else:
            self._answer_turn(bound, act, index)

    def _answer_exchange(self, bound: Bound, act: Exchange) -> None:
        span = next(line.span for line in self.deal.lines if line.content is act)
        place = Place(span.line, span.column, step=len(self.table.past) + 1)
        self._add(bound, act, place, None)
        self.broken.append(bound.clause.code)

    def _answer_turn(self, bound: Bound, act: Act, index: int) -> None:
        turn = self.deal.turns[index]
        span = self.deal.place(index)
        if not self.arounds:
            self.arounds = go_arounds(self.deal, self.table.seats)
        place = Place(
            span.line, span.column, 0, self.arounds[index], len(self.table.past) + 1, act.seat
        )
        self._add(bound, act, place, turn, index)
        if self._is_taken_back(act, index):
            self.table.remember(act)
        elif not turn.stood:
            aftermath.settle(self.table, bound.clause.code, act)
            self.broken.append(bound.clause.code)

    def _follows(self, asked: Clause, act: Act, index: int) -> bool:
        """Return whether a broken rule follows from an earlier error, and is not reported.

        `asked` is the check (`Clause`) of the broken rule, and `index` the index of the act's turn.
        Some errors are stored with this index, so that later errors in the turn are not reported.
        """
        if isinstance(act, AddedKong) and asked.code.startswith("kong."):
            # In a turn in which the player lacks the tile to add to the pung, this alone is
            # reported.
            before = self.promoted
            if asked.code == "kong.held":
                self.promoted = index
            return before == index
        return self._follows_from_the_turn(asked, act, index)

    def _follows_from_the_turn(self, asked: Clause, act: Act, index: int) -> bool:
        """Return whether a broken rule follows from an error in the same turn, and is not reported.

        The error is a turn out of order, a claim of a discard that was written wrong, or a wrong
        exchange. It is stored, and the size of a hand may be corrected. `asked` is the check
        (`Clause`) of the broken rule, `index` the index of the turn.
        """
        if isinstance(act, Exchange):
            return asked.code in self.broken  # hands are unknown if the exchange is out of order
        if self.deal.turns[index].stood:
            return False
        if asked.against == "turn":
            astray, self.astray = self.astray == index, index
            return astray
        if self.misread == index and asked.code.startswith(("claim.", "discard.")):
            return True
        if asked.against == "discard" and asked.code in _MAKES_NO_SET:
            self.misread = index
        if self.astray != index:
            return False
        if asked.code == "turn.size" and not self._is_taken_back(act, index):
            aftermath.settle(self.table, asked.code, act)
        return asked.code == "turn.size" or asked.against == "discard"

    def _is_taken_back(self, act: Any, index: int) -> bool:
        """Return whether the next turn begins with an irregularity that undoes this act.

        `index` is the index of the turn that contains the act.
        """
        correction = self._correction(index)
        if correction is None:
            return False
        return any(undone is act for undone in retracted(correction, self.deal.turns[index].acts))

    def _correction(self, index: int) -> Irregularity | None:
        """Return the irregularity with which the turn after turn `index` begins, or None."""
        following = self.deal.turns[index + 1 : index + 2]
        act = following[0].acts[0] if following and following[0].acts else None
        return act if isinstance(act, Irregularity) else None

    def _is_excused(self, code: str, act: Any, index: int) -> bool:
        """Return whether an illegal act is only a note, because the next turn takes it back.

        Return False for an act that nobody can do, such as the discard of a tile that is not in the
        hand, because the record is then wrong. A claim without the needed tiles is excused if the
        next turn takes back this claim.
        """
        cannot_be = code in _IMPOSSIBLE and not isinstance(act, Claim)
        if cannot_be or not self._is_taken_back(act, index):
            return False
        correction = self._correction(index)
        return not (
            correction is not None
            and isinstance(act, Claim)
            and names_another_claim(correction, act)
        )

    def _doubt(self, code: str) -> None:
        self.doubts[code] = self.doubts.get(code, 0) + 1

    def _answer_line(self, bound: Bound, verdict: bool | None, content: object, span: Span) -> None:
        if verdict is None:
            self._doubt(bound.clause.code)
            return
        seat = getattr(content, "seat", NOBODY)
        self._add(bound, content, Place(span.line, span.column, seat=seat), None)
        aftermath.settle(self.table, bound.clause.code, content)

    def _severity(self, bound: Bound, act: Any) -> Severity:
        """Return the severity of the finding that an act breaks a rule.

        Usually the rule itself says which severity. The severity is "note" if the official sources
        leave open whether the act is legal.
        """
        for option in self.rules.choices.left_open:
            if option.clause == bound.law.number and self._is_legal_by_another(option, bound, act):
                return "note"
        return bound.clause.severity

    def _is_legal_by_another(self, option: Option, bound: Bound, act: Any) -> bool:
        """Return whether an act would be legal with another value of an option of the rules."""
        for value in option.values:
            bindings = self.rules.having(option.name, value).play.bindings
            clauses = [
                other
                for number, other in bindings
                if number == option.clause and set(other.kinds) & set(bound.clause.kinds)
            ]
            if all(other.test(self.table, act) is not False for other in clauses):
                return True
        return False

    def _add(
        self, bound: Bound, act: object, place: Place, turn: Turn | None, index: int = -1
    ) -> None:
        each = bound.clause
        if not self.telling:  # the first replay has reported it
            self.findings.append(_PLACEHOLDER)
            return
        word = turn.word if turn is not None else ""
        has_stood = turn is not None and turn.stood
        # If two entries contradict each other, either may be wrong, so name both.
        entry = None
        if each.against and not has_stood:
            entry = aftermath.other_entry(self.deal, self.table, each.against, act, index)
        if entry is not None:
            place = Place(place.line, place.column, place.deal, place.turn, place.step)
        is_excused = not has_stood and turn is not None and self._is_excused(each.code, act, index)
        severity = "note" if has_stood or is_excused else self._severity(bound, act)
        if not self.in_words:
            self.findings.append(Finding(each.code, severity, "", place, bound.law, word))
            return
        words = self.rules.play.words
        full_sentence = sentence(each.says, self.table, act, words)
        due, due_words = expected(each.expects, self.table, act, words)
        other = None
        if entry is not None:
            if isinstance(entry, int):
                entry = aftermath.turn_entry(self.deal, entry)
            words_of_entry, other = entry
            full_sentence = or_another_entry(full_sentence, words_of_entry)
        if has_stood:
            full_sentence = msg(
                "{finding}; the record says that the players accepted it", finding=full_sentence
            )
        elif is_excused:
            full_sentence = msg(
                "{finding}; the player takes it back at once", finding=full_sentence
            )
        self.findings.append(
            Finding(
                each.code,
                severity,
                full_sentence.english,
                place,
                bound.law,
                word,
                due,
                full_sentence,
                due_words,
                other=other,
            )
        )


_PLACEHOLDER: Final = Finding(code="", severity="note", message="")
"""Placeholder for a finding in a replay of which only the table is used."""


def _lay_wall(table: Table, deal: Deal, spec: Spec) -> None:
    """Store the open indicators in the table, and the wall if all of its tiles are recorded.

    If each player has a private wall, the walls are joined to one row, in which walls that are not
    recorded have unknown tiles.
    """
    for indicators in deal.contents(Indicators):
        shown = () if indicators.hidden else indicators.tiles
        for tile in shown:
            table.indicate(tile)
    size = spec.wall_size(table.seats)
    walls = {wall.seat: wall.tiles for wall in deal.contents(Wall) if len(wall.tiles) == size}
    if not spec.private_walls:
        table.wall = walls.get(NOBODY, ())
    elif set(walls) - {NOBODY}:
        unseen = (UNKNOWN,) * size
        table.wall = sum((walls.get(seat, unseen) for seat in range(table.seats)), ())


def _is_own(table: Table, win: Act) -> bool:
    """Return whether a win is a self-draw.

    It is one if it is the winner's turn and the hand has as many tiles as after a draw.
    """
    return table.is_to_act(win.seat) and table.hand.total == table.acting


def _unseen_hand(spec: Spec) -> Hand:
    """Create a hand in which all tiles are unknown, pillars (tiles set apart) included."""
    return Hand(
        (UNKNOWN,) * (spec.resting - spec.pillars),
        (UNKNOWN,) * spec.pillars if spec.pillars else None,
    )


def _dealt_hand(dealt: Dealt, pillars: int) -> Hand:
    standing = dealt.pillars
    if pillars and standing is None:
        # Each of the tiles may be a pillar, so all of them count as unknown.
        standing = (UNKNOWN,) * min(pillars, len(dealt.tiles))
        return Hand((UNKNOWN,) * (len(dealt.tiles) - len(standing)), standing)
    if not pillars:
        return Hand((*standing, *dealt.tiles) if standing else dealt.tiles, None)
    return Hand(dealt.tiles, standing)
