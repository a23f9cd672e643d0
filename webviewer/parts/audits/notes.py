"""What a record says about a deal besides its play and its score sheet.

These are the deal's header, comments, rulings, remarks and corrections.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjlog.model.record import SEATS, Deal, Remark, Ruling
from mjlog.picture.frames import Frame
from webviewer.i18n import gettext, person, ruled
from webviewer.parts.audits.amendments import Amendment
from webviewer.parts.stage.seats_view import HEADER
from webviewer.parts.stage.timeline import spoken, step_after

Noted = tuple[int, str, str]
"""The step, the kind, the words."""


def header(deal: Deal) -> list[tuple[str, str]]:
    """Return a deal's header entries, except dealer and points, as pairs of name and value.

    Known names are translated; a name that mjlog does not know stays as recorded.
    """
    words = [(key, value) for key, value in deal.attributes if key not in {"dealer", "scores"}]
    return [(gettext(HEADER[key]) if key in HEADER else key, value) for key, value in words]


def notes(deal: Deal, frames: Sequence[Frame], amendments: Sequence[Amendment]) -> list[Noted]:
    """Collect a deal's comments, variations, rulings, remarks and corrections, sorted by step.

    Each is a tuple of the step with which a page shows it, its kind (`comment`, `ruling` or
    `correction`) and its text. `amendments` are the corrections.
    """
    last = len(frames) - 1
    all_notes = [(step_after(frames, turn), "comment", spoken(note)) for turn, note in deal.notes]
    all_notes += _lines(deal, last)
    for each in amendments:
        step = last if each.turn is None else step_after(frames, each.turn)
        was = f" ({'; '.join(each.was)})" if each.was else ""
        words = f"{each.entry}{was}" if each.entry else gettext(each.verb)
        all_notes.append((step, "correction", words))
    return sorted(all_notes, key=lambda each: each[0])


def _lines(deal: Deal, last: int) -> Iterator[Noted]:
    for line in deal.lines:
        match line.content:
            case Ruling() as ruling:
                art = "".join(f", {name} {value}" for name, value in ruling.attributes)
                seat = person(SEATS[ruling.seat]) if ruling.seat >= 0 else ""
                yield (
                    last,
                    "ruling",
                    f"{seat} {ruled(ruling.name)}{art} {line.comment}".strip(),
                )
            case Remark() as remark:
                yield last, "comment", f"{remark.keyword} {remark.text}"
            case _:
                pass
