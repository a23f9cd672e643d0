"""Changes the rules, the table, the settlement and the claims at random places; tests must notice.

    make mutants                     200 mutants of seed 1
    make mutants MUTANTS=50 SEED=7   another sample

Each mutant is one small change of one module (a number, a comparison, `and` for `or` ...), made by
the package cosmic-ray in a copy of the project. The tests run once unchanged, which shows what each
of them runs and how long it takes; for a mutant those that run the changed function are tried, the
quickest first, until one fails. A mutant that no test notices survives. Survivors are known when
`survivors.tsv` gives a reason for their line; the run fails when fewer than 92 of a hundred mutants
are killed, or when a survivor is not known.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from resource import RLIMIT_AS, setrlimit

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from nearest_tests import OPTIONS, TestMap

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
TESTS = (
    *("tests/core", "tests/rules", "tests/test_samples.py", "tests/test_blanks.py"),
    *("tests/test_chances.py", "tests/test_claims_in_parts.py", "tests/test_contradictions.py"),
    *("tests/test_corrections.py", "tests/test_corruption.py", "tests/test_deals_table.py"),
    *("tests/test_house_rules.py", "tests/test_jumbled_records.py", "tests/test_made_up.py"),
    *("tests/test_missing_dealers.py", "tests/test_next_deal.py", "tests/test_one_finding.py"),
    *("tests/test_penalties.py", "tests/test_positions.py", "tests/test_real_games.py"),
    *("tests/test_shown_hands.py", "tests/test_standings.py", "tests/test_unchecked.py"),
    *("tests/test_unknown_hands.py", "tests/test_vectors.py", "tests/test_void_deals.py"),
    *("tests/test_without_rules.py", "tests/test_cli_lesson.py", "tests/test_cli_waits.py"),
    *("tests/test_generate.py", "tests/formats/test_open_rules.py"),
    *("tests/formats/test_worth.py", "tests/formats/test_riichi_samples.py"),
    *("tests/formats/test_tenhou6.py", "tests/formats/test_tenhou_xml.py"),
)
"""The tests that have to do with rules; files and folders."""
PATIENCE = 60.0, 6.0
"""Seconds that tests may take, and how many times as long as unchanged they may take besides."""
MEMORY = 4 << 30
"""So many bytes a run may take: a change may make a loop endless that fills a list."""
NOTHING_FAILED = {0, 4, 5}
"""What pytest answers where all passed, where a test is not there, where there is none."""
Done = subprocess.CompletedProcess[str]


@dataclass(frozen=True)
class Mutant:
    """One change: the `occurrence`-th place in `module` that the operator can change."""

    module: str
    operator: str
    occurrence: int
    line: int

    @property
    def source(self) -> str:
        """The line that is changed."""
        return (ROOT / self.module).read_text(encoding="utf-8").splitlines()[self.line - 1].strip()

    def __str__(self) -> str:
        """Place, operator and line."""
        return f"{self.module}:{self.line} {self.operator.removeprefix('core/')}: {self.source}"


def mutants(module: str) -> list[Mutant]:
    """All mutants of a module."""
    tree = parso.parse((ROOT / module).read_text(encoding="utf-8"))
    found = []
    for name in OPERATORS:
        operator = get_operator(name)()
        places = [place for node in ast_nodes(tree) for place in operator.mutation_positions(node)]
        found += [Mutant(module, name, number, place[0][0]) for number, place in enumerate(places)]
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
def changed(mutant: Mutant, copy: Path) -> Iterator[str]:
    """The copy has the mutant in it; gives the source as it was."""
    path = copy / mutant.module
    good = path.read_text(encoding="utf-8")
    bad = mutate_code(good, get_operator(mutant.operator)(), mutant.occurrence)
    if bad is None:
        raise ValueError(f"{mutant} cannot be made")
    path.write_text(bad, encoding="utf-8")
    try:
        yield good
    finally:
        path.write_text(good, encoding="utf-8")


def killer(mutant: Mutant, copy: Path, tests: TestMap) -> str:
    """The first test that fails when the module is changed so, or what else went wrong; or none."""
    with changed(mutant, copy) as good:
        for stage in tests.stages(mutant.module, good, mutant.line):
            failed = failure(run(stage, copy, tests.seconds_of(stage)))
            if failed:
                return failed
    return ""


def run(
    tests: Sequence[str], copy: Path, seconds: float = math.inf, options: Sequence[str] = ("-x",)
) -> Done | None:
    """What pytest says of these tests in the copy; nothing where it takes much too long."""
    chosen = copy / "chosen-tests.txt"
    chosen.write_text("\n".join(tests), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    least, times = PATIENCE
    try:
        return subprocess.run(
            [*command, f"@{chosen.name}"],
            cwd=copy,
            env=environment,
            capture_output=True,
            text=True,
            timeout=None if seconds == math.inf else least + times * seconds,
            check=False,
            preexec_fn=lambda: setrlimit(RLIMIT_AS, (MEMORY, MEMORY)),
        )
    except subprocess.TimeoutExpired:
        return None


def failure(done: Done | None) -> str:
    """Which test failed in a run, in a few words; nothing where all passed or none was there."""
    if done is None:
        return "takes much too long"
    if done.returncode in NOTHING_FAILED:
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
    chosen = sample(arguments.number, arguments.seed, arguments.only)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        copies = [copy_of_the_project(Path(folder) / str(job)) for job in range(arguments.jobs)]
        unchanged = run(TESTS, copies[0], options=OPTIONS)
        if failure(unchanged) or unchanged is None:
            print("The tests fail without any change; mend that first.", failure(unchanged))
            return 2
        tests = TestMap.of(copies[0], unchanged.stdout)
        print(f"{len(tests.seconds)} tests, {time.monotonic() - started:.0f} s", flush=True)
        survivors = tried(chosen, copies, tests)
    return report(chosen, survivors, time.monotonic() - started)


def tried(chosen: list[Mutant], copies: list[Path], tests: TestMap) -> list[Mutant]:
    """The mutants that no test notices; each is told as soon as it is tried."""
    free: Queue[Path] = Queue()
    for copy in copies:
        free.put(copy)

    def survives(mutant: Mutant) -> bool:
        copy, started = free.get(), time.monotonic()
        try:
            failed = killer(mutant, copy, tests)
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
