"""Ledgers hold identifiers, names stand beside: a name is withdrawn, and what is signed holds."""

import pytest
from kit.live import let_in, live_app
from kit.live import send as sent

from mjlog.auditor.signatures import signatures
from mjlog.live.access.names_file import FILE, NamesFile, with_names
from mjlog.live.access.signing import key_in, new_key, signature_line
from mjlog.live.ledgers.ledger_file import LedgerFile
from mjlog.live.tables import PRIVATE
from mjlog.notation import read
from webviewer.live.access import tables_of
from webviewer.venue import install, install_desk

RULES = "riichi/1 preset=tenhou"
NAMES = {"p17": "Zhao Min", "p18": "Ben", "p19": "Chen Bo"}
RESULT = (
    "@",
    "win A ? from B",
    "fan A han 2, fu 30",
    "net 2900 -2900 0 0",
    "pay B>A 2900",
    "score 27900 22100 25000 25000",
    "next E1.1 dealer=A",
)


@pytest.fixture
def app(tmp_path):
    made = live_app(tmp_path)
    tables = tables_of(made)
    heads = [f"{seat}: {player}" for seat, player in zip("ABCD", [*NAMES, "Eva"], strict=True)]
    tables.create("t1", [f"Rules: {RULES}", *heads, "Clock: UTC+00:00"])
    install(made, tables, 0.0, "result")
    install_desk(made, tmp_path)
    yield made
    tables.close()


def write(folder, names):
    lines = (f"{key}\t{name}\n" for key, name in names.items())
    (folder / PRIVATE / FILE).write_text("".join(lines), encoding="utf-8")


def everywhere(app, scribe):
    """What pages tell of a table, of every kind."""
    anybody = app.test_client()
    addresses = ("/watch/", "/watch/t1", "/watch/t1/events", "/watch/t1.svg", "/watch/t1.mjl")
    pages = {each: anybody.get(each).text for each in addresses}
    return pages | {each: scribe.get(each).text for each in ("/live/t1/state", "/live/t1/pin")}


def test_names_are_shown_and_withdrawn_wherever_a_table_is_shown(app, tmp_path):
    scribe = let_in(app, "scribe", "t1")
    sent(scribe, "t1", *RESULT)
    write(tmp_path, NAMES)
    for address, text in everywhere(app, scribe).items():
        assert "Zhao Min" in text, address
        assert "p17" not in text, address
    state = scribe.get("/live/t1/state").get_json()
    assert [each["name"] for each in state["seats"]] == [*NAMES.values(), "Eva"]
    assert state["result"]["lines"][0].startswith("A Zhao Min")
    write(tmp_path, {"p18": "Ben"})
    for address, text in everywhere(app, scribe).items():
        assert "Zhao Min" not in text, address
        assert "p17" in text, address
    (tmp_path / PRIVATE / FILE).unlink()
    assert "Ben" not in scribe.get("/live/t1/state").text


def test_a_signature_holds_when_a_name_is_withdrawn(app, tmp_path):
    scribe = let_in(app, "scribe", "t1")
    write(tmp_path, NAMES)
    sent(scribe, "t1", *RESULT)
    tables_of(app).close()
    path = tmp_path / "t1.mjl"
    public = new_key(tmp_path / "R1.pem")
    with LedgerFile(path) as file:
        file.add([signature_line(file.text, "R1", key_in(tmp_path / "R1.pem"))], "R1")
    write(tmp_path, {})
    data = path.read_bytes()
    assert not [name for name in NAMES.values() if name.encode() in data]
    (signature,) = signatures(data)
    assert (signature.key, signature.problem) == (public, "")


def test_what_is_no_line_of_a_name_is_passed_over(tmp_path):
    beside = NamesFile(tmp_path)
    assert beside.now() == {}
    (tmp_path / FILE).write_text("\ufeffp1\tAna\n\nno tab\np2\t\n\tnobody\np3 \t Zhao Min\n")
    assert beside.now() == {"p1": "Ana", "p3": "Zhao Min"}
    assert beside.now() is beside.now()
    (tmp_path / FILE).write_bytes(b"\xff\xfe\xff")
    assert beside.now() == {}


def test_only_seats_are_named():
    game = read("%mjlog 1.0\nRules: riichi/1\nEvent: p1\nA: p1\nB: p2\n")
    shown = with_names(game, {"p1": "Ana"})
    assert shown.players == ("Ana", "p2")
    assert shown.header("Event") == "p1"
    assert with_names(game, {"p9": "Ben"}) is game
