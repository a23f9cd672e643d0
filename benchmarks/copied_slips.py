"""Measure sheets on which one wrong entry was copied: how often only this entry is named.

    python benchmarks/copied_slips.py [GAMES] [SEED] [--misses N]

A made-up game becomes a sheet without turns. One entry is made wrong, and the entries that people
compute from it as well: a price changes payments, changes and totals. A letter on the win line, the
value of a hand, a dealer and a `next` line are wrong alone.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from mjlog.auditor.audit import audit
from mjlog.bots.generate import games
from mjlog.model.findings import Finding
from mjlog.model.record import SEATS, Game, Ready, seat_name
from mjlog.model.tiles import text
from mjlog.notation import read, write
from mjlog.referee.replay import replay
from mjlog.rules import load

RULES: Final = (
    "riichi/1",
    "riichi/1 preset=ema-2016",
    "riichi/1 preset=tenhou",
    "taiyuan/1",
    "taiwanese/1",
    "taiwanese/1 preset=taiwan_usual",
    "american/1",
    "tibet/1 preset=tibet-13-scored",
    "tibet/1 preset=tibet-10-scored",
    "tibet/1 preset=tibet-kan",
    "hongkong/1",
    "mcr/1",
)
KEPT: Final = ("%", "@", "win ", "ready ", "show ", "fan ", "kong ", "tenpai ", "pay ", "net ",
               "score ", "next ", "draw ", "rule ", "bonus ", "dora ", "ura ")  # fmt: skip
FORMS: Final = {
    "whole": KEPT,
    "no tiles": tuple(word for word in KEPT if word not in {"show ", "bonus ", "dora ", "ura "}),
    "payments": tuple(word for word in KEPT if word not in {"net ", "score "}),
    "changes": tuple(word for word in KEPT if word not in {"pay ", "score "}),
    "totals": tuple(word for word in KEPT if word not in {"pay ", "net "}),
    "no ready": tuple(
        word for word in KEPT if word not in {"ready ", "show ", "bonus ", "dora ", "ura "}
    ),
    "no items": tuple(word for word in KEPT if word not in {"fan ", "kong "}),
}


@dataclass(frozen=True)
class Slip:
    """A sheet with one wrong entry: its kind, the codes that may report it, and its line.

    `also` are other lines that may be named.
    """

    kind: str
    text: str
    codes: tuple[str, ...]
    line: int
    also: tuple[int, ...] = ()


def sheets(rules: str, number: int, seed: int, most: int = 6) -> Iterator[list[str]]:
    """Yield correct sheets of made-up games of a few deals, as lines."""
    found = 0
    while found < number:
        seed += 1
        for game in games(rules, seed=seed, deals=most, fast=True):
            lines = _as_sheet(game)
            if any(line.startswith("win ") for line in lines):
                found += 1
                yield lines
                break


def _as_sheet(game: Game) -> list[str]:
    """Return the lines of a game's score sheet, with who declared ready and the bonus tiles."""
    rules = load(game.rules)
    lines: list[str] = []
    deals = iter(game.deals)
    for line in write(game).split("\n"):
        if line.startswith("@"):
            deal = next(deals)
            lines.append(re.sub(r" scores=\S+", "", line))
            acts = [(turn.seat, act) for turn in deal.turns for act in turn.acts]
            ready = sorted({seat_name(seat) for seat, act in acts if isinstance(act, Ready)})
            if ready:
                lines.append("ready " + " ".join(ready))
            for seat, hand in enumerate(replay(deal, rules, seats=game.seats).table.hands):
                if hand.bonus:
                    lines.append(f"bonus {seat_name(seat)} {text(hand.bonus, sort=True)}")
        elif line.startswith((*KEPT, "Rules:", "A:", "B:", "C:", "D:")):
            lines.append(line)
    return lines


# ---------------------------------------------------------------------- slips


def slips(lines: list[str], chance: Random) -> Iterator[Slip]:
    """Yield each wrong entry that a sheet may have."""
    for first, last in _deals(lines):
        wins = [n for n in range(first, last) if lines[n].startswith("win ")]
        if len(wins) == 1:
            yield from _prices(lines, first, last)
            yield from _letters(lines, first, last, wins[0], chance)
            yield from _values(lines, first, last)
        yield from _nexts(lines, first, last, chance)
        dealer = re.search(r"dealer=([A-D])", lines[first])
        if dealer:
            other = chance.choice([seat for seat in SEATS if seat != dealer[1]])
            header = lines[first].replace(dealer[0], f"dealer={other}")
            yield Slip("dealer", "\n".join([*lines[:first], header, *lines[first + 1 :]]),
                       ("next.",), first)  # fmt: skip


def _deals(lines: list[str]) -> Iterator[tuple[int, int]]:
    starts = [n for n, line in enumerate(lines) if line.startswith("@")]
    yield from zip(starts, [*starts[1:], len(lines)], strict=True)


def _row(line: str) -> list[int]:
    return [int(word) for word in line.split()[1:]]


def _prices(lines: list[str], first: int, last: int) -> Iterator[Slip]:
    """Yield sheets with a wrong price; payments, changes and totals follow from it."""
    winner = next(line for line in lines[first:last] if line.startswith("win "))[4]
    pays = [n for n in range(first, last) if lines[n].startswith("pay ")]
    plain = [n for n in pays if f">{winner} " in lines[n] and "for" not in lines[n]]
    if len(plain) != 1:
        return
    paid = {payer: int(points) for payer, payee, points in
            re.findall(r"([A-D])>([A-D]) (\d+)", lines[plain[0]]) if payee == winner}  # fmt: skip
    if not paid:
        return
    least, most = min(paid.values()), max(paid.values())
    step = 100 if all(points % 100 == 0 for points in paid.values()) else 1
    ways = {
        "halved": {seat: points // 2 for seat, points in paid.items()},
        "doubled": {seat: points * 2 for seat, points in paid.items()},
        "a bonus forgotten": {seat: points - step for seat, points in paid.items()},
        "a bonus too many": {seat: points + 2 * step for seat, points in paid.items()},
        "the lowest for all": dict.fromkeys(paid, least),
        "the highest for all": dict.fromkeys(paid, most),
    }
    for way, amounts in ways.items():
        if amounts != paid and min(amounts.values()) > 0:
            repriced = _Repriced(winner, paid, amounts)
            # The next deals may not be possible with these totals, so the sheet ends here.
            text = repriced.written(lines[:last], (first, last), plain[0])
            yield Slip(f"price {way}", text, ("pay.", "net.", "score."), 0, (first, last))


@dataclass(frozen=True)
class _Repriced:
    """The payments to a winner, and the wrong amounts in their place."""

    winner: str
    paid: dict[str, int]
    amounts: dict[str, int]

    def written(self, lines: list[str], deal: tuple[int, int], pay: int) -> str:
        """Return the sheet with the wrong price in payments, changes and totals."""
        change = [self.paid.get(seat, 0) - self.amounts.get(seat, 0) for seat in SEATS]
        change[SEATS.index(self.winner)] -= sum(change)
        out = [*lines]
        out[pay] = re.sub(r"([A-D])>([A-D]) (\d+)", self._payment, lines[pay])
        for number in range(deal[0], len(lines)):
            word = lines[number].partition(" ")[0]
            if (word == "net" and number < deal[1]) or word == "score":
                row = zip(_row(lines[number]), change, strict=False)
                out[number] = " ".join([word, *(str(old + new) for old, new in row)])
        return "\n".join(out)

    def _payment(self, found: re.Match[str]) -> str:
        if found[2] != self.winner:
            return found[0]
        return f"{found[1]}>{found[2]} {self.amounts[found[1]]}"


def _letters(lines: list[str], first: int, last: int, win: int, chance: Random) -> Iterator[Slip]:
    """Yield sheets whose win line names a wrong winner."""
    words = lines[win].split()
    rest = lines[first:last]
    if not any(line.startswith((f"show {words[1]}", f"fan {words[1]}")) for line in rest):
        return
    source = words[-1] if "from" in words else words[1]
    others = [seat for seat in SEATS if seat not in {words[1], source}]
    if any(re.match("(win|pay|net|score)", line) for line in rest):
        words[1] = chance.choice(others)
        text = [*lines[:win], " ".join(words), *lines[win + 1 :]]
        yield Slip("winner's letter", "\n".join(text), ("win.line",), win)


def _values(lines: list[str], first: int, last: int) -> Iterator[Slip]:
    """Yield sheets with a wrong value of the hand, but correct payments."""
    for n in range(first, last):
        found = re.search(r"\b(total|han|faan|tai|basic) (\d+)", lines[n])
        if lines[n].startswith("fan ") and found:
            for more in (1, 2):
                value = f"{found[1]} {int(found[2]) + more}"
                text = lines[n][: found.start()] + value + lines[n][found.end() :]
                yield Slip("value", "\n".join([*lines[:n], text, *lines[n + 1 :]]),
                           ("score.",), n)  # fmt: skip


def _nexts(lines: list[str], first: int, last: int, chance: Random) -> Iterator[Slip]:
    """Yield sheets whose next line names another dealer than the following deal."""
    for n in range(first, last):
        if lines[n].startswith("next ") and "end" not in lines[n]:
            dealer = re.search(r"dealer=([A-D])", lines[n])
            if dealer:
                now = re.search(r"dealer=([A-D])", lines[first])
                other = chance.choice([s for s in SEATS if s != dealer[1]])
                impossible = now and (SEATS.index(other) - SEATS.index(now[1])) % 4 > 1
                text = lines[n].replace(dealer[0], f"dealer={other}")
                is_open = "" if impossible else " possible"
                if re.match(r"[ESWN][1-4]", lines[last][2:] if last < len(lines) else ""):
                    label = f"next {lines[first][2]}{SEATS.index(other) + 1} dealer={other}"
                    yield Slip("next named", "\n".join([*lines[:n], label, *lines[n + 1 :]]),
                               ("next.",), n, (last,))  # fmt: skip
                yield Slip(f"next{is_open}", "\n".join([*lines[:n], text, *lines[n + 1 :]]),
                           ("next.",), n, (last,))  # fmt: skip


# ---------------------------------------------------------------------- findings


def wrong(sheet: str) -> list[Finding]:
    """Return the errors on a sheet, except missing results."""
    found = audit(read(sheet)).findings
    return [f for f in found if f.severity in {"error", "warning"} and f.code != "result.missing"]


def is_named(slip: Slip, found: list[Finding]) -> str:
    """Return how a wrong entry is answered: "one" if only it is named, else what went wrong."""
    if not found:
        return "silent"
    if len(found) > 1:
        return "several"
    code, line = found[0].code, found[0].place.line - 1
    if not code.startswith(slip.codes):
        return f"as {code}"
    if slip.kind.startswith("price"):
        return "one" if slip.also[0] <= line < slip.also[1] else "elsewhere"
    return "one" if line == slip.line or line in slip.also else "elsewhere"


def measure(rules: str, number: int, seed: int, misses: int = 0) -> dict[str, Counter[str]]:
    """Return for each kind of wrong entry how often each answer was given."""
    chance = Random(seed)
    tally: dict[str, Counter[str]] = {}
    for whole in sheets(rules, number, seed * 1000):
        every = [*slips(whole, chance)]
        for form, kept in FORMS.items():
            if wrong("\n".join(_in_form(whole, kept, form)[0])):
                tally.setdefault(f"{form}: right sheet", Counter())["accused"] += 1
                continue
            for slip in every:
                written = slip.text.split("\n")
                if not _is_in(slip, written, kept):
                    continue
                lines, places = _in_form(written, kept, form)
                there = Slip(slip.kind, "\n".join(lines), slip.codes, places[slip.line],
                             tuple(places[line] for line in slip.also))  # fmt: skip
                answer = is_named(there, found := wrong(there.text))
                kind = slip.kind.partition(" ")[0]
                tally.setdefault(f"{form}: {kind}", Counter())[answer] += 1
                if answer != "one" and misses > 0:
                    misses -= 1
                    _show(rules, form, there, found, answer)
    return tally


def _in_form(lines: list[str], kept: tuple[str, ...], form: str) -> tuple[list[str], list[int]]:
    """Return the lines that a sheet of that form has, and the new number of each whole line."""
    out: list[str] = []
    places: list[int] = []
    for line in lines:
        places.append(len(out))
        if line.startswith((*kept, "Rules:")):
            hidden = form in {"no tiles", "no ready"} and line.startswith("win ")
            out.append(re.sub(r"^(win [A-D]) \S+", r"\1 ?", line) if hidden else line)
    return out, [*places, len(out)]


def _is_in(slip: Slip, lines: list[str], kept: tuple[str, ...]) -> bool:
    """Return whether the sheet still has the wrong entry."""
    if slip.kind.startswith("price"):
        rest = lines[slip.also[0] : slip.also[1]]
        return any(
            line.startswith(("pay ", "net ", "score ")) and line.startswith(kept) for line in rest
        )
    return lines[slip.line].startswith(kept)


def _show(rules: str, form: str, slip: Slip, found: list[Finding], answer: str) -> None:
    print(f"---- {rules} / {form} / {slip.kind}: {answer}")
    first, last = slip.also if len(slip.also) == 2 else (slip.line, slip.line + 1)
    text = slip.text.split("\n")
    while first and not text[first].startswith("@"):
        first -= 1
    while last < len(text) and not text[last].startswith("@"):
        last += 1
    print("\n".join(f"{n + 1:4} {text[n]}" for n in range(first, min(last + 1, len(text)))))
    for finding in found:
        print("   ", finding.code, finding.place.line, finding.message)


def main() -> None:
    """Print a row for each kind of slip."""
    parser = ArgumentParser()
    parser.add_argument("number", nargs="?", type=int, default=3)
    parser.add_argument("seed", nargs="?", type=int, default=1)
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--rules", action="append")
    asked = parser.parse_args()
    whole: dict[str, Counter[str]] = {}
    for rules in asked.rules or RULES:
        tally = measure(rules, asked.number, asked.seed, asked.misses)
        for kind, answers in tally.items():
            whole.setdefault(kind.partition(": ")[2], Counter()).update(answers)
            print(
                f"{rules:34} {kind:26} {answers['one']:4} of {answers.total():4}  {dict(answers)}"
            )
    print()
    for kind, answers in whole.items():
        print(f"{kind:20} {answers['one'] / answers.total():7.1%}  {dict(answers)}")


if __name__ == "__main__":
    sys.exit(main())
