"""Change one fact in clean deals: how often the audit reports more than one mistake.

More than three errors, or an error of a player who made none, also counts. `python
benchmarks/one_finding.py [--deals 100] [--seed 1] [RULES ...]` prints every such change.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from tampering.one_finding import RULES, Case, cases  # type: ignore[import-untyped]


def main() -> int:
    """Print the numbers for each rule set; return 1 if a change is reported as several mistakes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", default=RULES)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    failed = 0
    for rules in chosen.rules:
        failed += _count(rules, chosen.seed, chosen.deals)
    return 1 if failed else 0


def _count(rules: str, seed: int, deals: int) -> int:
    tried = broken = 0
    for case in cases(rules, seed, deals):
        tried += 1
        if not case.holds:
            broken += 1
            _tell(case)
    print(f"{rules}: {broken} of {tried} changes", flush=True)
    return broken


def _tell(case: Case) -> None:
    print("  ", *case.name, sorted(case.seats))
    for error in case.errors:
        mark = "  <- blames a bystander" if error in case.blaming else ""
        print("      ", error.place.line, error.code, error.message[:100], mark)


if __name__ == "__main__":
    raise SystemExit(main())
