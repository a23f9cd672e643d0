"""What is written is read again, and written again the same."""

import pytest
from games import games
from hypothesis import given
from hypothesis import strategies as st
from kit.sizes import examples
from turns import turns

from mjlog.notation import digest, read, write
from mjlog.notation.play.words import turn_by_grammar


@pytest.mark.slow
@examples(12)
@given(games())
def test_what_is_written_is_read_again(game):
    again = read(write(game))
    assert again == game
    assert not [finding for finding in again.findings if finding.severity == "error"]


@pytest.mark.slow
@examples(12)
@given(games())
def test_canonical_text_is_a_fixed_point(game):
    text = write(game)
    assert write(read(text)) == text
    assert write(read(text.encode())) == text
    assert digest(read(text)) == digest(game)


@given(turns(4), st.integers(0, 3))
def test_a_word_says_the_acts_it_was_made_of(turn, seat):
    assert turn_by_grammar(seat, f"{'ABCD'[turn.seat]}:{turn.word}", 4) == turn


@given(turns(4))
def test_a_canonical_word_needs_no_seat_where_it_is_next(turn):
    assert turn_by_grammar(turn.seat, turn.word, 4) == turn
