"""Every member of every foreign format, spoiled one by one.

Each is told, or harmless for a reason that stands here.
"""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tenhou_logs import init, log, moves, washout

from mjlog.auditor.audit import audit
from mjlog.formats import load
from mjlog.formats.registry import export
from mjlog.notation import read

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]

SPOILED = {
    bool: ("x", 5),
    int: ("x", -1, 0.5, True, []),
    float: ("x", True, []),
    str: (5, [], True),
    list: (5, {}, "x"),
    dict: (5, [], "x"),
    type(None): (),
}
"""Values that a member of that type cannot have."""


def exported(name, form):
    game = read((ROOT / "samples" / "riichi" / f"{name}.mjl").read_bytes())
    return export(replace(game, deals=game.deals[-1:]), form).text


def findings_of(data):
    """What the reader says; what the audit says, where the reader says nothing."""
    sources = list(load(data))
    found = {(finding.code, finding.message) for source in sources for finding in source.findings}
    for source in sources:
        if source.game is not None:
            found |= {(finding.code, finding.message) for finding in source.game.findings}
    return found, sources


def audited(sources):
    games = [source.game for source in sources if source.game is not None]
    return {(finding.code, finding.message) for game in games for finding in audit(game).findings}


def members(value, path=""):
    """Every member once, by its path; of members in lists the last one."""
    found = {}
    if isinstance(value, dict):
        for name, part in value.items():
            found[f"{path}.{name}"] = (value, name)
            found |= members(part, f"{path}.{name}")
    elif isinstance(value, list):
        for place, part in enumerate(value):
            kind = (
                f"{path}[{part['type']}]"
                if isinstance(part, dict) and "type" in part
                else f"{path}[]"
            )
            found[kind] = (value, place)
            found |= members(part, kind)
    return found


def silent(whole, written):
    """The members of which some impossible value is passed over, with these values."""
    plain, sources = findings_of(written(whole))
    judged = audited(sources)
    found = {}
    for path, (holder, name) in members(whole).items():
        kept = holder[name]
        for value in SPOILED[type(kept)]:
            holder[name] = value
            said, sources = findings_of(written(whole))
            if not said - plain and not audited(sources) - judged:
                found.setdefault(path, []).append(value)
        holder[name] = kept
    return found


def as_lines(events):
    return "\n".join(map(json.dumps, events)).encode()


def as_one(body):
    return json.dumps(body).encode()


def as_packed(body):
    """Riichi City writes the data of an event as JSON in a string."""
    if isinstance(body, dict):
        return {
            name: json.dumps(part) if name == "data" and "eventType" in body else as_packed(part)
            for name, part in body.items()
        }
    return [as_packed(part) for part in body] if isinstance(body, list) else body


def unpacked(body):
    if isinstance(body, dict):
        return {
            name: json.loads(part) if name == "data" and "eventType" in body else unpacked(part)
            for name, part in body.items()
        }
    return [unpacked(part) for part in body] if isinstance(body, list) else body


@pytest.mark.parametrize("name", ["double-ron", "game-three-players"])
def test_of_mjai(name):
    events = [json.loads(line) for line in exported(name, "mjai").splitlines()]
    assert silent(events, as_lines) == {}


@pytest.mark.parametrize("name", ["game-four-players", "double-ron"])
def test_of_majiang(name):
    assert silent(json.loads(exported(name, "majiang")), as_one) == {}


HARMLESS_IN_TENHOU6 = {
    ".title": "one line of words is a title too",
    ".title[]": "a title may be a number, and the day a time in seconds",
    ".rule.aka51": "true says that there is one",
    ".rule.aka52": "true says that there is one",
    ".rule.aka53": "true says that there is one",
}


@pytest.mark.parametrize("name", ["east-game", "game-three-players"])
def test_of_tenhou6(name):
    assert set(silent(json.loads(exported(name, "tenhou6")), as_one)) <= set(HARMLESS_IN_TENHOU6)


@pytest.mark.parametrize(
    ("element", "words"),
    [
        ('owari="x"', "owari is 'x'"),
        ('owari="250,1.0"', "owari is '250,1.0'"),
        ('owari="250,1.0,250,1.0,250,1.0,250,x"', "owari is"),
        ('ba="-1,0"', "ba is '-1,0'"),
        ('ba="0,-1"', "ba is '0,-1'"),
        ('ba="0"', "ba is '0'"),
        ('doraHai="136"', "has a tile id outside"),
        ('doraHai="1"', "doraHai names"),
        ('lobby="-1"', "lobby '-1' is no number"),
        ('csrule="zz"', "csrule has 'zz' as field 0"),
        ('csrule="0,0,,x"', "csrule has 'x' as field 3"),
        ('oya="4"', "oya is '4'"),
        ('oya="x"', "oya is 'x'"),
    ],
)
def test_of_tenhou_xml(element, words):
    name, value = re.fullmatch(r'(\w+)="(.*)"', element).groups()
    start, play = init(), moves("T112 D112")
    end = washout('doraHai="100" ')
    text = log(start, play, end).decode()
    place = {"lobby": "GO", "csrule": "GO", "oya": "TAIKYOKU"}.get(name, "RYUUKYOKU")
    head, _, tail = text.partition(f"<{place} ")
    mark, _, rest = tail.partition(">")
    changed = (
        re.sub(rf'{name}="[^"]*"', element, mark) if f'{name}="' in mark else f"{element} {mark}"
    )
    found, _ = findings_of(f"{head}<{place} {changed}>{rest}".encode())
    assert any(words in message for _, message in found), (value, found)


@pytest.mark.parametrize("dice", ["6,0", "-1,0", "0,9"])
def test_dice_of_tenhou_xml(dice):
    found, _ = findings_of(log(init(seed=f"0,0,0,{dice},100"), moves("T112 D112"), washout()))
    assert any("dice" in message for _, message in found)


def test_of_riichi_city():
    body = unpacked(
        json.loads(
            (ROOT / "benchmarks" / "records" / "riichicity.json").read_text(encoding="utf-8")
        )
    )
    assert silent(body, lambda whole: as_one(as_packed(whole))) == {}
