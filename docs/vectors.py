"""``make docs``: write the vectors of `conformance/` from small records and samples."""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.auditor.report import Report
from mjlog.model.findings import Finding
from mjlog.model.record import Game
from mjlog.notation import from_json, read, to_json, write
from mjlog.report.file_report import place_as_json

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "conformance"
VERSION: Final = "1.0"
MAGIC: Final = f"%mjlog {VERSION}\n"
DEAL: Final = f"{MAGIC}\n@ 1 dealer=A\n"
SAMPLES: Final = {
    "taiyuan": "examples/01-ready-discarder examples/10-dragon examples/20-loser-has-a-kong "
    "everything-fair-copy everything-ledger everything-table-view "
    "pung-with-pillars ting-at-the-first-discard washout-without-a-kong recorded-wall",
    "tibet": "tibet-4 tibet-4-open",
    "riichi": "double-ron kong-dora-at-once liable-winds-drawn nagashi-mangan nine-terminals "
    "robbed-kong three-players-north-robbed own-stick-in-net",
    "taiwanese": "flowers-in-play heaven kong-robbed corrected-at-once faulty-win",
    "american": "charleston ding-dong joker-in-a-kong kitty-with-its-cause jade",
    "hongkong-faan": "a-sheet-of-six-deals",
}
"""Legal samples with the notation that each rule set has to itself, and what it makes of a deal."""
BROKEN: Final = {
    "taiyuan": "ready.shelf win.missed pay.seats",
    "riichi": "discard.swap ready.tenpai pay.seats",
    "tibet": "claim.held",
    "taiwanese": "win.missed",
    "american": "claim.held",
    "hongkong-faan": "pay.seats",
}
"""Samples with one fault: a clause that is broken, or a claim that differs."""


class Vector(NamedTuple):
    """A record about one idea; with `rules`, its audit belongs to the vector."""

    group: str
    name: str
    idea: str
    data: bytes
    suffix: str = ".mjl"
    audited: bool = False


# --------------------------------------------------------------------------- small records

TILES: Final = {
    "suits": ("the nine tiles of each suit", "wall 123456789m123456789p123456789s"),
    "honours": ("winds and dragons", "wall 1234567z"),
    "red-fives": ("a red five is 0, and stands behind the plain one in a hand", "deal A 50m50p50s"),
    "bonus": ("flowers and seasons", "bonus C 12345678f"),
    "joker": ("a joker", "wall JJ1m"),
    "unknown": ("tiles of which nothing, or the suit alone, is known", "wall ??m?p?s?z?f"),
    "pillars": ("tiles from the pillars are marked behind the digit", "show A 9'9m5'p"),
    "joker-as": ("a joker in a meld stands for a tile", "show A +55jp5p 22s"),
}
HEADERS: Final = {
    "Rules": "taiyuan/1 preset=regional start_points=50",
    "A": "Aino\nB: Bao",
    "Event": "Club evening",
    "Site": "Taiyuan CHN",
    "Date": "2026-01-17",
    "Time": "19:30",
    "Round": "1",
    "Table": "3",
    "Title": "A game",
    "Recorder": "S1 (table view)",
    "Referee": "R1",
    "Annotator": "N1",
    "Source": "paper sheet",
    "Licence": "CC0-1.0",
    "Amends": "0123456789abcdef" * 4,
    "Clock": "UTC+08:00",
    "Chain": "sha256 9f86d081884c7d65",
    "Rules-Told": "no",
    "Result": "A wins",
    "Final-Score": "31000 27000 22000 20000",
    "Final-Points": "46.0 7.0 -18.0 -35.0",
    "Ranking": "C D=A B",
    "Seed": "0123456789abcdef",
    "X-Lamp": "anything of one's own",
}
TURNS: Final = {
    "discard": ("a discard whose draw is not recorded", "1. A:9m"),
    "drawn-and-dropped": ("the drawn tile is dropped", "1. A:9m."),
    "from-hand": ("one tile is drawn, another dropped", "1. A:2s-8m"),
    "unseen-draw": ("nobody saw the drawn tile", "1. A:-8m"),
    "twin": ("another tile like the drawn one is dropped", "1. A:9m-9m"),
    "draw-and-end": ("the deal ends after the draw", "1. A:6z-"),
    "ready": ("a discard declares ready", "1. A:2s-8m!"),
    "ready-face-down": ("the discard that declares ready lies face down", "1. A:_4z!"),
    "ready-unseen": ("nobody saw the tile that lies face down", "1. A:_!"),
    "win-drawn": ("a win on the drawn tile", "1. A:5p#"),
    "win-discard": ("a win on the last discard names its seat", "1. A:5p C:#"),
    "pung": ("a discard is claimed for a pung", "1. A:9m C:+99m-4p"),
    "chow": ("a discard is claimed for a chow", "1. A:2m +13m-4p"),
    "pung-with-pillar": ("a pung with one tile from the pillars", "1. A:9m C:+9'9m-4p"),
    "claimed-kong": ("a discard is claimed for a kong", "1. A:9m C:+999m/7s-4p"),
    "concealed-kong": ("a concealed kong with its replacement", "1. A:*5555z/7s-6m"),
    "concealed-kong-drawn": ("the draw before a concealed kong was seen", "1. A:5z*5555z/7s-6m"),
    "added-kong": ("a tile is added to a pung", "1. A:^5z/7s-1m"),
    "robbed-kong": ("a kong that is robbed ends its word", "1. A:^5z C:#"),
    "kong-unseen-replacement": ("nobody saw the replacement", "1. A:*5555z/-6m"),
    "kong-win": ("a win on the replacement", "1. A:*5555z/7s#"),
    "flower": ("a flower is drawn, laid out and replaced", "1. A:1f/3m-9s"),
    "two-flowers": ("a replacement is a flower too", "1. A:8f/3f/1m-4z"),
    "before-play": ("bonus tiles in the round before play", "0. A:&36f/7s1f\n1. A:9m"),
    "north": ("another tile is laid out like a bonus tile", "1. A:3m&4z/2p-1p"),
    "indicator": ("an indicator before the replacement", "1. A:*5555z=3p/7s-6m"),
    "indicator-after-draw": ("an indicator behind the draw", "1. A:2z-=3p-8m"),
    "indicator-after-discard": ("an indicator behind the discard", "1. A:*5555z/7s-6m=3p"),
    "no-replacement": ("a replacement that is due is not taken", "1. A:*5555z/x-6m"),
    "win-without-draw": ("a win that is said without a draw", "1. A:9m C:+99m/x#"),
    "not-the-drawn-tile": ("the drawn tile is said to be another one", "1. A:4p-1p."),
    "irregularity": ("an irregularity with a word about it", "1. A:~wrong-draw=dead-wall 9m"),
    "stood": ("an act against the rules that stood", "1. A:~9m"),
    "next-in-turn": ("a seat is left out where it is next in turn", "1. A:9m 8m 7m 6m\n2. A:5m"),
    "skipped-seat": ("after a claim play goes on from the claimer", "1. A:9m C:+99m-4p 3z"),
    "first-number": ("the first go-around may bear any number", "7. A:9m"),
    "jump": ("a number that does not follow is kept and told", "1. A:9m 8m 7m 6m\n3. A:5m"),
}
LINES: Final = {
    "deal-with-pillars": (
        "a hand as it was dealt, its pillars in brackets",
        "deal A [27m5s1z] 1457m8p",
    ),
    "deal-unknown": ("a hand that nobody saw", "deal B [] ?????????"),
    "wall": ("the wall stands in the order of drawing", "wall 5m1z?9p3s"),
    "walls-of-players": (
        "each player has a wall, which stands in the order of drawing",
        "wall a 9p5m?\nwall B 3s3s1z {seen}",
    ),
    "exchange": ("tiles are passed before play", "exchange right A>B 123m, B>A ???"),
    "void": ("the suit that a player gives up", "void C s\nvoid A m"),
    "bonus": ("bonus tiles of a record without turns", "bonus C 36f"),
    "dora": ("indicators turned up before play", "dora 5m"),
    "win-self": ("a win on the own draw", "win C 2s self"),
    "win-from": ("a win on a discard", "win C 2s from A"),
    "win-rob": ("a win on a robbed kong", "win C 2s rob A"),
    "win-from-unknown": ("a win on a discard of nobody knows whom", "win C 2s from ?"),
    "draw-wall": ("the wall ran out", "draw wall"),
    "draw-abort": ("the deal is broken off, by whom and why", "draw abort nine-terminals by=A"),
    "draw-void": ("the deal does not count", "draw void\nrule table stopped"),
    "ura": ("indicators turned up after a win", "ura 9s"),
    "ready": ("who had declared ready", "ready A C"),
    "show": ("a hand laid open, melds first", "show B +999m ^5555z *1111s 3'4'p5p7z7'z"),
    "fan": ("items with their points", "fan C basic 1, missing-suit ?"),
    "kong": ("kongs with their points", "kong C concealed 2"),
    "net": ("what the deal changes for each seat", "net -12 -7 23 -4"),
    "pay": ("who pays whom; a question mark is a number nobody wrote", "pay A>C 12, D>C ?"),
    "pay-for": ("a payment to the table with its cause", "pay A>table 1000 for=riichi"),
    "score": ("the totals after the deal", "score 88 93 123 96"),
    "tenpai": ("who was one tile short", "tenpai A D"),
    "next": ("the next deal and its dealer", "next E2.1 dealer=B"),
    "next-end": ("the game ends, and why", "next end for=time"),
    "rule": ("a ruling about a seat, with a word", "rule B false-win art=4.4"),
    "sign": ("who signed the sheet", "sign A 2026-01-18"),
    "note": ("a remark", "note the lamp went out"),
    "comment": ("a comment behind a line", "draw wall {the last tile was 9m}"),
    "order": ("the lines of a deal have one order", "next dealer=B\nscore 1 2 3 4\nwin A 1m self"),
    "hand-order": ("tiles of a hand have one order", "show A 7z1s9p0m5m1f"),
}
BESIDE: Final = {
    "comment": ("a comment belongs to the turn before it", "1. A:9m {thought long} 8m"),
    "escaped": ("a brace in a comment is escaped", r"1. A:9m {a \} and a \\}"),
    "line-comment": ("a comment to the end of the line", "1. A:9m ; the rest"),
    "glyph": ("a glyph", "1. A:9m $1 8m"),
    "variation": ("words that were not played", "1. A:9m (7m {better} 6m (5m 5m)) 8m"),
}
SHORTHAND: Final = {
    "winds": ("winds are letters", "1. A:e s w n"),
    "dragons": ("dragons are letters", "1. A:h g r"),
    "seat": ("seats may be small letters", "1. a:9m c:2s-n"),
    "pung": ("a plus alone is a pung of the last discard", "1. A:9m C:+-4p"),
    "pung-pillar": ("a plus and a mark: a pung with one tile from the pillars", "1. A:9m C:+'-4p"),
    "kong": ("two plus signs are a kong of the last discard", "1. A:9m C:++/-4p"),
    "hidden-kong": ("a star alone is a concealed kong of unknown tiles", "1. A:*-3m"),
    "drawn": ("the drawn tile twice and a full stop", "1. A:9m-9m."),
    "lines": ("small letters in lines", "win b n from a"),
    "spaces": ("blanks between words do not count", "1.  A:9m \t 8m  "),
    "one-line": ("go-arounds on one line are parted", "1. A:9m 8m 7m 6m 5m"),
    "pung-red": ("a plus behind a red five: the tiles are not known", "1. A:0p C:+-4p"),
    "pung-joker": ("a plus behind a joker", "1. A:J C:+-4p"),
    "pung-unknown": ("a plus behind an unknown tile", "1. A:? C:+-4p"),
    "pung-red-pillar": ("with one tile from the pillars", "1. A:0p C:+'-4p"),
    "kong-red": ("two plus signs behind a red five", "1. A:0p C:++/-4p"),
    "deal-line": ("small letters of a deal's line", "@ e1 dealer=d"),
}
CANONICAL: Final = {
    "drop-unknown-draw": ("a draw of which nothing is known is a dash", "1. A:?-9m"),
    "drop-same-unseen": ("the drawn tile is dropped, whatever it was", "1. A:-9m."),
    "end-unseen": ("an unknown draw at the end is a dash", "1. A:?-"),
    "ready-unseen": ("a tile face down that nobody saw declares ready", "1. A:_"),
    "face-down-unknown": ("a tile face down that is not known declares nothing", "1. A:_?"),
    "kong-goes-on": ("a replacement that was not recorded is a slash", "1. A:*5555z-6m"),
    "kong-wins": ("before a win as well", "1. A:*5555z#"),
    "kong-ends": ("a kong at the end has no slash", "1. A:*5555z/x"),
    "added-goes-on": ("behind an added kong", "1. A:^5z-6m"),
    "claimed-goes-on": ("behind a claimed kong", "1. A:9m C:+999m-4p"),
    "set-out-goes-on": ("behind bonus tiles laid out", "1. A:3m&4z-6m"),
    "set-out-wins": ("bonus tiles and a win: no replacement was taken", "1. A:4z&4z#"),
    "set-out-replaced-wins": ("with a slash one was taken", "1. A:4z&4z/#"),
    "flower-by-its-sign": ("a bonus tile just drawn needs no sign", "1. A:1f&1f/2m-3m"),
    "flower-at-the-end": ("without a replacement the sign stays", "1. A:1f&1f"),
    "flowers-ascend": ("bonus tiles laid out ascend, replacements do not", "0. B:&6f3f/7s1f/4p"),
    "claim-ascends": ("tiles of a claim ascend", "1. A:2m +3m1m-4p"),
    "kong-unknown-tile": ("an unknown tile of a kong comes last", "1. A:*5z?5z5z/-1m"),
    "pillar-before-its-like": (
        "a tile from the pillars stands before its like",
        "1. A:9m C:+99'm-1p",
    ),
    "hand-of-all": (
        "m p s z f, behind each suit its unknown tiles, then unknown ones, then jokers",
        "deal A ?J0p5p?m?z1f9m1z?s",
    ),
    "joker-in-a-meld": (
        "a joker that stands for a tile comes behind it",
        "show A +J55p *5jp55jp5p 1m",
    ),
    "walls-by-seat": ("walls of players stand in the order of seats", "wall C 9p5m\nwall a 3s1z"),
    "lists-keep-their-order": ("wall, dora and ura keep their order", "wall ?J5jp5m0m\ndora 9s1m"),
    "signs-of-numbers": ("numbers have no plus and no leading zeros", "net +12 -12 -0 007"),
    "signs-of-payments": ("payments and items too", "fan A x +3\npay A>B +5"),
    "pillars-of-a-deal": ("pillars marked one by one are put in brackets", "deal A 1'm3m2'm"),
    "pillars-of-a-show": ("pillars in brackets are marked one by one", "show A [12m] 3m"),
    "empty-pillars": ("brackets with nothing in them stay", "deal A [] 3m"),
    "seats-keep-their-order": ("seats of a line keep their order", "tenpai d a\nready D A"),
    "commas": ("a blank stands behind each comma", "fan B a 1,b  2\npay A>B 1,B>A 2 for=x"),
    "next-capitals": ("winds and seats behind next are capitals", "next e2.1 dealer=b"),
    "exchange-behind-flowers": (
        "an exchange stands behind the round of bonus tiles",
        "0. B:&1f/2m\nexchange right A>B 321m, B>A ???\n1. A:9m",
    ),
    "keyword-capitals": ("a keyword may have capitals", "Win B 5m from A"),
}
LEDGER: Final = {
    "entries": ("entries have a number, a clock and an author", "0001 13:02:11 S1 1z\n0002 S1 9s"),
    "fix": ("a later entry mends an earlier one", "0001 S1 1z\n0002 S1 9s\n0003 S1 fix 0002 9s."),
    "del": ("an entry is taken out", "0001 S1 1z\n0002 S1 9s\n0003 S1 del 0002"),
    "del-range": (
        "several entries are taken out",
        "0001 S1 1z\n0002 S1 9s\n0003 S1 del 0001..0002",
    ),
    "ins": ("an entry stands behind another", "0001 S1 1z\n0002 S1 3s\n0003 S1 ins 0001 9s"),
    "facts": (
        "facts and rulings may be entries",
        "0001 S1 1z\n0002 R1 rule A late\n0003 R1 draw void",
    ),
    "marks": (
        "a mark between author and words says nothing of play",
        "0001 13:02:11 S1 #9f86d081884c7d65 A:1z\n0002 13:02:19 S1 #0123456789abcdef B:9s",
    ),
    "bonus": (
        "a round of bonus tiles that opens a ledger is go-around 0",
        "0001 S1 B:&1f/2m\n0002 S1 A:1z",
    ),
    "order": ("numbers count up by one", "0001 S1 1z\n0003 S1 9s"),
    "as-typed": (
        "the words of an entry stay as they were typed",
        "000001  S1   n\n0002 S1 b:2s-n  ;  hello\n0003 S1 fix  0001 s",
    ),
    "edit-of-nothing": ("an edit of an entry that is not there", "0001 S1 1z\n0002 S1 del 0009"),
}
SYNTAX: Final = {
    "bom": ("a byte-order mark is left out", "\ufeff" + DEAL),
    "no-deals": ("a record without a deal", MAGIC),
    "comment-on-top": ("a comment before the first deal is a kept line", f"{MAGIC}{{by hand}}\n"),
    "critical": ("an unknown header that must be understood", f"{MAGIC}!Blindfold: yes\n"),
    "encoding": ("bytes that are no UTF-8", f"{MAGIC}Event: ".encode() + b"\xc1\xf5\n"),
    "full-width": ("full-width signs are read as plain ones", f"{DEAL}Ａ：１ｍ－８ｓ　9s。\n"),
    "header-twice": ("a header stands twice", f"{MAGIC}Date: 2026-01-17\nDate: 2026-01-18\n"),
    "line": ("a known line does not go on as such", f"{DEAL}pay A>B 3, C> 2\n"),
    "void-of-no-suit": ("honours are no suit to give up", f"{DEAL}void A z\n"),
    "line-ends": ("lines end in CR LF", DEAL.replace("\n", "\r\n")),
    "magic": ("the first line is missing", f"Event: no first line\n{DEAL[len(MAGIC) :]}"),
    "magic-more": ("more stands on the first line", f"{MAGIC.strip()} by hand\n"),
    "newer-minor": ("a newer minor version", MAGIC.replace("1.0", "1.7")),
    "no-deal": ("the line of the deal is missing", f"{MAGIC}win C 2s self\n"),
    "nul": ("a NUL byte", f"{MAGIC}Event: Club\0evening\n"),
    "order": ("a hand that is dealt behind the turns", f"{DEAL}1. A:9m\ndeal B 123m\n"),
    "too-long": ("a line above the limit", f"{DEAL}note {'longer ' * 5000}\n"),
    "truncated": ("the file ends inside its last line", f"{DEAL}pay A>B 3, C>"),
    "truncated-well": ("the last line has no end and reads well", f"{DEAL}draw wall"),
    "turn-number": ("a number that does not follow", f"{DEAL}1. A:9m 8m 7m 6m\n5. A:9m\n"),
    "seat-without-colon": (
        "a player whose colon is missing sits there all the same",
        f"{MAGIC}A: Aino\nB Bao\nC: Chiyo\nD: Dmitri\n\n@ 1 dealer=A\n1. 9m 9p 9s 9s\n",
    ),
    "slashes": (
        "what stands behind two slashes is kept as a comment",
        f"{DEAL}1. 9m 9p // slow play\n",
    ),
    "unknown-key": ("an unknown header is kept", f"{MAGIC}Lighting: candles\n"),
    "unknown-line": ("an unknown line is kept", f"{DEAL}weather rain\n"),
    "version": ("a version that nobody knows", MAGIC.replace("1.0", "9.0")),
    "word": ("a word that is no turn is kept", f"{DEAL}1. A:9m 6z=_2z! 8m\n"),
    "players": ("players leave a chair out", f"{MAGIC}A: Ana\nC: Chen\n"),
}
FORMS: Final[dict[str, tuple[str, Any]]] = {
    "word-alone": ("a turn by its word alone", {"turns": [{"seat": "A", "word": "2s-8m"}]}),
    "acts-alone": (
        "a turn by its acts alone",
        {"turns": [{"seat": "A", "acts": [{"act": "draw", "tile": "2s"}]}]},
    ),
    "extension": ("members that begin with x_ are passed over", {"x_lamp": True}),
    "unknown-member": ("a member that nobody knows", {"lamp": True}),
    "seat": ("a seat that is none", {"turns": [{"seat": "E", "word": "9m"}]}),
    "type": ("a list stands where text is expected", {"label": []}),
    "missing": ("a member is missing", {"turns": [{"word": "9m"}]}),
    "disagreement": (
        "the word and the acts of a turn say two things",
        {"turns": [{"seat": "A", "word": "9m", "acts": [{"act": "draw", "tile": "1m"}]}]},
    ),
}


def vectors() -> Iterator[Vector]:
    """Yield all vectors in the order of the manifest."""
    yield from _of_bodies("tile", TILES)
    for key, value in HEADERS.items():
        text = f"{MAGIC}{key}: {value}\n"
        yield Vector("header", key.lower(), f"the header {key}:", text.encode())
    yield from _of_bodies("turn", TURNS)
    yield from _of_bodies("line", LINES)
    yield from _of_bodies("beside", BESIDE)
    yield from _of_bodies("shorthand", SHORTHAND)
    yield from _of_bodies("canonical", CANONICAL)
    yield from _of_bodies("ledger", LEDGER)
    for name, (idea, record) in SYNTAX.items():
        data = record if isinstance(record, bytes) else record.encode()
        yield Vector("syntax", name, idea, data)
    for name, (idea, deal) in FORMS.items():
        form = {"mjlog": VERSION, "deals": [deal]}
        yield Vector("form", name, idea, json.dumps(form).encode() + b"\n", ".json")
    yield from _samples()


def _of_bodies(group: str, bodies: dict[str, tuple[str, str]]) -> Iterator[Vector]:
    for name, (idea, body) in bodies.items():
        yield Vector(group, name, idea, f"{DEAL}{body}\n".encode())


def _samples() -> Iterator[Vector]:
    legal, broken = dict(SAMPLES), dict(BROKEN)
    for rule_set in rules.BUILT_IN:  # a set that names none has its shortest legal sample
        files = (ROOT / "samples" / rule_set).glob("*.mjl")
        shortest = min(files, key=lambda path: (path.stat().st_size, path.name))
        legal.setdefault(rule_set, shortest.stem)
        broken.setdefault(rule_set, "pay.seats")
    for folder, chosen in ((ROOT / "samples", legal), (ROOT / "samples" / "broken", broken)):
        for group, names in chosen.items():
            for name in names.split():
                data = (folder / group / f"{name}.mjl").read_bytes()
                idea = next((h.value for h in read(data).headers if h.key == "Event"), name)
                plain = name.replace("/", "-").replace(".", "-")
                yield Vector(group, plain, idea, data, audited=True)


# --------------------------------------------------------------------------- files


def files() -> dict[Path, bytes]:
    """Return all files of the folder by path, except README, schema and attributes."""
    found: dict[Path, bytes] = {}
    entries = []
    for vector in vectors():
        made, entry = _made(vector)
        found |= made
        entries.append(entry)
    manifest = {"$schema": "vectors.schema.json", "notation": VERSION, "vectors": entries}
    return found | {FOLDER / "vectors.json": _json(manifest)}


def _made(vector: Vector) -> tuple[dict[Path, bytes], dict[str, Any]]:
    """Return the files of one vector, and its entry in the manifest."""
    place = f"vectors/{vector.group}-{vector.name}"
    game = _read(vector)
    canonical = write(game).encode()
    form = _json(to_json(game))
    written = {f"input{vector.suffix}": vector.data}
    names = {"canonical": f"input{vector.suffix}", "form": f"input{vector.suffix}"}
    for key, name, data in (("canonical", "canonical.mjl", canonical), ("form", "form.json", form)):
        if data != vector.data:
            written[name], names[key] = data, name
    report = audit(game) if vector.audited else None
    found = report.findings if report else game.findings
    entry = {
        "name": f"{vector.group}-{vector.name}",
        "group": vector.group,
        "idea": vector.idea,
        "valid": all(finding.severity == "note" for finding in found),
        "input": f"{place}/input{vector.suffix}",
        "canonical": f"{place}/{names['canonical']}",
        "form": f"{place}/{names['form']}",
        "digest": hashlib.sha256(canonical).hexdigest(),
        "reading": [_finding(finding) for finding in game.findings],
    }
    if report:
        entry["audit"] = _audit(report)
    return {FOLDER / place / name: data for name, data in written.items()}, entry


def _read(vector: Vector) -> Game:
    if vector.suffix == ".json":
        return from_json(json.loads(vector.data))
    return read(vector.data)


def _audit(report: Report) -> dict[str, Any]:
    """Return the findings of the referee (without the reader's), and its answers to the claims."""
    reading = set(report.game.findings)
    return {
        "rules": report.game.rules,
        "claims": dict(report.counts()),
        "findings": [_finding(each) for each in report.findings if each not in reading],
    }


def _finding(finding: Finding) -> dict[str, Any]:
    """Return the code, place and clause of a finding; its wording is not part of the vectors."""
    clause = finding.clause.number if finding.clause else None
    return {
        "code": finding.code, "severity": finding.severity, "clause": clause,
        **place_as_json(finding.place),
    }  # fmt: skip


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=1).encode() + b"\n"


def stale() -> tuple[dict[Path, bytes], list[Path]]:
    """Return the files that must be written, and those that belong to no vector any more."""
    due = files()
    there = {path for path in (FOLDER / "vectors").rglob("*") if path.is_file()}
    changed = {
        path: data for path, data in due.items() if not path.exists() or path.read_bytes() != data
    }
    return changed, sorted(there - set(due))


def main() -> int:
    """Write files that are out of date; return 0.

    With ``--check`` write nothing, and return 1 if a file is out of date.
    """
    changed, gone = stale()
    for path in (*changed, *gone):
        print(path.relative_to(ROOT))
    if "--check" in sys.argv:
        return int(bool(changed or gone))
    for path, data in changed.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    for path in gone:
        path.unlink()
        if not any(path.parent.iterdir()):
            path.parent.rmdir()
    return 0


if __name__ == "__main__":
    sys.exit(main())
