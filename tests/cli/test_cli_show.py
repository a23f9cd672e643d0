"""What `mjlog show` prints: steps, the table, the result."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from mjlog.cli.main import main
from mjlog.cli.terminal.terminal_tiles import shows_tiles

SAMPLES = Path(__file__).parents[2] / "samples"


def shown(sample, *options, **rest):
    done = CliRunner().invoke(
        main, ["show", str(SAMPLES / sample), *options], catch_exceptions=False, **rest
    )
    assert done.exit_code == 0, done.output
    return done.stdout


def result(sample, *options):
    """The lines from the result on."""
    return shown(sample, *options).partition("\nResult\n")[2].splitlines()


def test_a_win_is_told_with_items_payments_and_totals():
    lines = result("riichi/double-ron.mjl")
    assert lines[:2] == ["  A wins on 1m, discarded by D", "  C wins on 1m, discarded by D"]
    assert "  D pays A 7700 = 30 fu × 2⁶ (2 + 4 han) × 4, rounded up to hundreds" in lines
    assert any(line.split() == ["1", "iipeikou", "(5.5)"] for line in lines)
    assert lines[-4:] == [
        "  net A +8700, B +0, C +7000, D -15700",
        "  totals A 33400, B 36000, C 32000, D -1400",
        "claims: 26 agreed, 0 differ, 0 unverified",
        "no finding",
    ]


@pytest.mark.parametrize(
    ("sample", "told"),
    [
        ("riichi/nine-terminals.mjl", "  no win: A lays open nine kinds of terminals"),
        ("riichi/nagashi-mangan.mjl", "  no win: nobody won, and D is paid for discards"),
        ("taiwanese/faulty-win.mjl", "  no win: the deal does not count"),
        ("taiyuan/washout-without-a-kong.mjl", "  no win: nobody won, and the wall has run out"),
        ("riichi/robbed-kong.mjl", "robbing the kong of"),
        ("broken/taiyuan/pay.seats.mjl", "  C wins on 2s, self-drawn"),
        ("taiwanese/faulty-win.mjl", "  D pays B 16 (false-win), as recorded"),
        ("taiwanese/faulty-win.mjl", "  ruled: D false-win"),
    ],
)
def test_every_end_is_told(sample, told):
    assert any(told in line for line in result(sample))


def test_findings_about_the_sheet_come_last_and_in_line_order():
    lines = result("broken/taiyuan/pay.seats.mjl")
    found = [line.split(":")[1] for line in lines if ": error " in line]
    assert found == sorted(found, key=int)
    assert found
    assert lines[-1] == "1 error"


def test_a_step_alone_has_no_result():
    assert "Result" not in shown("riichi/double-ron.mjl", "--step", "3")


def test_an_unsettled_deal_says_why():
    lines = result("riichi/perhaps-liable.mjl")
    assert any("the sums cannot be told: " in line for line in lines)


@pytest.mark.parametrize("sample", sorted((SAMPLES / "broken").glob("*/*.mjl"))[::45])
def test_every_broken_deal_can_be_shown(sample):
    done = CliRunner().invoke(main, ["show", str(sample)], catch_exceptions=False)
    assert done.exit_code in {0, 2}


def test_letters_stand_in_where_the_terminal_cannot_show_tiles():
    tiles = [chr(0x1F007), chr(0x1F010), chr(0x1F019)]
    on_linux = shown("taiyuan/a-missed-win.mjl", env={"TERM": "linux"})
    assert not any(tile in on_linux for tile in tiles)
    elsewhere = shown("taiyuan/a-missed-win.mjl", env={"TERM": "xterm-256color"})
    assert any(tile in elsewhere for tile in tiles)
    asked = shown("taiyuan/a-missed-win.mjl", "--letters", env={"TERM": "xterm-256color"})
    assert not any(tile in asked for tile in tiles)
    forced = shown("taiyuan/a-missed-win.mjl", "--tiles", env={"TERM": "linux"})
    assert any(tile in forced for tile in tiles)


@pytest.mark.parametrize("encoding", [None, "ascii", "cp1252", "gb2312", "no-such-encoding"])
def test_an_encoding_without_tiles_has_letters(encoding):
    assert not shows_tiles(encoding, {"TERM": "xterm"})
