"""Defines the commands of ``mjlog tournament`` and their options; other modules here run them."""

from __future__ import annotations

import sys
from typing import Any, Final

import click

from mjlog.cli import rules_file
from mjlog.cli.terminal import answer_options

FILE: Final = click.argument("file", type=click.Path(dir_okay=False), metavar="FILE")
ARCHIVE: Final = click.option(
    "--archive", "where", required=True, metavar="ARCHIVE", help="The archive with the records."
)
LANGUAGE: Final = click.option(
    "--lang",
    type=click.Choice(["en", "zh-Hans", "zh-Hant", "ja"]),
    default="en",
    show_default=True,
    help="The language of the page.",
)
NAMES: Final = click.option(
    "--names",
    "beside",
    metavar="LIST",
    help="Names of players that stand as identifiers: identifier, tab, name on each line.",
)


def _rule_sets(*asked: Any) -> Any:
    from mjlog.cli import completion

    return completion.rule_sets(*asked)


@click.group()
def tournament() -> None:
    """Tournaments: draw the seats, print cards and result sheets, print the standings.

    FILE holds what is played, who plays, the seed and the draw. Results are in an archive.
    """


@tournament.command()
@FILE
@click.option("--event", required=True, help="The name of the event.")
@click.option(
    "--rules",
    required=True,
    metavar="NAME",
    callback=rules_file.header,
    shell_complete=_rule_sets,
    help='As in a record: "riichi/1 preset=ema-2016".',
)
@click.option(
    "--players",
    required=True,
    type=click.File(encoding="utf-8", lazy=True),
    metavar="LIST",
    help="A name a line, or CSV with a column `name`; - is standard input.",
)
@click.option("--rounds", required=True, type=click.IntRange(1, 100), help="Games of each player.")
@click.option("--seats", type=click.IntRange(2, 4), help="Players at a table; by the rules if not.")
@click.option(
    "--minutes", type=click.IntRange(1, 600), default=90, show_default=True, help="Of a round."
)
@click.option("--force", is_flag=True, help="Replace FILE where it exists.")
def new(file: str, *, force: bool, **wanted: Any) -> None:
    """Write FILE for a new tournament."""
    from mjlog.cli.tournaments import tournament as cli_tournament

    cli_tournament.new(file, force=force, **wanted)


@tournament.command()
@FILE
@click.option("--seed", default="", help="Any words, published before; by chance if not given.")
@NAMES
@click.option("--again", is_flag=True, help="Draw anew where FILE has a draw.")
def draw(file: str, seed: str, beside: str | None, *, again: bool) -> None:
    """Draw the seats of every round, write them into FILE, and print them.

    The same players in the same order and the same seed give the same draw.
    """
    from mjlog.cli.tournaments import tournament as cli_tournament

    cli_tournament.draw(file, seed, beside, again=again)


@tournament.command()
@FILE
def verify(file: str) -> None:
    """Make the draw again from seed and players, and compare it with the draw in FILE.

    The exit status is 0 if both are equal, else 1.
    """
    from mjlog.cli.tournaments import tournament as cli_tournament

    sys.exit(cli_tournament.verify(file))


@tournament.command()
@FILE
@click.option("--site", default="", metavar="URL", help="Where the tables are recorded: QR codes.")
@NAMES
@LANGUAGE
@answer_options.output
def cards(file: str, site: str, beside: str | None, lang: str, output: str, *, force: bool) -> None:
    """Write a page with a card for each table: who sits there in each round, with QR codes."""
    from mjlog.cli.tournaments import tournament as cli_tournament

    cli_tournament.cards(file, site, beside, lang, output, force=force)


@tournament.command()
@FILE
@LANGUAGE
@answer_options.output
def timer(file: str, lang: str, output: str, *, force: bool) -> None:
    """Write a page that shows how much time is left of a round."""
    from mjlog.cli.tournaments import tournament as cli_tournament

    cli_tournament.timer(file, lang, output, force=force)


@tournament.command()
@FILE
@click.argument("number", type=click.IntRange(1), metavar="ROUND")
@click.argument("folder", type=click.Path(file_okay=False), metavar="FOLDER")
def tables(file: str, number: int, folder: str) -> None:
    """Make a ledger in FOLDER for each table of a round, with event, round, table and players.

    `mjlog record` and the recorder page continue these ledgers.
    """
    from mjlog.cli.tournaments import tournament as cli_tournament

    cli_tournament.tables(file, number, folder)


@tournament.command()
@FILE
@ARCHIVE
@click.argument("paths", nargs=-1, metavar="PATH...")
def collect(file: str, where: str, paths: tuple[str, ...]) -> None:
    """Put records and result sheets into the archive; print which games are missing or wrong.

    A record replaces the result slip of its table. The exit status is 1 if a game is missing or
    wrong, or if a file could not be read.
    """
    from mjlog.cli.tournaments import tournament as cli_tournament

    sys.exit(cli_tournament.collect(file, where, paths))


@tournament.command()
@FILE
@ARCHIVE
@answer_options.form("text", "csv", "ndjson", "json", words="How the standings are written.")
@NAMES
@click.option("--pseudonyms", is_flag=True, help="Tell no names of players.")
def standings(file: str, where: str, form: str, beside: str | None, *, pseudonyms: bool) -> None:
    """Print the standings by the rules; print missing or wrong games on standard error."""
    from mjlog.cli.tournaments import tournament as cli_tournament

    cli_tournament.standings(file, where, form, beside, pseudonyms=pseudonyms)


@tournament.command()
@FILE
@click.option(
    "--archive", "where", metavar="ARCHIVE", help="The archive with the records; empty sheets else."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["html", "csv", "xlsx"]),
    help="How the sheets are written; by the name of OUT if not given.",
)
@NAMES
@LANGUAGE
@answer_options.output
def sheets(
    file: str,
    where: str | None,
    form: str | None,
    beside: str | None,
    lang: str,
    output: str,
    *,
    force: bool,
) -> None:
    """Write result sheets: pages to print, CSV, or XLSX with the standings."""
    from mjlog.cli.tournaments import tournament as cli_tournament

    cli_tournament.sheets(file, where, form, beside, lang, output, force=force)


@tournament.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False), metavar="[FILE]")
@click.option(
    "--rules",
    default="",
    metavar="NAME",
    callback=rules_file.header,
    shell_complete=_rule_sets,
    help="Without FILE, or where the sheets name other rules than FILE.",
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="Its size.",
)
@click.option("--results", is_flag=True, help="A form for the points at the end alone.")
@click.option(
    "--pages",
    type=click.IntRange(1, 2),
    default=1,
    show_default=True,
    help="Pages of each game: one has 16 deals.",
)
@NAMES
@click.option(
    "--language",
    "lang",
    type=click.Choice(["en", "zh-Hans", "zh-Hant", "ja"]),
    default="en",
    show_default=True,
    help="The language of the sheets.",
)
@click.option("--map", "map_file", metavar="MAP", help="Write where the boxes are, as JSON.")
@answer_options.output
def paper(
    file: str | None,
    output: str,
    *,
    force: bool,
    **wanted: Any,
) -> None:
    """Write score sheets to print as PDF: a page for each table and round of FILE, or a blank one.

    Photographs and scans of the sheets can be read, so their corners have marks. MAP says where
    each box is; with --pages 2, a second map is written, with -2 in its name.
    """
    from mjlog.cli.tournaments import tournament_paper

    tournament_paper.write(file, output, tournament_paper.PaperOptions(**wanted), force=force)
