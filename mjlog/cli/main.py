"""The command ``mjlog`` and its subcommands.

Imports are inside the functions, so that it starts fast.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from errno import EPIPE
from importlib import import_module
from typing import Any, Final, NamedTuple, TypeVar

import click

import mjlog
from mjlog.cli import fetching, rules_file
from mjlog.cli.format_word import FormatWord
from mjlog.cli.terminal import answer_options
from mjlog.model.findings import reason_of

PATH = click.Path(allow_dash=True)
SEAT = click.Choice(list("ABCD"))
SHELL = click.Choice(["bash", "zsh", "fish"])

_Command = TypeVar("_Command", bound=Callable[..., None])


def _rule_sets(*asked: Any) -> Any:
    from mjlog.cli import completion

    return completion.rule_sets(*asked)


def _rules_option(example: str) -> Callable[[_Command], _Command]:
    """Build the required option ``--rules`` of a command. `example` is shown in its help."""
    return click.option(
        "--rules",
        "header",
        required=True,
        metavar="NAME",
        callback=rules_file.header,
        shell_complete=_rule_sets,
        help=f'As in a record: "{example}"; or a file of a club, club.toml.',
    )


def _codes(*asked: Any) -> Any:
    from mjlog.cli import completion

    return completion.codes(*asked)


class _LazyCommand(NamedTuple):
    """A command that is defined in another module.

    The module is imported only when the command is used; `help` is its line in the list of
    commands.
    """

    module: str
    name: str
    help: str


ELSEWHERE: Final = {
    "archive": _LazyCommand(
        "archives.archive_commands",
        "archive",
        "Keep records in a database: add, find, show, export, remove.",
    ),
    "token": _LazyCommand(
        "archives.archive_commands",
        "token",
        "Give programs and people access to an archive over HTTP, and take it back.",
    ),
    "corpus": _LazyCommand(
        "corpora.corpus_commands",
        "corpus",
        "Audit very many records, and ask the report: rates, distributions, plots.",
    ),
    "record": _LazyCommand(
        "recording.live_commands",
        "record",
        "Record a game as it is played, in FILE; go on where it stopped.",
    ),
    "live": _LazyCommand(
        "recording.live_commands",
        "live",
        "Record games at tables, on the pages of a web browser.",
    ),
    "watch": _LazyCommand(
        "recording.live_commands",
        "watch",
        "Show tables that are being recorded to many spectators, in a process of its own.",
    ),
    "ledger": _LazyCommand(
        "recording.live_commands",
        "ledger",
        "Ledgers: what they say, who wrote what and when, whether every line holds.",
    ),
    "merge": _LazyCommand(
        "recording.live_commands",
        "merge",
        "Merge the sheets of several scribes into one record: sheets of seats, the table, results.",
    ),
    "verify": _LazyCommand(
        "recording.live_commands",
        "verify_signatures",
        "Show who signed which lines of a ledger, and what that proves.",
    ),
    "tournament": _LazyCommand(
        "tournaments.tournament_commands",
        "tournament",
        "Tournaments: draw the seats, print cards and result sheets, print the standings.",
    ),
}


class Commands(click.Group):
    """The group of all commands of ``mjlog``, which loads their modules only when they are needed.

    Failed writes, encoding errors and Ctrl-C end a command with a single line.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the sorted names of all commands, also of those whose modules are not loaded."""
        return sorted({*super().list_commands(ctx), *ELSEWHERE})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of that name, or None.

        If it is in another module, import the module.
        """
        if cmd_name in ELSEWHERE:
            there = ELSEWHERE[cmd_name]
            module = import_module(f"mjlog.cli.{there.module}")
            command: click.Command = getattr(module, there.name)
            return command
        return super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands for ``--help``, without loading their modules."""
        others = {name: click.Command(name, help=there.help) for name, there in ELSEWHERE.items()}
        click.Group(commands={**self.commands, **others}).format_commands(ctx, formatter)

    def main(self, *arguments: Any, **rest: Any) -> Any:
        """Run the command line, and flush the output.

        If a file or the output cannot be written, or if an argument is not UTF-8, end with an error
        of one line.
        """
        from mjlog.cli.terminal import output as cli_output

        cli_output.open_closed_streams()
        try:
            try:
                return super().main(*arguments, **rest)
            finally:
                sys.stdout.flush()
        except OSError as problem:
            if problem.errno == EPIPE:
                raise
            if problem.filename is None:
                cli_output.no_room(problem)
            cli_output.end_with(f"{problem.filename}: {reason_of(problem)}")
        except UnicodeEncodeError as problem:
            # Python keeps the bytes of an argument that are not UTF-8 as lone surrogates.
            not_text = problem.object[problem.start : problem.end]
            for argument in sys.argv:
                if not_text in argument:
                    cli_output.end_with(f"{argument} is not text in UTF-8")
            raise

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Ctrl-C ends it with the exit status that shells expect.

        If a rule set of another package fails, print the name of the package and the failing line,
        instead of a traceback.
        """
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as problem:
            from mjlog.rules import failing_package

            failing = failing_package(problem)
            if failing is None:
                raise
            from mjlog.cli.terminal.output import end_with

            package, place = failing
            why = f"{type(problem).__name__}: {problem}"
            end_with(f"a rule set of the package {package} failed ({why} at {place})")
        except KeyboardInterrupt:
            from mjlog.cli.terminal.interrupt import INTERRUPTED

            click.echo("Interrupted.", err=True)
            sys.exit(INTERRUPTED)


def _tell_version(context: click.Context, _option: click.Parameter, asked: bool) -> None:
    if not asked or context.resilient_parsing:
        return
    from mjlog.compiled import is_compiled

    build = "compiled" if is_compiled() else "pure Python"
    click.echo(f"{context.info_name} {mjlog.__version__} ({build})")
    context.exit()


@click.group(
    cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_version,
    help="Show the version, and whether the core is compiled, and exit.",
)
@click.pass_context
def main(context: click.Context) -> None:
    """Read, replay, judge and show records of mahjong games."""
    if os.environ.get("NO_COLOR"):
        context.color = False
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


_patience_option = click.option(
    "--patience",
    type=click.FloatRange(min=0, min_open=True),
    default=120,
    show_default=True,
    metavar="SECONDS",
    help="Give up a record, or a file of sheets, that takes longer to read and to judge.",
)
_claims_option = click.option(
    "--claims",
    is_flag=True,
    help="Tell of each claim that differs or could not be checked, with the reason.",
)


@main.command()
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
@answer_options.form(
    "text", "json", "ndjson", "sarif", "github", words="How the findings are written."
)
@click.option(
    "--only",
    multiple=True,
    metavar="CODE",
    shell_complete=_codes,
    help="Report these findings alone; `syntax` means all `syntax.*`.",
)
@click.option(
    "--allow",
    multiple=True,
    metavar="CODE",
    shell_complete=_codes,
    help="Do not report these findings.",
)
@_claims_option
@click.option(
    "--checked",
    type=click.IntRange(0, 100),
    default=0,
    metavar="PERCENT",
    help="Exit with 1 when fewer of the claims than that could be checked.",
)
@rules_file.rules_file_option()
@click.option("--canonical", is_flag=True, help="Warn where the text of a record is not canonical.")
@click.option(
    "--suggest", is_flag=True, help="Tell how a wrong line should read, where the rules give it."
)
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to work with."
)
@_patience_option
@fetching.option
def check(
    paths: tuple[str, ...],
    form: str,
    only: tuple[str, ...],
    allow: tuple[str, ...],
    *,
    claims: bool,
    checked: int,
    canonical: bool,
    suggest: bool,
    jobs: int,
    patience: float,
    fetch: bool,
) -> None:
    """Audit every record in the files, folders and archives named.

    The path "-" is standard input. The format of a record is recognised by its content, not by its
    name.

    The exit status is 0 if there is no error and no warning, 1 if there is one, 2 if something
    could not be read or there is no record at all. It is 130 if Ctrl-C has ended the run; what was
    found by then is reported.
    """
    from mjlog.cli import check as cli_check

    status = cli_check.check(
        fetching.fetched(paths) if fetch else paths,
        form,
        only,
        allow,
        claims=claims,
        checked=checked,
        jobs=jobs,
        canonical=canonical,
        suggest=suggest,
        patience=patience,
    )
    sys.exit(status)


@main.command()
@click.argument("file", type=PATH)
@rules_file.rules_file_option()
@click.option(
    "--deal", type=click.IntRange(1), default=1, show_default=True, help="Which deal of the game."
)
@click.option(
    "--step",
    type=click.IntRange(0),
    help="The table after that step alone; 0 is the table as dealt.",
)
@click.option("--seat", type=SEAT, help="Only what this player can see.")
@click.option(
    "--letters/--tiles",
    default=None,
    help="Tiles in notation, or Unicode tiles; if not given, what the terminal can show.",
)
@click.option(
    "--svg", is_flag=True, help="The table at the end, or after --step, as an SVG picture."
)
@click.option(
    "-o", "--output", type=PATH, default="-", metavar="OUT", help="File to write the picture to."
)
@fetching.option
@click.option("--force", is_flag=True, help="Replace OUT where it exists.")
def show(
    file: str,
    deal: int,
    step: int | None,
    seat: str | None,
    output: str,
    *,
    letters: bool | None,
    svg: bool,
    fetch: bool,
    force: bool,
) -> None:
    """Show a deal on the terminal.

    Print every step with the referee's findings, the table at the end, and the result: who won from
    whom, items, payments, totals. With --step, print only the table after that step.
    """
    from mjlog.cli import show as cli_show

    if fetch:
        (file,) = fetching.fetched((file,))
    if svg:
        cli_show.draw(file, deal, step, seat, output, force=force)
        return
    if output != "-":
        raise click.UsageError("-o is for pictures: give --svg with it")
    cli_show.show(file, deal, step, seat, letters=letters)


@main.command()
@click.argument("sources", nargs=-1, required=True, type=PATH, metavar="IN...")
@click.option(
    "--to",
    "form",
    type=FormatWord(written=True),
    help="Format to write; else by the name of OUT, else mjl.",
)
@click.option(
    "--from",
    "origin",
    type=FormatWord(written=False),
    help="Format of IN, where it is to be believed more than what is in it.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=lambda: os.cpu_count() or 1,
    show_default="all cores",
    help="Processes to work with, of several records.",
)
@click.option(
    "--deal",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Which deal a moving picture shows (webp, gif).",
)
@click.option(
    "--last", type=click.IntRange(1), metavar="STEPS", help="Only the last steps of that deal."
)
@fetching.option
@answer_options.output
def convert(
    sources: tuple[str, ...],
    form: str | None,
    origin: str | None,
    output: str,
    jobs: int,
    deal: int,
    last: int | None,
    *,
    fetch: bool,
    force: bool,
) -> None:
    """Write records, own or foreign, or score sheets, as text, JSON or another program's format.

    The text is canonical: two equal records give the same text, byte for byte. What another format
    cannot express is reported on standard error, with its code and place. Several files, a folder
    or an archive are written into a folder (-o DIR/), a zip (-o NAME.zip) or, as text, mjai or
    tenhou6, into one file; the losses are summed up at the end. webp and gif show a deal as an
    animated picture.
    """
    from mjlog.batch.converting import SHEET
    from mjlog.cli import convert as cli_convert
    from mjlog.cli.one_record import SeveralRecordsError

    if fetch:
        sources = fetching.fetched(sources)
    if origin not in {None, SHEET} and len(sources) > 1:
        raise click.UsageError("--from takes one file")
    if not cli_convert.is_for_many(sources, output, form):
        try:
            status = cli_convert.convert(
                sources[0], form, origin, output, force=force, deal=deal, last=last
            )
            sys.exit(status)
        except SeveralRecordsError:
            if origin not in {None, SHEET}:
                raise
    sys.exit(cli_convert.convert_many(sources, form, origin, output, jobs, force=force))


@main.group()
def sheet() -> None:
    """Score sheets of clubs: check them, make empty ones."""


@sheet.command("check")
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="FILE...")
@click.option(
    "--rules",
    "header",
    default="",
    metavar="NAME",
    callback=rules_file.header,
    shell_complete=_rule_sets,
    help='The rules, where the sheet names none: "riichi/1 preset=ema-2016", or a file club.toml.',
)
@answer_options.form(
    "text", "json", "ndjson", "sarif", "xlsx", words="How the findings are written."
)
@_claims_option
@click.option(
    "--map",
    "layout",
    type=click.Path(exists=True, dir_okay=False),
    help="A TOML file that says how the sheet is laid out, where guessing fails.",
)
@click.option("--explain", is_flag=True, help="Tell how each cell was read.")
@click.option(
    "--corrected",
    type=PATH,
    metavar="OUT.xlsx",
    help="Write the sheet with coloured cells, comments and a summary; of one FILE.",
)
@click.option(
    "-o", "--output", type=PATH, default="-", metavar="OUT", help="Write the report to that file."
)
@click.option("--force", is_flag=True, help="Replace files that exist.")
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to work with."
)
@_patience_option
def check_sheets(paths: tuple[str, ...], form: str, **how: Any) -> None:
    """Audit score sheets: CSV, TSV, XLSX, ODS, XLS, HTML, pasted tables, Pantheon, faan sheets.

    The layout of a sheet is guessed, and described in two lines. Each finding names its cell. A
    folder is an event: its tables are reported together, with standings as submitted and as
    corrected. The exit status is that of `mjlog check`.
    """
    from mjlog.cli.scoresheets import sheet as cli_sheet

    sys.exit(cli_sheet.check(paths, form, cli_sheet.CheckOptions(**how)))


@sheet.command("template")
@click.argument("header", metavar="RULES", callback=rules_file.header, shell_complete=_rule_sets)
@click.option("--deals", type=click.IntRange(1, 500), default=24, show_default=True)
@click.option(
    "-o", "--output", type=PATH, default="sheet.xlsx", show_default=True, metavar="OUT",
    help="A name that ends in .csv is written as CSV, which has the heads alone.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Replace OUT where it exists.")
def sheet_template(header: str, deals: int, output: str, *, force: bool) -> None:
    """Write an empty score sheet for RULES: drop-downs, checks, totals, ready to print.

    `mjlog sheet check` reads the filled-in sheet as it is.
    """
    from mjlog.cli.scoresheets import sheet as cli_sheet

    cli_sheet.template(header, deals, output, force=force)


@main.command()
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
@click.option("--check", "is_check", is_flag=True, help="Write nothing; exit with 1 for changes.")
@click.option("--diff", "is_diff", is_flag=True, help="Print what would change; write nothing.")
def fmt(paths: tuple[str, ...], *, is_check: bool, is_diff: bool) -> None:
    """Write records in their canonical text: files, folders of .mjl files, "-" for standard input.

    Comments stay. A file with a line that cannot be read stays as it is. The exit status is 1 if
    --check finds something to change, 2 if a file cannot be read.
    """
    from mjlog.cli import fmt as cli_fmt

    sys.exit(cli_fmt.format_files(paths, is_check=is_check, is_diff=is_diff))


@main.command()
def lsp() -> None:
    """Run a language server for editors: findings, completion, formatting, outline, colours.

    It speaks the language server protocol over standard input and output. docs/editors.md has
    settings for Neovim, Emacs, Kate, Helix and VS Code. Needs the extra mjlog[editor].
    """
    import mjlog

    try:
        from mjlog.editor.server import serve
    except ModuleNotFoundError as problem:
        words = f"mjlog lsp needs pygls ({problem.name} is missing): pip install 'mjlog[editor]'"
        raise click.ClickException(words) from None
    serve(mjlog.__version__)


@main.command()
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="FILE...")
def digest(paths: tuple[str, ...]) -> None:
    """Print the permanent name of every record, and its path.

    The name is the SHA-256 of the canonical text: equal records have the same name. The exit status
    is 2 when something could not be read or there is no record at all.
    """
    from mjlog.cli import digest as cli_digest

    sys.exit(cli_digest.digests(paths))


@main.command()
@click.argument("name", nargs=-1, metavar="[NAME [OPTION=VALUE]...]", shell_complete=_rule_sets)
@click.option(
    "--items",
    is_flag=True,
    help="The words of its records: items, causes, rulings, headers, shorthand.",
)
@click.option("--cheat-sheet", is_flag=True, help="What a scribe writes, to have at the table.")
@click.option("--lint", is_flag=True, help="Say what of a rule set its authors should mend.")
def rules(name: tuple[str, ...], *, items: bool, cheat_sheet: bool, lint: bool) -> None:
    """List the rule sets, or show one.

    With NAME, print its options with the values that NAME sets, its presets and its rulebook.
    """
    from mjlog.cli import rules as cli_rules

    asked = {"--items": items, "--cheat-sheet": cheat_sheet, "--lint": lint}
    for option, is_asked in asked.items():
        if is_asked and not name:
            needs = f"{option} needs the name of a rule set: mjlog rules taiyuan {option}"
            raise click.UsageError(needs)
    if lint:
        sys.exit(cli_rules.lint(rules_file.header(None, None, " ".join(name))))
    shown = cli_rules.words if items else cli_rules.rulebook
    if cheat_sheet:
        shown = cli_rules.sheet
    for line in (
        shown(rules_file.header(None, None, " ".join(name))) if name else cli_rules.overview()
    ):
        click.echo(line)


@main.command()
@_rules_option("taiyuan/1 preset=regional")
@click.option(
    "--hand",
    "tiles",
    required=True,
    help="The concealed tiles with the winning one, which comes last.",
)
@click.option(
    "--tile", default="", help="The winning tile, where it is not the last one of --hand."
)
@click.option(
    "--meld", "melds", multiple=True, help="A declared set: +999m, +789m, +9999m, ^9999m, *5555z."
)
@click.option("--winner", type=SEAT, default="A", show_default=True)
@click.option("--dealer", type=SEAT, default="A", show_default=True)
@click.option(
    "--from", "source", type=SEAT, help="Who threw the winning tile; without it: self-drawn."
)
@click.option("--rob", "robbed", is_flag=True, help="The winning tile was being added to a pung.")
@click.option("--ready", default="", metavar="SEATS", help="Who had declared ready: A,B.")
@click.option("--bonus", default="", help="Bonus tiles set out by the winner.")
@click.option(
    "--players",
    type=click.IntRange(2, 4),
    help="How many play; as many as the rules take if not given.",
)
@click.option("--round", type=click.Choice(["E", "S", "W", "N"]), help="The wind of the round.")
@click.option("--dora", default="", metavar="TILES", help="The indicators that lie open.")
@click.option("--ura", default="", metavar="TILES", help="The hidden indicators, turned up.")
@click.option(
    "--counters", type=click.IntRange(0, 999), default=0, help="Deals that the dealer has dealt on."
)
@click.option(
    "--sticks", type=click.IntRange(0, 999), default=0, help="Sticks on the table before the deal."
)
@click.option(
    "--happened",
    default="",
    metavar="NAMES",
    help="What lay in the course of play: ippatsu,rinshan.",
)
def score(header: str, ready: str, happened: str, **hand: Any) -> None:
    """Score one winning hand, and compute the payments.

    Print its value and its items with the rules that they cite, then who pays whom, with the
    arithmetic.
    """
    from mjlog.cli import score as cli_score

    sys.exit(
        cli_score.score(
            header, ready.replace(",", " ").split(), happened.replace(",", " ").split(), **hand
        )
    )


@main.command()
@_rules_option("tibet/1 preset=tibet-7")
@click.argument("tiles")
@click.option(
    "--meld", "melds", multiple=True, help="A declared set: +999m, +789m, +9999m, ^9999m, *5555z."
)
def waits(header: str, tiles: str, melds: tuple[str, ...]) -> None:
    """Show what a hand waits for, and how its tiles can be grouped.

    TILES are the concealed tiles. For a hand without a drawn tile, print the tiles that complete
    it, with every way to see it as complete groups and a part that waits. For a hand with the drawn
    tile, print every complete grouping, and what the hand waits for after each discard.
    """
    from mjlog.cli import waits as cli_waits

    for line in cli_waits.waits(header, tiles, melds):
        click.echo(line)


@main.command()
@_rules_option("riichi/1 preset=tenhou")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="The same seed gives the same games."
)
@click.option(
    "--deals", type=click.IntRange(1), default=1, show_default=True, help="How many deals in all."
)
@click.option("--fast", is_flag=True, help="Play without thought: hundreds of deals a second.")
@click.option(
    "--players",
    type=click.IntRange(2, 4),
    help="How many play; as many as the rules take if not given.",
)
@answer_options.output
def generate(
    header: str, seed: int, deals: int, players: int | None, output: str, *, fast: bool, force: bool
) -> None:
    """Make up games of any rule set.

    The players collect sets and act as the rules allow; the record states the results by the rules.
    When a game is over, the next one begins. The texts of several games are written one after the
    other; if the name of OUT ends in .json, .jsonl or .ndjson, each game is a line of JSON. With
    --fast the players discard any legal tile.
    """
    from mjlog.cli import generate as cli_generate

    cli_generate.generate(header, seed, deals, players or 0, output, fast=fast, force=force)


@main.command()
@click.argument("path", type=click.Path(exists=True), required=False)
@rules_file.rules_file_option(expose_value=True)
@click.option(
    "--archive",
    metavar="ARCHIVE",
    help="Serve this archive: the path of its file, or the URL of its database.",
)
@click.option(
    "--config", type=click.Path(exists=True), metavar="FILE", help="Settings in TOML: docs/cli.md."
)
@click.option("--check-config", is_flag=True, help="Print the settings in force, and end.")
@click.option(
    "--allow-origin",
    "origins",
    multiple=True,
    metavar="ORIGIN",
    help='Let pages of this site ask the archive from a browser: https://club.example, or "*".',
)
@click.option("--host", help="Address to listen on; 127.0.0.1 if not given.")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port to listen on; any free one if not given."
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Processes that answer; more than one need granian: pip install 'mjlog[server]'.",
)
@click.option(
    "--answer-for",
    multiple=True,
    metavar="NAME",
    help="Answer only when asked by this host name.",
)
@click.option(
    "--follow-links", is_flag=True, help="Show files outside the folder to which links in it lead."
)
def serve(path: str | None, **wanted: Any) -> None:
    """Show records in the web browser: those of a folder or a file, or those of an archive.

    With --archive programs can ask as well, at /api/v1. After SIGTERM the server answers the
    requests that have begun, and then ends.
    """
    from mjlog.cli import serve as cli_serve

    cli_serve.serve(path, **wanted)


@main.command()
@click.argument("shell", type=SHELL)
def completion(shell: str) -> None:
    """Print the script that completes the words of this command in a shell.

    Write it to a file that the shell reads at its start: docs/cli.md says which.
    """
    from mjlog.cli import completion as cli_completion

    click.echo(cli_completion.script(shell, main))
