"""Measure made-up sheets in clubs' layouts: which are read, which wrong entries are named.

    python benchmarks/club_sheets.py [SHEETS] [SEED] [--misses N] [--write FOLDER]

The games are scored here by simple tables, without the rules of mjlog. The sheets differ in
language, heads, order, units and shape. Half of the wrong entries are points, the others a name or
the value of a hand.
"""

from __future__ import annotations

import csv
import io
import sys
import tomllib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from openpyxl import Workbook

from mjlog.model.findings import errors
from mjlog.sheets.audit import audited
from mjlog.sheets.files.workbook import letters
from mjlog.sheets.reading import read_sheet

WORDS: Final = tomllib.loads((Path(__file__).parent / "club_words.toml").read_text("utf-8"))
"""By language what its sheets call things, people and winds."""
EASTERN: Final = ("ja", "ko", "zh", "tw")
LABELS: Final = {"ja": "局", "ko": "국", "zh": "局", "tw": "局"}
REPEATS: Final = {"ja": "本場", "ko": "본장", "zh": "本场", "tw": "本場"}
FAAN_PRICES: Final = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128)
"""What others pay for each faan, half of a share."""
NOTHING: Final = [0] * 4
"""The totals at the beginning, and the prices of a drawn deal, where four play."""


@dataclass
class Cell:
    """A cell of a sheet being made: its text, and whether it is the wrong one."""

    text: str = ""
    is_slip: bool = False


@dataclass
class Deal:
    """A scored deal of a made-up game."""

    round: int
    dealer: int
    honba: int
    winner: int = -1
    source: int = -1
    han: int = 0
    fu: int = 0
    value: int = 0
    riichi: tuple[int, ...] = ()
    tenpai: tuple[int, ...] = ()
    changes: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)


@dataclass
class Sheet:
    """A made-up sheet: its name, its bytes, and the wrong cell, if it has one.

    `points` are the changes or totals of each deal, sorted by size. `claims` is the number of
    claims that should agree.
    """

    name: str
    data: bytes
    cell: str
    points: list[list[int]]
    claims: int


# ------------------------------------------------------------------ games


def riichi(chance: Random, deals: int, start: int, *, players: int = 4) -> list[Deal]:
    """Return the deals of a game of riichi in which nobody runs out of points."""
    while True:
        game = _riichi(chance, deals, start, players)
        if all(total >= 1000 for deal in game for total in deal.totals):
            return game


def _riichi(  # noqa: PLR0914  the state of a game
    chance: Random, deals: int, start: int, players: int
) -> list[Deal]:
    game: list[Deal] = []
    totals, number, honba, pot = [start] * players, 0, 0, 0
    while len(game) < deals and number < 2 * players:
        dealer = number % players
        deal = Deal(number // players, dealer, honba)
        deal.riichi = tuple(seat for seat in range(players) if chance.random() < 0.25)
        changes = [-1000 * (seat in deal.riichi) for seat in range(players)]
        pot += 1000 * len(deal.riichi)
        if chance.random() < 0.15:
            deal.tenpai = tuple(
                seat for seat in range(players) if seat in deal.riichi or chance.random() < 0.4
            )
            if 0 < len(deal.tenpai) < players:
                for seat in range(players):
                    is_ready = seat in deal.tenpai
                    in_all = 1000 * (players - 1)
                    share = in_all // (len(deal.tenpai) if is_ready else players - len(deal.tenpai))
                    changes[seat] += share if is_ready else -share
            stays, counts = dealer in deal.tenpai, True
        else:
            deal.winner = chance.randrange(players)
            if chance.random() < 0.6 or players == 3:
                deal.source = chance.choice([s for s in range(players) if s != deal.winner])
            least = 2 if deal.winner in deal.riichi and deal.source < 0 else 1
            deal.han = max(least, chance.choice([1, 2, 2, 3, 3, 4, 5, 6, 8]))
            deal.fu = chance.choice([30, 40]) if deal.han < 4 else 30
            if deal.han == 4:
                deal.fu = 40
            base = _base(deal.han, deal.fu)
            for seat in range(players):
                if deal.source in {-1, seat} and seat != deal.winner:
                    is_dealers = dealer in {seat, deal.winner}
                    times = (
                        (6 if deal.winner == dealer else 4)
                        if deal.source == seat
                        else 1 + is_dealers
                    )
                    paid = (
                        _up(base * times)
                        + 100 * (players - 1 if deal.source == seat else 1) * honba
                    )
                    changes[seat] -= paid
                    changes[deal.winner] += paid
            changes[deal.winner] += pot
            deal.value = _value(base, deal, dealer)
            pot = 0
            stays = counts = deal.winner == dealer
        totals = [total + change for total, change in zip(totals, changes, strict=True)]
        deal.changes, deal.totals = changes, totals
        game.append(deal)
        number += not stays
        honba = honba + 1 if counts else 0
        if number == 2 * players - 1 and stays:
            break
    return game


def _base(han: int, fu: int) -> int:
    limits = {5: 2000, 6: 3000, 7: 3000, 8: 4000}
    return limits.get(han) or min(2000, fu << (han + 2))


def _up(points: int) -> int:
    return -(-points // 100) * 100


def _value(base: int, deal: Deal, dealer: int) -> int:
    """Return the total price of a hand, without counters and sticks."""
    if deal.source >= 0:
        return _up(base * (6 if deal.winner == dealer else 4))
    if deal.winner == dealer:
        return 3 * _up(2 * base)
    return 2 * _up(base) + _up(2 * base)


def mcr(chance: Random, deals: int) -> list[Deal]:
    """Return the deals of a game by the Chinese official rules."""
    game = list[Deal]()
    for number in range(deals):
        deal, prices = Deal(number // 4, number % 4, 0), NOTHING
        if chance.random() < 0.9:
            _win(chance, deal)
            deal.value = chance.choice([8, 9, 10, 11, 14, 18, 24, 27, 32, 48])
            prices = [8 + deal.value * (deal.source in {-1, seat}) for seat in range(4)]
        _settle(game, deal, prices)
    return game


def hongkong(chance: Random, deals: int) -> list[Deal]:
    """Return the deals of a game of Hong Kong that counts faan."""
    game, number = list[Deal](), 0
    for _ in range(deals):
        deal, prices = Deal(number // 4 % 4, number % 4, 0), NOTHING
        if chance.random() < 0.9:
            _win(chance, deal)
            deal.value = chance.choice([3, 3, 4, 5, 6, 7, 8])
            share = 2 * FAAN_PRICES[deal.value]
            prices = [
                share if deal.source < 0 else 2 * share * (seat == deal.source) for seat in range(4)
            ]
            number += deal.winner != deal.dealer
        _settle(game, deal, prices)
    return game


def taiwan(chance: Random, deals: int, base: int, unit: int) -> list[Deal]:
    """Return the deals of a Taiwanese game in which no dealer wins, with the hand's tai only."""
    game = list[Deal]()
    for number in range(deals):
        deal = Deal(number // 4, number % 4, 0)
        _win(chance, deal)
        if deal.winner == deal.dealer:
            deal.winner = (deal.dealer + 1) % 4
            deal.source = -1 if deal.source < 0 else (deal.dealer + 2) % 4
        deal.value = chance.randint(2, 9)
        prices = [
            (base + unit * (deal.value + (seat == deal.dealer))) * (deal.source in {-1, seat})
            for seat in range(4)
        ]
        _settle(game, deal, prices)
    return game


def american(chance: Random, deals: int) -> list[Deal]:
    """Return the deals of an American game: the discarder pays double, all do for a self-draw."""
    game = list[Deal]()
    for number in range(deals):
        deal, prices = Deal(number // 4, number % 4, 0), NOTHING
        if chance.random() < 0.85:
            _win(chance, deal)
            deal.value = chance.choice([25, 30, 35, 40, 50])
            prices = [deal.value * (2 if deal.source in {-1, seat} else 1) for seat in range(4)]
        _settle(game, deal, prices)
    return game


def _settle(game: list[Deal], deal: Deal, prices: list[int]) -> None:
    """Let each player except the winner pay the price, and add the deal to the game."""
    deal.changes = [-price for price in prices]
    if any(prices):
        deal.changes[deal.winner] = sum(prices) - prices[deal.winner]
    before = game[-1].totals if game else NOTHING
    deal.totals = [total + change for total, change in zip(before, deal.changes, strict=True)]
    game.append(deal)


def _win(chance: Random, deal: Deal) -> None:
    """Choose the winner of a deal, and a discarder or a self-draw."""
    deal.winner = chance.randrange(4)
    if chance.random() < 0.65:
        deal.source = chance.choice([seat for seat in range(4) if seat != deal.winner])


# ------------------------------------------------------------------ sheets of deals


Column = list[Cell]
"""The head in one or two rows, then a cell for each deal."""


class Maker:
    """Makes one sheet; its form is chosen at random when the maker is created."""

    def __init__(self, seed: int, *, with_slip: bool) -> None:
        """Choose the form of the sheet at random."""
        self.chance = chance = Random(seed)
        self.noise = Random(seed + 1)  # separate, so that the layout depends on `chance` alone
        self.language = chance.choice([*WORDS, "en", "en", "ja", "zh", "tw", "de", "fr", "ko"])
        kinds = ["riichi"] * 12 + ["mcr"] * 3 + ["hongkong"] * 2 + ["american", "sanma"]
        self.kind = chance.choice(kinds)
        if self.language == "tw":
            self.kind = chance.choice(["riichi", "taiwan", "taiwan", "mcr", "hongkong"])
        if self.kind == "american":
            self.language = "en"
        self.players = 3 if self.kind == "sanma" else 4
        self.is_riichi = self.kind in {"riichi", "sanma"}
        names = [*WORDS[self.language]["names"]]
        chance.shuffle(names)
        self.names = names[: self.players]
        self.with_slip = with_slip
        self.points = chance.choice(["changes"] * 4 + ["totals"] * 2 + ["both"] * 3)
        if self.kind in {"american", "taiwan"} and self.points == "totals":
            self.points = "changes"
        # A hand without jokers costs more, but no column says so: only sums show a slip.
        if self.kind == "american" and with_slip:
            self.points = "both"
        self.winner = chance.choice(
            ["name"] * 5 + ["number", "wind", "turning", "marks", "pair", "letter"]
        )
        self.result = chance.choice(["from", "from", "how", "one cell"])
        if self.winner in {"marks", "pair"}:
            self.result = self.winner
        elif self.winner in {"wind", "turning"} and self.result == "one cell":
            self.result = "from"
        self.unit = chance.choice([1, 1, 1, 1, 100, 1000]) if self.is_riichi else 1
        self.comma = self.language not in {"en", *EASTERN} and chance.random() < 0.6
        self.has_value = chance.random() < 0.9 or self.kind in {"american", "taiwan", "hongkong"}
        # Values of hands, or totals beside changes, show which number of a deal is wrong.
        self.has_value |= with_slip and self.points != "both"
        self.names_rules = chance.random() < 0.4 or self.kind == "sanma"
        self.is_turned = chance.random() < 0.12
        self.start = 25000
        self.claims = 0
        self.numbers: list[list[int]] = []

    def word(self, key: str) -> str:
        """Return one of the words for `key` in the language of the sheet."""
        return str(self.chance.choice(WORDS[self.language][key]))

    def game(self) -> list[Deal]:
        """Return the deals of one game."""
        number = self.chance.randint(4, 9)
        match self.kind:
            case "riichi":
                return riichi(self.chance, number, self.start)
            case "sanma":
                self.start = 35000
                return riichi(self.chance, number, self.start, players=3)
            case "mcr":
                return mcr(self.chance, number)
            case "hongkong":
                return hongkong(self.chance, number)
            case "taiwan":
                return taiwan(self.chance, number, 100, 20)
        return american(self.chance, number)

    def number(self, points: int, *, signed: bool = False) -> str:
        """Return points as text in the unit of the sheet."""
        if self.unit == 1:
            text = str(points)
        elif points % self.unit == 0:
            text = str(points // self.unit)
        else:
            text = f"{points / self.unit:g}"
        if self.comma:
            text = text.replace(".", ",")
        return f"+{text}" if signed and points > 0 else text

    # ------------------------------------------------------------------ columns

    def labels(self, deals: Sequence[Deal]) -> list[list[str]]:
        """Return the columns that name the deals, each with its head first."""
        is_short = self.chance.random() < 0.6 or self.language in EASTERN
        winds = WORDS[self.language]["winds" if is_short else "whole_winds"]
        form = self.chance.choice(["plain", "dash", "words", "column"])
        if self.kind == "american" or (self.kind == "mcr" and self.chance.random() < 0.7):
            form = "numbers"
        ending, repeat = LABELS.get(self.language, ""), REPEATS.get(self.language, "")
        blank = " " if len(winds[0]) > 1 and not ending else ""
        names, counters = [], []
        for number, deal in enumerate(deals, 1):
            name = f"{winds[deal.round]}{blank}{deal.dealer + 1}{ending}"
            counters.append(str(deal.honba))
            if form == "numbers":
                names.append(str(number))
            elif form == "plain" and self.is_riichi and ending:
                names.append(f"{name}{deal.honba}{repeat}")
            elif form == "dash" and self.is_riichi:
                names.append(f"{name}-{deal.honba}")
            elif form == "words" and self.is_riichi and deal.honba and not ending:
                names.append(f"{name} ({deal.honba})")
            else:
                names.append(name)
        columns = [[self.word("deal"), *names]]
        if form == "column" and self.is_riichi:
            columns.append([self.word("honba"), *counters])
        return columns

    def who(self, seat: int, deal: Deal) -> str:
        """Return a player as the sheet writes winners and discarders."""
        winds = WORDS[self.language]["winds"]
        match self.winner:
            case "number":
                return str(seat + 1)
            case "letter":
                return "ABCD"[seat]
            case "wind":
                return winds[seat]
            case "turning":
                return winds[(seat - deal.dealer) % self.players]
        return self.names[seat]

    def results(self, deals: Sequence[Deal]) -> list[list[str]]:
        """Return the columns about winners and discarders, each with its head first."""
        tsumo, ron, draw = (self.word(key) for key in ("tsumo", "ron", "draw"))
        if self.result == "marks":
            won, lost = self.chance.choice(["○×", "◯✕", "◎●", "⭕❌"])
            return [
                [
                    f"{name} ",
                    *(
                        won if deal.winner == seat else lost if deal.source == seat else ""
                        for deal in deals
                    ),
                ]
                for seat, name in enumerate(self.names)
            ]
        if self.result == "pair":
            mark = self.chance.choice("X✓x1")
            heads = self.word("win"), self.word("lost")
            return [
                [f"{head} {name}", *(mark if who(deal) == seat else "" for deal in deals)]
                for head, who in zip(
                    heads, (lambda deal: deal.winner, lambda deal: deal.source), strict=True
                )
                for seat, name in enumerate(self.names)
            ]
        winner, source, how = [self.word("winner")], [self.word("from")], [self.word("how")]
        for deal in deals:
            if deal.winner < 0:
                winner.append(draw if self.result != "how" else "")
                source.append("")
                how.append(draw)
            else:
                winner.append(self.who(deal.winner, deal))
                source.append(
                    self.who(deal.source, deal)
                    if deal.source >= 0
                    else tsumo
                    if self.result == "from"
                    else ""
                )
                how.append(ron if deal.source >= 0 else tsumo)
        if self.result == "one cell":
            joint = self.chance.choice(
                [" ← ", " < ", " from "] if self.language == "en" else [" ← "]
            )
            texts = [
                win
                if deal.winner < 0
                else f"{win}{joint}{src}"
                if deal.source >= 0
                else f"{win} ({tsumo})"
                for deal, win, src in zip(deals, winner[1:], source[1:], strict=True)
            ]
            return [[self.word("how"), *texts]]
        return [winner, source, how] if self.result == "how" else [winner, source]

    def hands(self, deals: Sequence[Deal]) -> list[list[str]]:
        """Return the columns about the values of hands, each with its head first."""
        if not self.has_value:
            return []
        if self.is_riichi:
            form = self.chance.choice(["han fu", "han fu", "fu han", "one cell"])
            han = [self.word("han"), *(str(deal.han or "") for deal in deals)]
            fu = [self.word("fu"), *(str(deal.fu or "") for deal in deals)]
            if form == "one cell":
                joint = "/" if self.chance.random() < 0.5 else " / "
                texts = (f"{deal.han}{joint}{deal.fu}" if deal.han else "" for deal in deals)
                return [[f"{han[0]}/{fu[0]}", *texts]]
            return [han, fu] if form == "han fu" else [fu, han]
        key = {"hongkong": "faan", "taiwan": "tai"}.get(self.kind, "value")
        return [[self.word(key), *(str(deal.value or "") for deal in deals)]]

    def extras(self, deals: Sequence[Deal]) -> list[list[str]]:
        """Return further columns: riichi, tenpai, dealers, and some that are not about points."""
        columns: list[list[str]] = []
        comma = self.chance.choice([", ", "/", "、" if self.language in EASTERN else " "])
        if self.is_riichi:
            texts = (comma.join(self.names[seat] for seat in deal.riichi) for deal in deals)
            columns.append([self.word("riichi"), *texts])
            ready = (
                comma.join(self.names[seat] for seat in deal.tenpai) if deal.winner < 0 else ""
                for deal in deals
            )
            columns.append([self.word("tenpai"), *ready])
        if self.chance.random() < 0.2:
            columns.append([self.word("dealer"), *(self.names[deal.dealer] for deal in deals)])
        if self.chance.random() < 0.25:
            columns.append([self.word("minutes"), *(str(self.noise.randint(3, 19)) for _ in deals)])
        if self.chance.random() < 0.25:
            texts = (
                ""
                if self.noise.random() < 0.7
                else self.noise.choice(["!", "ok", "15:30", "nice hand", "牌"])
                for _ in deals
            )
            columns.append([self.word("note"), *texts])
        self.chance.shuffle(columns)
        return columns

    def grid(self, deals: Sequence[Deal]) -> list[list[Cell]]:
        """Return the rows of one game's table, heads first, with the wrong entry if any."""
        self.state_of_form = self.chance.getstate()
        left = self.labels(deals)
        middle = [self.results(deals), self.hands(deals), self.extras(deals)]
        self.chance.shuffle(middle)
        others = [column for some in middle for column in some]
        is_signed = self.chance.random() < 0.3
        changes = [
            [
                Cell(name),
                *(Cell(self.number(deal.changes[seat], signed=is_signed)) for deal in deals),
            ]
            for seat, name in enumerate(self.names)
        ]
        totals = [
            [Cell(name), *(Cell(self.number(deal.totals[seat])) for deal in deals)]
            for seat, name in enumerate(self.names)
        ]
        points, top = self._points(changes, totals)
        side = [[Cell(text) for text in column] for column in others]
        columns = [[Cell(text) for text in column] for column in left]
        if self.chance.random() < 0.3:
            at, columns = len(columns), [*columns, *points, *side]
        else:
            at, columns = len(columns) + len(side), [*columns, *side, *points]
        if self.with_slip:
            self._slip(columns, deals, points)
        rows = [list(row) for row in zip(*columns, strict=True)]
        above = {at + place: text for place, text in top.items()}
        if above:
            rows.insert(0, [Cell(above.get(place, "")) for place in range(len(columns))])
        rows += self._below(columns, at, deals)
        is_told = (self.has_value and self.kind != "american") or self.points == "both"
        self.claims += len(deals) * self.players * is_told
        self.numbers += [
            sorted(deal.totals if self.points == "totals" else deal.changes) for deal in deals
        ]
        return rows

    def _points(
        self, changes: list[Column], totals: list[Column]
    ) -> tuple[list[Column], dict[int, str]]:
        """Return the columns of points in their order, and the texts above them by column."""
        if self.points == "changes":
            return changes, {}
        if self.points == "totals":
            return totals, {}
        form = self.chance.choice(["heads", "words", "over", "pairs"])
        word, change = self.word("total"), self.word("change")
        if form == "pairs":
            for column in totals:
                column[0].text = word
            return [column for pair in zip(changes, totals, strict=True) for column in pair], {}
        if form == "words":
            for column in totals:
                column[0].text = f"{column[0].text} {word}"
        elif form == "heads":
            for column in changes:
                column[0].text = f"{column[0].text} {change}"
            for column in totals:
                column[0].text = f"{column[0].text} {word}"
        over = {0: change, self.players: word} if form == "over" else {}
        return [*changes, *totals], over

    def _below(self, columns: list[Column], at: int, deals: Sequence[Deal]) -> Iterator[list[Cell]]:
        """Yield the rows below the deals."""
        if self.points == "both" or self.chance.random() < 0.5:
            return
        row = [Cell() for _ in columns]
        row[0].text = self.word("final")
        ends = deals[-1].totals
        if self.points == "changes":
            ends = [sum(deal.changes[seat] for deal in deals) for seat in range(self.players)]
        for seat in range(self.players):
            row[at + seat].text = self.number(ends[seat])
        yield row

    def _slip(self, columns: list[Column], deals: Sequence[Deal], points: list[Column]) -> None:
        """Make one cell wrong whose content follows from other cells."""
        kinds = ["points"] * 3
        if self.has_value and self.points != "totals":
            kinds += ["value"]
        if self.has_value and self.result in {"from", "how"} and self.winner == "name":
            kinds += ["source"]
        kind = self.chance.choice(kinds)
        others = [column for column in columns if column not in points]
        is_done = kind == "source" and self._slip_of_source(others, deals)
        is_done = is_done or (kind == "value" and self._slip_of_value(others, deals))
        if not is_done:
            self._slip_of_points(points, deals)

    def _slip_of_source(self, columns: list[Column], deals: Sequence[Deal]) -> bool:
        """Name another discarder; return False if no deal has a discarder."""
        sources = [n for n, deal in enumerate(deals, 1) if deal.source >= 0]
        if not sources:
            return False
        n = self.chance.choice(sources)
        deal = deals[n - 1]
        own = self.who(deal.source, deal)
        others = [s for s in range(self.players) if s not in {deal.source, deal.winner}]
        cells = [column[n] for column in columns if not self._lists_names(column)]
        cell = next(cell for cell in cells if cell.text == own)
        cell.text, cell.is_slip = self.who(self.chance.choice(others), deal), True
        return True

    def _slip_of_value(self, columns: list[Column], deals: Sequence[Deal]) -> bool:
        """Write another value of a hand; return False if no hand is small enough."""
        key = {"hongkong": "faan", "taiwan": "tai"}.get(self.kind, "value")
        heads = WORDS[self.language]["han" if self.is_riichi else key]
        wanted = [column for column in columns if column[0].text.split("/")[0] in heads]
        small = [n for n, deal in enumerate(deals, 1) if deal.winner >= 0 and (deal.han or 1) < 4]
        if not wanted or not small:
            return False
        cell = wanted[0][self.chance.choice(small)]
        first, slash, rest = cell.text.partition("/")
        blank = " " if first.endswith(" ") else ""
        more = int(first) + (1 if self.is_riichi else 2)
        cell.text, cell.is_slip = f"{more}{blank}{slash}{rest}", True
        return True

    def _slip_of_points(self, points: list[Column], deals: Sequence[Deal]) -> None:
        """Write wrong points in a deal that somebody won."""
        n = self.chance.choice([n for n, deal in enumerate(deals, 1) if deal.winner >= 0])
        some = [column for column in points if column[n].text.lstrip("+-") != "0"] or points
        cell = self.chance.choice(some)[n]
        number = round(float(cell.text.replace(",", ".")) * self.unit)
        step = self.chance.choice([1000, 300, 2000] if self.is_riichi else [2, 5, 10])
        cell.text, cell.is_slip = self.number(number + step, signed=cell.text.startswith("+")), True

    def _lists_names(self, column: Column) -> bool:
        """Return whether a column names who declared ready, who is tenpai, or who deals."""
        words = WORDS[self.language]
        heads = {word for key in ("riichi", "tenpai", "dealer", "winner") for word in words[key]}
        return column[0].text in heads

    # ------------------------------------------------------------------ whole sheets

    def sheet(self, name: str) -> Sheet:
        """Return the finished sheet."""
        chance = self.chance
        shape = chance.choice(["one"] * 6 + ["below", "beside"])
        if self.is_turned:
            shape = "one"
        rows = self.grid(self.game())
        if shape != "one":
            self.with_slip, kept = False, self.with_slip
            other = self._same_again()
            self.with_slip = kept
            if shape == "below":
                rows = [*rows, [], *other]
            else:
                wide = max(map(len, rows))
                filled = [[*row, *(Cell() for _ in range(wide + 1 - len(row)))] for row in rows]
                filled += [[Cell() for _ in range(wide + 1)] for _ in range(len(other) - len(rows))]
                rows = [
                    [*row, *(other[n] if n < len(other) else [])] for n, row in enumerate(filled)
                ]
        if self.is_turned:
            wide = max(map(len, rows))
            full = [[*row, *(Cell() for _ in range(wide - len(row)))] for row in rows]
            rows = [list(row) for row in zip(*full, strict=True)]
        rows = [*self._title(), *rows]
        cell = next((f"{letters(column)}{row}" for row, cells in enumerate(rows, 1)
                     for column, each in enumerate(cells, 1) if each.is_slip), "")  # fmt: skip
        data, ending = written(chance, rows, is_comma=self.comma)
        kinds = (self.language, self.kind, self.points, self.winner, self.result, f"u{self.unit}",
                 shape, self.is_turned * "turned", self.names_rules * "rules")  # fmt: skip
        what = "-".join(filter(None, kinds))
        return Sheet(f"{name}-{what}.{ending}", data, cell, self.numbers, self.claims)

    def _same_again(self) -> list[list[Cell]]:
        """Return the table of another game in the same form."""
        form = self.state_of_form
        deals = self.game()
        after = self.chance.getstate()
        self.chance.setstate(form)
        other = self.grid(deals)
        self.chance.setstate(after)
        return other

    def _title(self) -> list[list[Cell]]:
        """Return the rows above the table."""
        chance = self.chance
        rows: list[list[str]] = []
        names = {
            "riichi": ["Riichi", "リーチ麻雀", "riichi/1"],
            "sanma": ["riichi/1 preset=tenhou-sanma"],
            "mcr": ["MCR", "国标麻将", "mcr/1"], "hongkong": ["Hong Kong", "hongkong-faan/1"],
            "taiwan": ["台灣麻將 底100 台20"], "american": ["American Mah Jongg", "american/1"],
        }  # fmt: skip
        if self.kind == "taiwan" or self.names_rules:
            text = chance.choice(names[self.kind])
            rows.append(["Rules", text] if "/1" in text else [text])
        if chance.random() < 0.3:
            rows.append([chance.choice(["Monday club", "Table 3", "2024-05-12", "Spring league"])])
        if rows and chance.random() < 0.5:
            rows.append([])
        return [[Cell(text) for text in row] for row in rows]


def written(chance: Random, rows: list[list[Cell]], *, is_comma: bool) -> tuple[bytes, str]:
    """Return the rows as a file of a random kind, and the suffix of its name."""
    texts = [[cell.text for cell in row] for row in rows]
    form = chance.choice(["csv", "csv", "tsv", "xlsx"])
    if form == "xlsx":
        book = Workbook()
        page = book.worksheets[0]
        for at, row in enumerate(texts, 1):
            for column, text in enumerate(row, 1):
                if text:
                    is_whole = (
                        text.lstrip("-").isdigit() and not text.startswith("0")
                    ) or text == "0"
                    page.cell(at, column, int(text) if is_whole else text)
        stream = io.BytesIO()
        book.save(stream)
        return stream.getvalue(), "xlsx"
    delimiter = "\t" if form == "tsv" else ";" if is_comma else ","
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows(texts)
    return out.getvalue().encode(), form


def sheets(number: int, seed: int, *, slips: bool) -> Iterator[Sheet]:
    """Yield sheets, without wrong entries or (with `slips`) with one on each."""
    for at in range(number):
        maker = Maker(seed * 10_000 + at, with_slip=slips)
        yield maker.sheet(f"{'slip' if slips else 'true'}{at:03}")


# ------------------------------------------------------------------ what is made of them


def answer(sheet: Sheet) -> tuple[bool, str]:
    """Return whether the audit answers a sheet correctly, and if not, what is wrong."""
    read = read_sheet(sheet.data)
    audits = [audited(game) for game in read.games]
    found = [*errors(read.findings), *(each for audit in audits for each in errors(audit.findings))]
    cells = {getattr(each.place, "cell", "") for each in found}
    agreed = sum(
        verdict.answer in {"agrees", "given"} for audit in audits for verdict in audit.verdicts
    )
    if not audits:
        return False, f"not read: {[str(each) for each in read.findings][:2]}"
    why = f"named {sorted(cells)}: {[str(each.message) for each in found][:2]}"
    if sheet.cell:
        return cells == {sheet.cell}, f"wanted {sheet.cell}, {why}"
    if found:
        return False, why
    keyword = "score" if "-totals-" in sheet.name else "net"
    read_points = [sorted(numbers[0]) for game in read.games for deal in game.game.deals
                   if (numbers := deal.numbers(keyword)) and None not in numbers[0]]  # fmt: skip
    if sorted(read_points) != sorted(sheet.points):
        return False, f"points are read as {read_points}; {[a.understood for a in audits][:1]}"
    return (
        agreed * 2 >= sheet.claims,
        f"{agreed} agree of {sheet.claims} points; {[a.understood for a in audits][:1]}",
    )


def main() -> None:
    """Print how many sheets are answered correctly."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("sheets", nargs="?", type=int, default=150)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--write", type=Path)
    asked = parser.parse_args()
    for slips in (False, True):
        some = [*sheets(asked.sheets, asked.seed, slips=slips)]
        answers = [answer(sheet) for sheet in some]
        right = sum(is_right for is_right, _ in answers)
        print(f"{'slips' if slips else 'true sheets'}: {right} of {len(some)} answered right")
        misses = [
            (sheet, why)
            for sheet, (is_right, why) in zip(some, answers, strict=True)
            if not is_right
        ]
        kinds = Counter(part for sheet, _ in misses for part in sheet.name.split("-")[1:])
        if asked.misses:
            print(kinds.most_common(12))
        for sheet, why in misses[: asked.misses]:
            print(f"  {sheet.name}: {why[:300]}")
        if asked.write:
            asked.write.mkdir(parents=True, exist_ok=True)
            for sheet in some:
                (asked.write / sheet.name).write_bytes(sheet.data)


if __name__ == "__main__":
    sys.exit(main())
