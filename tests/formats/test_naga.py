"""Reports of NAGA, laid out as the programs of other people read them."""

import json
from pathlib import Path

import pytest

from mjlog.auditor.audit import audit
from mjlog.formats import load
from mjlog.formats.registry import export
from mjlog.notation import read

ROOT = Path(__file__).parents[2]
GAME = read((ROOT / "samples" / "riichi" / "game-four-players.mjl").read_bytes())
IDS = {
    f"{rank}{suit}": 36 * place + 4 * (rank - 1) + 1
    for place, suit in enumerate("mps")
    for rank in range(1, 10)
}
IDS |= {name: 108 + 4 * place for place, name in enumerate("ESWNPFC")}
IDS |= {f"5{suit}r": 36 * place + 16 for place, suit in enumerate("mps")}
OF_AN_END = ("type", "actor", "target", "deltas", "scores")


def report():
    """Return the game as NAGA lays out its events, with advice around each."""
    pred = []
    for line in export(GAME, "mjai").text.splitlines():
        event = json.loads(line)
        match event["type"]:
            case "start_game":
                names = event["names"]
            case "start_kyoku":
                pred.append([{"info": {"msg": {**event, "left_hai_num": 70, "end_msgs": []}}}])
            case "hora" | "ryukyoku":
                end = {name: event[name] for name in OF_AN_END if name in event}
                hidden = [IDS[tile] for tile in event.get("ura_markers") or []]
                end |= {"hu": 30, "fan": 2, "yakus_detail": [[0, 1]], "uradora_markers": hidden}
                pred[-1][0]["info"]["msg"]["end_msgs"].append(end)
            case "end_kyoku" | "end_game":
                pass
            case _:
                advice = {"p_msg": {"type": "none"}, "real_dahai": "1m", "pred_dahai": ["2m"]}
                state = {"info": {"msg": {**event, **advice}}, "dahai_pred": [[0] * 34]}
                pred[-1].append(state)
    return {
        "pred": pred,
        "player_info": {"name": names, "dan": [20, 20, 20, 20]},
        "haihu_id": "2020010100gm-00a9-0000-x03aa14b0dee1",
        "naga_types": {"0": "x"},
    }


def page(pred):
    """Return a page as it was before reports were files of their own."""
    whole = report()
    return (
        "<!DOCTYPE html><html><head><title>NAGA</title><script>\n"
        f"const pred = {pred}\nconst playerInfo = {whole['player_info']!r}\n"
        f"const haihuId = \"{whole['haihu_id']}\"\nconst nagaTypes = {{0: 'x'}}\n</script></html>"
    ).encode()


PRED = json.dumps(report()["pred"])


@pytest.mark.parametrize(
    "data", [page(PRED), json.dumps(report()).encode(), json.dumps({"data": report()}).encode()]
)
def test_the_game_in_a_report_is_read(data):
    (source,) = load(data)
    read_back = source.game
    assert source.format == "mjai"
    assert [[turn.word for turn in deal.turns] for deal in read_back.deals] == [
        [turn.word for turn in deal.turns] for deal in GAME.deals
    ]
    assert read_back.rules == "riichi/1 preset=tenhou length=south"
    assert [read_back.header(seat) for seat in "ABCD"] == [GAME.header(seat) for seat in "ABCD"]
    judged = audit(read_back)
    assert not [finding for finding in judged.findings if finding.severity == "error"]


def test_a_page_that_breaks_off_is_read_up_to_there():
    (source,) = load(page(PRED)[: len(PRED) // 2])
    assert 3 < len(source.game.deals) < len(GAME.deals)
    assert "format.json" in [finding.code for finding in source.game.findings]


BEGINNING = {"type": "start_kyoku", "end_msgs": [1, {"type": "hora"}]}


@pytest.mark.parametrize(
    "data",
    [
        page("[[{}]]"),
        page('[[{"info": 1}]]'),
        page("[[{"),
        b'{"pred": 1}',
        json.dumps({"pred": [[{"info": {"msg": BEGINNING}}]]}).encode(),
    ],
)
def test_a_report_without_play_is_an_answer(data):
    (source,) = load(data)
    assert source.findings or source.game.findings
