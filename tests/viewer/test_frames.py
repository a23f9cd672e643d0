"""Frames: every tile in exactly one place, and the places those of the table."""

from __future__ import annotations

import json
from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from mjlog.audit import audit
from mjlog.frames import Frame, as_objects, frames
from mjlog.notation import read
from mjlog.record import Act, Deal
from mjlog.replay import replay
from mjlog.rulebook import RuleSet
from mjlog.table import Table
from mjlog.tiles import PILLAR

SAMPLES = Path(__file__).parents[2] / "samples"
RECORDS = sorted(SAMPLES.rglob("*.mjl"))


def deals(path: Path) -> list[tuple[Deal, RuleSet, int]]:
    report = audit(read(path.read_bytes()))
    rules = report.rules
    if rules is None or report.game.seats not in rules.spec.seats:
        return []
    return [(deal, rules, report.game.seats) for deal in report.game.deals]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_tile_lies_in_one_place_and_stays_in_play(path: Path) -> None:
    for deal, rules, seats in deals(path):
        seen: set[int] = set()
        for frame in frames(deal, rules, seats):
            numbers = [piece.number for piece in frame.pieces]
            assert len(numbers) == len(set(numbers))
            assert seen <= set(numbers)
            seen = set(numbers)


def legal() -> list[Path]:
    return [path for path in RECORDS if "broken" not in path.parts]


@pytest.mark.parametrize("path", legal(), ids=lambda path: path.stem)
def test_zones_are_those_of_the_table(path: Path) -> None:
    for deal, rules, seats in deals(path):
        shown = frames(deal, rules, seats)
        step = iter(shown)

        def watch(table: Table, _turn: int, _act: Act | None, step: object = step) -> None:
            frame = next(step)  # type: ignore[call-overload]
            for seat, hand in enumerate(table.hands):
                assert len(frame.zone(seat, "hand")) + len(frame.zone(seat, "pillars")) == (
                    len(hand.tiles()) + hand.unknown + hand.pillars_unknown
                )
                known = Counter(tile & ~PILLAR for tile in hand.tiles())
                held = Counter(p.face for z in ("hand", "pillars") for p in frame.zone(seat, z))
                assert not known - held
                assert [len(meld) for meld in frame.melds(seat)] == [len(meld.tiles) for meld in hand.melds]

        replay(deal, rules, seats=seats, watch=watch)


def test_frames_follow_the_schema() -> None:
    schema = json.loads(files("mjlog.schemas").joinpath("frames.schema.json").read_text(encoding="utf-8"))
    validator = Draft202012Validator(schema)
    for path in RECORDS[:20]:
        for deal, rules, seats in deals(path):
            validator.validate({"v": 1, "frames": list(as_objects(frames(deal, rules, seats)))})


def everything() -> list[Frame]:
    deal, rules, seats = deals(SAMPLES / "taiyuan" / "everything-fair-copy.mjl")[0]
    return frames(deal, rules, seats)


def test_sentences_and_markers_tell_the_deal() -> None:
    told = everything()
    markers = [frame.marker for frame in told if frame.marker]
    assert markers == ["kong", "ready", "ready", "call", "win"]
    assert told[0].text == "The hands are dealt."
    assert "B claims 9m with 99m, 1 of them from the pillars." in [frame.text for frame in told]
    assert told[-1].text == "C wins on 2s by self-draw."


def test_a_claimed_tile_leaves_the_river_of_its_discarder() -> None:
    claim = next(frame for frame in everything() if frame.marker == "call")
    assert all(piece.face != 8 for piece in claim.zone(3, "river"))
    assert [piece.claimed for piece in claim.melds(1)[0]].count(True) == 1
