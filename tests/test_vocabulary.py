"""Whatever a sheet may say of a rule set stands on a page that a scribe finds."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from kit.builds import source_alone

from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.auditor.checks import deal_header_words
from mjlog.auditor.progress import CAUSES
from mjlog.cli.main import main
from mjlog.model.record import Deal, Irregularity, Items, NoWin, Pay, Ruling
from mjlog.model.table import CORRECTED
from mjlog.notation import read
from mjlog.report.rulebook_page import rulebook_markdown
from mjlog.report.vocabulary import vocabulary
from mjlog.rules.riichi import aborts, events
from mjlog.rules.taiwanese import clauses, payment

SETS = [
    name
    for name in rules.names()
    for name in (name, *(f"{name} preset={p}" for p in rules.load(name).presets))
]
HEAD = "%mjlog 1.0\n@ 1 dealer=A\n"


def written(header):
    return {word for sort in vocabulary(rules.load(header)) for word, _ in sort.rows}


@pytest.mark.parametrize("header", SETS)
def test_items_causes_and_rulings_are_told(header):
    known = rules.load(header)
    words = written(header)
    assert known.scoring.item_names <= words
    assert set(known.penalties.causes) <= words
    assert {f"rule B {name}" for name in known.penalties.ruled} <= words
    assert all(means for sort in vocabulary(known) for _, means in sort.rows)


@pytest.mark.parametrize("header", SETS)
def test_each_word_can_be_written_as_it_stands_there(header):
    for word in written(header):
        if word.startswith(("rule ", "draw ", "kong ", "next ")):
            line = word
        elif re.match(r"[a-z]+=", word):
            line = f"@ 2 {word}"
        elif word.startswith("~"):
            line = f"A:{word}"
        else:
            continue
        assert not read(f"{HEAD}{line}\n").findings


@pytest.mark.parametrize("name", rules.names())
def test_the_rulebook_page_holds_the_words_of_every_preset(name):
    page = rulebook_markdown(rules.load(name))
    for header in (name, *(f"{name} preset={preset}" for preset in rules.load(name).presets)):
        assert all(f"| `{word}` |" in page for word in written(header))


def test_the_command_shows_them():
    shown = CliRunner().invoke(main, ["rules", "taiwanese", "--items"])
    assert shown.exit_code == 0
    assert all(word in shown.output for word in written("taiwanese"))
    assert CliRunner().invoke(main, ["rules", "--items"]).exit_code == 2
    assert CliRunner().invoke(main, ["rules", "nonesuch", "--items"]).exit_code == 2


# ------------------------------------------------------------------------- taken from the code that
# reads the words


SAMPLES = Path(__file__).parents[1] / "samples"


def names_of(header, beginning):
    """What stands behind that beginning on the page, without its value."""
    told = (word.removeprefix(beginning) for word in written(header) if word.startswith(beginning))
    return {re.split(r"[= ]", word)[0] for word in told}


def heading_words(header):
    (sort,) = (
        sort
        for sort in vocabulary(rules.load(header))
        if sort.title == "Words of a deal's line `@`"
    )
    return {word.partition("=")[0] for word, _ in sort.rows}


def legal_games(name):
    for path in sorted((SAMPLES / name).rglob("*.mjl")):
        game = read(path.read_bytes())
        yield game.header("Rules") or name, game


@pytest.mark.parametrize("header", SETS)
def test_what_the_table_takes_back_is_told_in_every_game(header):
    assert set(CORRECTED) <= names_of(header, "~")


def test_the_irregularities_of_the_taiwanese_clauses_are_told():
    named = {clauses.LONG, clauses.SHORT, *payment.HARMLESS}
    assert named <= names_of("taiwanese", "~")


@pytest.mark.parametrize("header", SETS)
def test_kongs_causes_of_an_end_and_counting_words_are_told(header):
    known = rules.load(header)
    assert known.scoring.kong_names <= {
        word.split()[2] for word in written(header) if word.startswith("kong ")
    }
    assert {f"next end for={cause}" for cause in CAUSES} <= written(header)
    assert set(deal_header_words.counting_words(known)) <= heading_words(header)


def test_every_way_to_break_off_a_deal_of_riichi_is_told():
    reasons = {*aborts.REASONS, events.TRIPLE_RON}
    assert reasons <= names_of("riichi", "draw abort ")
    assert events.NAGASHI in names_of("riichi", "draw wall ")


@source_alone
@pytest.mark.parametrize("name", rules.names())
def test_every_word_of_a_header_that_the_code_asks_for_is_told(name, monkeypatch):
    asked = set()
    plain = Deal.attribute

    def listened(deal, word):
        asked.add(word)
        return plain(deal, word)

    monkeypatch.setattr(Deal, "attribute", listened)
    told = heading_words(name)
    for header, game in legal_games(name):
        told |= heading_words(header)
        audit(game)
    assert asked
    known = rules.load(name)
    assert asked - told <= (set() if known.pot.used else {known.pot.word})


@pytest.mark.parametrize("name", rules.names())
def test_every_word_of_a_legal_sample_is_told(name):
    for header, game in legal_games(name):
        words, ends = (
            written(header),
            names_of(header, "draw abort ") | names_of(header, "draw wall "),
        )
        items = words | {word.split()[2] for word in words if word.startswith("kong ")}
        for deal in game.deals:
            acts = [act for turn in deal.turns for act in turn.acts]
            assert {act.name for act in acts if isinstance(act, Irregularity)} <= names_of(
                header, "~"
            )
            assert {item for line in deal.contents(Items) for item, _ in line.items} <= items
            assert {line.cause for line in deal.contents(Pay) if line.cause} <= words
            assert {line.name for line in deal.contents(Ruling)} <= names_of(
                header, "rule B "
            ) | names_of(header, "rule table ")
            assert {line.name for line in deal.contents(NoWin) if line.name} <= ends
