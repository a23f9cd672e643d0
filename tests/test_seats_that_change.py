"""Seats that change within a game: `seats=BADC` names the players in the order of play."""

import re

import pytest
from kit.places import SAMPLES
from kit.records import faults

from mjlog import notation
from mjlog.auditor.audit import audit
from mjlog.bots.generate import games
from mjlog.model.turn_order import USUAL, turn_order
from mjlog.notation import from_json, read, to_json, write
from mjlog.notation.reference_reader import read_slowly
from mjlog.picture.svg import svg

PLAYED = [
    "mcr/a-made-up-game",
    "riichi/double-ron",
    "taiyuan/everything-fair-copy",
    "taiwanese/last-tile",
    "tibet/four-deals",
]
ORDER = "CADB"
HEAD = "%mjlog 1.0\nRules: mcr/1\nA: Ada\nB: Bo\nC: Cleo\nD: Dan\n\n"


def in_other_seats(text):
    """The record with every player under another letter, and the order of play that it had."""
    other = dict(zip("ABCD", ORDER, strict=True))

    def letter(found):
        return other[found[0]]

    lines = []
    for line in text.splitlines():
        word = line.partition(" ")[0]
        if word in {"net", "score"}:
            numbers = line.split()[1:]
            line = " ".join([word, *[numbers["ABCD".index(k)] for k in by_letter(other)]])
        elif word == "@":
            line = re.sub(r"(?<=dealer=)[A-D]", letter, line) + f" seats={ORDER}"
            line = re.sub(r"scores=([-0-9,]+)", lambda m: permuted(m, other), line)
        elif word == "Ranking:" or word in WORDS:
            line = f"{word} " + re.sub(r"\b[A-D]\b", letter, line.partition(" ")[2])
        elif re.match(r"\d+\.", line):
            line = re.sub(r"\b[A-D](?=:)", letter, line)
        lines.append(line)
    return "\n".join(lines) + "\n"


WORDS = {"deal", "bonus", "show", "fan", "kong", "pay", "win", "tenpai", "ready", "next", "rule"}


def by_letter(other):
    return sorted(other, key=other.get)


def permuted(found, other):
    numbers = found[1].split(",")
    return "scores=" + ",".join(numbers["ABCD".index(k)] for k in by_letter(other))


@pytest.mark.parametrize("name", PLAYED)
def test_a_record_is_judged_alike_whoever_sits_where(name):
    text = (SAMPLES / f"{name}.mjl").read_text(encoding="utf-8")
    moved = in_other_seats(write(read(text)))
    game = read(moved)
    assert not game.findings
    known, report = audit(read(text)), audit(game)
    assert [f for f in faults(report) if f != "next.rank"] == faults(known)
    order = turn_order(ORDER, 4).players
    for before, after in zip(known.settlements, report.settlements, strict=True):
        assert after is None or [after.net(4)[seat] for seat in order] == [*before.net(4)]


@pytest.mark.parametrize("name", PLAYED)
def test_both_readers_and_both_forms_agree(name):
    text = in_other_seats((SAMPLES / f"{name}.mjl").read_text(encoding="utf-8"))
    game = read(text)
    assert read_slowly(text) == game == from_json(to_json(game)) == read(write(game))
    assert write(read(write(game))) == write(game)


def test_a_seat_that_is_left_out_is_the_next_in_the_order_of_play():
    game = read(f"{HEAD}@ S1 seats=BADC dealer=B\n1. B:1m 2m 3m 4m\n2. 5m A:+34m-1p 1s\n")
    assert [turn.seat for turn in game.deals[0].turns] == [1, 0, 3, 2, 1, 0, 3]
    assert "turn.seat" not in faults(audit(game))
    text = write(game)
    assert "2. B:5m +34m-1p 1s" in text


@pytest.mark.parametrize("letters", ["BAD", "BADD", "ABCE", "badc", ""])
def test_an_order_that_names_not_everybody_once_is_told_and_not_followed(letters):
    game = read(f"{HEAD}@ S1 seats={letters} dealer=A\n1. A:1m 2m\n")
    assert [turn.seat for turn in game.deals[0].turns] == [0, 1]
    if letters:
        assert [finding.code for finding in game.findings] == ["syntax.header"]
    assert turn_order(letters, 4) is USUAL[4]


def test_a_generated_match_of_mcr_has_four_orders_of_play():
    (game,) = games("mcr/1", seed=5, deals=16, fast=True)
    orders = list(dict.fromkeys([deal.word("seats") for deal in game.deals]))
    assert orders == ["", "BADC", "CDBA", "DCAB"]
    assert faults(audit(game)) == []
    assert [deal.word("dealer") for deal in game.deals] == [*"ABCDBADCCDBADCAB"]


SHEET = "win B 6s from C\nshow B +123s +234m +345p 55m456s\n"


@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("@ S1 seats=BADC dealer=B\n", []),
        ("@ S1 dealer=B\n", []),
        ("@ S1 dealer=A\n", []),
        ("@ S1 dealer=C\n", ["next.dealer"]),
        ("@ S1 seats=ABCD dealer=B\n", ["next.seats"]),
        ("@ S1 seats=ADCB dealer=B\n", []),
        ("@ S1 seats=BADC dealer=A\n", ["next.dealer"]),
    ],
)
def test_the_first_deal_of_a_round_follows_the_change_of_seats(lines, codes):
    game = read(f"{HEAD}@ E4 dealer=D\n{SHEET}\n{lines}draw wall\n")
    assert faults(audit(game)) == codes


def test_a_sheet_that_names_no_seats_may_have_changed_them_or_not():
    for dealers in ("ABCDBADCCDBADCAB", "ABCD" * 4):
        lines = [
            f"@ {wind}{number + 1} dealer={dealers[4 * place + number]}\ndraw wall\n"
            for place, wind in enumerate("ESWN")
            for number in range(4)
        ]
        assert faults(audit(read(HEAD + "\n".join(lines)))) == []


def test_the_table_is_drawn_in_the_order_of_play():
    game = read(f"{HEAD}@ S1 seats=BADC dealer=B\n1. B:1m A:2m\n")
    words = svg(game, seat="B")
    winds = re.findall(r"(Bo|Ada|Dan|Cleo), (East|South|West|North)", words)
    assert winds == [("Ada", "South"), ("Bo", "East"), ("Cleo", "North"), ("Dan", "West")]


def test_old_records_keep_their_names():
    assert notation.read(HEAD + "@ E1 dealer=A\n1. A:1m\n").deals[0].turn_order(4) is USUAL[4]


@pytest.fixture(scope="module")
def nine_deals():
    """Two rounds and the first deal of the third, in canonical text."""
    (game,) = games("mcr", seed=5, deals=9)
    return write(game)


@pytest.mark.parametrize("label", ["S1", "S2", "S3", "S4", "W1"])
@pytest.mark.parametrize("seats", ["", " seats=DACB"])
def test_a_wrong_order_is_one_finding_and_play_is_read_in_the_right_one(nine_deals, label, seats):
    wrong = re.sub(rf"(?m)^(@ {label}) seats=\w+", rf"\1{seats}", nine_deals)
    assert wrong != nine_deals
    report = audit(read(wrong))
    number = [deal.label for deal in report.game.deals].index(label) + 1
    assert [(f.code, f.place.deal) for f in report.findings] == [("next.seats", number)]


def test_an_order_that_no_deal_names_is_said_once_a_round(nine_deals):
    report = audit(read(nine_deals.replace(" seats=BADC", "").replace(" seats=CDBA", "")))
    assert [(f.code, f.place.deal) for f in report.findings] == [
        ("next.seats", 5),
        ("next.seats", 9),
    ]


def test_a_wrong_turn_is_still_found_beside_a_wrong_order(nine_deals):
    silent = nine_deals.replace("@ W1 seats=CDBA", "@ W1")
    begin = silent.index("@ W1")
    wrong = silent[:begin] + re.sub(r"-\dz", "-9s", silent[begin:], count=1)
    codes = {finding.code for finding in audit(read(wrong)).findings}
    assert "next.seats" in codes
    assert codes & {"discard.held", "deal.copies"}
