"""Every record comes back from every format, up to what the format cannot say."""

from pathlib import Path

import pytest
from kit.places import REAL

from mjlog.auditor.audit import audit
from mjlog.cli.convert import rendered
from mjlog.formats import load
from mjlog.formats.known import RIICHI_TARGETS as TARGETS
from mjlog.formats.registry import CannotExportError, export
from mjlog.notation import from_json, read, to_json, write

FOLDER = Path(__file__).parents[2] / "samples" / "riichi"
SAMPLES = [
    path for path in sorted(FOLDER.glob("*.mjl")) if "\nSource:" in path.read_text(encoding="utf-8")
]
EVERY, SPARSE = 4, 24
"""One of so many real games, by size; of the largest folder one of ten times as many."""

# What a format may lose of a record read from a foreign one: the beginning of what the finding
# says.
HEADERS = {
    "mjai": {"Source", "Event", "Date", "Round", "Final-Points"},
    "majiang": {"Source", "Date", "Round", "Rules"},
}
HEADERS |= {
    "tenhou6": {"Source", "Final-Score"},
    "tenhou": {"Source", "Event", "Date", "Round", "Final-Score", "Rules-Told"},
}
LOBBY = {"Rules", "Tenhou-Type", "Tenhou-Lobby", "Tenhou-Csrule", "X-House-Rules"}
LINES = {
    "mjai": {"fan"},  # which dragon it was, and what is worth nobody knows how much
    "majiang": {"fan"},
    "tenhou6": {"show", "fan", "tenpai", "next"},  # hands, fu from mangan on
    "tenhou": {"fan"},
}


def is_known(finding, target):
    """Whether the format is known not to say this."""
    words = finding.message.split()
    name = words[-1].strip("`;=")
    match finding.code:
        case "loss.header":
            return finding.message.split("header ")[1].split(";")[0] in HEADERS[target] | LOBBY
        case "loss.line":
            return finding.message.split("`")[1] in LINES[target]
        case "loss.attribute":
            return "dice=" in finding.message
        case "loss.timing":
            return target == "tenhou6"
        case "loss.added":
            added = ("dice=", "scores=", "Tenhou-Type", "Source", "`show`", "`tenpai`", "`fan`")
            return any(word in finding.message for word in added)
        case "loss.note":
            return True
    return name == "?"


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
@pytest.mark.parametrize("target", TARGETS)
def test_our_own_samples(path, target):
    record = read(path.read_bytes())
    if record.seats == 3 and target == "majiang":
        with pytest.raises(CannotExportError, match="3 players"):
            export(record, target)
        return
    made = export(record, target)
    unknown = [finding for finding in made.losses if not is_known(finding, target)]
    assert not unknown
    (source,) = load(made.text.encode())
    assert [finding.code for finding in source.game.findings if finding.severity == "error"] == []
    assert [deal.turns for deal in source.game.deals] == [deal.turns for deal in record.deals]
    assert [deal.label for deal in source.game.deals] == [deal.label for deal in record.deals]


@pytest.mark.parametrize("target", TARGETS)
def test_a_second_round_loses_nothing_more(target):
    record = read(SAMPLES[0].read_bytes())
    once = export(record, target)
    (source,) = load(once.text.encode())
    twice = export(source.game, target)
    assert twice.text == once.text
    assert twice.losses == ()


@pytest.mark.slow
def test_text_and_json_lose_nothing():
    for path in SAMPLES:
        record = read(path.read_bytes())
        assert read(write(record)) == record
        assert from_json(to_json(record)) == record


PLAYED = [(path, target) for path in REAL for target in TARGETS]


@pytest.mark.parametrize(
    ("path", "target"),
    [
        pytest.param(path, target, marks=[pytest.mark.soak] if number % 3 else [])
        for number, (path, target) in enumerate(PLAYED)
        if (path.stem, target) != ("three-players", "majiang")
    ],
    ids=lambda each: getattr(each, "stem", each),
)
def test_games_that_were_played(path, target):
    game = read(path.read_bytes())
    made = export(game, target)
    assert [f for f in made.losses if not is_known(f, target) and f.code != "loss.deal"] == []
    (back,) = load(made.text.encode())
    assert len(back.game.deals) == len(game.deals)
    assert [f for f in audit(back.game).findings if f.severity == "error"] == []


@pytest.mark.logs
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(
    "folder", ["tenhou_xml", "tenhou6_json", "majiang_json", "mjxproto_jsonl", "riichicity_json"]
)
@pytest.mark.slow
def test_real_games(logs, folder, target, whole):
    files = sorted(
        path
        for path in (logs / "riichi" / folder).rglob("*")
        if path.suffix in {".xml", ".json", ".jsonl"}
    )
    deals = 0
    step = EVERY if whole else SPARSE
    for path in files[:: 10 * step if folder == "tenhou_xml" else step]:
        for source in load(path, wall=False):
            if source.game.seats == 3 and target == "majiang":
                continue
            made = export(source.game, target)
            unknown = [f for f in made.losses if not is_known(f, target) and f.code != "loss.deal"]
            assert not unknown, (path.name, unknown[:3])
            deals += len(source.game.deals)
    assert deals


@pytest.mark.logs
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.slow
def test_real_games_are_not_accused_after_the_round(logs, target):
    for path in sorted((logs / "riichi" / "tenhou_xml" / "mjx").glob("*.xml"))[::10]:
        (source,) = load(path, wall=False)
        (back,) = load(export(source.game, target).text.encode())
        accused = [
            (f.code, f.place.deal, f.message)
            for f in audit(back.game).findings
            if f.severity == "error"
        ]
        assert not accused, path.name


OPEN = """%mjlog 1.0
Rules: riichi/1 preset=tenhou length=south

@ E1.0 dealer=A scores=25000,25000,25000,25000
deal A 123356m89p678s13z
deal B 144788m246p16s14z
deal C 189m247p3346s237z
deal D 334678m223p14s44z
dora 6m
1. A:2m-3z 1s-4z D:+44z-1s
2. A:9p-8p 9s. 7s-2z 3z.
3. A:5s-1z 3s-1m 9m-1m 6z.
4. A:2z. 2z. 0p-3s 4p-4s
5. A:6p. 2s-1s 4p-7z 5z.
6. A:1s. 5m-1z 5z. 1z.
7. A:1m-8s! 5p-2p 8s-2p +34p-3m
8. A:2z. 6s-8m 7p-8m 1p.
9. A:6p. 5z. 7z-8s 0s.
10. A:2s. 9m-4m!
11. A:#
win A 4m from B
ura 5z
pay B>A 5800
"""


@pytest.mark.parametrize("worth", ["", "fan A fu 30\n", "fan A riichi 1, pinfu 1, iipeikou 1\n"])
@pytest.mark.parametrize("target", TARGETS)
def test_what_a_record_leaves_open_is_not_accused_after_the_round(target, worth):
    text, _ = rendered(read(OPEN + worth), target)
    (source,) = load(text.encode())
    assert not [finding for finding in audit(source.game).findings if finding.severity == "error"]
