"""What stands in the program about the shapes of words is what the grammar says of them."""

import re
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from kit.sizes import examples
from turns import turns

from mjlog.model.record import SEATS
from mjlog.notation.grammar import GrammarError
from mjlog.notation.play.common_shapes import COMMON
from mjlog.notation.play.word_shapes import parts_by_grammar, parts_of_common, pieces_by_shape
from mjlog.notation.play.word_trees import pieces_of
from mjlog.notation.play.words import Memo, turn_by_grammar

ROOT = Path(__file__).parents[2]
LOGS = ROOT.parent / "shared" / "logs"
FILLINGS = ({"t": "5m", "T": "55p"}, {"t": "?", "T": "1'23m"}, {"t": "0s'", "T": "J??"})
STEPS = ("*T", "^t", "&t", "&T", "/t", "/T", "/", "/x", "=t")


def filled(shape, filling):
    return [filling.get(sign, sign) for sign in shape]


@pytest.mark.parametrize("filling", FILLINGS)
def test_the_grammar_says_the_same_of_the_common_shapes(filling):
    wrong = [
        shape
        for shape in COMMON
        if parts_by_grammar(filled(shape, filling)) != parts_of_common(shape)
    ]
    assert wrong == []


def test_the_grammar_says_the_same_of_discards_that_turn_up_an_indicator():
    discards = [shape for shape, parts in COMMON.items() if "drop" in parts.split()[-1]]
    after_kongs = ("+T/t-t.", "t^t/t-t", "t*T/t=t^t/t-t.")
    known = {f"{each}=t": parts_of_common(f"{each}=t") for each in (*discards, *after_kongs)}
    assert all(known[f"{each}=t"] for each in after_kongs)
    wrong = [
        shape
        for shape, parts in known.items()
        if parts and parts != parts_by_grammar(filled(shape, FILLINGS[0]))
    ]
    assert wrong == []


@examples(150)
@given(
    st.sampled_from(["", "t", "-", "t-", "+T"]),
    st.lists(st.sampled_from(STEPS), max_size=4),
    st.sampled_from(["", "t", "-t", "-t.", "-_t!", "#", "t.", "-", "-t=t"]),
)
@example("t", ["&t", "/t", "&t", "/t"], "-t.")
@example("", ["/", "/x"], "t")
def test_a_shape_with_more_steps_is_divided_as_by_the_grammar(head, steps, end):
    shape = "".join([head, *steps, end])
    assume(not re.search("[tT]{2}", shape))  # tiles that follow each other are one run
    parts = parts_of_common(shape)
    if parts:
        assert parts == parts_by_grammar(filled(shape, FILLINGS[0]))


def by_grammar(word):
    try:
        return pieces_of(word)
    except GrammarError:
        return None


def assert_same_pieces(word):
    """By its shape a word is what it is by the grammar, or nothing is said of it."""
    pieces = pieces_by_shape(word)
    if pieces is not None:
        seat, stood, due = by_grammar(word)
        assert (seat, stood) == ("", "")
        assert [each[:2] for each in pieces] == [each[:2] for each in due]


@examples(300)
@given(st.text("1239m0pszfJj?'-+*^&/_#=.!x", min_size=1, max_size=12))
def test_any_signs_by_shape_and_by_the_grammar(word):
    assert_same_pieces(word)


@examples(150)
@given(turns(4))
def test_any_turn_by_shape_and_by_the_grammar(turn):
    assert_same_pieces(turn.word)
    for seat in range(4):
        assert Memo(4).turn(seat, f"{SEATS[turn.seat]}:{turn.word}") == turn


def words_of(folder, pattern="*.mjl"):
    for path in sorted(folder.rglob(pattern)):
        for line in path.read_text("utf-8", "replace").splitlines():
            if re.match(r"[0-9]+\. ", line):
                yield from line.split()[1:]


def test_every_word_of_the_samples_is_read_as_by_the_grammar():
    memo = Memo(4)
    known = {}
    for word in dict.fromkeys(words_of(ROOT / "samples")):
        known[word] = outcome(memo.turn, 1, word)
    assert known == {word: outcome(turn_by_grammar, 1, word, 4) for word in known}


def outcome(road, *asked):
    try:
        return road(*asked)
    except GrammarError as problem:
        return str(problem), problem.column
