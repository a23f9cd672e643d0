"""Every single change that makes a deal illegal or falsely scored is noticed.

In made-up, own and real records.
"""

import re
from collections import Counter, defaultdict
from dataclasses import replace

import pytest
from kit.places import LEGAL, REAL, ROOT, slug
from kit.records import game_in
from kit.sizes import each, seeded
from tampering import KINDS_OF_CHANGES, KINDS_OF_CHANGES_OF_GAMES
from tampering.trials import complaints, complaints_explained, trials
from tampering.unnoticed import UNNOTICED

from mjlog.bots.generate import games
from mjlog.formats import load
from mjlog.notation import read

pytestmark = pytest.mark.slow
TURN = re.compile(rb"^(\d+\.|\d{4} S\d) ", re.MULTILINE)
PAGE = ROOT / "docs" / "conformance.md"
PLAYED = [path for path in LEGAL if TURN.search(path.read_bytes())]
MADE_UP = (
    ("taiyuan", 6),
    ("taiyuan preset=regional", 4),
    ("tibet", 6),
    ("tibet preset=tibet-riichi", 6),
    ("american", 4),
    ("american charleston=on jokers=8 ding_dong_max=3", 4),
    ("taiwanese", 6),
    ("taiwanese bonus_tiles=4 multi_win=nearest", 4),
    ("riichi", 6),
    ("riichi preset=tenhou-sanma", 6),
    ("riichi preset=wrc-2022", 4),
    ("mcr", 6),
    ("mcr preset=mcr-botzone", 4),
)
"""Rules, and so many deals in `make soak`; half of them in `make test`."""
SAMPLED, LOGGED, FEW = 40, 30, 6
"""So many samples, and real records by size."""
EXPLAINED = 4
"""So many changes of a title are audited once more with all that the audit does to explain them."""
TALLIES = defaultdict(Counter)
"""How often each kind of change was made, by rule set."""
NOTICED = defaultdict(list)
"""The changes that were noticed, by title."""


def unnoticed(game, chance, title):
    """The changes that the audit lets pass; what was tried is counted."""
    missed = []
    for trial in trials(game, chance):
        TALLIES[title.split()[0]][trial.kind] += 1
        NOTICED[title] += [trial] * trial.noticed
        if not trial.noticed:
            missed.append("\n".join([trial.kind, *trial.difference]))
    return missed


@pytest.mark.parametrize(("rules", "deals"), MADE_UP, ids=str)
def test_changes_of_made_up_records(rules, deals, whole):
    made = games(rules, seed=2026, deals=deals if whole else deals // 2)
    assert not [m for n, game in enumerate(made) for m in unnoticed(game, seeded(rules, n), rules)]


@each(seeded("samples").sample(PLAYED, SAMPLED), slug, one_in=3)
def test_changes_of_samples(path):
    game = game_in(path)
    assert not unnoticed(replace(game, deals=game.deals[:1]), seeded(path.stem), "samples")


@each(REAL, lambda path: path.stem, one_in=2)
def test_changes_of_games_that_were_played(path):
    game, chance = read(path.read_bytes()), seeded(path.stem)
    deals = (chance.choice(game.deals),)
    assert not unnoticed(replace(game, deals=deals), chance, "played")


@pytest.mark.logs
def test_changes_of_real_records(logs, whole):
    chance = seeded("real")
    paths = sorted(
        path for path in (logs / "riichi").rglob("*.xml") if "corrupted" not in path.parts
    )
    missed = []
    for path in chance.sample(paths, LOGGED if whole else FEW):
        game = next(iter(load(path, path.name))).game
        missed += unnoticed(replace(game, deals=(chance.choice(game.deals),)), chance, "real")
    assert not missed


def test_more_than_forty_kinds_of_change_were_made_in_several_places():
    assert len(KINDS_OF_CHANGES) + len(KINDS_OF_CHANGES_OF_GAMES) > 80
    for rules, least in (
        ("taiyuan", 40),
        ("tibet", 40),
        ("american", 40),
        ("taiwanese", 40),
        ("riichi", 40),
        ("mcr", 40),
    ):
        if tally := TALLIES[rules]:  # a part of the tests may run alone
            assert sum(number > 1 for number in tally.values()) > least, rules


def test_what_is_noticed_is_noticed_however_it_is_explained(whole):
    for title, found in NOTICED.items():  # a part of the tests may run alone
        chosen = found if whole else seeded(title, "explained").sample(found, EXPLAINED)
        assert all(complaints_explained(trial.after) for trial in chosen), title


@pytest.mark.parametrize("example", UNNOTICED, ids=lambda example: example.kind)
def test_what_stays_unnoticed_is_a_legal_record_by_itself(example):
    assert not complaints(example.before)
    assert not complaints(example.after)
    assert example.before != example.after


@pytest.mark.parametrize("example", UNNOTICED, ids=lambda example: example.kind)
def test_what_stays_unnoticed_is_told_with_its_reason(example):
    assert f"- {example.kind}: {example.reason}" in " ".join(
        PAGE.read_text(encoding="utf-8").split()
    )
