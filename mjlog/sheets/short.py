"""Holds the short form of a score sheet for typing: winner, discarder, value, who was ready.

Everything else follows by the rules: the label of each deal, counters, sticks, payments and totals.
The points at the end are typed below the deals, so that a slip in a deal shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as made_by
from typing import Final

from mjlog.auditor.report import Report
from mjlog.auditor.totals import end_of_game
from mjlog.model.findings import CellPlace, Finding
from mjlog.model.record import SEATS
from mjlog.model.settlement import known_points
from mjlog.referee.rule_set import RuleSet
from mjlog.sheets.audit import SheetAudit, audited
from mjlog.sheets.cells.words import Role, role_of
from mjlog.sheets.files.workbook import Grid, Workbook, grid_of_rows
from mjlog.sheets.layouts.mapping import SheetMap
from mjlog.sheets.reading import HowToRead, games_of
from mjlog.sheets.template import heads_of

DRAW: Final = "-"
ABORTED: Final = "X"
ANOTHER: Final = "+"
"""Written instead of a winner if nobody won, and before a further winner of the same deal."""
UNKNOWN: Final = "?"
"""Content of a worksheet's cell that is not typed yet, because a blank would have a meaning."""
_HEAD: Final = 2
"""Row of the heads, below the rules."""
_MOST_TEXTS: Final = 30
"""Most possible texts of a field that is checked while it is typed."""
_MOST_POINTS: Final = 400
_LEFT_OUT: Final = frozenset({"Deal", "Dealer", "Winner", "From", "Remarks"})
_SEATED: Final = frozenset({"ready", "tenpai"})
_ITEMS: Final = {"han": "han", "fu": "fu", "tai": "total", "faan": "faan"}

Line = Mapping[Role, str]
"""Texts that were typed for a deal, by field."""


@dataclass(frozen=True, slots=True)
class ShortField:
    """A field that is filled in for each line of the short form, such as the winner.

    `texts` are all texts that the field may have; empty if there are too many.
    """

    role: Role
    head: str
    texts: tuple[str, ...] = ()

    @property
    def is_of_seats(self) -> bool:
        """Whether seat letters are typed in the field."""
        return self.role in {"winner", "from", *_SEATED}


@dataclass(frozen=True, slots=True)
class ShortDeal:
    """A typed line with its result by the rules: the deal's label, each seat's change and total.

    `changes`, or a total, is None if it does not follow from the lines.
    """

    label: str
    changes: Sequence[int] | None
    totals: Sequence[int | None]


@dataclass(frozen=True, slots=True)
class ShortVerdict:
    """The result of checking a short form: deals and findings by line, counted from 1.

    Findings of line 0 are about the final points or the whole form. `ends` are the final points
    that follow from the lines; it is empty if they do not follow.
    """

    deals: Mapping[int, ShortDeal] = made_by(default_factory=dict)
    findings: Mapping[int, Sequence[Finding]] = made_by(default_factory=dict)
    ends: Sequence[int] = ()


def has_short_form(rules: RuleSet) -> bool:
    """Return whether the winner's hand alone decides all payments, so that a short form is enough.

    Return False for rules by which losers also score their hands.
    """
    return not rules.scoring.scores_losers


class ShortForm:
    """The short form of a score sheet for a rule set: its fields, and the check of typed lines."""

    def __init__(self, rules: RuleSet, header: str) -> None:
        """Create the short form for these rules: find its fields; `header` is the rules header."""
        self.rules, self.header = rules, header
        self.seats = SEATS[: max(rules.play.spec.seats)]
        self.aborts = any(word.startswith("draw abort") for word in rules.names.record_words)
        self.fields = tuple(self._fields())

    def _fields(self) -> Iterator[ShortField]:
        ends = (DRAW, ABORTED) if self.aborts else (DRAW,)
        more = tuple(ANOTHER + seat for seat in self.seats)
        yield ShortField("winner", "Winner", (*self.seats, *ends, *more))
        yield ShortField("from", "From", tuple(self.seats))
        for head in heads_of(self.rules):
            role = role_of(head)
            if role is not None and head not in _LEFT_OUT:
                yield ShortField(role, head, self._texts(role))

    def _texts(self, role: Role) -> tuple[str, ...]:
        """Return the numbers that a field may have by the rules, such as 20, 25, 30 for fu.

        The numbers are texts. Return an empty tuple if too many numbers are possible, or if the
        rules have no such number.
        """
        item = _ITEMS.get(role, "")
        if item not in self.rules.scoring.item_names:
            return ()
        can_be = self.rules.scoring.item_can_be
        texts = [str(points) for points in range(_MOST_POINTS) if can_be(item, points)]
        return tuple(texts) if len(texts) <= _MOST_TEXTS else ()

    @property
    def skipped(self) -> Mapping[str, Sequence[Role]]:
        """The fields that stay empty in a line, by the text in the field of the winner.

        For example, after a draw (`-`) only ready and tenpai players are filled in. The key `""` is
        for any text that is not another key.
        """
        roles = [field.role for field in self.fields]
        drawn = [role for role in roles if role not in {"winner", *_SEATED}]
        again: list[Role] = [role for role in roles if role in _SEATED]
        by_winner: dict[str, Sequence[Role]] = {"": ["tenpai"], DRAW: drawn, ABORTED: roles[1:]}
        if not self.rules.play.spec.plays_on:  # all players pay for the same tile
            again.append("from")
        return by_winner | {ANOTHER + seat: again for seat in self.seats}

    def grid(self, lines: Sequence[Line], totals: Sequence[str]) -> Grid:
        """Convert the typed lines into a worksheet with a row for each deal.

        `totals` are the typed final points; they become the last row.
        """
        heads = self._heads()
        rows = [["Rules", self.header], [*heads, *self.seats]]
        rows += [self._row(deal) for deal in self._deals(lines)]
        if any(totals):
            rows.append(["Final", *[""] * (len(heads) - 1), *totals])
        return grid_of_rows(rows)

    def _heads(self) -> list[str]:
        return ["Deal", "Result", *(field.head for field in self.fields)]

    @staticmethod
    def _deals(lines: Sequence[Line]) -> list[list[Line]]:
        """Group the lines by deal: a first line, and a line for each further winner.

        Empty lines are left out.
        """
        deals: list[list[Line]] = []
        for line in lines:
            if line.get("winner", "").startswith(ANOTHER) and deals:
                deals[-1].append(line)
            elif any(line.values()):
                deals.append([line])
        return deals

    def _row(self, deal: Sequence[Line]) -> list[str]:
        """Return the texts of a deal's row in the worksheet; several winners share one row.

        `deal` has a typed line for each winner. The values of several winners are written into one
        cell.
        """
        first = deal[0]
        winner = first.get("winner", "")
        how = {DRAW: "draw", ABORTED: "abort"}.get(winner, "")
        row = ["", how]
        for field in self.fields:
            parts = [line.get(field.role, "") for line in deal]
            if field.role in _SEATED:
                blank = "none" if field.role == "ready" or how == "draw" else ""
                row.append(" ".join(parts[0]) or blank)
            elif field.role == "winner":
                row.append("" if how else " ".join(part.strip(ANOTHER) for part in parts))
            elif field.role == "from":
                is_missing = not parts[0] and bool(winner) and not how
                is_self = bool(parts[0]) and parts[0] == winner
                row.append("self" if is_self else UNKNOWN if is_missing else parts[0])
            else:
                row.append(" / ".join(parts) if any(parts) else "")
        return row

    @property
    def layout(self) -> SheetMap:
        """The map that says what the columns of the worksheet from `grid` mean."""
        first, seats = len(self._heads()) + 1, len(self.seats)
        columns: dict[Role, int] = {"deal": 1, "how": 2}
        columns |= {field.role: number for number, field in enumerate(self.fields, 3)}
        totals = tuple(range(first, first + seats))
        return SheetMap(head=_HEAD, columns=columns, totals=totals, names=tuple(self.seats))

    def judged(self, lines: Sequence[Line], totals: Sequence[str]) -> ShortVerdict:
        """Check the typed lines by the rules; return a `ShortVerdict` with results by line.

        It has the points of each deal, and the findings. `totals` are the typed final points. Notes
        are left out, and so are findings about cells with `?`, which are not typed yet.
        """
        starts = [
            number
            for number, line in enumerate(lines, 1)
            if any(line.values()) and not line.get("winner", "").startswith(ANOTHER)
        ]
        line_of = dict(enumerate(starts, _HEAD + 1))
        grid = self.grid(lines, totals)
        file = games_of(Workbook((grid,)), HowToRead(layout=self.layout))
        deals: dict[int, ShortDeal] = {}
        findings: dict[int, list[Finding]] = {}
        ends: Sequence[int] = ()
        for audit in (audited(game) for game in file.games):
            deals |= dict(_deals_of(audit, line_of))
            ends = self._ends(audit.report)
            for finding in audit.findings:
                place, row, text = finding.place, 0, ""
                if isinstance(place, CellPlace):
                    row, text = place.row, grid.text(place.row, place.cell_column)
                if finding.severity != "note" and text != UNKNOWN:
                    findings.setdefault(line_of.get(row, 0), []).append(finding)
        return ShortVerdict(deals, findings, ends)

    def _ends(self, report: Report) -> Sequence[int]:
        """Return the final points of each player, as they follow from the last deal in `report`.

        Points left on the table at the end are added to the player who gets them by the rules; if
        the rules do not say who, they are not added. Return an empty sequence if the points are
        unknown.
        """
        points = known_points(report.totals[-1]) if report.totals else ()
        if len(points) != len(self.seats):
            return ()
        pool, final_points = report.pools[-1], self.rules.progress.final_points
        if final_points is None or pool is None:
            return tuple(points)
        due = final_points(*end_of_game(points, pool, report.game, self.rules.progress)).score
        return tuple(round(number) for number in due)


def _deals_of(audit: SheetAudit, line_of: Mapping[int, int]) -> Iterator[tuple[int, ShortDeal]]:
    """Yield a pair for each deal: the number of its typed line, and the deal's result.

    `line_of` maps rows of the worksheet to typed lines; a deal in another row gets line 0.
    """
    report = audit.report
    for draft, deal, change, totals in zip(
        audit.sheet.draft.deals,
        audit.sheet.game.deals,
        report.changes,
        report.totals,
        strict=False,
    ):
        yield line_of.get(draft.cell.row, 0), ShortDeal(deal.label, change, totals)
