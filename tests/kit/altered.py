"""Altered records, and what the audit answers to them, as plain lines.

The name of a case alone decides how its record is altered, without chance. The answers contain data
and no sentences: codes, places, numbers, and values in the fields of the sentences.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from zlib import crc32

from kit.places import DATA, SAMPLES
from kit.records import game_in
from mjlog.auditor.audit import audit
from mjlog.auditor.deal_check import claim_name
from mjlog.auditor.report import Report
from mjlog.model.findings import Finding, Place, Verdict
from mjlog.model.messages import Message, Tiles
from mjlog.model.record import (
    RESYNC,
    Deal,
    Dealt,
    Exchange,
    Game,
    Header,
    Irregularity,
    Items,
    Line,
    Next,
    Pay,
    Points,
    Ready,
    ReadySeats,
    Ruling,
    Show,
    Tenpai,
    Turn,
    seat_name,
)
from mjlog.model.settlement import Settlement
from mjlog.model.slips import ExplainedDeal, Explanation
from mjlog.model.tiles import text as tiles_text
from mjlog.notation import read, write
from mjlog.results.effects import with_effects

# ----------------------------------------------------------------- what a record leaves out

Form = Callable[[Game], Game]


def without(*sorts: type, words: Sequence[str] = ()) -> Form:
    """Leaves out the turns, the lines of these sorts, and these words of each deal's first line."""

    def form(game: Game) -> Game:
        deals = tuple(_without(deal, (Dealt, Exchange, *sorts), words) for deal in game.deals)
        return replace(game, deals=deals)

    return form


def _without(deal: Deal, sorts: tuple[type, ...], words: Sequence[str]) -> Deal:
    lines = (*deal.lines, *_ready_in_turns(deal))
    lines = tuple(line for line in lines if not isinstance(line.content, sorts))
    told = tuple(pair for pair in deal.attributes if pair[0] not in words)
    return replace(deal, turns=(), jumps=(), ledger=(), lines=lines, attributes=told)


def _ready_in_turns(deal: Deal) -> Iterator[Line]:
    """The line of a sheet for those who declared ready in the turns."""
    acts = [act for turn in deal.turns for act in turn.acts]
    seats = tuple(dict.fromkeys(act.seat for act in acts if isinstance(act, Ready)))
    if seats and not deal.contents(ReadySeats):
        yield Line(ReadySeats(seats))


def with_rules_open(game: Game) -> Game:
    """As a foreign file that does not say its rules."""
    return replace(game, headers=(*game.headers, Header("Rules-Told", "no")))


def without_rules(game: Game) -> Game:
    """As a sheet whose rules nobody knows."""
    return replace(game, headers=tuple(each for each in game.headers if each.key != "Rules"))


def with_a_gap(game: Game) -> Game:
    """As by a recorder who fell behind at the end of each deal."""
    return replace(game, deals=tuple(map(_with_a_gap, game.deals)))


def _with_a_gap(deal: Deal) -> Deal:
    if not deal.turns or deal.ledger:
        return deal
    seat = deal.turns[-1].seat
    gap = Turn(seat, f"~{RESYNC}", (Irregularity(seat, RESYNC),))
    return replace(deal, turns=(*deal.turns[:-1], gap, deal.turns[-1]))


def of_a_house(game: Game) -> Game:
    """As of a table with rules that no option stands for."""
    return replace(game, headers=(*game.headers, Header("X-House-Rules", "wareme")))


def under_setting(game: Game, setting: str) -> Game:
    """With an option of the rules set so."""
    option = setting.partition("=")[0]
    headers = []
    for header in game.headers:
        if header.key == "Rules":
            kept = [word for word in header.value.split() if word.partition("=")[0] != option]
            header = replace(header, value=" ".join((*kept, setting)))
        headers.append(header)
    return replace(game, headers=tuple(headers))


def as_written(change: Callable[[list[str]], list[str]]) -> Form:
    """As it is read when the lines of its text are changed so."""

    def form(game: Game) -> Game:
        return read("".join(f"{line}\n" for line in change(write(game).splitlines())))

    return form


DRAWN: Final = re.compile(r"(?<![\w'])\d[mpszf](?='?-)")
SINGLE: Final = re.compile(r"(?<![\w'])\d[mpszf](?!\w)")


def as_seen(lines: list[str]) -> list[str]:
    """As a scribe at the table sees it: nobody's hand, and no drawn tile."""
    kept = [line for line in lines if not line.startswith(("deal ", "wall "))]
    return [DRAWN.sub("?", line) if TURN_OF_PLAY.match(line) else line for line in kept]


def without_one_hand(lines: list[str]) -> list[str]:
    """Nobody knows what the third player was dealt."""
    return [line for line in lines if not line.startswith("deal C")]


def with_unread_tiles(lines: list[str]) -> list[str]:
    """Each ninth tile could not be seen."""
    seen = 0

    def unseen(match: re.Match[str]) -> str:
        nonlocal seen
        seen += 1
        return match.group() if seen % 9 else "?"

    return [SINGLE.sub(unseen, line) if TURN_OF_PLAY.match(line) else line for line in lines]


TURN_OF_PLAY: Final = re.compile(r"\d+\. ")


def in_sums_of(*names: str) -> Form:
    """Hands are told by these sums alone, as foreign logs and many sheets do."""

    def form(game: Game) -> Game:
        settled = audit(game).settlements
        if len(settled) != len(game.deals):
            return game
        pairs = zip(game.deals, settled, strict=True)
        return replace(game, deals=tuple(_in_sums(deal, told, names) for deal, told in pairs))

    return form


def _in_sums(deal: Deal, settled: Settlement, names: Sequence[str]) -> Deal:
    sums = {
        each.seat: tuple(
            (item.name, item.points)
            for item in (*each.worth, *each.totals)
            if item.name in names and item.points
        )
        for each in settled.scores
    }
    return replace(deal, lines=tuple(_of_sums(line, sums) for line in deal.lines))


def _of_sums(line: Line, sums: Mapping[int, tuple[tuple[str, int | None], ...]]) -> Line:
    told = line.content
    if isinstance(told, Items) and told.keyword == "fan" and sums.get(told.seat):
        return replace(line, content=replace(told, items=sums[told.seat]))
    return line


SHEET: Final = without()
UNDER, IN = " under ", " in "
MARK: Final = "== "
FORMS: Final[dict[str, tuple[Form, ...]]] = {
    "whole": (),
    "sheet": (SHEET,),
    "no hands": (without(Show),),
    "totals": (without(Show, Pay, Next),),
    "changes": (without(Show, Items),),
    "no state": (without(Show, ReadySeats, Tenpai),),
    "payments": (without(Show, Points, ReadySeats, Tenpai),),
    "worth unknown": (without(Show, Items, ReadySeats, Tenpai),),
    "points alone": (without(Show, Items, Pay, ReadySeats, Tenpai),),
    "no counters": (without(Ruling, words=("riichi", "honba", "sticks", "counters", "pool")),),
    "no dealer": (without(Next, words=("dealer",)),),
    "no points before": (without(words=("scores",)),),
    "rules open": (SHEET, with_rules_open),
    "rules open, points alone": (without(Show, Items, Pay), with_rules_open),
    "rules open, whole": (with_rules_open,),
    "a gap": (with_a_gap,),
    "of a house": (SHEET, of_a_house),
    "of a house, whole": (of_a_house,),
    "in sums": (in_sums_of("han", "fu", "limits", "base", "total"), SHEET),
    "in points": (in_sums_of("points", "doubles"), without(Show)),
    "as seen": (as_written(as_seen),),
    "one hand unknown": (as_written(without_one_hand),),
    "tiles unread": (as_written(with_unread_tiles),),
    "no rules": (SHEET, without_rules),
    "no rules, whole": (without_rules,),
}

# ----------------------------------------------------------------- slips of the pen

Slip = Callable[[str, int], str]
NUMBER: Final = re.compile(r"(?<![\w.+-])[+-]?\d+(?![\w.])")
SEAT: Final = re.compile(r"(?<![\w:])[A-D](?![\w:])")
OF_NUMBERS: Final = ("score ", "net ", "pay ", "fan ", "kong ", "Final-", "@ ", "Ranking", "next ")
OF_SEATS: Final = ("win ", "draw ", "ready ", "tenpai ", "pay ", "next ", "@ ", "fan ", "Ranking")
OF_LINES: Final = (*OF_NUMBERS, *OF_SEATS, "show ", "rule ", "ruling ")


def _number(line: str, pick: int) -> str:
    """One number is another."""
    found = [*NUMBER.finditer(line)]
    if not found:
        return line
    match = found[pick % len(found)]
    old, pick = match.group(), pick // len(found)
    sign = old[0] if old[0] in "+-" else ""
    value = int(old)
    unit = 100 if value % 100 == 0 and value else 1
    digits = old.lstrip("+-")
    turned = digits[0] + digits[1:3][::-1] + digits[3:] if len(digits) > 2 else digits[::-1]
    others = (
        _signed(value + unit, sign),
        _signed(value - unit, sign),
        f"{sign}{turned}",
        _signed(-value, sign),
        _signed(value + 10 * unit, sign),
        _signed(value * 2, sign),
        "?",
        _signed(value - 3 * unit, sign),
    )
    return line[: match.start()] + others[pick % len(others)] + line[match.end() :]


def _signed(value: int, sign: str) -> str:
    return f"{value:+}" if sign else f"{value}"


def _exchanged(line: str, pick: int) -> str:
    """Two numbers, or two players, stand in each other's place."""
    found = [*(SEAT if pick % 3 == 0 else NUMBER).finditer(line)]
    if len(found) < 2:
        return line
    at = pick % (len(found) - 1)
    one, other = found[at], found[at + 1]
    between = line[one.end() : other.start()]
    return f"{line[: one.start()]}{other.group()}{between}{one.group()}{line[other.end() :]}"


def _seat(line: str, pick: int) -> str:
    """Another player is named."""
    found = [*SEAT.finditer(line)]
    if not found:
        return line
    match = found[pick % len(found)]
    named = "ABCD"["ABCD".index(match.group()) - 1 - pick // len(found) % 3]
    return f"{line[: match.start()]}{named}{line[match.end() :]}"


def _left_out(_line: str, _pick: int) -> str:
    """The line is left out."""
    return ""


def _part_left_out(line: str, pick: int) -> str:
    """One of several payments, items or players is left out."""
    word, _, rest = line.partition(" ")
    mark = ", " if ", " in rest else " "
    parts = rest.split(mark)
    if len(parts) < 2:
        return line
    del parts[pick % len(parts)]
    return f"{word} {mark.join(parts)}"


def _part_more(line: str, pick: int) -> str:
    """One player more is named, or one payment more stands there."""
    named = "ABCD"[pick % 4]
    if line.startswith("pay "):
        payee = "ABCD"[(pick % 4 + 1 + pick // 4 % 3) % 4]
        return f"{line}, {named}>{payee} {100 * (1 + pick % 9)}"
    return line if named in line.split() else f"{line} {named}"


def _counted(line: str, pick: int) -> str:
    """The name of the deal counts one counter more or fewer."""
    match = re.match(r"@ (\w+)(?:\.(\d+))?", line)
    if match is None:
        return line
    number = max(0, int(match.group(2) or 0) + (1 if pick % 3 else -1))
    return f"@ {match.group(1)}.{number}{line[match.end() :]}"


Whole = Callable[[list[str], int, int], str]
"""A function that changes several lines from a place on.

It returns a description of the change, or an empty text.
"""
SLIPS: Final[tuple[tuple[Slip, tuple[str, ...]], ...]] = (
    (_number, OF_NUMBERS),
    (_seat, OF_SEATS),
    (_exchanged, OF_NUMBERS),
    (_number, ("score ", "net ")),
    (_left_out, OF_LINES),
    (_number, ("pay ", "fan ")),
    (_part_left_out, ("pay ", "fan ", "kong ", "ready ", "tenpai ")),
    (_part_more, ("pay ", "ready ", "tenpai ")),
    (_counted, ("@ ",)),
)


def _carried_on(lines: list[str], at: int, pick: int) -> str:
    """A total is wrong, and all later totals of that player go on from it."""
    column, more = pick % 4, (100, -300, 1000, 20, -1, 3)[pick // 4 % 6]
    changed = 0
    for number in range(at, len(lines)):
        if lines[number].startswith("score "):
            words = lines[number].split(" ")
            changed += _add(words, 1 + column, more)
            lines[number] = " ".join(words)
        elif "scores=" in lines[number]:
            head, _, rest = lines[number].partition("scores=")
            totals, blank, tail = rest.partition(" ")
            words = totals.split(",")
            _add(words, column, more)
            lines[number] = f"{head}scores={','.join(words)}{blank}{tail}"
    return f"{more:+} for {'ABCD'[column]} from line {at + 1} on" if changed else ""


def _paid_alike(lines: list[str], at: int, pick: int) -> str:
    """A payment is wrong, and the changes and the totals of its deal are as it says."""
    found = re.findall(r"([A-D])>([A-D]) (\d+)", lines[at])
    if not lines[at].startswith("pay ") or not found:
        return ""
    payer, payee, points = found[pick % len(found)]
    more = (100, -100, 1000, int(points), 1, 2)[pick // 4 % 6]
    old, new = f"{payer}>{payee} {points}", f"{payer}>{payee} {int(points) + more}"
    lines[at] = lines[at].replace(old, new, 1)
    first = max(n for n in range(at + 1) if n == 0 or lines[n].startswith("@ "))
    for number in range(first, len(lines)):
        if number > at and lines[number].startswith("@ "):
            break
        if lines[number].startswith(("net ", "score ")):
            words = lines[number].split(" ")
            _add(words, 1 + "ABCD".index(payer), -more)
            _add(words, 1 + "ABCD".index(payee), more)
            lines[number] = " ".join(words)
    return f"{at + 1}: {old} -> {new}, and all sums like it"


# ----------------------------------------------------------------- slips in the course of a deal

TURN: Final = re.compile(r"\d+\. |(deal|dora|exchange|ladder|bonus|wall|show|win) ")
TILE: Final = re.compile(r"\d(?=[\d']*[mpszf])")
SUIT: Final = re.compile(r"(?<=[\d'])[mpsz]")
SIGN: Final = re.compile(r"[!.'_+&-]")


def _other_tile(line: str, pick: int) -> str:
    """One tile has another number."""
    return _changed(TILE, line, pick, lambda old: f"{(int(old) + pick % 7) % 9 + 1}")


def _other_suit(line: str, pick: int) -> str:
    """Tiles written together are of another suit."""
    return _changed(SUIT, line, pick, lambda old: "mpsz"["mpsz".index(old) - 1 - pick % 3])


def _sign_left_out(line: str, pick: int) -> str:
    """A sign of a turn is left out."""
    return _changed(SIGN, line, pick, lambda _: "")


def _other_sign(line: str, pick: int) -> str:
    """A sign of a turn is another one."""
    return _changed(SIGN, line, pick, lambda old: "!.'_+&-"["!.'_+&-".index(old) - 1 - pick % 6])


def _changed(what: re.Pattern[str], line: str, pick: int, change: Callable[[str], str]) -> str:
    found = [*what.finditer(line)]
    if not found:
        return line
    match = found[pick // 7 % len(found)]
    return line[: match.start()] + change(match.group()) + line[match.end() :]


def _word_left_out(line: str, pick: int) -> str:
    """An act is left out."""
    words = line.split(" ")
    at = 1 + pick % max(1, len(words) - 1)
    return " ".join((*words[:at], *words[at + 1 :]))


def _words_exchanged(line: str, pick: int) -> str:
    """Two acts that follow each other stand the other way round."""
    words = line.split(" ")
    if len(words) < 3:
        return line
    at = 1 + pick % (len(words) - 2)
    words[at : at + 2] = words[at + 1], words[at]
    return " ".join(words)


def _word_twice(line: str, pick: int) -> str:
    """An act is written twice."""
    words = line.split(" ")
    at = pick % len(words)
    return " ".join((*words[: at + 1], *words[at:]))


IN_TURNS: Final = (
    _other_tile,
    _word_left_out,
    _other_suit,
    _sign_left_out,
    _words_exchanged,
    _other_tile,
    _other_sign,
    _word_twice,
)


def altered_turns(text: str, pick: int) -> tuple[str, str]:
    """The text with one slip in the course of a deal, and what was written for what."""
    lines = text.splitlines()
    places = [number for number, line in enumerate(lines) if TURN.match(line)]
    for more in range(len(IN_TURNS)):
        slip = IN_TURNS[(pick + more) % len(IN_TURNS)]
        at = places[(pick // 8 + more) % len(places)] if places else 0
        written = slip(lines[at], pick // 64)
        if written != lines[at]:
            said = f"{at + 1}: {lines[at]} -> {written}"
            left = [*lines[:at], written, *lines[at + 1 :]]
            return "".join(f"{line}\n" for line in left), said
    return text, ""


# ----------------------------------------------------------------- slips over several lines


def _add(words: list[str], place: int, more: int) -> bool:
    if place >= len(words) or not re.fullmatch(r"[+-]?\d+", words[place]):
        return False
    words[place] = f"{int(words[place]) + more}"
    return True


WHOLE: Final[tuple[tuple[Whole, tuple[str, ...]], ...]] = (
    (_carried_on, ("score ",)),
    (_paid_alike, ("pay ",)),
)


def altered(text: str, pick: int) -> tuple[str, str]:
    """The text with one slip, and what was written there for what; the same where there is none."""
    lines = text.splitlines()
    kinds = len(SLIPS) + len(WHOLE)
    whole = pick % kinds - len(SLIPS)
    if whole >= 0:
        slip_of_several, starts = WHOLE[whole]
        places = [n for n, line in enumerate(lines) if line.startswith(starts)]
        if places:
            said = slip_of_several(lines, places[pick // kinds % len(places)], pick // 7)
            if said:
                return "".join(f"{line}\n" for line in lines), said
    pick //= kinds
    for more in range(len(SLIPS)):
        slip, starts = SLIPS[(pick + more) % len(SLIPS)]
        places = [n for n, line in enumerate(lines) if line.startswith(starts)]
        if not places:
            continue
        at = places[pick // len(SLIPS) % len(places)]
        written = slip(lines[at], pick // 7)
        if written != lines[at]:
            said = f"{at + 1}: {lines[at]} -> {written or 'nothing'}"
            left = [*lines[:at], *[written] * bool(written), *lines[at + 1 :]]
            return "".join(f"{line}\n" for line in left), said
    return text, ""


# ----------------------------------------------------------------- what the audit answers


def report_lines(report: Report) -> Iterator[str]:
    """All that a report says, a line each, but for what agrees: that is counted."""
    yield from map(_of_finding, report.findings)
    yield from _of_verdicts(report.verdicts)
    for deal in with_effects(report):
        yield from _of_explained(deal)
    yield f"changes {_row(report.changes)} table {_row(report.pools)}"
    more = {
        "doubts": dict(report.doubts),
        "unsettled": _of_values(report.unsettled) if any(report.unsettled) else "",
        "false-wins": _row(map(sorted, report.false_wins)) if any(report.false_wins) else "",
    }
    yield from (f"{name} {value}" for name, value in more.items() if value)


def _of_finding(finding: Finding) -> str:
    clause = finding.clause.number if finding.clause else "-"
    words = [finding.severity, finding.code, _at(finding.place), clause]
    if finding.recorded or finding.expected:
        words.append(f"[{finding.recorded} > {finding.expected}]".replace("\n", " "))
    words += [_of_values(finding.sentence), _of_values(finding.due)]
    if finding.claim:
        words.append(f"claim {claim_name(finding.claim)}")
    if finding.other:
        words.append(f"other {_at(finding.other)}")
    words += finding.settings or finding.options
    if finding.correction:
        words.append(f"=> {finding.correction}")
    return " ".join(word for word in words if word)


def _of_verdicts(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Claims that agree are counted; others are named, those together that have one answer."""
    agree = Counter(each.claim.kind for each in verdicts if each.answer == "agrees")
    if agree:
        yield "agrees " + ", ".join(f"{number} {kind}" for kind, number in sorted(agree.items()))
    together: dict[str, list[str]] = {}
    for each in verdicts:
        if each.answer != "agrees":
            lack = each.because.lack if each.because else ""
            words = (each.answer, lack, _of_values(each.because))
            together.setdefault(" ".join(filter(None, words)), []).append(_of_claim(each))
    yield from (f"{words}: {', '.join(claims)}" for words, claims in together.items())


def _of_claim(verdict: Verdict) -> str:
    claim, numbers = verdict.claim, ""
    of_seat = f" {seat_name(claim.seat)}" if claim.kind in {"fan", "kong", "win"} else ""
    if not verdict.recorded is verdict.due is None:
        numbers = f" {verdict.recorded}/{verdict.due}"
    return f"{claim_name(claim)}{of_seat}@{_at(verdict.place)}{numbers}"


def _of_explained(deal: ExplainedDeal) -> Iterator[str]:
    for each in deal.explanations:
        yield f"slips {deal.deal}: {_of_explanation(each)}"


def _of_explanation(each: Explanation) -> str:
    slips = [
        f"{slip.kind} {claim_name(slip.claim)} {_at(slip.place)} "
        f"[{slip.recorded} > {slip.expected}]"
        for slip in each.slips
    ]
    effect = each.effect
    ends = ""
    if effect:
        parts = (effect.points, effect.put_right, effect.ranks, effect.ranks_put_right)
        finals = (effect.final_points, effect.final_points_put_right)
        ends = f" end {_row((*parts, *(part for part in finals if part)))}"
    return f"{'; '.join(slips)}, totals {_row(each.totals)}{ends}"


def _at(place: Place) -> str:
    """Line and column; then deal, go-around and step; then the seat; without what is not there."""
    where = f"{place.line}" if place.column in {0, 1} else f"{place.line}:{place.column}"
    course = f"/{place.turn}.{place.step}" if place.turn or place.step else ""
    seat = f"/{seat_name(place.seat)}" if place.seat >= 0 else ""
    return f"{where}/{place.deal}{course}{seat}"


def _of_values(said: object) -> str:
    """What stands in the fields of a sentence."""
    match said:
        case None | "":
            return ""
        case Message(values=values):
            fields = (f"{name}={_of_values(value) or '-'}" for name, value in values.items())
            number = f"#{said.number}" if said.plural else ""
            return f"{{{number}{' '.join(fields)}}}"
        case Tiles(faces=faces):
            return tiles_text(faces)
        case tuple() | list():
            return f"({', '.join(map(_of_values, said))})"
    return str(said).replace("\n", " ")


def _row(values: object) -> str:
    match values:
        case None:
            return "?"
        case int() | float() | str():
            return str(values)
    return f"({' '.join(map(_row, values))})"


# ----------------------------------------------------------------- the cases


@dataclass(frozen=True, order=True)
class Case:
    """A record, what it leaves out, and how many slips are in it; `salt` makes them others.

    `form` may name a setting of the rules besides: ``sheet under limit=5``.
    """

    record: str
    form: str
    slips: int = 0
    salt: int = 0
    in_turns: bool = False
    """Whether the slips are in the turns, and not in the claims."""

    @classmethod
    def of(cls, line: str) -> "Case":
        """The case that such a line names."""
        record, form, slips, salt = line.removeprefix(MARK).split(" | ")
        number, _, place = slips.partition(IN)
        return cls(record, form, int(number), int(salt), bool(place))

    def __str__(self) -> str:
        """The line that names it."""
        place = f"{IN}turns" if self.in_turns else ""
        return f"{MARK}{self.record} | {self.form} | {self.slips}{place} | {self.salt}"

    def text(self) -> tuple[str, list[str]]:
        """The altered text, and each slip in it."""
        folder = DATA if self.record.startswith("games/") else SAMPLES
        game = game_in(folder / self.record)
        form, _, setting = self.form.partition(UNDER)
        if setting:
            game = under_setting(game, setting)
        for step in FORMS[form]:
            game = step(game)
        text, said = write(game), []
        for number in range(self.slips):
            pick = crc32(f"{self.record} {self.form} {number} {self.salt}".encode())
            text, slip = (altered_turns if self.in_turns else altered)(text, pick)
            said.append(f"wrote {slip}")
        return text, said

    def answers(self) -> list[str]:
        """The line that names it, its slips, and all that the audit answers."""
        text, said = self.text()
        return [str(self), *said, *report_lines(audit(read(text)))]


FILES: Final = tuple(sorted((DATA / "answers").glob("*.txt")))
"""Files with altered records and the audit's answers: one line that names each, then its answers.
"""


DIGESTS: Final = DATA / "digests.txt"
"""More altered records, each with a number that is computed from all answers of the audit."""
ARROW: Final = " -> "


def digest_of(case: Case) -> str:
    """The line of that file about a case."""
    answers = "\n".join(case.answers())
    return f"{case}{ARROW}{crc32(answers.encode(errors='surrogateescape')):08x}"


def lines_by_case(text: str) -> dict[Case, str]:
    """The lines of a file that has one for each case."""
    return {Case.of(line.partition(ARROW)[0]): line for line in text.splitlines()}


def cases_in(text: str) -> list[Case]:
    """The cases that a file names, in order."""
    named = {line for line in text.splitlines() if line.startswith(MARK)}
    return sorted(map(Case.of, named))


def answers_of(cases: Sequence[Case]) -> str:
    """The text of the file about these cases."""
    return "\n\n".join("\n".join(case.answers()) for case in cases) + "\n"


def parts_of(text: str) -> dict[Case, list[str]]:
    """By case the lines of a file about it."""
    parts = (part.splitlines() for part in text.rstrip("\n").split("\n\n"))
    return {Case.of(lines[0]): lines for lines in parts}
