"""``python docs/conformance.py LOGS``: audit real records and write the figures into a page.

LOGS is the collection of logs beside the checkout. The part of `docs/conformance.md` between the
marks is replaced.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mjlog.auditor.audit import audit
from mjlog.auditor.report import Report
from mjlog.formats import load
from mjlog.formats.riichi.tenhou_numbers import RED_FACES
from mjlog.formats.riichi.yaku_names import SOUL, Winds
from mjlog.model.findings import Finding
from mjlog.model.record import ShownMeld
from mjlog.model.settlement import Score
from mjlog.model.tiles import EAST, NORTH
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.rulebook import (
    Outcome,
    PlayerTiles,
    Winner,
)
from mjlog.rules import load as rules
from mjlog.rules.riichi.events import Course

PAGE = Path(__file__).with_name("conformance.md")
LOGS = Path(__file__).parents[2] / "shared" / "logs"
MARK = re.compile(r"(<!-- measured -->\n).*?(<!-- /measured -->)", re.DOTALL)

FOLDERS = (
    "tenhou_xml",
    "tenhou6_json",
    "mjai_jsonl",
    "majiang_json",
    "mjxproto_jsonl",
    "riichicity_json",
)

EXCEPTIONS = {
    "tenhou6_json/mjai-reviewer/confusing_nakis_2.json": (
        "not a real game, but made up to test a reader of calls. It has four plain fives of "
        "bamboo and a red one, a win on a tile that completes nothing, and hidden indicators "
        "without riichi."
    ),
    "riichicity_json/gameDataSample.json": (
        "house rules without an option in mjlog: one seat pays and receives double, riichi "
        "with an open hand, chips. The payments are not judged, but our set has only one red "
        "five of each suit."
    ),
}
"""Records with an error, by the path in the collection, and why mjlog is not wrong."""


@dataclass
class Measured:
    """The figures of all records in one folder.

    `accused` has the errors by the path of the record, `cut` counts unfinished records.
    """

    records: int = 0
    deals: int = 0
    turns: int = 0
    claims: Counter[str] = field(default_factory=Counter)
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)
    cut: int = 0
    accused: dict[str, list[Finding]] = field(default_factory=dict)

    def add(self, path: str, report: Report) -> None:
        """Add one record's report to the figures."""
        self.records += 1
        self.deals += report.deals
        self.turns += report.turns
        for verdict in report.verdicts:
            self.claims[verdict.answer] += 1
            claim = verdict.claim
            kind = claim.item if claim.kind == "header" else claim.kind
            self.kinds[kind, verdict.answer] += 1
            if verdict.answer == "unverified" and verdict.because is not None:
                self.open[kind, str(verdict.because.values.get("rules", verdict.because))] += 1
        self.cut += any(finding.code == "format.truncated" for finding in report.findings)
        if errors := [finding for finding in report.findings if finding.severity == "error"]:
            self.accused[path] = errors


def measured(folder: Path) -> Measured:
    """Audit every record in a folder and return the figures; end the program if one fails."""
    found = Measured()
    for source in load(folder):
        if source.game is None:
            raise SystemExit(f"{source.path} is no record")
        found.add(Path(source.path).relative_to(folder.parent).as_posix(), audit(source.game))
    return found


# --------------------------------------------------------------------------- single hands


def hands(folder: Path) -> Iterator[tuple[str, int, int]]:
    """Yield each file of single winning hands: its name, the hands and those of equal value."""
    for path in sorted(folder.glob("*.json")):
        cases = json.loads(path.read_text("utf-8"))["cases"]
        yield path.name, len(cases), sum(is_worth(case) for case in cases)


def is_worth(case: dict) -> bool:
    """Return whether mjlog gives a hand the han, fu and patterns that its file states."""
    how, due = case["conditions"], case["expected"]
    names = "preset=tenhou-sanma" if how["is_sanma"] else "preset=mahjongsoul"
    known: RuleSet = rules(f"riichi/1 {names}")
    score = known.scoring.score(*_situation(case, how))
    if not isinstance(score, Score):
        return False
    winds = Winds(how["player_wind"], how["round_wind"])
    named = Counter({winds.named(SOUL[number]): 1 for number in due["yaku"]})
    items = Counter({item.name: 1 for item in score.items if item.points})
    if score.unit == "yakuman":
        return items == named and 13 * score.value == due["han"]
    return items == named and (score.value, score.totals[0].points) == (due["han"], due["fu"])


def _situation(case: dict, how: dict) -> tuple[Winner, Outcome]:
    seat = how["player_wind"]
    last = RED_FACES[case["win_tile_136"]]
    held = [RED_FACES[number] for number in case["tiles_136"]]
    full = 3 * len(case["melds"]) + len(held) == 14
    melds = tuple(_meld(meld["meld_type"], meld["tiles"]) for meld in case["melds"])
    tiles = tuple(held if full else [*held, last])
    source = seat if how["tsumo"] else (seat + 1) % how["num_players"]
    winner = Winner(seat, last, source, how["tsumo"], how["chankan"], tiles, melds)
    happened = [_IN_PLAY.get(name, name) for name in _HAPPENED if how.get(name)]
    if "double-riichi" in happened and "riichi" in happened:
        happened.remove("riichi")
    if how["tsumo_first_turn"]:
        happened.append("tenhou" if seat == 0 else "chiihou")
    course = Course(
        label="",
        honba=how["honba"],
        staked=(),
        perhaps_staked=(),
        indicators=tuple([RED_FACES[number] for number in case["dora_indicators"]]),
        hidden=tuple([RED_FACES[number] for number in case["ura_indicators"]]),
        happened={seat: tuple(happened)},
        liable={},
        open={},
    )
    aside = PlayerTiles(seat, bonus=(NORTH,) * how["kita_count"])
    wind = EAST + how["round_wind"]
    return winner, Outcome(
        how["num_players"], 0, (winner,), round_wind=wind, hands=(aside,), pool=0, seen=course
    )


def _meld(sort: str, numbers: list[int]) -> ShownMeld:
    return ShownMeld(_SIGNS.get(sort, "+"), tuple(RED_FACES[number] for number in numbers))


_SIGNS = {"ankan": "*", "kakan": "^"}
_HAPPENED = ("riichi", "double_riichi", "ippatsu", "haitei", "houtei", "rinshan", "chankan")
_IN_PLAY = {"double_riichi": "double-riichi"}


# --------------------------------------------------------------------------- one fact changed


CHANGES = {
    "00": "a tile is discarded that the hand does not hold",
    "01": "a fifth copy is drawn",
    "02": "another seat draws and discards",
    "03": "a draw is missing",
    "04": "one player draws twice",
    "05": "a chow is recorded as taken from across",
    "06": "a chow is taken from across",
    "07": "a pung of tiles not held",
    "08": "a pung of an earlier discard",
    "09": "a concealed kong of three tiles",
    "10": "riichi after a claim",
    "11": "riichi without a wait",
    "12": "a tile from the hand is discarded after riichi",
    "13": "a tile from the hand is recorded as the drawn tile",
    "14": "the claimed tile is discarded at once",
    "15": "a win with an incomplete hand",
    "16": "the win is another player's",
    "17": "an earlier discard becomes the winning tile",
    "18": "the winner gets a hundred more than is paid",
    "19": "the discarder pays a thousand more",
    "20": "another player pays for the discard",
    "21": "the counters are not paid",
    "22": "the sticks stay on the table",
    "23": "two players' payments for an empty wall are exchanged",
    "24": "the deal ends before the wall does",
    "25": "the next deal begins with other points",
    "26": "the deal passes although the dealer has won",
    "27": "hidden indicators without riichi",
    "28": "an indicator too many",
    "29": "a hand of twelve tiles is dealt",
}
"""What was changed, by the beginning of the record's name."""


@dataclass(frozen=True)
class Change:
    """A record with one fact changed: the change, its line and deal, and the first finding."""

    what: str
    line: int
    deal: int
    first: Finding


def changes(folder: Path) -> Iterator[Change]:
    """Yield every record of the folder's index, audited."""
    for row in (folder / "index.tsv").read_text("utf-8").splitlines():
        name, _, at, _ = row.split("\t")
        (source,) = load(folder / name)
        errors = [finding for finding in audit(source.game).findings if finding.severity == "error"]
        begun = (folder / name).read_text("utf-8").splitlines()[: int(at) + 1]
        deal = sum('"start_kyoku"' in event for event in begun)
        yield Change(CHANGES[name[:2]], int(at) + 1, deal, min(errors, key=_place))


def _place(finding: Finding) -> tuple[int, bool]:
    """Return a sort key of a finding: its line; on one line, play before points."""
    return finding.place.line, finding.code.startswith(("pay.", "net.", "score."))


# --------------------------------------------------------------------------- the page

KINDS = (
    "win",
    "fan",
    "pay",
    "net",
    "score",
    "tenpai",
    "show",
    "ready",
    "next",
    "Final-Score",
    "Final-Points",
)


def page(logs: Path, folders: Sequence[str] = FOLDERS) -> str:
    """Return the measured part of the page, about the games in these folders."""
    riichi = logs / "riichi"
    found = {name: measured(riichi / name) for name in folders}
    return "\n".join(
        [
            *_games(found),
            *_kinds(found),
            *_exceptions(found),
            *_open(found),
            *_hands(list(hands(riichi / "hands"))),
            *_changes(list(changes(riichi / "corrupted"))),
        ]
    )


def _games(found: dict[str, Measured]) -> Iterator[str]:
    yield "## Games\n"
    yield (
        "| folder | records | deals | turns | claims agree | differ | unverified | records "
        "with an error |"
    )
    yield "|---|--:|--:|--:|--:|--:|--:|--:|"
    for name, each in found.items():
        counts = (
            each.records,
            each.deals,
            each.turns,
            *(each.claims[a] for a in ("agrees", "differs", "unverified")),
        )
        yield f"| {name} | {' | '.join(f'{number:,}' for number in counts)} | {len(each.accused)} |"
    cut = ", ".join(f"{name} {each.cut}" for name, each in found.items() if each.cut)
    yield (
        f"\nSome records stop before the end of a deal or of the game. Each has a finding about "
        f"this: {cut}.\n"
    )


def _kinds(found: dict[str, Measured]) -> Iterator[str]:
    yield "## Claims by kind\n\nHow many of the claims agree.\n"
    yield f"| claim | {' | '.join(found)} |"
    yield f"|---|{'--:|' * len(found)}"
    for kind in KINDS:
        cells = []
        for each in found.values():
            every = sum(number for (name, _), number in each.kinds.items() if name == kind)
            cells.append(f"{each.kinds[kind, 'agrees']:,} of {every:,}" if every else "–")
        yield f"| `{kind}` | {' | '.join(cells)} |"
    yield ""


def _exceptions(found: dict[str, Measured]) -> Iterator[str]:
    yield "## Exceptions\n\nAll records with an error, and why mjlog is not wrong.\n"
    for each in found.values():
        for path, errors in each.accused.items():
            codes = ", ".join(f"`{code}`" for code in sorted({finding.code for finding in errors}))
            yield f"- `{path}` ({codes}): {EXCEPTIONS.get(path, 'not explained')}"
    yield ""


def _open(found: dict[str, Measured]) -> Iterator[str]:
    yield "## Claims that cannot be checked\n"
    for name, each in found.items():
        for (kind, reason), number in each.open.most_common():
            yield f"- {name}, {number} of `{kind}`: {reason}"
    yield ""


def _hands(found: list[tuple[str, int, int]]) -> Iterator[str]:
    yield "## Single hands\n\nHan, fu and every pattern of winning hands without a game.\n"
    yield "| file | hands | equal |\n|---|--:|--:|"
    yield from (f"| {name} | {every} | {equal} |" for name, every, equal in found)
    yield ""


def _changes(found: list[Change]) -> Iterator[str]:
    yield "## Corruption\n\nReal games with one changed fact each, and the first error in each.\n"
    yield (
        "| change | deal | changed line | line of the error | code | clause | recorded | expected |"
    )
    yield "|---|--:|--:|--:|---|---|---|---|"
    for each in found:
        first, law = each.first, each.first.clause.number if each.first.clause else "–"
        told = " | ".join(f"`{word}`" if word else "–" for word in (first.recorded, first.expected))
        at = f"{each.deal} | {each.line} | {first.place.line}"
        yield f"| {each.what} | {at} | `{first.code}` | {law} | {told} |"
    noticed = sum(each.first.place.deal == each.deal for each in found)
    yield f"\n{noticed} of {len(found)} changes were noticed in the deal of the change.\n"


def main() -> int:
    """Write the page; return 1 if an error is not explained, else 0."""
    text = page(Path(sys.argv[1]) if len(sys.argv) > 1 else LOGS)
    PAGE.write_text(
        MARK.sub(lambda marks: f"{marks[1]}{text}{marks[2]}", PAGE.read_text("utf-8")),
        encoding="utf-8",
    )
    print(f"{PAGE.name} is written")
    return int("not explained" in text)


if __name__ == "__main__":
    sys.exit(main())
