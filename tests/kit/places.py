"""Paths of folders and files in the checkout."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "samples"
BROKEN = SAMPLES / "broken"
EVERY = tuple(sorted(SAMPLES.rglob("*.mjl")))
"""Every sample, in the same order on every machine."""
DATA = ROOT / "tests" / "data"
REAL = tuple(sorted(DATA.glob("*.mjl")))
"""Games played by people or by programs, in which the names are seats."""
LEGAL = tuple(path for path in EVERY if BROKEN not in path.parents)


def slug(path: Path) -> str:
    """The name of a sample in the addresses of the viewer."""
    words = path.relative_to(SAMPLES).with_suffix("").as_posix()
    return "".join(sign if sign.isalnum() else "-" for sign in words).lower()
