"""An address of Tenhou's viewer has the record in itself.

Each command takes it where it takes a path.
"""

from pathlib import Path
from urllib.parse import quote

import pytest
from kit.commands import run

from mjlog.formats import export, load

SAMPLE = Path(__file__).parents[2] / "samples" / "riichi" / "game-four-players.mjl"


@pytest.fixture(scope="module")
def address():
    (source,) = load(SAMPLE)
    return f"https://tenhou.net/6/#json={quote(export(source.game, 'tenhou6').text)}"


def test_an_address_is_read(address):
    (source,) = load(address)
    assert (source.path, source.format, len(source.game.deals)) == ("address", "tenhou6", 12)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_address_is_checked(address, jobs):
    result = run("check", "--jobs", jobs, address)
    assert result.exit_code == 0
    assert "1 record, 12 deals, 535 turns: nothing to complain about" in result.output


def test_what_is_wrong_with_it_is_told_under_a_short_name(address):
    result = run("check", address.replace("1500", "1600", 1))
    assert result.exit_code == 1
    assert "address: error" in result.output
    assert len(result.output) < len(address)


def test_an_address_is_converted_and_shown(address):
    assert run("convert", address, "--to", "mjl").stdout.startswith("%mjlog 1.0")
    assert run("show", address).exit_code == 0


def test_an_address_without_a_record_is_an_error():
    assert run("check", "https://tenhou.net/6/#json=%7B").exit_code == 2
    result = run("check", "https://tenhou.net/0/?log=2010")
    assert (result.exit_code, "address of a replay of Tenhou" in result.output) == (2, True)
    result = run("check", "https://game.maj-soul.com/1/?paipu=210815-0_a1")
    assert (result.exit_code, "address of Mahjong Soul" in result.output) == (2, True)


def test_a_name_that_is_too_long_is_told():
    result = run("check", "x" * 5000)
    assert (result.exit_code, "File name too long" in result.output) == (2, True)
