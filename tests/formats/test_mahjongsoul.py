"""Mahjong Soul: every form that tools give it, its rules, its wall."""

import base64
import json
import re
import sys
from pathlib import Path

import pytest
from soul_records import soul_events, soul_record

from mjlog.auditor.audit import audit
from mjlog.formats import load
from mjlog.formats.mahjongsoul import packed
from mjlog.formats.mahjongsoul.rules import spelled_rules
from mjlog.formats.mahjongsoul.tiles import TILES
from mjlog.model.record import NoWin, Points, Wall, WinLine
from mjlog.model.tiles import UNKNOWN, text
from mjlog.notation import read, write

ROOT = Path(__file__).parents[2]
GAMES = [
    "game-four-players", "game-three-players", "double-ron", "nagashi-mangan", "nine-terminals",
    "four-riichi", "four-winds", "four-kongs", "robbed-kong", "rinshan-concealed-kong", "haitei",
    "riichi-discard-claimed", "riichi-discard-won-on", "chiihou", "tenhou", "counted-yakuman",
    "double-riichi", "rinshan-open-kong", "suukantsu", "three-players-north-robbed",
]  # fmt: skip


def sample(name):
    return read((ROOT / "samples" / "riichi" / f"{name}.mjl").read_bytes())


def game_of(value):
    (source,) = load(json.dumps(value).encode())
    assert source.format == "mahjongsoul"
    return source.game


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_a_game_a_line_and_a_mark_of_the_byte_order(mark):
    record = json.dumps(soul_record(sample(GAMES[0]))).encode()
    alone = [source.game for source in load(mark + record)]
    whole = list(load(mark + record + b"\r\n" + record + b"\n"))
    assert [source.game.deals for source in whole] == [game.deals for game in alone * 2]
    cut = list(load(record + b"\n" + record[:-9]))
    assert [source.game is None for source in cut] == [False, True]
    assert cut[1].findings[0].place.line == 2


def facts(game):
    """What both forms hold of each deal: no dice, and not which tile the dealer was dealt last."""
    for deal in game.deals:
        words = [turn.word for turn in deal.turns][1:]
        attributes = [pair for pair in deal.attributes if pair[0] != "dice"]
        contents = [line.content for line in deal.lines]
        ends = [content for content in contents if isinstance(content, WinLine | NoWin)]
        changes = [
            content.points
            for content in contents
            if isinstance(content, Points) and content.keyword == "net" and any(content.points)
        ]
        yield deal.label, attributes, words, ends, changes


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_read_as_it_was_written(name):
    written = sample(name)
    assert list(facts(game_of(soul_record(written)))) == list(facts(written))


def test_a_whole_game_agrees_with_the_rules_of_the_server():
    counts = audit(game_of(soul_record(sample("game-four-players")))).counts()
    assert counts["agrees"] > 100
    assert counts["differs"] == counts["unverified"] == 0


def in_camel_case(value):
    if isinstance(value, list):
        return [in_camel_case(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {
        re.sub(r"_(\w)", lambda found: found[1].upper(), name): in_camel_case(part)
        for name, part in value.items()
    }


@pytest.mark.parametrize(
    "wrapped",
    [
        soul_record,
        lambda game: soul_record(game)["data"],
        lambda game: soul_record(game)["data"]["data"],
        lambda game: soul_record(game)["data"]["data"]["actions"],
        lambda game: {"records": soul_events(game)},
        soul_events,
        lambda game: [
            {**event, "name": event["name"].removeprefix(".lq.")} for event in soul_events(game)
        ],
        lambda game: {"code": 0, "record": soul_record(game)},
        lambda game: [soul_record(game)],
        lambda game: in_camel_case(soul_record(game)),
    ],
)
def test_it_is_read_however_a_tool_wraps_it(wrapped):
    game = sample("game-four-players")
    assert list(facts(game_of(wrapped(game)))) == list(facts(game))


def test_an_array_of_games_is_several_records():
    games = [soul_record(sample(name)) for name in ("haitei", "double-ron")]
    assert len(list(load(json.dumps(games).encode()))) == 2


def opening(**more):
    hands = {
        "tiles0": "1m2m3m4m5m6m1p1p7p8p9p2s3s5z",
        "tiles1": "1s9s1m9m1p9p1z2z3z4z5z6z7z",
        "tiles2": "2m3m3m4m4p4p5p5p6p6s7s8s9s",
        "tiles3": "5m6m7m7m8m2p2p3p8p4s5s0s7s",
    }
    tiles = {name: re.findall("..", row) for name, row in hands.items()}
    data = {"scores": [25000] * 4, "doras": ["9m"], **tiles, **more}
    return {"name": ".lq.RecordNewRound", "data": data}


def test_the_wall_is_laid_as_records_have_it():
    rest = re.findall("..", "".join(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)) * 3)
    rest += ["1z", "2z"]
    rest = rest[:83]
    rest[-5:] = ["9m", "1s", "2s", "3s", "4s"]
    (wall,) = game_of([opening(paishan="".join(rest))]).deals[0].contents(Wall)
    assert wall.tiles[:53] == (UNKNOWN,) * 53
    # Replacements are taken in the order 4s, 3s, 2s, 1s: of each stack the upper tile, which a
    # record has first.
    assert text(wall.tiles[-6:]) == text(
        [TILES[word] for word in ("9m", "6s", "2s", "1s", "4s", "3s")]
    )


def test_a_wall_of_another_deal_is_left_out():
    game = game_of([opening(paishan="1m" * 83)])
    assert not game.deals[0].contents(Wall)
    assert any("where the indicator lies" in finding.message for finding in game.findings)


def test_the_hand_of_a_console_belongs_to_whom_it_asks():
    seen = opening()
    for seat in range(4):
        seen["data"].pop(f"tiles{seat}")
    seen = {"name": "ActionNewRound", "data": {**seen["data"], "tiles": ["1m"] * 13, "ju": 2}}
    drawn = {"name": "ActionDealTile", "data": {"seat": 1, "tile": "7z"}}
    text = write(game_of([seen, drawn]))
    assert "deal B 1111111111111m" in text
    assert "deal A ?????????????" in text


@pytest.mark.parametrize(
    ("detail", "words"),
    [
        ({}, ""),
        ({"dora_count": 3, "shiduan": 1, "init_point": 25000, "fandian": 30000}, ""),
        ({"dora_count": 3, "init_point": 25000}, ""),
        ({"dora_count": 0, "shiduan": 1}, "red_fives=0"),
        ({"initPoint": 30000, "shiduan": 1}, "start_points=30000"),
        ({"shiduan": 1, "shunweima_2": 10, "shunweima_3": -10, "shunweima_4": -30},
         "uma=places:10_-10_-30"),
        ({"shiduan": 1, "disable_multi_yukaman": True},
         "double_yakuman=false several_yakuman=false"),
    ],
)  # fmt: skip
def test_the_rules_of_a_room(detail, words):
    head = {"config": {"mode": {"mode": 2, "detail_rule": detail}}}
    spelled = spelled_rules(head, 4)
    assert spelled.header == " ".join(f"riichi/1 preset=mahjongsoul {words}".split())
    assert not spelled.house


def test_a_tournament_spells_its_rules_out():
    yes = [
        "can_jifei", "have_liujumanguan", "have_biao_dora", "have_gang_biao_dora", "have_li_dora",
        "have_gang_li_dora", "have_helelianzhuang", "have_helezhongju", "have_tingpailianzhuang",
        "have_tingpaizhongju", "have_yifa", "have_nanruxiru", "shiduan",
    ]  # fmt: skip
    head = {"config": {"mode": {"mode": 1, "detail_rule": dict.fromkeys(yes, True)}}}
    assert spelled_rules(head, 4).header == (
        "riichi/1 preset=mahjongsoul length=east abortive_draws=false"
    )
    for off, option in (
        ("have_yifa", "ippatsu=false"),
        ("have_nanruxiru", "target=0"),
        ("have_tingpaizhongju", "leading_dealer_ends=win"),
        ("have_helelianzhuang", "dealer_repeats=only_tenpai"),
    ):
        detail = dict.fromkeys(set(yes) - {off}, True)
        head = {"config": {"mode": {"mode": 2, "detail_rule": detail}}}
        assert option in spelled_rules(head, 4).header.split()


def test_a_mode_that_no_option_stands_for_is_a_house_rule():
    record = soul_record(sample("haitei"))
    record["head"]["config"]["mode"]["detail_rule"] = {"guyi_mode": 1}
    game = game_of(record)
    assert game.house_rules == "local-yaku"
    assert not [finding for finding in audit(game).findings if finding.severity == "error"]


@pytest.mark.parametrize(
    "event",
    [
        {"name": ".lq.RecordDiscardTile", "data": {"seat": 7, "tile": "1m"}},
        {"name": ".lq.RecordDiscardTile", "data": {"tile": "9q"}},
        {"name": ".lq.RecordDiscardTile", "data": {"tile": ["1m"]}},
        {"name": ".lq.RecordChiPengGang", "data": {"tiles": [], "froms": [5]}},
        {"name": ".lq.RecordAnGangAddGang", "data": {"tiles": "1m", "type": 9}},
        {"name": ".lq.RecordHule", "data": {"hules": [{"hu_tile": 5}]}},
        {"name": ".lq.RecordLiuJu", "data": {"type": 1, "seat": 77}},
        {"name": ".lq.RecordNoTile", "data": {"scores": 5}},
    ],
)
def test_an_event_that_cannot_be_read_is_reported(event):
    game = game_of([opening(), event])
    assert any(finding.severity == "error" for finding in game.findings)
    assert len(game.deals) == 1


def test_an_event_of_some_mode_is_named_once_and_left_out():
    unknown = {"name": ".lq.RecordRevealTile", "data": {"seat": 0}}
    begin = {"name": ".lq.RecordMJStart", "data": {}}
    game = game_of([begin, opening(), unknown, unknown])
    warnings = [each.message for each in game.findings if each.code == "format.element"]
    assert warnings == ["'RevealTile' is no event that mjlog reads; it is left out"]


def test_three_play_if_three_have_hands_and_no_points_are_told():
    events = soul_events(sample("three-players-dora"))
    assert "scores" not in events[0]["data"]
    game = game_of(events)
    assert game.seats == 3
    assert not [finding for finding in audit(game).findings if finding.severity == "error"]


def packed_by_others(record, *, version=210715):
    """Pack a record with the messages of a package that talks to the server."""
    messages = pytest.importorskip("ms.protocol_pb2")
    parse = pytest.importorskip("google.protobuf.json_format").ParseDict

    def wrapped(name, data):
        return messages.Wrapper(name=name, data=data).SerializeToString()

    details = messages.GameDetailRecords(version=version)
    for action in record["data"]["data"]["actions"]:
        event = action["result"]
        kind = getattr(messages, event["name"].removeprefix(".lq."))
        part = wrapped(event["name"], parse(event["data"], kind()).SerializeToString())
        if version:
            details.actions.add(type=1, result=part)
        else:
            details.records.append(part)
    answer = messages.ResGameRecord(head=parse(record["head"], messages.RecordGame()))
    answer.data = wrapped(".lq.GameDetailRecords", details.SerializeToString())
    return answer


@pytest.mark.parametrize("version", [0, 210715])
def test_packed_records_are_read(version):
    written = sample("game-four-players")
    answer = packed_by_others(soul_record(written), version=version)
    whole = answer.SerializeToString()
    in_base64 = {
        "head": soul_record(written)["head"],
        "data": base64.b64encode(answer.data).decode(),
    }
    for data in (whole, answer.data, json.dumps(in_base64).encode()):
        (source,) = load(data)
        assert source.format == "mahjongsoul"
        assert list(facts(source.game)) == list(facts(written))
    (source,) = load(whole[: len(whole) // 2])
    assert source.findings
    assert "packed record of Mahjong Soul" in source.findings[0].message


@pytest.mark.parametrize("is_in_json", [False, True])
def test_packed_records_want_a_package(monkeypatch, is_in_json):
    data = b"\n\x15.lq.GameDetailRecords\x12\x00"
    if is_in_json:
        data = json.dumps({"head": {}, "data": base64.b64encode(data).decode()}).encode()
    packed._messages.cache_clear()
    monkeypatch.setitem(sys.modules, "google.protobuf.descriptor_pb2", None)
    monkeypatch.setitem(sys.modules, "google.protobuf.message", None)
    (source,) = load(data)
    assert "mjlog[majsoul]" in source.findings[0].message
    packed._messages.cache_clear()
