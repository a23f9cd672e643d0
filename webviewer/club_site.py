"""A folder of records as a static web site: a list of the games, the standings, each replay.

It needs no server: the files can be put on any web space, on a stick, or into an attachment.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from markupsafe import Markup

from mjlog.batch.deals_table import rows_of
from mjlog.model.findings import faults
from mjlog.picture.svg import Scene, picture
from mjlog.results.event_standings import GameEnd, standings_of
from mjlog.results.standings import standings
from mjlog.text.languages import NAMES
from webviewer.assets import Files
from webviewer.pages.drawings import WIDTH, scene_of, telling_moment
from webviewer.parts.results.summary import Ending, ending_of_game
from webviewer.parts.stage.table_view import Pages
from webviewer.records.library import Library, Record
from webviewer.replay_file import file_policy, page_maker, replay_file
from webviewer.responses import no_such_step, page

FIRST: Final = "index.html"
"""The name of the list in English; in other languages the name contains the language tag."""


class SiteGame(NamedTuple):
    """A game in the list of the site: its players with their recorded final points.

    `name` is the name of its files without suffix. `title` is empty if the game has neither event
    nor title. `players` are pairs of name and points; points are empty if unknown.
    """

    name: str
    title: str
    date: str
    players: tuple[tuple[str, str], ...]
    faults: int
    ending: Ending | None


def site_files(source: str) -> Iterator[tuple[str, str]]:
    """Generate a static site from a folder of records: yield the name and the text of each file.

    Each record gives a page (`.html`) and a picture (`.svg`); at the end come lists of all games,
    one for each language. A record that cannot be shown step by step gives its file name and an
    empty text, so that the caller can report it. Raise FileNotFoundError if there is no such
    folder.
    """
    library = Library(source)
    games: list[SiteGame] = []
    pages = Pages()
    maker = page_maker()
    ends: defaultdict[str, list[GameEnd]] = defaultdict(list)
    for slug, entry in library.entries.items():
        record = library.record(slug)
        if record is None or not record.playable:
            yield entry.name, ""
            continue
        yield f"{slug}.html", replay_file(record)
        with maker.test_request_context("/"):
            yield f"{slug}.svg", picture(_scene(record, pages), size=WIDTH)
        games.append(_game(record))
        ends[record.report.rules.title if record.report.rules else ""].append(
            GameEnd.of(record.report)
        )
    files = Files(Path(maker.root_path, "static"))
    style = "".join(files.bare(name).decode() for name in ("sheets.css", "archive.css"))
    lists = {tag: FIRST if tag == "en" else f"index.{tag}.html" for tag in NAMES}
    for tag, name in lists.items():
        with maker.test_request_context(f"/?lang={tag}"):
            yield (
                name,
                page(
                    "club_site.html",
                    games=sorted(games, key=lambda game: game.date, reverse=True),
                    standings=[(rules, standings_of(ends[rules]).players) for rules in ends],
                    lists=[(other, NAMES[other], lists[other]) for other in lists],
                    style=Markup(style),  # noqa: S704  a file of mjlog
                    policy=f"{file_policy(style)}; img-src 'self' file:",
                ),
            )


def _scene(record: Record, pages: Pages) -> Scene:
    """Return the table at a record's most interesting step, as a `Scene` that can be drawn.

    It becomes the record's small picture. It must be possible to show the record step by step.
    """
    deal, step = telling_moment(record, pages) or (1, 0)
    return scene_of(record, pages, deal, step) or no_such_step()


def _game(record: Record) -> SiteGame:
    final_standings = standings(record.report)
    after = final_standings.after(due=False)[-1] if final_standings else None
    names = record.game.players
    points = [str(each) for each in after] if after else [""] * len(names)
    pairs = tuple(zip(names, points, strict=False))
    fault_count = len(faults(record.report.findings))
    header = record.game.header
    is_titled = header("Event") or header("Title") or not any(record.game.players)
    title = record.title if is_titled else ""
    ending = ending_of_game(list(rows_of(record.report, "")))
    date = record.game.heading("Date")
    return SiteGame(record.slug, title, date, pairs, fault_count, ending)
