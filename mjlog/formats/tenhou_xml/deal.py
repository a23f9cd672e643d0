"""Reads one deal of a Tenhou XML log, from its INIT to the element before the next INIT."""

from __future__ import annotations

from dataclasses import dataclass, field

from mjlog.formats.riichi.deal_recorder import STAKE
from mjlog.formats.riichi.outcomes import sort_contents
from mjlog.formats.riichi.tenhou_numbers import (
    ImpossibleError,
    Meld,
    explain_error,
    meld,
    number_of,
    numbers,
    seat_of,
    tile_ids,
)
from mjlog.formats.riichi.turn_builder import Turns
from mjlog.formats.tenhou_xml.context import Context, Init, Places
from mjlog.formats.tenhou_xml.elements import NOTHING, Attributes, Elements, Play
from mjlog.formats.tenhou_xml.result import (
    Result,
    can_be_written,
    shown_call,
    shown_meld,
    washout,
    win,
)
from mjlog.model.findings import Span
from mjlog.model.messages import Sentence, msg
from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    NOBODY,
    Content,
    Deal,
    Dealt,
    Indicators,
    Line,
    Next,
    Seat,
    ShownMeld,
    Wall,
    seat_name,
)
from mjlog.model.tiles import NORTH, text


@dataclass(slots=True)
class Drawn:
    """Tiles from the dead wall: replacement tiles, dora indicators, and hidden indicators.

    Each tile is a tile id with the byte offset of its element.
    """

    replaced: list[tuple[int, int]] = field(default_factory=list)
    indicators: list[tuple[int, int]] = field(default_factory=list)
    hidden: list[list[tuple[int, int]]] = field(default_factory=list)


class DealReader:
    """Reads the elements of one deal, and builds a `Deal` from them."""

    def __init__(self, context: Context, given: Attributes, offset: int) -> None:
        self.start = offset
        self.context = context
        self.faces = context.kind.faces
        self.seats = context.kind.seats
        self.init = Init.read(given, self.seats, self.faces)
        self.turns = Turns()
        self.melds: list[list[ShownMeld]] = [[] for _ in range(self.seats)]
        self.drawn = Drawn(indicators=[(self.init.dora, self.start)])
        self.result = Result(self.seats)
        self.ended = -1
        self._unrecorded_sticks = 0
        self.final = False
        self._latest = NOTHING
        self._riichi = self._owing = NOBODY
        self._paid = [0] * self.seats
        self._in_hand = -1
        self._elements: Elements | None = None
        self._place = self._end_place = 0

    def read(self, elements: Elements, start: int, end: int) -> None:
        """Read the elements of the deal, which are at the indexes from `start` to `end` - 1.

        An invalid element is left out, and a finding (a message about the error) is added.
        """
        self._elements, self._place, self._end_place = elements, start, end
        plays, offsets, turns, faces = elements.plays, elements.offsets, self.turns, self.faces
        for place in range(start, end):
            play, offset = plays[place], offsets[place]
            if play is None:
                turns.at = offset
                name, given = elements.named[place]
                self._other(name, given, offset)
                continue
            if self._owing != NOBODY:
                self._unpaid(offset)
            if play.is_turn and turns.seat == NOBODY and play.seat < self.seats:
                turns.done.append(play.turn(faces))
                turns.places.append(offset)
                self._latest = play
                continue
            turns.at = offset
            self._play(play, offset, elements.latest(place))

    def _play(self, play: Play, offset: int, latest: int) -> None:
        """Record the draw and the discard of one element, as far as the element has them.

        `offset` is the byte offset of the draw, `latest` that of the discard. If the table has no
        such seat, nothing is recorded and a finding (a message) is added.
        """
        if play.seat >= self.seats:
            self._left_out(play, offset)
            if play.is_turn:
                self._left_out(play, latest)
            return
        if play.drawn >= 0:
            self._in_hand = play.drawn
            if self.turns.draw(play.seat, self.faces[play.drawn]):
                self.drawn.replaced.append((play.drawn, offset))
        if play.dropped >= 0:
            self._discard(play, latest)

    def _left_out(self, play: Play, offset: int) -> None:
        message = msg(
            "{seat} acts, but the table has {seats} players; mjlog leaves the act out",
            seat=seat_name(play.seat),
            seats=self.seats,
        )
        self._complain("format.attribute", message, offset)

    def _discard(self, play: Play, offset: int) -> None:
        seat, number, turns = play.seat, play.dropped, self.turns
        if turns.seat != seat:
            message = msg(
                "{seat} discards without a draw or a call before it", seat=seat_name(seat)
            )
            self._complain("format.gap", message, offset, seat)
        manner = MANNER_DRAWN if number == self._in_hand else MANNER_FROM_HAND
        declares = seat == self._riichi
        turns.discard(seat, self.faces[number], manner=manner, ready=declares)
        self._owing = seat if declares else NOBODY
        self._riichi = NOBODY
        self._latest = play
        self._in_hand = -1

    def live(self) -> list[tuple[int, int]]:
        """Return tile id and byte offset of each tile drawn from the live wall, in order.

        Replacement tiles, which come from the dead wall, are not included.
        """
        elements = self._elements
        if elements is None:
            return []
        replaced = {offset for _, offset in self.drawn.replaced}
        drawn: list[tuple[int, int]] = []
        for place in range(self._place, self._end_place):
            play, offset = elements.plays[place], elements.offsets[place]
            if play is None or play.drawn < 0 or play.seat >= self.seats or offset in replaced:
                continue
            drawn.append((play.drawn, offset))
        return drawn

    def _complain(self, code: str, message: Sentence, offset: int, seat: Seat = NOBODY) -> None:
        self.context.complain(code, message, offset, seat=seat)

    def _other(self, name: str, given: Attributes, offset: int) -> None:
        try:
            self._named(name, given, offset)
        except KeyError as missing:
            lacks = "{element} lacks the attribute {name}; mjlog leaves the element out"
            message = msg(lacks, element=f"<{name}>", name=missing.args[0])
            self._complain("format.attribute", message, offset)
        except (ValueError, IndexError) as problem:
            self._complain(
                "format.attribute",
                f"<{name}> cannot be read: {explain_error(problem)}; it is left out",
                offset,
            )

    def _named(self, name: str, given: Attributes, offset: int) -> None:
        match name:
            case "N":
                if self._owing != NOBODY:
                    self._unpaid(offset)
                self._call(given, offset)
            case "REACH":
                self._riichi_declared(given, offset)
            case "DORA":
                self._indicator(given, offset)
            case "AGARI":
                self._win(given, offset)
            case "RYUUKYOKU":
                self._washout(given, offset)
            case "BYE":
                seat = seat_of(given["who"], self.seats)
                self.turns.remark(
                    f"{seat_name(seat)} has left the table, draws are discarded for it from here on"
                )
            case "UN":
                self._came_back(given)
            case _:
                message = msg(
                    "{element} is no element of such a log; mjlog leaves it out",
                    element=f"<{name}>",
                )
                self.context.complain("format.element", message, offset, "warning")

    # ------------------------------------------------------------------ elements of play

    def _riichi_declared(self, given: Attributes, offset: int) -> None:
        seat = seat_of(given["who"], self.seats)
        if given["step"] == "2":
            self._riichi_paid(seat, given, offset)
            return
        if given["step"] != "1":
            raise ImpossibleError(f"step {given['step'][:20]!r}, 1 or 2 is expected")
        self._riichi = seat
        if self.turns.seat != seat:
            self._complain(
                "format.gap", f"{seat_name(seat)} declares riichi outside its turn", offset, seat
            )

    def _riichi_paid(self, seat: Seat, given: Attributes, offset: int) -> None:
        """Record that a player pays the stick for a riichi.

        `given` are the attributes of the element `REACH`, `offset` is its byte offset. Add a
        finding (a message about the error) if the element states other points than those after this
        payment. Raise `ImpossibleError` if it states points, but not for all seats.
        """
        if seat != self._owing:
            message = msg("{seat} pays for a riichi that it has not declared", seat=seat_name(seat))
            self._complain("format.gap", message, offset, seat)
        self._owing = NOBODY
        self._paid[seat] += 1
        stacks = tuple(100 * each for each in numbers(given.get("ten", ""))[: self.seats])
        if "ten" in given and len(stacks) < self.seats:
            raise ImpossibleError(f"ten has {len(stacks)} numbers, {self.seats} are expected")
        paid = self._paid
        due = tuple(score - STAKE * paid[each] for each, score in enumerate(self.init.scores))
        if stacks and stacks != due:
            message = msg(
                "after {seat}'s riichi the log says {recorded} points, but {due} are due",
                seat=seat_name(seat),
                recorded=",".join(str(stack) for stack in stacks),
                due=",".join(str(each) for each in due),
            )
            self._complain("format.attribute", message, offset, seat)

    def _unpaid(self, offset: int) -> None:
        """Add a finding that the log lacks the payment of the stick for the latest riichi.

        A finding is a message about an error; `offset` is the byte offset for it. The stick still
        counts as paid when the end of the deal is checked.
        """
        message = msg(
            "{seat} declares riichi and nobody wins on the discard, "
            'but <REACH step="2"> is missing: the log does not say that the stick is paid',
            seat=seat_name(self._owing),
        )
        self._complain("format.gap", message, offset, self._owing)
        self._unrecorded_sticks += 1
        self._owing = NOBODY

    def _indicator(self, given: Attributes, offset: int) -> None:
        (number,) = tile_ids(given["hai"])
        self.drawn.indicators.append((number, offset))
        if not self.turns.reveal_late(self.faces[number]):
            self._complain(
                "format.gap",
                "an indicator is turned up before any turn; mjlog leaves it out",
                offset,
            )

    def _call(self, given: Attributes, offset: int) -> None:
        seat = seat_of(given["who"], self.seats)
        word = number_of(given["m"])
        called = meld(word)
        faces, turns = self.faces, self.turns
        own = tuple(faces[number] for number in called.own)
        match called.kind:
            case "north":
                turns.set_out(seat, NORTH)
                return
            case "concealed":
                turns.concealed_kong(seat, own)
            case "added":
                turns.added_kong(seat, faces[called.called])
                pung = shown_meld(Meld("pung", called.own, -1, 0), faces)
                kong = shown_meld(called, faces)
                if pung in self.melds[seat] and kong:
                    self.melds[seat][self.melds[seat].index(pung)] = kong
                return
            case _:
                self._check_called(seat, called, offset)
                turns.claim(seat, own)
        shown = shown_call(word, faces)
        if shown is not None:
            self.melds[seat].append(shown)

    def _check_called(self, seat: Seat, call: Meld, offset: int) -> None:
        source = (seat + call.source) % 4
        thrown, number = self._latest.seat, self._latest.dropped
        if (thrown, number) != (source, call.called):
            latest = "nothing"
            if number >= 0:
                latest = f"{seat_name(thrown)}'s {text([self.faces[number]])}"
            claimed = f"{text([self.faces[call.called]])} from {seat_name(source)}"
            self._complain(
                "format.meld",
                f"the call takes {claimed}, but the latest discard is {latest}",
                offset,
                seat,
            )

    def _came_back(self, given: Attributes) -> None:
        for seat in range(self.seats):
            if f"n{seat}" in given:
                self.turns.remark(f"{seat_name(seat)} is back at the table")

    # ------------------------------------------------------------------ elements that end the deal

    def _win(self, given: Attributes, offset: int) -> None:
        seat, source = seat_of(given["who"], self.seats), seat_of(given["fromWho"], self.seats)
        robbed = seat != source and self.turns.seat == source
        self._check_end(given, offset)
        robbed = robbed or self.result.robbed_from(source)
        for message in win(given, self.result, self.faces, robbed=robbed):
            self.context.complain("format.attribute", message, offset, "warning", seat=seat)
        hidden = tile_ids(given.get("doraHaiUra", ""))
        self.drawn.hidden.append([(number, offset) for number in hidden])
        self.turns.win(seat, own_draw=seat == source)
        self._end(given, offset)

    def _washout(self, given: Attributes, offset: int) -> None:
        if self._owing != NOBODY and given.get("type") != "ron3":
            self._unpaid(offset)
        self._check_end(given, offset)
        kind = given.get("type", "")
        if not can_be_written(kind):
            message = f"{kind[:40]!r} is no way for a deal to end; its name is left out"
            self._complain("format.attribute", message, offset)
        washout(given, self.result, self.faces, self.melds, self.turns.seat)
        self._end(given, offset)

    def _check_end(self, given: Attributes, offset: int) -> None:
        """Check the repeats, sticks and dora indicators that the element at the deal's end states.

        Each difference from the recorded play adds a finding (a message). `given` are the
        attributes of the element, and `offset` its byte offset.
        """
        sticks = self.init.sticks + sum(self._paid) + self._unrecorded_sticks
        # The first of several winners took the sticks, so later ones find none.
        right = [[self.init.honba, sticks]] + [[self.init.honba, 0]] * (self.ended >= 0)
        if "ba" in given and numbers(given["ba"]) not in right:
            words = f"ba is {given['ba'][:40]!r}, {self.init.honba},{sticks} is expected"
            self._complain("format.attribute", words, offset)
        shown = tile_ids(given.get("doraHai", ""))
        turned = [number for number, _ in self.drawn.indicators]
        if shown and shown != turned:
            message = msg(
                "doraHai names {recorded} as indicators, but {due} are turned up",
                recorded=text([self.faces[number] for number in shown]),
                due=text([self.faces[number] for number in turned]),
            )
            self._complain("format.attribute", message, offset)

    def _end(self, given: Attributes, offset: int) -> None:
        self.ended = offset
        self.final = self.final or "owari" in given
        self.turns.close()

    # ------------------------------------------------------------------ the deal as a record

    def deal(self, wall: tuple[int, ...] = ()) -> Deal:
        """Build the deal from the elements read so far.

        `wall` has the tile ids of the wall; if it is not empty, the deal gets a line with the wall.
        """
        self.turns.close()
        return Deal(
            self.init.label,
            (*self.init.attributes, *self.result.attributes),
            tuple(self.turns.done),
            tuple(self._lines(wall)),
            tuple(self.turns.notes),
            span=self.context.places.span(self.start),
            places=_Spans(self.context.places, self.turns.places),
        )

    def _lines(self, wall: tuple[int, ...]) -> list[Line]:
        before: list[Content] = [Wall(tuple(self.faces[number] for number in wall))] if wall else []
        for seat, tiles in enumerate(self.init.dealt):
            before.append(Dealt(seat, tiles))
        before.append(Indicators((self.faces[self.init.dora],)))
        after = [*self.result.contents, *self.result.totals()]
        if self.final:
            after.append(Next((("end", ""),)))
        start = self.context.places.span(self.start)
        lines = [Line(content, span=start) for content in before]
        end = self.context.places.span(self.ended if self.ended >= 0 else self.start)
        return lines + [Line(content, span=end) for content in sort_contents(after)]


class _Spans:
    """A function that returns the place of a deal's turn in the file, by the turn's index."""

    __slots__ = ("_offsets", "_places")

    def __init__(self, places: Places, offsets: list[int]) -> None:
        self._places, self._offsets = places, offsets

    def __call__(self, turn: int) -> Span:
        return self._places.span(self._offsets[turn])
