"""The package's own names."""

import inspect
import pkgutil
import subprocess
import sys

import pytest
from kit.builds import source_alone
from kit.sizes import each

import mjlog


@source_alone
@each(mjlog.__all__)
def test_every_name_is_there_and_documented(name):
    value = getattr(mjlog, name)
    assert name in dir(mjlog)
    assert name == "__version__" or value.__doc__


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'refute'"):
        _ = mjlog.refute


@pytest.mark.slow
@pytest.mark.parametrize(
    "before",
    ["", "import mjlog.auditor.audit, mjlog.referee.replay; ", "from mjlog import audit; "],
)
def test_audit_and_replay_are_functions_whatever_was_imported_before(before):
    code = (
        f"{before}import inspect, mjlog; print(inspect.isroutine(mjlog.audit), "
        f"inspect.isroutine(mjlog.replay), mjlog.rules.names())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("True True (")


def test_no_name_of_the_package_is_a_function_and_a_module_at_once():
    modules = {each.name for each in pkgutil.iter_modules(mjlog.__path__)}
    assert modules & {*mjlog.__all__} == set()
    assert inspect.isroutine(mjlog.audit)
    assert inspect.isroutine(mjlog.replay)


def test_importing_the_package_loads_none_of_its_parts():
    code = "import sys, mjlog; print([name for name in sys.modules if name.startswith('mjlog.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    painter = ["mjlog.referee", "mjlog.referee.painter_slot"]  # only told where pictures are made
    assert done.stdout.strip() == str(painter)


DEAL = "%mjlog 1.0\nRules: taiyuan/1\n\n@ 1 dealer=A\n{}\n"


@pytest.mark.parametrize("line", ["1. A:9m 2m 3m 4m", "show D 9m", "exchange C>D ???"])
def test_a_deal_is_replayed_at_a_table_where_all_can_sit(line):
    deal = mjlog.read(DEAL.format(line)).deals[0]
    rules = mjlog.rules.load("taiyuan/1")
    assert mjlog.replay(deal, rules, seats=4).steps >= 0
    with pytest.raises(ValueError, match="the deal names D, who does not sit at a table of 3"):
        mjlog.replay(deal, rules, seats=3)


@pytest.mark.parametrize("seats", [-1, 0, 5, 7])
def test_a_table_has_one_to_four_seats(seats):
    deal = mjlog.read(DEAL.format("")).deals[0]
    with pytest.raises(ValueError, match=f"one to 4 seats, not {seats}"):
        mjlog.replay(deal, mjlog.rules.load("taiyuan/1"), seats=seats)


@pytest.mark.parametrize("wrong", [{"source": "A"}, {"robbed": True}])
def test_a_hand_that_wins_from_nobody_there_is(wrong):
    with pytest.raises(ValueError, match=r"cannot win from A|robbed of somebody"):
        mjlog.WinningHand("taiyuan/1", "33m234p234777s", winner="A", **wrong)


@source_alone
def test_what_an_audit_gives_cannot_be_given_other_fields():
    report = mjlog.audit(mjlog.read(DEAL.format("1. A:9m")))
    with pytest.raises(AttributeError):
        report.game = None


def test_what_an_audit_gives_cannot_be_written_to():
    game = mjlog.read(DEAL.format("1. A:9m"))
    report = mjlog.audit(game)
    with pytest.raises(TypeError):
        report.doubts["win.missed"] = 7
    assert isinstance(mjlog.refines(game, game), tuple)
