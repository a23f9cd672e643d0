"""Reads majiang (kobalab's paipu): a game, or a list of games, as JSON.

The format counts seats from the dealer of each deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, TypeVar

from mjlog.formats.json_parts import (
    Object,
    WrongPartError,
    amount,
    entries,
    forgiving,
    member,
    named_players,
    number,
    optional,
    row,
    scores,
    seat_number,
    shown,
    table,
    unchecked_row,
    whole_number,
    words,
)
from mjlog.formats.json_text import document
from mjlog.formats.majiang.tiles import hand_of, meld_of, tile_of
from mjlog.formats.reader_findings import ReaderFindings
from mjlog.formats.riichi.assemble import (
    plays_without_red_fives,
    recorded_deals,
    recorded_game,
)
from mjlog.formats.riichi.deal_recorder import DealRecorder, StatedHand
from mjlog.formats.riichi.deal_start import DealStart
from mjlog.formats.riichi.outcomes import (
    NAGASHI,
    Item,
    aborted,
    is_yakuman,
    items_of,
    known_hands,
    wall_ran_out,
)
from mjlog.formats.riichi.rules_member import rules_headers
from mjlog.formats.riichi.words import WALL, end_named, yaku_named
from mjlog.formats.riichi.yaku_names import Winds
from mjlog.model.record import Game, Seat
from mjlog.model.tiles import UNKNOWN

SEATS: Final = 4

_PLACE_POINTS: Final = re.compile(r"[+-]?\d{1,6}(?:\.\d{1,3})?", re.ASCII)
_STARS: Final = re.compile(r"\*{1,6}")
_Part = TypeVar("_Part")
_STATED: Final = (("fanshu", "han"), ("damanguan", "limits"), ("defen", "points"))
"""Members of a win that state its value, with their names in records."""


def read(data: bytes, _name: str = "") -> Iterator[Game]:
    """Yield the games in a JSON file of majiang, which has one game or a list of games.

    Errors in a game are findings (messages) of that game. Raise `Unreadable` if the file is not
    JSON.
    """
    body = document(data)
    for game in body if isinstance(body, list) and body else [body]:
        yield _Reader(game if isinstance(game, dict) else {}).game()


class _Reader:
    """Converts one game in the majiang format to a record.

    Seat A of the record is the first dealer.
    """

    def __init__(self, body: Object) -> None:
        self.body = body
        self.complaints = ReaderFindings()
        self.journals: list[DealRecorder] = []
        self.first = optional(self.complaints, body, "qijia", _chair, 0)
        self.dealer = 0

    def game(self) -> Game:
        """Read all deals and return the game, with findings for the parts that cannot be read."""
        for deal in optional(self.complaints, self.body, "log", unchecked_row, ()):
            for step in deal if isinstance(deal, list) else [deal]:
                self._step(step)
        final = list(self._final())
        deals = recorded_deals(self.journals, self.complaints, over=bool(final))
        pairs = [
            *rules_headers(self.body, self._rules()),
            ("Source", "majiang"),
            ("Event", optional(self.complaints, self.body, "title", words, "")),
            *final,
        ]
        names = optional(self.complaints, self.body, "player", _players, ()) or ("?",) * SEATS
        return recorded_game(pairs, self._from_first(names), deals, self.complaints)

    def _rules(self) -> str:
        """Return the value of the record's header `Rules:`: rule set, length and red fives.

        The format does not state the rules, so they are inferred. The game has one round
        (`length=east`) if the last deal is East 4 and the final points are known and not negative;
        otherwise it has two rounds. It has no red fives if the tiles prove this.
        """
        scores = self.body.get("defen")
        hands = [journal.opening.place for journal in self.journals]
        ended = isinstance(scores, list) and all(
            isinstance(score, int) and score >= 0 for score in scores
        )
        length = "south"
        if ended and hands and hands[-1] == SEATS - 1:
            length = "east"
        red = " red_fives=0" if plays_without_red_fives(self.journals) else ""
        return f"riichi/1 preset=majiang length={length}{red}"

    def _final(self) -> Iterator[tuple[str, str]]:
        final = optional(self.complaints, self.body, "defen", _totals, ())
        if final:
            yield "Final-Score", " ".join(str(each) for each in self._from_first(final))
        places = optional(self.complaints, self.body, "point", _placement, ())
        if places:
            yield "Final-Points", " ".join(self._from_first(places))
        self._check_ranks(final)

    def _check_ranks(self, final: Sequence[int]) -> None:
        """Add a finding (a message) if the file gives a better rank to a player with fewer points.

        `final` are the final points, in the order in which the file lists the players.
        """
        ranks = optional(self.complaints, self.body, "rank", _ranks, ())
        pairs = sorted(zip(ranks, final, strict=False))
        if any(better < worse for (_, better), (_, worse) in pairwise(pairs)):
            message = (
                f"'rank' is {list(ranks)}, but 'defen' is {list(final)}: more points, better place"
            )
            self.complaints.add("format.attribute", message)

    def _from_first(self, given: Sequence[_Part]) -> Sequence[_Part]:
        """Rotate a list of players' values so that the value of the first dealer comes first.

        `given` has a value for each player, such as the name, in the order of the file. Return the
        rotated list; its order is that of the record, whose seat A is the first dealer.
        """
        return (*given[self.first :], *given[: self.first])

    # ------------------------------------------------------------------ steps

    def _step(self, step: Any) -> None:
        self.complaints.deal = len(self.journals)
        kind, given = next(iter(step.items()), ("", {})) if isinstance(step, dict) else ("", {})
        with forgiving(self.complaints, f"{kind or 'a step'!s:.20}"):
            if kind == "qipai":
                self._open(table(given, kind))
            elif not self.journals:
                raise WrongPartError("no deal has begun")
            else:
                self._played(self.journals[-1], kind, table(given, kind))

    def _played(self, journal: DealRecorder, kind: str, given: Object) -> None:
        match kind:
            case "hule":
                self._win(journal, given)
            case "pingju":
                self._washout(journal, given)
            case "kaigang":
                journal.reveal(tile_of(member(given, "baopai")))
            case "zimo" | "gangzimo":
                journal.draw(self._seat(given), tile_of(member(given, "p")))
            case "dapai":
                seat, word = self._seat(given), words(member(given, "p"), "p")
                if word.endswith("*"):
                    journal.riichi(seat)
                journal.discard(seat, tile_of(word), drawn="_" in word[1:])
            case "fulou" | "gang":
                self._meld(journal, given)
            case _:
                message = f"{shown(kind)} is no step of majiang; it is left out"
                self.complaints.add("format.element", message, "warning")

    def _seat(self, given: Object, name: str = "l") -> Seat:
        """Return the record's seat for the seat number in the member `name` of a step.

        The format counts seats from the dealer of the deal, who has number 0.
        """
        return (self.dealer + seat_number(number(given, name), name, SEATS)) % SEATS

    def _numbers_by_seat(self, given: Any) -> tuple[int, ...]:
        """Convert a JSON list of four points to a tuple in the order of the record's seats.

        The JSON list begins with the dealer of the deal.
        """
        values = scores(given, "scores", SEATS)
        return tuple(values[(seat - self.dealer) % SEATS] for seat in range(SEATS))

    def _open(self, given: Object) -> None:
        wind, place = number(given, "zhuangfeng"), number(given, "jushu")
        if not (0 <= wind < SEATS and 0 <= place < SEATS):
            raise WrongPartError(f"there is no deal {wind}, {place}")
        self.dealer = place
        hands = [
            hand_of(words(hand, "shoupai"))
            for hand in unchecked_row(member(given, "shoupai"), "shoupai", SEATS)
        ]
        opening = DealStart(
            SEATS * wind + place,
            self.dealer,
            tuple(hands[(seat - self.dealer) % SEATS] for seat in range(SEATS)),
            (tile_of(member(given, "baopai")),),
            amount(given, "changbang", 0),
            amount(given, "lizhibang", 0),
            self._numbers_by_seat(scored) if (scored := entries(given, "defen")) else (),
        )
        self.complaints.deal += 1
        self.journals.append(DealRecorder(self.complaints, opening, SEATS))

    def _meld(self, journal: DealRecorder, given: Object) -> None:
        seat, meld = self._seat(given), meld_of(member(given, "m"))
        match meld.kind:
            case "concealed":
                journal.concealed_kong(seat, meld.own)
            case "added":
                journal.added_kong(seat, meld.tile)
            case _:
                journal.claim(seat, (seat + meld.source) % SEATS, meld.tile, meld.own)

    # ------------------------------------------------------------------ ends

    def _win(self, journal: DealRecorder, given: Object) -> None:
        seat = self._seat(given)
        source = seat
        if given.get("baojia") is not None:
            source = self._seat(given, "baojia")
        hand = hand_of(words(member(given, "shoupai"), "shoupai"))
        changes = self._numbers_by_seat(shared) if (shared := entries(given, "fenpei")) else ()
        stated_hand = StatedHand(
            tile=hand[-1] if hand and hand[-1] != UNKNOWN else None,
            held=() if UNKNOWN in hand else hand,
            ura=row(entries(given, "fubaopai"), "fubaopai", tile_of),
        )
        journal.win(seat, source, changes, self._items(journal, seat, given), stated_hand)

    def _items(self, journal: DealRecorder, seat: Seat, given: Object) -> tuple[Item, ...]:
        winds = Winds.of(seat, self.dealer, journal.opening.place, SEATS)
        named: list[tuple[str, int]] = []
        for item in row(entries(given, "hupai"), "hupai", table):
            word = words(member(item, "name"), "name")
            if name := yaku_named(word):
                named.append((winds.named(name), _han(member(item, "fanshu"))))
            else:
                journal.unknown_yaku(word, seat)
        fu = None
        if given.get("fu") is not None and not is_yakuman(named):
            fu = number(given, "fu")
        stated = [(name, number(given, key)) for key, name in _STATED if given.get(key) is not None]
        return items_of(named, fu, stated)

    def _washout(self, journal: DealRecorder, given: Object) -> None:
        name = words(member(given, "name"), "name")
        changes = self._numbers_by_seat(entries(given, "fenpei") or [0] * SEATS)
        shown_hands = row(entries(given, "shoupai") or [""] * SEATS, "shoupai", words, SEATS)
        hands = (hand_of(hand) for hand in shown_hands)
        seats = ((self.dealer + place) % SEATS for place in range(SEATS))
        held = known_hands(dict(zip(seats, hands, strict=True)))
        kind = end_named(name)
        if kind in (WALL, NAGASHI):
            end = wall_ran_out(changes, nagashi=kind == NAGASHI)
            journal.washout(end, changes, held=held, tenpai=tuple(held))
        elif kind:
            journal.washout(aborted(kind, journal.turns.seat), changes, held=held)
        else:
            journal.unknown_end(name, changes)


def _chair(value: Any, name: str) -> int:
    return seat_number(whole_number(value, name), name, SEATS)


def _players(value: Any, name: str) -> tuple[str, ...]:
    return named_players(value, name, SEATS)


def _totals(value: Any, name: str) -> tuple[int, ...]:
    return scores(list(row(value, name, whole_number, SEATS)), name, SEATS)


def _placement(value: Any, name: str) -> tuple[str, ...]:
    """Convert the JSON list of placement points to texts; an empty list gives an empty tuple.

    Raise `WrongPartError` if the list does not have a number for each of four players.
    """
    if value == []:
        return ()
    return row(value, name, _points, SEATS)


def _points(value: Any, name: str) -> str:
    text = str(value) if isinstance(value, str | int | float) else ""
    if isinstance(value, bool) or not _PLACE_POINTS.fullmatch(text):
        raise WrongPartError(f"{name!r} has {shown(value)}, a number is expected")
    return text


def _ranks(value: Any, name: str) -> tuple[int, ...]:
    """Convert the JSON list of the players' ranks, 1 to 4, to a tuple.

    An empty list, which means that the game is not over, gives an empty tuple. Raise
    `WrongPartError` for any other list.
    """
    if value == []:
        return ()
    ranks = row(value, name, whole_number, SEATS)
    if sorted(ranks) != list(range(1, SEATS + 1)):
        raise WrongPartError(f"{name!r} is {shown(value)}, the places 1 to {SEATS} are expected")
    return ranks


def _han(value: Any) -> int:
    """Return the han of a yaku from its value in the file: a number, or a text of stars.

    A yakuman is written with a star for each limit, such as `**` for a double yakuman, and returns
    the number of stars. Raise `WrongPartError` for any other value.
    """
    if isinstance(value, str) and not _STARS.fullmatch(value):
        raise WrongPartError(f"'fanshu' is {shown(value)}, a number or stars are expected")
    if isinstance(value, str):
        return len(value)
    return whole_number(value, "fanshu")
