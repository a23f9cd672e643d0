"""A text that is edited on a page: read and audited, with findings and the table at the cursor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property, lru_cache
from threading import BoundedSemaphore
from typing import Final, NamedTuple

from flask import abort, current_app, url_for
from markupsafe import Markup, escape

from mjlog.editor.record_text import Memory, RecordText
from mjlog.live.scribes.keys_of_tiles import tile_keys
from mjlog.model.findings import Finding
from mjlog.model.tiles import text as tile_name
from mjlog.referee.rule_set import RuleSet
from mjlog.referee.sheet_table import front_seat
from webviewer.caches.templates import macros
from webviewer.pages.step_page import StepPage
from webviewer.parts.player_names import seat_players
from webviewer.parts.stage.deal_view import Deals
from webviewer.parts.stage.fragments import Painter
from webviewer.parts.stage.table_view import Pages
from webviewer.parts.stage.tile_view import drawn_face, html
from webviewer.parts.stage.view_options import ViewOptions
from webviewer.records.library import Record
from webviewer.responses import page
from webviewer.uploads import AT_ONCE, LIMITS, WAIT

NAME: Final = "~edit"
"""The name of the edited record for pages that need one; no address has it."""
LISTED: Final = 50
"""The most findings of a text that are listed."""
CORRECTED: Final = 10
"""Findings with a corrected line: each wrong word costs another reading of the text."""
KEPT: Final = 16
"""Texts kept with their findings, the latest ones."""
BEGINNING: Final = "%mjlog 1.0\nRules: riichi/1\nA: \nB: \nC: \nD: \n\n@ E1.0 dealer=A\n"


class Listed(NamedTuple):
    """A finding about an edited text, with its place and a corrected line.

    `line` counts from 1; `start` and `end` are columns. `fixed` is the corrected line; it is empty
    if no correction is known.
    """

    finding: Finding
    line: int
    start: int
    end: int
    fixed: Markup


class Edited:
    """A text that is being edited; its record is audited on the first access."""

    def __init__(self, text: str, memory: Memory) -> None:
        self.text = RecordText(text, LIMITS, memory)

    @cached_property
    def record(self) -> Record | None:
        """The record in the text, with its audit; None if no part of the text can be read."""
        game, report = self.text.game, self.text.report
        if game is None or report is None:
            return None
        return Record(NAME, NAME, game, report, "", {})

    def findings_at_a_glance(self) -> list[Listed]:
        """Return the findings that can be made quickly, from single words of the text.

        The page shows them while a person types. They have no corrections.
        """
        return [
            Listed(finding, area.line + 1, area.start, area.end, Markup())
            for area, finding in self.text.problems_at_a_glance()
        ]

    def findings(self) -> list[Listed]:
        """Return all findings about the text, each with its line and columns.

        The first ten findings include the line as it could be corrected; more corrections would
        take too long.
        """
        problems = self.text.problems()
        fixes: dict[int, str] = {}
        for problem in problems[:CORRECTED]:
            for fix in self.text.fixes(problem.area.line, problem.area.line):
                fixes.setdefault(id(fix.finding), fix.text)
        return [
            Listed(finding, area.line + 1, area.start, area.end, escape(fixes.get(id(finding), "")))
            for area, finding in problems
        ]


class EditedStep(StepPage):
    """A step of an edited text; no address leads to this step."""

    def at(self, *_: object, **__: object) -> str:
        """Return an empty text: a step of a text that is being edited has no address of its own.

        This replaces the method that returns the address of a step.
        """
        return ""


class Drafts:
    """A cache of the latest edited texts, with their audits and deals."""

    def __init__(self) -> None:
        self._busy = BoundedSemaphore(AT_ONCE)
        self._edited = lru_cache(maxsize=KEPT)(Edited)
        self._memory = lru_cache(maxsize=KEPT)(_new_memory)
        self._deals = Deals(Pages())

    def edited(self, text: str, draft: str = "") -> Edited:
        """Read and audit a text that is being edited.

        `draft` identifies the open page: between two versions of its text, only the deals that
        changed are audited again. The result has the text, its findings and its record.
        """
        with self._judging():
            edited = self._edited(text, self._memory(draft))
            edited.record  # noqa: B018  audits it
            return edited

    def listed(
        self, text: str, draft: str, *, at_a_glance: bool
    ) -> tuple[RuleSet | None, list[Listed]]:
        """Return the rules of a text that is being edited, and the findings about the text.

        The rules are None if they are unknown. `draft` identifies the open page. If `at_a_glance`
        is True, return only the findings that can be made quickly from single words.
        """
        with self._judging():
            edited = self._edited(text, self._memory(draft))
            findings = edited.findings_at_a_glance() if at_a_glance else edited.findings()
            return edited.text.rules, findings

    @contextmanager
    def _judging(self) -> Iterator[None]:
        """Wait for a free place among the running audits, and occupy it during a `with` block.

        Only a few audits may run at the same time. End the request with 503 if no place becomes
        free soon enough.
        """
        if not self._busy.acquire(timeout=WAIT):
            abort(503, "Too many texts are being judged. Try again in a moment.")
        try:
            yield
        finally:
            self._busy.release()

    def step_at(self, edited: Edited, line: int, column: int) -> StepPage | None:
        """Return the last step of the turn at the cursor, so that the page can draw the table.

        `line` and `column` are the cursor's position, from 0. After the last turn, the result is
        the last step of the deal. Return None if no table can be shown.
        """
        number, turn = edited.text.turn_at(line, column)
        record = edited.record
        deal_view = self._deals.of(record, number) if record is not None and number else None
        if record is None or deal_view is None:
            return None
        seat_players(record.game, deal_view.rules, deal_view.deal)
        seats = record.game.seats
        view = ViewOptions.asked({}, seats, front_seat(deal_view.deal, seats))
        sprite = url_for("static", filename="tiles.svg")
        paints = EditedPainter(deal_view, view, macros("panels.html"), sprite)
        steps = [frame.step for frame in deal_view.frames if frame.turn <= turn]
        is_over = turn >= len(deal_view.deal.turns)
        step = deal_view.last if is_over else max(steps, default=0)
        return EditedStep(deal_view, view, step, paints, NAME)


class EditedPainter(Painter):
    """Draws the table of an edited text without findings.

    The page lists the findings next to the table.
    """

    def _here(self, _step: int) -> Markup:
        return Markup()

    def _faults(self, _step: int, _chances: object) -> frozenset[str]:
        return frozenset()


def _new_memory(_draft: str) -> Memory:
    return Memory()


def editing(text: str, *, is_begun: bool = True) -> str:
    """Return the page for editing `text`.

    If `is_begun` is False, the page is new, and shows neither findings nor the table.
    """
    drafts: Drafts = current_app.extensions["drafts"]
    edited = drafts.edited(text) if is_begun else None
    shown = drafts.step_at(edited, len(edited.text.lines), 0) if edited is not None else None
    rules = edited.text.rules if edited is not None else None
    return page(
        "edit.html",
        # Escaped here, since templates shorten very long words.
        text=escape(text),
        most=LIMITS.file_size,
        findings=edited.findings() if edited is not None else None,
        shown=LISTED,
        page=shown,
        rules=rules.header if rules is not None else "",
        rows=keys_of(rules),
    )


def keys_of(rules: RuleSet | None) -> list[list[tuple[str, Markup]]]:
    """Return the tiles of a rule set in rows, for the keyboard of tiles on the page.

    A row is a list with a pair of name and picture for each tile. Return an empty list without
    rules.
    """
    if rules is None:
        return []
    sprite = url_for("static", filename="tiles.svg")
    rows: dict[int, list[tuple[str, Markup]]] = {}
    for key in tile_keys(rules):
        picture = html(drawn_face(key.tile), sprite)
        rows.setdefault(key.row, []).append((tile_name([key.tile]), picture))
    return [*rows.values()]
