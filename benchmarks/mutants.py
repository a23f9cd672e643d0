"""Changes the rules, the table, the settlement and the claims at random places; tests must notice.

    make mutants                     200 mutants of seed 1
    make mutants MUTANTS=50 SEED=7   another sample

Each mutant is one small change of one module (a number, a comparison, `and` for `or` ...), made by
the package cosmic-ray in a copy of the project. The samples are tried first, then the tests nearest
to the module, then all others, until one fails. A mutant that no test notices survives. Survivors
are known when `survivors.tsv` gives a reason for their line; the run fails when fewer than 92 of a
hundred mutants are killed, or when a survivor is not known.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from resource import RLIMIT_AS, setrlimit

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

ROOT = Path(__file__).parents[1]
SURVIVORS = Path(__file__).with_name("survivors.tsv")
MODULES = (
    "mjlog/rules/**/*.py",
    "mjlog/auditor/*.py",
    "mjlog/model/table.py",
    "mjlog/model/settlement.py",
)
BAR = 0.92
OPERATORS = [
    "core/NumberReplacer",
    "core/ReplaceTrueWithFalse",
    "core/ReplaceFalseWithTrue",
    "core/ReplaceAndWithOr",
    "core/ReplaceOrWithAnd",
    "core/AddNot",
    "core/ReplaceUnaryOperator_Delete_Not",
    "core/ReplaceBreakWithContinue",
    "core/ReplaceContinueWithBreak",
    "core/ZeroIterationForLoop",
    *(
        f"core/ReplaceComparisonOperator_{one}_{other}"
        for one, other in (
            ("Eq", "NotEq"),
            ("NotEq", "Eq"),
            ("Lt", "LtE"),
            ("LtE", "Lt"),
            ("Gt", "GtE"),
            ("GtE", "Gt"),
            ("Lt", "GtE"),
            ("Gt", "LtE"),
            ("Is", "IsNot"),
            ("IsNot", "Is"),
        )
    ),
    *(
        f"core/ReplaceBinaryOperator_{one}_{other}"
        for one, other in (
            ("Add", "Sub"),
            ("Sub", "Add"),
            ("Mul", "Add"),
            ("Mod", "Add"),
            ("FloorDiv", "Mul"),
            ("Pow", "Mul"),
        )
    ),
]
SAMPLES = ("tests/test_samples.py",)
NEAREST = {
    "mjlog/rules/american": ("tests/rules/test_american*.py",),
    "mjlog/rules/riichi": ("tests/rules/test_riichi*.py", "tests/formats/test_worth.py"),
    "mjlog/rules/shared": ("tests/rules/test_ordinary.py", "tests/core/test_*.py"),
    "mjlog/rules/taiwanese": ("tests/rules/test_taiwanese*.py",),
    "mjlog/rules/taiyuan": ("tests/rules/test_taiyuan*.py",),
    "mjlog/rules/tibet": ("tests/rules/test_tibet*.py",),
    "mjlog/model": ("tests/core/test_*.py", "tests/rules/test_[af]*.py"),
    "mjlog/auditor": ("tests/test_c[lo]*.py", "tests/test_[dmnpsuvw]*.py", "tests/test_ho*.py"),
}
"""The tests nearest to the modules of a folder."""
OTHERS = (
    "tests/core/test_*.py",
    "tests/rules/test_*.py",
    "tests/formats/test_[lortw]*.py",
    "tests/test_*.py",
)
NOT_ABOUT_RULES = re.compile(
    r"_(api|architecture|artwork|cli_[aenorst]\w*|cli|conformance|docs|elements|example_rule_set|"
    r"export_api|failure|fuzz|item_names|layers|losses|memory|notebook|other_validators|own_suffix|"
    r"packaging|permanent_names|pictures|site|survivors|svg|tenhou_wall|vocabulary|"
    r"words_are_for_people)\.py"
)
"""Tests of the documents, of pictures and of other programs, and those that take very long."""
PATIENCE = 60.0, 6.0
"""Seconds that tests may take, and how many times as long as unchanged they may take besides."""
MEMORY = 4 << 30
"""So many bytes each process may take: a change may make a loop endless that fills a list."""


@dataclass(frozen=True)
class Mutant:
    """One change: the `occurrence`-th place in `module` that the operator can change."""

    module: str
    operator: str
    occurrence: int
    line: int
    source: str
    """The line that is changed, without its indentation."""

    def __str__(self) -> str:
        """Place, operator and line."""
        return f"{self.module}:{self.line} {self.operator.removeprefix('core/')}: {self.source}"


def mutants(module: str) -> list[Mutant]:
    """All mutants of a module."""
    text = (ROOT / module).read_text(encoding="utf-8")
    tree, lines = parso.parse(text), ["", *map(str.strip, text.splitlines())]
    found = []
    for name in OPERATORS:
        operator = get_operator(name)()
        places = [place for node in ast_nodes(tree) for place in operator.mutation_positions(node)]
        at = [start[0] for start, _ in places]
        found += [Mutant(module, name, number, row, lines[row]) for number, row in enumerate(at)]
    return found


def sample(number: int, seed: int, only: str = "") -> list[Mutant]:
    """Some mutants of all modules whose path holds a word, each equally likely."""
    modules = sorted(
        str(path.relative_to(ROOT)) for pattern in MODULES for path in ROOT.glob(pattern)
    )
    every = [mutant for module in modules if only in module for mutant in mutants(module)]
    return random.Random(seed).sample(every, min(number, len(every)))


def copy_of_the_project(folder: Path) -> Path:
    """A copy of all files that git knows."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


@contextmanager
def changed(mutant: Mutant, copy: Path) -> Iterator[None]:
    """The copy has the mutant in it."""
    path = copy / mutant.module
    good = path.read_text(encoding="utf-8")
    bad = mutate_code(good, get_operator(mutant.operator)(), mutant.occurrence)
    if bad is None:
        raise ValueError(f"{mutant} cannot be made")
    path.write_text(bad, encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(good, encoding="utf-8")


def stages(module: str, copy: Path) -> list[tuple[str, ...]]:
    """Files of tests: the samples, those nearest to the module, all others."""
    near = files(NEAREST.get(str(Path(module).parent), ()), copy, SAMPLES)
    others = files(OTHERS, copy, (*SAMPLES, *near))
    return [stage for stage in (SAMPLES, near, others) if stage]


def files(patterns: Sequence[str], copy: Path, but: Sequence[str]) -> tuple[str, ...]:
    """The files of tests of these patterns that are about rules, without some that ran already."""
    found = {str(path.relative_to(copy)) for pattern in patterns for path in copy.glob(pattern)}
    return tuple(sorted(name for name in found - set(but) if not NOT_ABOUT_RULES.search(name)))


@dataclass
class Trials:
    """Tries mutants in copies of the project, and remembers how long tests take without any."""

    seconds: dict[tuple[str, ...], float] = field(default_factory=dict)

    def killer(self, mutant: Mutant, copy: Path) -> str:
        """The first test that fails when the module is changed so; empty where all pass."""
        for tests in stages(mutant.module, copy):
            usual = self._usual(tests, copy)
            with changed(mutant, copy):
                failed = failure(tests, copy, patience=PATIENCE[0] + PATIENCE[1] * usual)
            if failed:
                return failed
        return ""

    def _usual(self, tests: tuple[str, ...], copy: Path) -> float:
        """How long these tests take in the copy as it is, where they must pass."""
        if tests not in self.seconds:
            started = time.monotonic()
            failed = failure(tests, copy)
            if failed:
                raise SystemExit(f"Without any change a test fails; mend that first: {failed}")
            self.seconds[tests] = time.monotonic() - started
        return self.seconds[tests]


def failure(tests: Sequence[str], copy: Path, patience: float | None = None) -> str:
    """The first test that fails in the copy, in a few words; empty where all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command,
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            timeout=patience,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"the tests take longer than {patience:.0f} s"
    if not done.returncode:
        return ""
    told = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return told[0].partition(" - ")[0] if told else f"pytest ends with {done.returncode}"


def known_survivors() -> dict[tuple[str, str], str]:
    """The reason why nothing can notice a change, by module and line."""
    rows = SURVIVORS.read_text(encoding="utf-8").splitlines()[1:]
    return {(module, line): reason for module, line, reason in (row.split("\t") for row in rows)}


def main() -> int:
    """Runs a sample and prints who survived."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("number", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="modules whose path holds this")
    arguments = parser.parse_args()
    setrlimit(RLIMIT_AS, (MEMORY, MEMORY))
    chosen = sample(arguments.number, arguments.seed, arguments.only)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        copies = [copy_of_the_project(Path(folder) / str(job)) for job in range(arguments.jobs)]
        survivors = tried(chosen, copies)
    return report(chosen, survivors, time.monotonic() - started)


def tried(chosen: list[Mutant], copies: list[Path]) -> list[Mutant]:
    """The mutants that no test notices; each is told as soon as it is tried."""
    trials = Trials()
    free: Queue[Path] = Queue()
    for copy in copies:
        free.put(copy)

    def survives(mutant: Mutant) -> bool:
        copy, started = free.get(), time.monotonic()
        try:
            failed = trials.killer(mutant, copy)
        finally:
            free.put(copy)
        took = f"{time.monotonic() - started:.0f} s"
        print(f"{'killed  ' if failed else 'SURVIVES'} {mutant}\n    {took} {failed}", flush=True)
        return not failed

    with ThreadPoolExecutor(len(copies)) as pool:
        alive = pool.map(survives, chosen)
        return [mutant for mutant, survivor in zip(chosen, alive, strict=True) if survivor]


def report(chosen: list[Mutant], survivors: list[Mutant], seconds: float) -> int:
    """Prints the figures; 1 when too many survive, or one for no known reason."""
    reasons = known_survivors()
    killed = len(chosen) - len(survivors)
    share = killed / len(chosen)
    print(f"{killed} of {len(chosen)} mutants killed: {share:.1%} in {seconds:.0f} s")
    unknown = 0
    for mutant in survivors:
        reason = reasons.get((mutant.module, mutant.source))
        unknown += reason is None
        print(f"{mutant}\n    {reason or 'no reason is known: add a test'}")
    return int(share < BAR or unknown > 0)


if __name__ == "__main__":
    sys.exit(main())
