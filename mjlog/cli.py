"""The command line. Imports stand inside the commands, so that ``mjlog --help`` stays quick."""

from __future__ import annotations

import io
import os
import sys

import click

PATH = click.Path(allow_dash=True)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="mjlog", message="%(prog)s %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Records of mahjong games: read, replayed, judged by the rules, shown."""
    if os.environ.get("NO_COLOR"):
        context.color = False
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@main.command()
@click.argument("paths", nargs=-1, required=True, type=PATH, metavar="PATH...")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "ndjson", "sarif", "github"]),
    default="text",
    show_default=True,
    help="How the findings are written.",
)
@click.option(
    "--only", multiple=True, metavar="CODE", help="Report these findings alone; `syntax` means all `syntax.*`."
)
@click.option("--allow", multiple=True, metavar="CODE", help="Do not report these findings.")
@click.option(
    "--claims", is_flag=True, help="Tell of each claim that differs or could not be checked, with the reason."
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes to work with.")
def check(
    paths: tuple[str, ...], form: str, only: tuple[str, ...], allow: tuple[str, ...], *, claims: bool, jobs: int
) -> None:
    """Audit every record in files, folders and archives; - is standard input.

    Own and foreign records are known by what is in them, not by their names. The exit status is 0 when
    there is no error and no warning, 1 when there is one, 2 when something could not be read.
    """
    from mjlog import cli_check

    sys.exit(cli_check.check(paths, form, only, allow, claims=claims, jobs=jobs))
