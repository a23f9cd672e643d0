"""``make docs``: run the cells of the notebooks in docs/ and store their output.

The output of a cell is what Jupyter would store: printed text, and the value as text, table or
picture.
"""

import ast
import io
import json
import os
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
FIRST_HOUR: Final = (
    (
        "# A first hour with mjlog\n\nEvery cell was run by `make docs`; run them again from the"
        " top folder of a checkout. [The Python API](api.md) says the same in full."
    ),
    (
        ">>> import mjlog\n"
        '[source] = mjlog.load("samples/taiyuan/everything-fair-copy.mjl")\n'
        "game = source.game\n"
        "game"
    ),
    "## Step by step\nA position is the table after one act. It shows itself as a picture.",
    (
        ">>> deal = game.deals[0]\n"
        "rules = mjlog.rules.load(game.rules)\n"
        "positions = list(deal.steps(rules))\n"
        "positions[60]"
    ),
    ">>> for position in positions[:6]:\n    print(position.step, position.last, position.wall)",
    ">>> print(positions[-1])\nstr(positions[-1].waits(3))",
    "## What the referee and the audit say\nThis sample has a fault in it: a tile is laid face up.",
    (
        '>>> [wrong] = mjlog.load("samples/broken/taiyuan/ready.shelf.mjl")\n'
        "report = mjlog.audit(wrong.game)\n"
        "report"
    ),
    ">>> report.findings[0]",
    "## A record made act by act",
    (
        '>>> builder = mjlog.Builder("taiyuan/1", "East", "South", "West", "North", legal=True)\n'
        'builder.new_deal(dealer="A").deal("A", "1457m8p149s4z", pillars="27m5s1z")\n'
        'builder.deal("B", "5m178p6s2367z", pillars="19m2p2s")\n'
        'builder.draw("7m").discard("4z").draw("3m")\n'
        "try:\n"
        '    builder.discard("5z")\n'
        "except mjlog.BuildError as problem:\n"
        "    print(problem)\n"
        "print(builder)"
    ),
    "## Deals as rows\n`pandas.DataFrame(mjlog.deals_table(path))` makes a frame of them.",
    (
        ">>> [row] = mjlog.deals_table(game)\n"
        "{name: cell for name, cell in row.items() if cell is not None}"
    ),
)
CORPUS: Final = (
    (
        "# A corpus asked\n\nSixty made-up games, one of them spoilt, are audited in shards; the"
        " report is asked in SQL. [Corpora](corpora.md) says the same in full."
    ),
    (
        ">>> from pathlib import Path\n"
        "from tempfile import TemporaryDirectory\n"
        "import mjlog\n"
        "from mjlog.bots.generate import games\n"
        "from mjlog.corpus import asking, auditing, charts, executors, questions\n"
        "room = TemporaryDirectory()\n"
        'corpus, report = Path(room.name, "corpus"), Path(room.name, "report")\n'
        "corpus.mkdir()\n"
        'for number, game in enumerate(games("riichi/1", seed=1, deals=60, fast=True)):\n'
        '    Path(corpus, f"{number:02}.mjl").write_text(mjlog.write(game))\n'
        'spoilt = Path(corpus, "00.mjl")\n'
        'words = spoilt.read_text().replace("\\nnet ", "\\nnet 1", 1)\n'
        "len(words) - spoilt.write_text(words)"
    ),
    "## Audited\nThe same call once more would find all shards done.",
    (
        ">>> wanted = auditing.AuditSettings((str(corpus),), report)\n"
        "outcome = auditing.run(wanted, executors.processes(2), lambda progress: None)\n"
        "sorted(outcome.counts.items())"
    ),
    "## Asked\nThe tables are `records`, `deals`, `claims`, `findings`, `players`.",
    (
        ">>> with asking.opened(report) as open_report:\n"
        '    found = open_report.answer("SELECT code, severity, deal, message FROM findings")\n'
        "found"
    ),
    (
        ">>> with asking.opened(report) as open_report:\n"
        '    values = open_report.answer(questions.QUESTIONS["values"].sql)\n'
        "values"
    ),
    (
        '>>> [picture, *_] = charts.plots("values", questions.QUESTIONS["values"], values)\n'
        "room.cleanup()\n"
        "picture[1]"
    ),
)
NOTEBOOKS: Final = {"notebook.ipynb": FIRST_HOUR, "corpora.ipynb": CORPUS}
"""The cells of each notebook: words, or code behind ``>>>``."""
NEEDED: Final = {"corpora.ipynb": ("pyarrow", "duckdb")}
"""What comes with an extra; a notebook stays as it is where that is missing."""
CODE: Final = ">>> "


def notebook(file: str) -> str:
    """Return a notebook's file with every cell run."""
    names: dict[str, Any] = {}
    book_cells = NOTEBOOKS[file]
    cells = [_cell(number, book_cells, names) for number in range(len(book_cells))]
    book = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"


def _cell(number: int, cells: Sequence[str], names: dict[str, Any]) -> dict[str, Any]:
    words = cells[number]
    if not words.startswith(CODE):
        return {
            "cell_type": "markdown",
            "id": f"cell-{number}",
            "metadata": {},
            "source": _lines(words),
        }
    code = words.removeprefix(CODE)
    count = sum(each.startswith(CODE) for each in cells[: number + 1])
    return {
        "cell_type": "code",
        "execution_count": count,
        "id": f"cell-{number}",
        "metadata": {},
        "outputs": _run(code, names, count),
        "source": _lines(code),
    }


def _run(code: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """Return the outputs of a cell: what it prints, and its last expression's value."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)  # noqa: S102  the cells above
        value = (
            eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307  the same
            if isinstance(last, ast.Expr)
            else None
        )
    said = printed.getvalue()
    outputs: list[dict[str, Any]] = []
    if said:
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(said)})
    if value is not None:
        shown = {"data": _shown(value), "execution_count": count, "metadata": {}}
        outputs.append({"output_type": "execute_result", **shown})
    return outputs


def _shown(value: object) -> dict[str, list[str]]:
    data = {"text/plain": _lines(repr(value))}
    as_page = getattr(value, "_repr_html_", None)
    return data | ({"text/html": _lines(as_page())} if as_page is not None else {})


def _lines(words: str) -> list[str]:
    return words.splitlines(keepends=True)


if __name__ == "__main__":
    os.chdir(ROOT)
    for name in NOTEBOOKS:
        if all(map(find_spec, NEEDED.get(name, ()))):
            (ROOT / "docs" / name).write_text(notebook(name), encoding="utf-8")
        else:
            print(f"{name} stays as it is: it needs {' and '.join(NEEDED[name])}")
