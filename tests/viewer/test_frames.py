"""Frames: every tile in exactly one place, and the places those of the table."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from jsonschema_rs import Draft202012Validator
from kit.places import EVERY, SAMPLES, slug
from kit.records import report_on
from kit.sizes import each

from mjlog.model.messages import Message
from mjlog.model.record import Act, Deal, Draw, Irregularity, Replace
from mjlog.model.table import Hand, Table
from mjlog.model.tiles import JOKER, JOKER_AS, PILLAR, UNKNOWN
from mjlog.picture.frames import Frame, Piece, document, frame_objects, frames
from mjlog.referee.replay import replay
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.sheet_table import has_lines_only
from mjlog.shared_files import shared_file

pytestmark = pytest.mark.slow


def deals(path: Path) -> list[tuple[Deal, RuleSet, int]]:
    report = report_on(path)
    rules = report.rules
    if rules is None or report.game.seats not in rules.play.spec.seats:
        return []
    return [(deal, rules, report.game.seats) for deal in report.game.deals]


@each(EVERY, slug, one_in=8)
def test_every_tile_lies_in_one_place_and_stays_in_play(path: Path) -> None:
    for deal, rules, seats in deals(path):
        lying: set[int] = set()
        gone: set[int] = set()
        told = frames(deal, rules, seats)
        for frame, left in zip(told, taken_out(deal, rules, seats)[: len(told)], strict=True):
            numbers = {piece.number for piece in frame.pieces}
            assert len(numbers) == len(frame.pieces)
            assert len(lying - numbers) == left
            gone |= lying - numbers
            assert not gone & numbers
            lying = numbers


def taken_out(deal: Deal, rules: RuleSet, seats: int) -> list[int]:
    """How many tiles each step takes off the table.

    Those too many in a hand, and one put back on the wall.
    """
    found: list[int] = []
    before = [0] * seats

    def watch(table: Table, _turn: int, act: Act | None) -> None:
        now = [hand.amiss for hand in table.hands]
        surplus = sum(max(0, new - old) for old, new in zip(before, now, strict=True))
        undone = table.taken_back if isinstance(act, Irregularity) else ()
        drawn = sum(isinstance(each, Draw | Replace) for each in undone)
        found.append(surplus + drawn if act is not None else 0)
        before[:] = now

    replay(deal, rules, seats=seats, watch=watch)
    return found


def sets(frame: Frame, seat: int) -> list[tuple[Piece, ...]]:
    """What a seat has laid down, but for a tile added where no pung lies."""
    return [meld for meld in frame.melds(seat) if len(meld) > 1]


@each(EVERY, slug, one_in=8)
def test_zones_are_those_of_the_table(path: Path) -> None:
    """What a seat holds, of any deal; of one recorded from its first turn where all of it lies."""

    def same(frame: Frame, seat: int, hand: Hand) -> None:
        standing = [t & ~PILLAR for t in hand.tiles() if t & PILLAR] + [
            UNKNOWN
        ] * hand.pillars_unknown
        main = [t for t in hand.tiles() if not t & PILLAR] + [UNKNOWN] * hand.unknown
        spare = len(main) + len(standing) + 3 * len(hand.melds) - hand.total
        if hand.contradicted and spare > 0:  # tiles of a set that cannot be may be in the hand
            shown = faces(frame.zone(seat, "hand"))
            assert Counter(shown) <= Counter(main)
            main = main[:-spare] if spare <= hand.unknown else shown
        assert faces(frame.zone(seat, "pillars")) == sorted(standing)
        assert faces(frame.zone(seat, "hand")) == sorted(main)
        assert [faces(meld) for meld in sets(frame, seat)] == [
            sorted(meld.tiles) for meld in hand.melds
        ]
        assert faces(frame.zone(seat, "bonus")) == sorted(hand.bonus)

    def as_many(frame: Frame, seat: int, hand: Hand) -> None:
        """A set counts as three; what was laid before the record may lie in the hand or beside."""
        held = [*frame.zone(seat, "hand"), *frame.zone(seat, "pillars")]
        assert len(held) + 3 * len(sets(frame, seat)) == hand.total
        known = Counter(tile & ~PILLAR for tile in hand.tiles())
        # Of a hand that cannot be more tiles may be known than it holds: then no picture has all.
        over = known.total() - len(held) if hand.contradicted else 0
        assert (known - Counter(piece.face for piece in held)).total() <= max(0, over)
        assert len(sets(frame, seat)) >= len(hand.melds)

    for deal, rules, seats in deals(path):
        compare(deal, rules, seats, as_many, same)


def compare(
    deal: Deal,
    rules: RuleSet,
    seats: int,
    check: Callable[[Frame, int, Hand], None],
    check_whole: Callable[[Frame, int, Hand], None],
) -> None:
    """Checks each seat after each step against the table, and more while the table is whole.

    Of a deal without turns the frame shows the end instead, of which the replay knows nothing.
    """
    if has_lines_only(deal):
        return
    told = iter(frames(deal, rules, seats))

    def watch(table: Table, _turn: int, _act: Act | None) -> None:
        frame = next(told)
        for seat, hand in enumerate(table.hands):
            check(frame, seat, hand)
            if table.whole:
                check_whole(frame, seat, hand)

    replay(deal, rules, seats=seats, watch=watch)
    assert next(told, None) is None


def faces(pieces: Iterable[Piece]) -> list[int]:
    return sorted(piece.face for piece in pieces)


def test_a_kong_older_than_the_record_takes_its_pung_from_the_hand() -> None:
    deal, rules, seats = deals(SAMPLES / "taiyuan" / "from-the-middle.mjl")[0]
    laid = next(frame for frame in frames(deal, rules, seats) if frame.marker == "kong")
    assert [faces(meld) for meld in laid.melds(1)] == [[29, UNKNOWN, UNKNOWN, UNKNOWN]]
    assert len(laid.zone(1, "hand")) + len(laid.zone(1, "pillars")) == 10


def test_an_unreadable_turn_leaves_one_tile_on_the_table() -> None:
    deal, rules, seats = deals(SAMPLES / "broken" / "syntax" / "syntax.word.mjl")[0]
    told = frames(deal, rules, seats)
    lost = next(place for place, frame in enumerate(told) if frame.marker == "irregular")
    seat = told[lost].seat
    assert len(told[lost].zone(seat, "river")) == len(told[lost - 1].zone(seat, "river")) + 1
    assert all(piece.face == UNKNOWN for piece in told[lost].zone(seat, "hand"))


def test_an_irregularity_is_named_by_words_that_can_be_translated() -> None:
    told = [
        frame
        for path in SAMPLES.glob("taiwanese/*.mjl")
        for deal, rules, seats in deals(path)
        for frame in frames(deal, rules, seats)
    ]
    names = [frame.sentence.values["what"] for frame in told if frame.marker == "irregular"]
    assert len(names) >= 5
    assert all(isinstance(name, Message) for name in names)


def test_frames_follow_the_schema(whole: bool) -> None:
    schema = json.loads(shared_file("schemas", "frames.schema.json").decode())
    validator = Draft202012Validator(schema)
    for path in EVERY[:: 7 if whole else 21]:
        for deal, rules, seats in deals(path):
            told = json.dumps(document(frames(deal, rules, seats), rules))
            validator.validate(json.loads(told))


@pytest.mark.parametrize("name", [
    "taiyuan/everything-table-view",
    "broken/taiyuan/kong.held",
    "broken/taiyuan/turn.size",
    "broken/riichi/claim.latest",
    "riichi/robbed-kong",
    "taiwanese/corrected-at-once",
])  # fmt: skip
def test_what_moved_rebuilds_every_frame(name: str) -> None:
    for deal, rules, seats in deals(SAMPLES / f"{name}.mjl"):
        told = frames(deal, rules, seats)
        whole = [next(frame_objects([replace(frame, step=0)]))["pieces"] for frame in told]
        table: dict[int, object] = {}
        for frame, pieces in zip(frame_objects(told), whole, strict=True):
            table = {
                number: piece
                for number, piece in table.items()
                if number not in frame.get("gone", ())
            }
            table |= {piece["id"]: piece for piece in frame["pieces"]}
            assert table == {piece["id"]: piece for piece in pieces}


def everything() -> list[Frame]:
    deal, rules, seats = deals(SAMPLES / "taiyuan" / "everything-fair-copy.mjl")[0]
    return frames(deal, rules, seats)


def test_sentences_and_markers_tell_the_deal() -> None:
    told = everything()
    markers = [frame.marker for frame in told if frame.marker]
    assert markers == ["kong", "ready", "ready", "call", "win"]
    assert told[0].text == "The hands are dealt."
    assert "B claims 9m for a pung with 99m, 1 of them from the pillars." in [
        frame.text for frame in told
    ]
    assert told[-1].text == "C wins on 2s by self-draw."


def test_a_claimed_tile_leaves_the_river_of_its_discarder() -> None:
    claim = next(frame for frame in everything() if frame.marker == "call")
    assert all(piece.face != 8 for piece in claim.zone(3, "river"))
    assert [piece.claimed for piece in claim.melds(1)[0]].count(True) == 1
    assert [piece.source for piece in claim.melds(1)[0] if piece.claimed] == [3]


def test_exchanged_tiles_change_hands_in_one_step() -> None:
    deal, rules, seats = deals(SAMPLES / "american" / "charleston.mjl")[0]
    told = frames(deal, rules, seats)
    assert told[1].text.startswith("Tiles are exchanged: 147m from A to C, 258m from C to A")
    moved = {piece.number: piece.seat for piece in told[1].pieces if piece.number in told[1].moved}
    before = {piece.number: piece.seat for piece in told[0].pieces}
    assert sorted((before[number], seat) for number, seat in moved.items()) == [
        *[(0, 2)] * 3, *[(1, 3)] * 3, *[(2, 0)] * 3, *[(3, 1)] * 3
    ]  # fmt: skip


def test_an_exchange_in_play_stands_where_east_has_its_tile() -> None:
    deal, rules, seats = deals(SAMPLES / "american" / "ding-dong.mjl")[0]
    told = frames(deal, rules, seats)
    place = next(
        index for index, frame in enumerate(told) if frame.text.startswith("Tiles are exchanged")
    )
    assert [told[place - 1].text, told[place + 1].text] == ["A draws 9p.", "A discards 3m."]
    assert len(told[place].moved) == 12


def test_a_joker_that_is_laid_down_shows_what_it_stands_for() -> None:
    deal, rules, seats = deals(SAMPLES / "american" / "jokers.mjl")[0]
    told = frames(deal, rules, seats)
    claim = next(frame for frame in told if frame.marker == "call")
    assert faces(claim.melds(1)[0]) == [0, 0, JOKER_AS]
    assert sum(piece.face == JOKER for piece in claim.zone(1, "hand")) == 1


def test_a_drawn_tile_and_the_tile_won_on_are_known() -> None:
    told = everything()
    drawn = next(frame for frame in told if " draws " in frame.text)
    assert drawn.moved == (drawn.drawn,)
    assert all(frame.drawn == -1 for frame in told if " discards " in frame.text)
    assert told[-1].moved == (told[-1].drawn,)


def test_the_tile_added_to_a_pung_is_marked() -> None:
    for deal, rules, seats in deals(SAMPLES / "taiyuan" / "kong-claimed-and-added.mjl"):
        added = next(frame for frame in frames(deal, rules, seats) if " adds " in frame.text)
        meld = next(
            meld
            for meld in added.melds(added.seat)
            if len(meld) == 4 and any(piece.added for piece in meld)
        )
        assert [piece.sideways for piece in meld].count(True) == 1


def test_live_tiles_are_those_before_the_dead_wall() -> None:
    deal, rules, seats = deals(SAMPLES / "taiyuan" / "everything-fair-copy.mjl")[0]
    first = frames(deal, rules, seats)[0]
    assert first.undrawn is not None
    assert first.live == first.undrawn - rules.play.spec.dead_wall


def test_a_deal_is_small() -> None:
    for name in ("taiyuan/everything-fair-copy", "riichi/game-four-players"):
        for deal, rules, seats in deals(SAMPLES / f"{name}.mjl"):
            data = json.dumps(
                document(frames(deal, rules, seats), rules), separators=(",", ":")
            ).encode()
            assert len(gzip.compress(data)) <= 4096
