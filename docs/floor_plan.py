"""``make docs``: a picture of the rooms (packages), floor by floor, with two walks through them."""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Final, NamedTuple

PICTURE: Final = Path(__file__).parent / "pictures" / "rooms.svg"


class Room(NamedTuple):
    """A package: what it is for, and its steps on the two walks."""

    name: str
    says: str
    discard: str = ""
    payment: str = ""


FLOORS: Final[tuple[tuple[Room, ...], ...]] = (
    (Room("cli", "one file for each command"),),
    (Room("webviewer", "pages, their parts, visitors' files", payment="6"),),
    (
        Room("tournament", "players, the seat draw, cards, sheets"),
        Room("corpus", "very many records, Parquet, DuckDB"),
    ),
    (
        Room("archive", "records in a database"),
        Room("editor", "answers to an editor during typing"),
    ),
    (
        Room("batch", "many files, several processes"),
        Room("live", "games in progress, their ledgers"),
    ),
    (Room("paper", "sheets to print, photographs of sheets"),),
    (
        Room("report", "findings for people and machines", discard="6", payment="6"),
        Room("bots", "made-up games"),
        Room("sheets", "score sheets of clubs"),
    ),
    (Room("results", "standings, effects of mistakes, single hands"),),
    (
        Room("auditor", "compares claims with amounts due", payment="2 4 5"),
        Room("picture", "frames, pictures, win options"),
        Room("making", "records made by a program"),
    ),
    (
        Room("formats", "records of other programs, archives"),
        Room("rules", "the rule sets, their kit, and shared clauses", "3", "3"),
    ),
    (
        Room("notation", "text and JSON to a record and back", discard="1", payment="1"),
        Room("referee", "rulebook, replay, outcome", discard="2 5"),
        Room("text", "languages, glossary"),
    ),
    (
        Room("model", "tiles, record, table, settlement, findings, messages", discard="4"),
        Room("client", "asks an archive over HTTP"),
        Room("shared_files", "the grammar, the schemas"),
        Room("private_files", "one owner, one writer"),
    ),
)
"""The rooms from the top down; each may import only some rooms of lower floors."""

WIDTH, HEIGHT, GAP, EDGE = 960, 64, 14, 20
STEP: Final = 22
STYLE: Final = """
  .paper { fill: #fbfaf6 } .room { fill: #ffffff; stroke: #5b6b5f } .floor { fill: #eef1ea }
  .name { font: 600 16px sans-serif; fill: #1d2a22 } .says { font: 13px sans-serif; fill: #45524a }
  .mark { font: 600 12px sans-serif; fill: #ffffff; text-anchor: middle }
  .discard { fill: #1f6f4a } .payment { fill: #2f5fa8 }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #161b18 } .room { fill: #222a25; stroke: #8fa398 } .floor { fill: #1c221e }
    .name { fill: #eef4f0 } .says { fill: #b9c7bf }
    .discard { fill: #2f8f63 } .payment { fill: #4a7fd0 }
  }
"""


def floor_plan() -> str:
    """Return the picture as SVG, light or dark as the reader's system prefers."""
    height = EDGE + len(FLOORS) * (HEIGHT + 2 * GAP) + 3 * EDGE
    box = f'viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="title"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
            '<title id="title">The rooms of mjlog, floor by floor</title>',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{WIDTH}" height="{height}" rx="12"/>',
            *(line for floor in range(len(FLOORS)) for line in _floor(floor)),
            *_key(height - 2 * EDGE),
            "</svg>\n",
        ]
    )


def _floor(floor: int) -> Iterator[str]:
    rooms = FLOORS[floor]
    top = EDGE + floor * (HEIGHT + 2 * GAP)
    yield (
        f'<rect class="floor" x="{EDGE}" y="{top}" width="{WIDTH - 2 * EDGE}" '
        f'height="{HEIGHT + GAP}" rx="8"/>'
    )
    width = (WIDTH - 2 * EDGE - GAP) / len(rooms) - GAP
    for at, room in enumerate(rooms):
        yield from _room(room, EDGE + GAP + at * (width + GAP), top + GAP / 2, width)


def _room(room: Room, left: float, top: float, width: float) -> Iterator[str]:
    yield (
        f'<rect class="room" x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{HEIGHT}" '
        'rx="6"/>'
    )
    yield f'<text class="name" x="{left + 12:.0f}" y="{top + 26:.0f}">{escape(room.name)}</text>'
    yield f'<text class="says" x="{left + 12:.0f}" y="{top + 48:.0f}">{escape(room.says)}</text>'
    steps = [
        *(("discard", step) for step in room.discard.split()),
        *(("payment", step) for step in room.payment.split()),
    ]
    for back, (walk, step) in enumerate(reversed(steps)):
        yield from _mark(walk, step, left + width - 18 - back * STEP, top + 20)


def _mark(walk: str, step: str, x: float, y: float) -> Iterator[str]:
    yield f'<circle class="{walk}" cx="{x:.0f}" cy="{y:.0f}" r="10"/>'
    yield f'<text class="mark" x="{x:.0f}" y="{y + 4:.0f}">{step}</text>'


def _key(top: int) -> Iterator[str]:
    for left, walk, words in (
        (EDGE + 12, "discard", "the way of a discard"),
        (EDGE + 240, "payment", "the way of a payment claim"),
    ):
        yield f'<circle class="{walk}" cx="{left}" cy="{top}" r="10"/>'
        yield f'<text class="says" x="{left + 18}" y="{top + 5}">{words}</text>'
    yield (
        f'<text class="says" x="{EDGE + 500}" y="{top + 5}">'
        "A room imports rooms of lower floors, never of its own or above.</text>"
    )


if __name__ == "__main__":
    PICTURE.write_text(floor_plan(), encoding="utf-8")
