"""Finds what is lost if a record is written in another format.

The text in the other format is read again, and the result is compared with the record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final

from mjlog.formats.riichi.outcomes import STATED
from mjlog.model.findings import Finding, Place, Span
from mjlog.model.record import (
    NOBODY,
    SEATS,
    Content,
    Deal,
    Discard,
    Game,
    Items,
    Line,
    Reveal,
    Seat,
    Turn,
)
from mjlog.model.tiles import Tile
from mjlog.notation.lines.line_order import seats_of
from mjlog.notation.writer import line_text

MEANING: Final = {
    "loss.deal": "the format cannot express the deal, so it is left out",
    "loss.header": "the format has no place for the header, or says it differently",
    "loss.attribute": "the format has no place for a word after the deal's name, or says it "
    "differently",
    "loss.line": "the format has no place for the line, or says it differently",
    "loss.added": "the format demands something that the record leaves open; the message says what "
    "is written instead",
    "loss.turn": "the format cannot express this turn",
    "loss.manner": "the format does not say whether the drawn tile was discarded or an equal one",
    "loss.timing": "the format does not say when in the turn an indicator was turned up",
    "loss.note": "the format has no place for a comment, a glyph or a variation",
    "loss.number": "the format has no place for the numbers of go-arounds, a ledger or a version",
}
"""Meaning of each code."""


def losses(game: Game, back: Game, target: str) -> list[Finding]:
    """Return a finding for each part of a record that another format cannot express.

    `game` is the record, and `back` is the record after it was written in the format `target` and
    read again; these two are compared. Each finding has severity `note` and shows the lost part in
    mjlog's notation; if `back` has another text instead of this part, the message ends with that
    text. If the lost part belongs to a line of the record, the finding has the line number.
    """
    findings = [*_headers(game, back, target), *_frames(game, back, target)]
    came_back = list(back.deals)
    for number, deal in enumerate(game.deals, 1):
        are_fewer = len(came_back) < len(game.deals) - number + 1
        is_there = bool(came_back) and not (are_fewer and came_back[0].label != deal.label)
        if is_there:
            findings += _Pair(deal, came_back.pop(0), number, target).losses()
        else:
            words = f"{target} cannot say this deal: {deal.label}"
            findings.append(_loss("loss.deal", words, _place_of(deal.span, number)))
    return findings


def _place_of(span: Span, deal: int = 0, seat: Seat = NOBODY) -> Place:
    return Place(span.line, span.column, deal, seat=seat)


def _loss(code: str, message: str, place: Place, texts: Sequence[str] = ("", "")) -> Finding:
    instead = f"; it says {texts[1]}" if texts[1] else ""
    return Finding(code, "note", message + instead, place, recorded=texts[0])


def _headers(game: Game, back: Game, target: str) -> Iterator[Finding]:
    there = {header.key: header.value for header in back.headers}
    for header in game.headers:
        other = there.pop(header.key, None)
        if other != header.value or header.critical:
            message = f"{target} does not keep the header {header.key}"
            yield _loss("loss.header", message, _place_of(header.span), (header.value, other or ""))
    for key, value in there.items():
        yield _loss("loss.added", f"{target} must have {key}", Place(), ("", value))


def _frames(game: Game, back: Game, target: str) -> Iterator[Finding]:
    if game.version != back.version:
        yield _loss(
            "loss.number",
            f"{target} does not keep the version",
            Place(),
            (game.version, back.version),
        )
    for text in game.kept:
        if text not in back.kept:
            yield _loss(
                "loss.line", f"{target} has no place for an unknown line", Place(), (text, "")
            )


class _Pair:
    """A deal, and the same deal after it was written in another format and read again."""

    def __init__(self, deal: Deal, back: Deal, number: int, target: str) -> None:
        self.deal = deal
        self.back = back
        self.number = number
        self.target = target

    def losses(self) -> Iterator[Finding]:
        """Yield a note for each part of the deal that the other format lost or changed.

        The notes come in this order: header of the deal, lines, turns, comments.
        """
        yield from self._attributes()
        yield from self._lines()
        yield from self._turns()
        yield from self._note_losses()

    def _say(
        self,
        code: str,
        message: str,
        span: Span,
        texts: Sequence[str] = ("", ""),
        seat: Seat = NOBODY,
    ) -> Finding:
        return _loss(code, f"{self.target} {message}", _place_of(span, self.number, seat), texts)

    def _attributes(self) -> Iterator[Finding]:
        if self.deal.label != self.back.label:
            words = (self.deal.label, self.back.label)
            yield self._say(
                "loss.attribute", "does not keep the deal's name", self.deal.span, words
            )
        ours, theirs = Counter(self.deal.attributes), Counter(self.back.attributes)
        for key, value in (ours - theirs).elements():
            there = self.back.word(key)
            yield self._say(
                "loss.attribute", f"does not keep {key}=", self.deal.span, (f"{key}={value}", there)
            )
        for key, value in (theirs - ours).elements():
            if self.deal.attribute(key) is None:
                yield self._say(
                    "loss.added", f"must have {key}=", self.deal.span, ("", f"{key}={value}")
                )
        if self.deal.comment != self.back.comment:
            yield self._say(
                "loss.note", "has no place for a comment", self.deal.span, (self.deal.comment, "")
            )

    def _lines(self) -> Iterator[Finding]:
        ours = [line.content for line in self.deal.lines]
        there = [_drop_sums(line.content, ours) for line in self.back.lines]
        more = Counter(there) - Counter(ours)
        theirs = Counter(there)
        for line in self.deal.lines:
            if theirs[line.content]:
                theirs[line.content] -= 1
                if line.comment:
                    yield self._say(
                        "loss.note", "has no place for a comment", line.span, (line.comment, "")
                    )
            else:
                yield self._line(line, more)
        for content in more.elements():
            message = f"must have the line `{content.keyword}`"
            yield self._say("loss.added", message, self.deal.span, ("", line_text(content)))

    def _line(self, line: Line, more: Counter[Content]) -> Finding:
        """Return a note that the other format lost or changed a line of the deal.

        `more` counts the lines that are in the reread deal only. If one of them has the same
        keyword and seat as `line`, it counts as the changed `line`: the note shows it, and it is
        subtracted from `more`.
        """
        about = _about(line.content)
        instead = next((each for each in more.elements() if _about(each) == about), None)
        there = ""
        if instead is not None:
            more[instead] -= 1
            there = line_text(instead)
        text = line_text(line.content) + (f" ; {line.comment}" if line.comment else "")
        message = f"does not keep the line `{line.content.keyword or 'unknown'}`"
        return self._say("loss.line", message, line.span, (text, there))

    # ------------------------------------------------------------------ turns

    def _turns(self) -> Iterator[Finding]:
        ours, theirs = self.deal.turns, self.back.turns
        if ours == theirs:
            return
        matcher = SequenceMatcher(None, ours, theirs, autojunk=False)
        for tag, start, end, there, there_end in matcher.get_opcodes():
            pairs = zip_longest(ours[start:end], theirs[there:there_end])
            for place, (one, other) in enumerate(pairs if tag != "equal" else (), start):
                place = min(place, len(ours) - 1)
                span = self.deal.place(place) if place >= 0 else self.deal.span
                code = _kind_of_loss(one, other)
                seat = one.seat if one else NOBODY
                yield self._say(code, _LOSS_SENTENCES[code], span, (_word(one), _word(other)), seat)

    def _note_losses(self) -> Iterator[Finding]:
        theirs = Counter(self.back.notes)
        for place, note in self.deal.notes:
            if theirs[place, note]:
                theirs[place, note] -= 1
                continue
            span = self.deal.place(place) if 0 <= place < len(self.deal.turns) else self.deal.span
            yield self._say("loss.note", f"has no place for a {note.sort}", span, (note.text, ""))
        if self.deal.jumps != self.back.jumps:
            yield self._say(
                "loss.number", "does not keep the numbers of go-arounds", self.deal.span
            )
        if self.deal.ledger != self.back.ledger:
            yield self._say("loss.number", "has no place for a ledger", self.deal.span)


def _about(content: Content) -> tuple[str, tuple[Seat, ...]]:
    """Return the keyword of a line and the first seat that the line names.

    Two lines that have these in common count as the same line before and after conversion to
    another format. The seat is in a tuple, which is empty if the line names no seat. For example, a
    line `fan A …` about the hand of seat A gives `("fan", (0,))`.
    """
    return content.keyword, seats_of(content)[:1]


def _drop_sums(content: Content, ours: Sequence[Content]) -> Content:
    """Return the line in `ours` from which `content` differs only by added totals.

    `ours` are the lines of the record, `content` is a line after conversion to another format and
    back. Some formats add totals, such as han or points, to the items of a hand. Return `content`
    itself if there is no such line.
    """
    if not isinstance(content, Items):
        return content
    fitting = (line for line in ours if isinstance(line, Items) and _adds_sums_alone(content, line))
    return next(fitting, content)


def _adds_sums_alone(content: Items, line: Items) -> bool:
    """Return whether `content` is equal to `line`, except for added totals such as han or points.

    Both are lines with the items (yaku, fu, totals) of a winning hand. Return False if they have
    different keywords or seats.
    """
    if (line.keyword, line.seat) != (content.keyword, content.seat):
        return False
    kept = tuple(item for item in content.items if item in line.items)
    more = (item for item in content.items if item not in line.items)
    return kept == line.items and all(name in STATED and value != 0 for name, value in more)


_LOSS_SENTENCES: Final = {
    "loss.added": "must have a turn more",
    "loss.turn": "cannot say the turn as it is",
    "loss.manner": "does not say whether it was the tile drawn",
    "loss.timing": "does not say when the indicator was turned up",
}


def _word(turn: Turn | None) -> str:
    return f"{SEATS[turn.seat]}:{turn.word}" if turn else ""


def _kind_of_loss(one: Turn | None, other: Turn | None) -> str:
    if one is None:
        return "loss.added"
    if other is None or one.seat != other.seat:
        return "loss.turn"
    if _drop_reveals(one) == _drop_reveals(other):
        return "loss.timing"
    is_same = _thrown(one) == _thrown(other) and len(one.acts) == len(other.acts)
    return "loss.manner" if is_same else "loss.turn"


def _thrown(turn: Turn) -> list[Tile]:
    return [act.tile for act in turn.acts if isinstance(act, Discard)]


def _drop_reveals(turn: Turn) -> tuple[object, ...]:
    return tuple(act for act in turn.acts if not isinstance(act, Reveal))
