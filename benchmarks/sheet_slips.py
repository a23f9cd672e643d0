"""Audit score sheets in clubs' layouts with one wrong entry each: which entries it names.

python benchmarks/sheet_slips.py [SHEETS] [SEED]
"""

from __future__ import annotations

import csv
import io
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from mjlog.auditor.audit import audit
from mjlog.bots.generate import games
from mjlog.model.findings import CellPlace
from mjlog.model.record import SEATS, Game
from mjlog.model.slips import Slip
from mjlog.notation import read
from mjlog.rules import load
from mjlog.sheets.audit import SheetAudit, audited
from mjlog.sheets.corrections.corrected import workbook_of_rows
from mjlog.sheets.files.workbook import letters
from mjlog.sheets.from_record import HEADS, sheet_of_record
from mjlog.sheets.reading import read_sheet

RULES: Final = (
    "riichi/1",
    "riichi/1 preset=ema-2016",
    "taiyuan/1",
    "taiwanese/1",
    "american/1",
    "tibet/1 preset=tibet-13-scored",
)
MOST_DEALS: Final = 7
Value = str | int | None
Row = dict[str, Value]
Spot = tuple[int, str]
"""A cell: which deal, which column."""

# ---------------------------------------------------------------------- layouts

WORDS: Final = {
    "Rules": ("Rules", "规则", "ルール"),
    "Deal": ("Deal", "局数", "局"),
    "Dealer": ("Dealer", "庄家", "親"),
    "Winner": ("Winner", "胡牌者", "和了者"),
    "From": ("From", "放铳者", "放銃者"),
    "Result": ("Result", "结果", "結果"),
    "Ready": ("Riichi", "立直", "リーチ"),
    "Tenpai": ("Tenpai", "听牌", "聴牌"),
    "Items": ("Items", "牌型", "役"),
    "Kongs": ("Kongs", "杠分", "槓"),
    "Payments": ("Payments", "支付", "支払"),
    "han": ("Han", "翻数", "飜"),
    "fu": ("Fu", "符数", "符"),
    "total": ("Tai", "台数", "台"),
    "Change": ("Change", "增减", "増減"),
    "Total": ("Total", "累计", "累計"),
}
"""Heads in English, Chinese and Japanese."""
PLAYERS: Final = (("Ann", "Bob", "Cid", "Dee"), tuple("东南西北"), ("佐藤", "鈴木", "高橋", "田中"))
LETTERS: Final = tuple(SEATS)
FULL: Final = tuple(HEADS[: HEADS.index("Rulings")])
CLUB: Final = ("Deal", "Winner", "From", "han", "fu", "total", "Items", "Kongs", "Ready", "Tenpai")
OF_SEATS: Final = ("Dealer", "Winner", "From", "Ready", "Tenpai")
NET: Final = tuple(f"net {seat}" for seat in range(4))
SCORE: Final = tuple(f"score {seat}" for seat in range(4))
POINTS: Final = (*NET, *SCORE)


@dataclass(frozen=True)
class Layout:
    """The form of a sheet: its columns, the language of its heads, the kind of its file."""

    columns: tuple[str, ...]
    language: int
    workbook: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players on the sheet."""
        return LETTERS if "Payments" in self.columns else PLAYERS[self.language]


LAYOUTS: Final = tuple(
    Layout(columns, language, workbook)
    for columns in (FULL, CLUB)
    for language in range(3)
    for workbook in (False, True)
)


@dataclass
class Sheet:
    """A game as a row of values for each deal, in no layout yet."""

    rules: str
    rows: list[Row]
    slips: list[tuple[str, frozenset[Spot]]] = field(default_factory=list)

    def copy(self) -> Sheet:
        """Return a copy that can be changed."""
        return Sheet(self.rules, [dict(row) for row in self.rows], [*self.slips])


def sheets(
    rules: str, number: int, seed: int, *, least: int = 2, most: int = MOST_DEALS
) -> Iterator[Sheet]:
    """Yield correct sheets of made-up games with at least `least` deals, cut to `most` deals."""
    made, found = 0, 0
    while found < number:
        made += 1
        for game in games(rules, seed=seed * 1000 + made, deals=60, fast=True):
            if len(game.deals) >= least and found < number:
                found += 1
                yield _sheet(rules, game, most)


def _sheet(rules: str, game: Game, most: int) -> Sheet:
    table = sheet_of_record(game).rows
    top = next(n for n, row in enumerate(table) if row[0] == "Deal")
    heads = [*HEADS, *POINTS]
    rows = [dict(zip(heads, row, strict=False)) for row in table[top + 1 :]][:most]
    known = load(rules).scoring.item_names
    return Sheet(rules, [_with_worth(row, known) for row in rows if row["Deal"] != "Final"])


def _with_worth(row: Row, known: frozenset[str]) -> Row:
    """Return the row with han and fu, or the total, in separate columns if the rules have them."""
    items = _numbers(str(row["Items"] or ""))
    sums: dict[str, Value] = dict.fromkeys(("han", "fu", "total"))
    if "fu" in items:
        han = sum(points for name, points in items.items() if name != "fu")
        sums |= {"han": han, "fu": items["fu"]}
    elif "total" in items and "doubles" not in known:
        sums["total"] = items["total"]
    return {**row, **sums}


def _numbers(text: str) -> dict[str, int]:
    """Return the items of a cell by name; empty if it has several hands."""
    if ";" in text or ":" not in text:
        return {}
    parts = (part.split() for part in text.partition(":")[2].split(","))
    return {name: int(points) for name, points in parts}


def written(sheet: Sheet, layout: Layout) -> tuple[bytes, Mapping[Spot, str]]:
    """Return the file of a sheet, and the names of its cells."""
    columns, table = laid_out(sheet, layout)
    cells = {
        (row, name): f"{letters(place)}{row + 5}"
        for row in range(len(sheet.rows))
        for place, name in enumerate(columns, 1)
    }
    return (workbook_of_rows(table) if layout.workbook else _as_csv(table)), cells


def laid_out(sheet: Sheet, layout: Layout) -> tuple[list[str], list[list[Value]]]:
    """Return the names of the columns, and the rows of the table."""
    columns = [*_used(sheet, layout), *POINTS]
    said = [[_said(row, name, layout) for name in columns] for row in sheet.rows]
    above: list[Value] = [None] * (len(columns) - 8)
    above += [_word("Change", layout), *[None] * 3, _word("Total", layout), *[None] * 3]
    heads = [*(_word(name, layout) for name in columns[:-8]), *layout.names * 2]
    return columns, [[_word("Rules", layout), sheet.rules], [], above, heads, *said]


def _used(sheet: Sheet, layout: Layout) -> list[str]:
    """Return the names of the columns that are not empty."""
    always = {"Deal", "Winner", "From"}
    return [
        name
        for name in layout.columns
        if name in always or any(row[name] not in {None, ""} for row in sheet.rows)
    ]


def _word(name: str, layout: Layout) -> str:
    return WORDS[name][layout.language]


def _said(row: Row, name: str, layout: Layout) -> Value:
    text = row[name]
    if not isinstance(text, str):
        return text
    if name == "Items" and _has_sum(row, layout):
        return None
    if name in OF_SEATS:
        return " ".join(dict(zip(SEATS, layout.names, strict=True)).get(w, w) for w in text.split())
    if ":" in text and name in {"Items", "Kongs"}:
        return "; ".join(_by_name(part, layout) for part in text.split("; "))
    return text


def _has_sum(row: Row, layout: Layout) -> bool:
    """Return whether separate columns state the value of the hand."""
    return "total" in layout.columns and bool(row["han"] or row["total"])


def _by_name(part: str, layout: Layout) -> str:
    seat, _, words = part.partition(":")
    return f"{layout.names[SEATS.index(seat)]}:{words}"


def _as_csv(table: Sequence[Sequence[Value]]) -> bytes:
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows(table)
    return stream.getvalue().encode()


# ---------------------------------------------------------------------- slips

Change = Callable[[Random, Sheet, Layout], frozenset[Spot] | None]
"""Changes one entry of a sheet; the cells, of which one is to be named, None where it cannot."""
SLIPS: Final[dict[str, Change]] = {}
KINDS: Final[dict[str, frozenset[str]]] = {}
"""The kinds that the audit may call a slip of that name."""


def slip(*kinds: str) -> Callable[[Change], Change]:
    """Return a decorator that adds a function to SLIPS.

    `kinds` are the kinds of wrong entries that the audit may report for it.
    """

    def named(change: Change) -> Change:
        name = change.__name__.replace("_", " ")
        SLIPS[name], KINDS[name] = change, frozenset(kinds)
        return change

    return named


def _pick(chance: Random, spots: Sequence[Spot]) -> Spot | None:
    return chance.choice(spots) if spots else None


def _spots(sheet: Sheet, columns: Sequence[str], *, filled: bool = True) -> list[Spot]:
    return [
        (n, name)
        for n, row in enumerate(sheet.rows)
        for name in columns
        if not filled or row[name] not in {None, "", 0}
    ]


def _put(sheet: Sheet, spot: Spot | None, value: Value) -> frozenset[Spot] | None:
    """Write a value into a cell; return the cell, None if it has this value already."""
    if spot is None or sheet.rows[spot[0]][spot[1]] == value:
        return None
    sheet.rows[spot[0]][spot[1]] = value
    return frozenset({spot})


def _at(sheet: Sheet, spot: Spot) -> int:
    return int(sheet.rows[spot[0]][spot[1]] or 0)


def _unit(sheet: Sheet) -> int:
    return 100 if load(sheet.rules).pot.unit >= 1000 else 1


@slip("unit")
def one_unit(chance: Random, sheet: Sheet, _layout: Layout) -> frozenset[Spot] | None:
    """Make a change or a total wrong by one unit."""
    spot = _pick(chance, _spots(sheet, POINTS))
    more = chance.choice((-1, 1)) * _unit(sheet)
    return spot and _put(sheet, spot, _at(sheet, spot) + more)


@slip("digits")
def transposed_digits(chance: Random, sheet: Sheet, _layout: Layout) -> frozenset[Spot] | None:
    """Exchange two digits of a number."""
    spot = _pick(chance, _spots(sheet, POINTS))
    if spot is None:
        return None
    number = _at(sheet, spot)
    digits = [*str(abs(number))]
    place = chance.randrange(len(digits))
    digits[place - 1 : place + 1] = reversed(digits[place - 1 : place + 1])
    turned = int("".join(digits)) * (1 if number > 0 else -1)
    long_enough = len(str(abs(turned))) == len(digits) and place > 0
    return _put(sheet, spot, turned) if long_enough else None


@slip("sign")
def lost_sign(chance: Random, sheet: Sheet, _layout: Layout) -> frozenset[Spot] | None:
    """Write a loss without its sign."""
    lost = [spot for spot in _spots(sheet, NET) if _at(sheet, spot) < 0]
    spot = _pick(chance, lost)
    return spot and _put(sheet, spot, -_at(sheet, spot))


@slip("sum")
def wrong_total(chance: Random, sheet: Sheet, _layout: Layout) -> frozenset[Spot] | None:
    """Make a total and all totals below it wrong by the same amount."""
    spot = _pick(chance, _spots(sheet, SCORE))
    if spot is None:
        return None
    more = chance.choice((-30, -3, 2, 20, 50)) * _unit(sheet)
    for row in sheet.rows[spot[0] :]:
        row[spot[1]] = int(row[spot[1]] or 0) + more
    return frozenset({spot})


@slip("exchanged")
def exchanged_shares(chance: Random, sheet: Sheet, _layout: Layout) -> frozenset[Spot] | None:
    """Exchange the shares of two payers."""
    row = chance.choice(sheet.rows)
    n = sheet.rows.index(row)
    lost = [name for name in NET if int(row[name] or 0) < 0]
    if len(lost) < 2:
        return None
    one, other = chance.sample(lost, 2)
    if row[one] == row[other]:
        return None
    row[one], row[other] = row[other], row[one]
    return frozenset({(n, one), (n, other)})


@slip("payer", "payee", "exchanged")
def another_payer(chance: Random, sheet: Sheet, layout: Layout) -> frozenset[Spot] | None:
    """Give a payment, or a loss, to another player."""
    if "Payments" in layout.columns:
        return _another_payer(chance, sheet)
    row = chance.choice(sheet.rows)
    n = sheet.rows.index(row)
    lost = [name for name in NET if int(row[name] or 0) < 0]
    free = [name for name in NET if row[name] == 0]
    if len(lost) != 1 or not free:
        return None
    one, other = lost[0], chance.choice(free)
    row[one], row[other] = row[other], row[one]
    return frozenset({(n, one), (n, other)})


def _another_payer(chance: Random, sheet: Sheet) -> frozenset[Spot] | None:
    spot = _pick(chance, _payments(sheet))
    if spot is None:
        return None
    payments = _paid(sheet, spot)
    place = chance.randrange(len(payments))
    payer, payee, points = payments[place]
    paying = {payer for payer, to, _ in payments if to == payee}
    free = [seat for seat in SEATS if seat not in {*paying, payee}]
    if payer == "table" or not free:
        return None
    payments[place] = chance.choice(free), payee, points
    return _pay(sheet, spot, payments)


def _payments(sheet: Sheet) -> list[Spot]:
    """Return the cells whose payments have no special signs."""
    found = _spots(sheet, ("Payments",))
    return [s for s in found if not {";", "=", "?"} & {*str(sheet.rows[s[0]][s[1]])}]


def _paid(sheet: Sheet, spot: Spot) -> list[tuple[str, str, int]]:
    parts = (part.split() for part in str(sheet.rows[spot[0]][spot[1]]).split(","))
    return [(*pair.split(">"), int(points)) for pair, points in parts]  # type: ignore[misc]


def _pay(
    sheet: Sheet, spot: Spot, payments: Sequence[tuple[str, str, int]]
) -> frozenset[Spot] | None:
    words = ", ".join(f"{payer}>{payee} {points}" for payer, payee, points in payments)
    return _put(sheet, spot, words)


def _one_payment(
    chance: Random, sheet: Sheet, layout: Layout, amount: Callable[[int, Row, str, str], int]
) -> frozenset[Spot] | None:
    """Change the amount of one payment."""
    spot = _pick(chance, _payments(sheet)) if "Payments" in layout.columns else None
    if spot is None:
        return None
    row, payments = sheet.rows[spot[0]], _paid(sheet, spot)
    place = chance.randrange(len(payments))
    payer, payee, points = payments[place]
    payments[place] = payer, payee, amount(points, row, payer, payee)
    return _pay(sheet, spot, payments)


@slip("counters")
def counters_forgotten(chance: Random, sheet: Sheet, layout: Layout) -> frozenset[Spot] | None:
    """Leave the counters out of a payment."""

    def without(points: int, row: Row, payer: str, _payee: str) -> int:
        counters = int(str(row["Deal"]).partition(".")[2] or 0)
        share = 100 if row["From"] == "self" else 300
        riichi = sheet.rules.startswith("riichi") and payer != "table"
        return points - share * counters if riichi else points

    return _one_payment(chance, sheet, layout, without)


@slip("sticks")
def stick_forgotten(chance: Random, sheet: Sheet, layout: Layout) -> frozenset[Spot] | None:
    """Take one stick fewer from the table."""

    def without(points: int, _row: Row, payer: str, _payee: str) -> int:
        return points - 1000 if payer == "table" and points > 1000 else points

    return _one_payment(chance, sheet, layout, without)


@slip("dealers-share", "amount")
def dealers_double_forgotten(
    chance: Random, sheet: Sheet, layout: Layout
) -> frozenset[Spot] | None:
    """Let the dealer pay what the others pay."""
    spot = _pick(chance, _payments(sheet)) if "Payments" in layout.columns else None
    if spot is None:
        return None
    dealer, payments = sheet.rows[spot[0]]["Dealer"], _paid(sheet, spot)
    others = {p[2] for p in payments if p[0] not in {dealer, "table"}}
    if len(others) != 1 or sheet.rows[spot[0]]["From"] != "self":
        return None
    same = others.pop()
    changed = [(a, b, same if a == dealer else points) for a, b, points in payments]
    return _pay(sheet, spot, changed)


@slip("discarder")
def another_discarder(chance: Random, sheet: Sheet, _layout: Layout) -> frozenset[Spot] | None:
    """Name another discarder in the column."""
    won = [s for s in _spots(sheet, ("From",)) if sheet.rows[s[0]]["From"] != "self"]
    spot = _pick(chance, won)
    if spot is None:
        return None
    row = sheet.rows[spot[0]]
    free = [s for s in SEATS if s not in {row["From"], *str(row["Winner"]).split()}]
    return _put(sheet, spot, chance.choice(free)) if free else None


@slip("winner", "exchanged")
def credited_to_the_neighbour(
    chance: Random, sheet: Sheet, layout: Layout
) -> frozenset[Spot] | None:
    """Name another winner in the column."""
    alone = [
        s for s in _spots(sheet, ("Winner",)) if len(str(sheet.rows[s[0]]["Winner"]).split()) == 1
    ]
    spot = _pick(chance, alone)
    if spot is None:
        return None
    row = sheet.rows[spot[0]]
    free = [s for s in SEATS if s not in {row["From"], row["Winner"]}]
    shown = row["Items"] and not _has_sum(row, layout)
    return None if shown else _put(sheet, spot, chance.choice(free))


@slip("step", "unit", "digits")
def one_table_step(chance: Random, sheet: Sheet, layout: Layout) -> frozenset[Spot] | None:
    """Make the value of the hand wrong by one step."""
    if layout.columns is FULL:
        return _one_item_more(chance, sheet)
    spot = _pick(chance, _spots(sheet, ("han", "total"))) or _pick(chance, _spots(sheet, ("fu",)))
    if spot is None:
        return _one_item_more(chance, sheet)
    more = chance.choice((1, -1)) if _at(sheet, spot) > 1 else 1
    return _put(sheet, spot, _at(sheet, spot) + more)


def _one_item_more(chance: Random, sheet: Sheet) -> frozenset[Spot] | None:
    """Give an item one point too many."""
    spot = _pick(chance, _spots(sheet, ("Items",)))
    if spot is None:
        return None
    seat, _, words = str(sheet.rows[spot[0]]["Items"]).partition(":")
    items = words.split(", ")
    if ";" in words or "total" in words:
        return None
    place = chance.randrange(len(items))
    name, points = items[place].split()
    items[place] = f"{name} {int(points) + 1}"
    return _put(sheet, spot, f"{seat}: {', '.join(each.strip() for each in items)}")


@slip("kong", "step")
def kong_points(chance: Random, sheet: Sheet, _layout: Layout) -> frozenset[Spot] | None:
    """Double the points of a kong."""
    spot = _pick(chance, _spots(sheet, ("Kongs",)))
    if spot is None:
        return None
    first, blank, last = str(sheet.rows[spot[0]]["Kongs"]).rpartition(" ")
    return _put(sheet, spot, f"{first}{blank}{int(last) * 2}")


@slip("dealer", "next-dealer")
def another_dealer(chance: Random, sheet: Sheet, layout: Layout) -> frozenset[Spot] | None:
    """Name a neighbour as the dealer in the column."""
    spot = _pick(chance, _spots(sheet, ("Dealer",)))
    if spot is None or "Dealer" not in layout.columns:
        return None
    old = SEATS.index(str(sheet.rows[spot[0]]["Dealer"]))
    cells = _put(sheet, spot, SEATS[(old + chance.choice((1, 3))) % 4])
    return cells and frozenset({*cells, (spot[0], "Deal"), (spot[0] - 1, "Deal")})


@slip("ready")
def ready_forgotten(chance: Random, sheet: Sheet, _layout: Layout) -> frozenset[Spot] | None:
    """Leave out a player who declared ready."""
    spot = _pick(chance, _spots(sheet, ("Ready",)))
    if spot is None or len(_spots(sheet, ("Ready",))) < 2:
        return None
    named = str(sheet.rows[spot[0]]["Ready"]).split()
    named.remove(chance.choice(named))
    cells = _put(sheet, spot, " ".join(named))
    return cells and frozenset({*cells, *((spot[0], each) for each in ("Deal", "Winner"))})


@slip("tenpai")
def tenpai_forgotten(chance: Random, sheet: Sheet, _layout: Layout) -> frozenset[Spot] | None:
    """Leave out a player who was one tile from winning."""
    spot = _pick(chance, _spots(sheet, ("Tenpai",)))
    named = str(sheet.rows[spot[0]]["Tenpai"]).split() if spot else []
    if len(named) < 2:
        return None
    named.remove(chance.choice(named))
    return _put(sheet, spot, " ".join(named))


# ---------------------------------------------------------------------- trials


@dataclass(frozen=True)
class Answer:
    """The audit's answer to a sheet: accused cells, reported kinds of wrong entries, audits."""

    accused: frozenset[str]
    kinds: frozenset[str]
    audits: tuple[SheetAudit, ...]

    def names(self, spots: frozenset[Spot], cells: Mapping[Spot, str]) -> bool:
        """Return whether one of the cells is accused."""
        return any(cells.get(spot) in self.accused for spot in spots)


OF_CODES: Final = {
    "score.item": "step",
    "next.dealer": "dealer",
    "next.counters": "counters",
    "win.ready": "ready",
    "ready.line": "ready",
    "tenpai.differs": "tenpai",
}
"""Codes that say by themselves what kind of slip it is."""


def answer(data: bytes) -> Answer:
    """Return the audit's answer to a file."""
    told = tuple(audited(game) for game in read_sheet(data).games)
    bad = [f for each in told for f in each.findings if f.severity in {"error", "warning"}]
    places = [place for f in bad for place in (f.place, f.other)]
    cells = {p.cell if isinstance(p, CellPlace) else "" for p in places if p is not None}
    kinds = {s.kind for s in _slips(told)} | {OF_CODES[f.code] for f in bad if f.code in OF_CODES}
    return Answer(frozenset(cells), frozenset(kinds), told)


def _slips(told: Sequence[SheetAudit]) -> Iterator[Slip]:
    for each in told:
        for deal in each.report.explanations:
            for explanation in deal.explanations:
                yield from explanation.slips


def spoiled(chance: Random, sheet: Sheet, layout: Layout, name: str) -> Sheet | None:
    """Return a copy of the sheet with a wrong entry of that kind, or None if none fits."""
    for _ in range(12):
        changed = sheet.copy()
        spots = SLIPS[name](chance, changed, layout)
        if spots:
            changed.slips.append((name, spots))
            return changed
    return None


def changes_nothing(sheet: Sheet, changed: Sheet, layout: Layout) -> bool:
    """Return whether the rules give the same results for both sheets."""
    return _due(sheet, layout) == _due(changed, layout) and not _differs_in_points(sheet, changed)


def _differs_in_points(sheet: Sheet, changed: Sheet) -> bool:
    names = ("Payments", *POINTS)
    pairs = zip(sheet.rows, changed.rows, strict=True)
    return any(a[name] != b[name] for a, b in pairs for name in names)


def _due(sheet: Sheet, layout: Layout) -> list[object]:
    """Return the changes that each game's facts lead to, without its recorded amounts."""
    data, _ = written(sheet, layout)
    bare = ["\n".join(_of_facts(game.text)) for game in read_sheet(data).games]
    return [audit(read(text)).changes for text in bare]


def _of_facts(text: str) -> Iterator[str]:
    """Yield the lines of a record that state no amounts."""
    amounts = ("pay ", "net ", "score ")
    yield from (line for line in text.splitlines() if not line.startswith(amounts))


@dataclass
class Tally:
    """The results of all trials for one rule set."""

    tried: Counter[str] = field(default_factory=Counter)
    cells: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    wrongly: Counter[str] = field(default_factory=Counter)
    idle: Counter[str] = field(default_factory=Counter)
    pairs: int = 0
    both: int = 0
    true: int = 0
    accused: list[tuple[Layout, Answer, bytes]] = field(default_factory=list)
    missed: list[tuple[Sheet, Layout, Answer]] = field(default_factory=list)

    def lines(self, rules: str) -> Iterator[str]:
        """Yield the lines of a table of the figures."""
        tried = max(1, self.tried.total())
        cells, kinds = self.cells.total() / tried, self.kinds.total() / tried
        both = self.both / max(1, self.pairs)
        yield (
            f"{rules}: {self.true} true, {len(self.accused)} accused; {tried} slips,"
            f" cell {cells:.1%}, kind {kinds:.1%}; {self.pairs} pairs, both cells {both:.1%}"
        )
        for name in {**self.tried, **self.idle}:
            told = f"{self.cells[name]}/{self.tried[name]}, kind {self.kinds[name]}"
            rest = f"other cells blamed {self.wrongly[name]}; nothing due changed {self.idle[name]}"
            yield f"    {name:28} {told}; {rest}"


def trials(rules: str, number: int, seed: int) -> Tally:
    """Audit correct sheets, each also with one wrong entry, and every second with two."""
    chance, tally = Random(seed), Tally()
    for n, sheet in enumerate(sheets(rules, number, seed)):
        layout = LAYOUTS[n % len(LAYOUTS)]
        _true(sheet, layout, tally)
        for name in chance.sample([*SLIPS], len(SLIPS)):
            if _one(chance, sheet, layout, name, tally):
                break
        if n % 2:
            _two(chance, sheet, layout, tally)
    return tally


def _true(sheet: Sheet, layout: Layout, tally: Tally) -> None:
    data, _ = written(sheet, layout)
    told = answer(data)
    tally.true += 1
    if told.accused:
        tally.accused.append((layout, told, data))


def _one(chance: Random, sheet: Sheet, layout: Layout, name: str, tally: Tally) -> bool:
    """Audit a sheet with one wrong entry of that kind, and count the result.

    Return False if the sheet has no place for it, or the entry changes nothing.
    """
    changed = spoiled(chance, sheet, layout, name)
    if changed is None:
        return False
    [(_, spots)] = changed.slips
    data, cells = written(changed, layout)
    told = answer(data)
    found = told.names(spots, cells)
    if not found and changes_nothing(sheet, changed, layout):
        tally.idle[name] += 1
        return False
    tally.tried[name] += 1
    tally.cells[name] += found
    tally.kinds[name] += bool(KINDS[name] & told.kinds)
    tally.wrongly[name] += not told.accused <= {cells.get(spot, "") for spot in spots}
    if not found or not KINDS[name] & told.kinds:
        tally.missed.append((changed, layout, told))
    return True


def _any_slip(chance: Random, sheet: Sheet, layout: Layout) -> Sheet | None:
    """Return the sheet with one more wrong entry of any kind; None if there is no place for one."""
    names = chance.sample([*SLIPS], len(SLIPS))
    made = (spoiled(chance, sheet, layout, name) for name in names)
    return next((each for each in made if each is not None), None)


def _two(chance: Random, sheet: Sheet, layout: Layout, tally: Tally) -> None:
    """Audit a sheet with two wrong entries in different cells, and count the result."""
    first = _any_slip(chance, sheet, layout)
    second = _any_slip(chance, first, layout) if first else None
    if first is None or second is None:
        return
    slips = second.slips
    if slips[0][1] & slips[1][1] or changes_nothing(sheet, first, layout):
        return
    data, cells = written(second, layout)
    told = answer(data)
    both = all(told.names(spots, cells) for _, spots in slips)
    if not both and changes_nothing(first, second, layout):
        return
    tally.pairs += 1
    tally.both += both


def main(number: int, seed: int) -> None:
    """Print the figures of every rule set."""
    for rules in RULES:
        print("\n".join(trials(rules, number, seed).lines(rules)), flush=True)


if __name__ == "__main__":
    main(*(int(word) for word in [*sys.argv[1:], "60", "1"][:2]))
