"""Changes the rules, the table, the settlement and the claims at random places; tests must notice.

    make mutants                     200 mutants of seed 1
    make mutants MUTANTS=50 SEED=7   another sample

Each mutant is one small change of one module (a number, a comparison, `and` for `or` ...), made by
the package cosmic-ray in a copy of the project; the tests that stand nearest to the module run
first and stop at the first failure. A mutant that no test notices survives. Survivors are known
when `survivors.tsv` gives a reason for their line; the run fails when fewer than 92 of a hundred
mutants are killed, or when a survivor is not known.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

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
FIRST = {
    "taiyuan": "tests/rules/test_taiyuan*.py",
    "taiwanese": "tests/rules/test_taiwanese*.py",
    "tibet": "tests/rules/test_tibet*.py",
    "american": "tests/rules/test_american*.py",
    "riichi": "tests/rules/test_riichi*.py",
}
"""The tests nearest to a module, by the folder of its rule set."""
ALL = (
    "tests/test_samples.py",
    "tests/rules",
    "tests/core",
    "tests/test_claims_in_parts.py",
    "tests/test_contradictions.py",
    "tests/test_made_up.py",
    "tests/test_house_rules.py",
    "tests/test_jumbled_records.py",
    "tests/test_corruption.py",
    "tests/test_chances.py",
    "tests/test_blanks.py",
)
TIMEOUT = 600


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


def sample(number: int, seed: int) -> list[Mutant]:
    """Some mutants of all modules, each equally likely."""
    modules = sorted(
        str(path.relative_to(ROOT)) for pattern in MODULES for path in ROOT.glob(pattern)
    )
    every = [mutant for module in modules for mutant in mutants(module)]
    return random.Random(seed).sample(every, min(number, len(every)))


def copy_of_the_project(folder: Path) -> Path:
    """A copy of all files that git knows."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in listed.stdout.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def is_killed(mutant: Mutant, copy: Path) -> bool:
    """Whether some test fails when the module is changed so."""
    path = copy / mutant.module
    good = path.read_text(encoding="utf-8")
    changed = mutate_code(good, get_operator(mutant.operator)(), mutant.occurrence)
    if changed is None:
        raise ValueError(f"{mutant} cannot be made")
    path.write_text(changed, encoding="utf-8")
    try:
        return any(not passes(tests, copy) for tests in stages(mutant, copy))
    finally:
        path.write_text(good, encoding="utf-8")


def stages(mutant: Mutant, copy: Path) -> list[list[str]]:
    """The tests to run, nearest first."""
    pattern = FIRST.get(Path(mutant.module).parent.name)
    near = [str(path.relative_to(copy)) for path in sorted(copy.glob(pattern))] if pattern else []
    return [*([near] if near else []), list(ALL)]


def passes(tests: list[str], copy: Path) -> bool:
    """Whether the tests pass in the copy."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    environment = {**os.environ, "PYTHONPATH": str(copy), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, timeout=TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


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
    chosen = [m for m in sample(arguments.number, arguments.seed) if arguments.only in m.module]
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        copies: Queue[Path] = Queue()
        for number in range(arguments.jobs):
            copies.put(copy_of_the_project(Path(folder) / str(number)))
        unchanged = copies.queue[0]
        if not passes(list(ALL), unchanged):
            print("The tests fail without any change; mend that first.")
            return 2

        def survives(mutant: Mutant) -> bool:
            copy = copies.get()
            try:
                killed = is_killed(mutant, copy)
            finally:
                copies.put(copy)
            print(f"{'killed  ' if killed else 'SURVIVES'} {mutant}", flush=True)
            return not killed

        with ThreadPoolExecutor(arguments.jobs) as pool:
            survivors = [
                m for m, alive in zip(chosen, pool.map(survives, chosen), strict=True) if alive
            ]
    return report(chosen, survivors, time.monotonic() - started)


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
