"""Runs ``mjlog corpus report`` and ``mjlog corpus query``: prints answers from a report."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from mjlog.cli.corpora.corpus import errors_in_one_line
from mjlog.cli.terminal.output import write_file
from mjlog.corpus.asking import About, Answer, format_columns, opened
from mjlog.corpus.charts import plots
from mjlog.corpus.questions import QUESTIONS
from mjlog.report.text import printable


def report(
    folder: str,
    asked: Sequence[str],
    about: About,
    form: str,
    most: int,
    *,
    pictures: str | None,
    output: str,
    force: bool,
) -> None:
    """Answer questions about an audited corpus, and write the answers to `output`.

    `folder` has the results of ``mjlog corpus audit``. `asked` has the names of the questions; if
    it is empty, all are answered. `about` limits the records to a rule set, event or player. Each
    answer has at most `most` rows; 0 means all rows. If `pictures` is given, plots are written into
    that folder. Raises UsageError if several answers are to be written as CSV.
    """
    names = asked or tuple(QUESTIONS)
    with errors_in_one_line(), opened(Path(folder), about) as asking:
        whole = {name: asking.answer(QUESTIONS[name].sql) for name in names}
    if pictures:
        _draw(Path(pictures), whole)
    cut = {name: _cut(answer, most) for name, answer in whole.items()}
    if form == "json":
        members = {name: list(answer.objects) for name, answer in cut.items()}
        pieces = iter([json.dumps(members, ensure_ascii=False, indent=1, default=str) + "\n"])
    elif form == "csv":
        if len(cut) > 1:
            raise click.UsageError(f"CSV holds one table: name one of {', '.join(cut)}")
        pieces = _csv(next(iter(cut.values())))
    else:
        pieces = _text(cut)
    write_file(output, pieces, force=force)


def _cut(answer: Answer, most: int) -> Answer:
    if not most or len(answer.rows) <= most:
        return answer
    return Answer(answer.columns, answer.rows[:most], is_cut=True)


def _text(answers: dict[str, Answer]) -> Iterator[str]:
    for name, answer in answers.items():
        yield f"{QUESTIONS[name].title}\n"
        yield from (f"  {printable(line)}\n" for line in format_columns(answer))
        if answer.is_cut:
            yield "  … --most tells more\n"
        yield "\n"


def _draw(folder: Path, answers: dict[str, Answer]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, answer in answers.items():
        for file, picture in plots(name, QUESTIONS[name], answer):
            write_file(str(folder / file), [picture], force=True)


def query(folder: str, sql: str, form: str, most: int, seconds: float) -> None:
    """Answer a query in SQL about a corpus report, and print the rows.

    The query is read from standard input if `sql` is ``-``. At most `most` rows are printed, all if
    0. The query is stopped after `seconds` seconds.
    """
    words = sys.stdin.read() if sql == "-" else sql
    with errors_in_one_line(), opened(Path(folder), seconds=seconds) as asking:
        answer = asking.answer(words, most)
    makers = {"csv": _csv, "json": _json, "ndjson": _ndjson, "text": _table}
    write_file("-", makers[form](answer), force=False)
    if answer.is_cut:
        click.echo(f"There are more rows than {most}; --most tells more.", err=True)


def _csv(answer: Answer) -> Iterator[str]:
    for row in (answer.columns, *answer.rows):
        made = io.StringIO()
        csv.writer(made).writerow(row)
        yield made.getvalue()


def _json(answer: Answer) -> Iterator[str]:
    yield json.dumps(list(answer.objects), ensure_ascii=False, indent=1, default=str) + "\n"


def _ndjson(answer: Answer) -> Iterator[str]:
    for each in answer.objects:
        yield json.dumps(each, ensure_ascii=False, default=str) + "\n"


def _table(answer: Answer) -> Iterator[str]:
    for line in format_columns(answer):
        yield f"{printable(line)}\n"
