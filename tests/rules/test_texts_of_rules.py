"""Rulebooks and options that are written as texts: what cannot be read is named by its row."""

import pytest

from mjlog.model.findings import Source
from mjlog.rules.kit import RowError, options, presets, rulebook

HOUSE = Source("house", "the lid of the box")


def test_a_sentence_has_its_reading_its_short_form_and_its_documents():
    book = rulebook(
        """
2.1 | house, back of the lid | turn.seat* turn.size
    In turn one draws a tile
    and discards one.
    Reading: also after a claim
    Short: One draws and discards.
""",
        (HOUSE,),
    )
    law = book.laws["2.1"]
    assert law.text == "In turn one draws a tile and discards one."
    assert (law.reading, law.in_short) == ("also after a claim", "One draws and discards.")
    assert (law.codes, law.cited) == (("turn.seat", "turn.size"), (HOUSE,))
    assert book.cites == {"turn.seat": "2.1"}


def test_sentences_are_sorted_by_their_numbers():
    rows = [f"{number} | house | definition\n    A." for number in ("2.10", "2.2a", "10.1", "2.2")]
    assert list(rulebook("\n".join(rows), (HOUSE,)).laws) == ["2.2", "2.2a", "2.10", "10.1"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "2.1 | house | turn.seat\n    A.\n2.x | house | turn.size\n    B.",
            "row 2, 2.x: a row has",
        ),
        ("2.1 | house | turns\n    A.", "row 1, 2.1: 'turns' is no code"),
        ("2.1 | house |\n    A.", "row 1, 2.1: no codes, `definition` or `not recordable`"),
        ("2.1 | house | definition | more\n    A.", "row 1, 2.1: a row has a number"),
        ("    A.\n2.1 | house | definition", "row 0, A.: a sentence stands behind the row"),
    ],
)
def test_a_row_that_cannot_be_read_is_named(text, says):
    with pytest.raises(RowError, match="row") as problem:
        rulebook(text, (HOUSE,))
    assert says in str(problem.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("minimum | 3 | 0+", "row 1, minimum: a row has a name, a default"),
        ("Minimum | 3 | 0+ | 3.4", "row 1, Minimum: a row has a name"),
        ("minimum | x | 0+ | 3.4", "row 1, minimum: option minimum takes a whole number"),
        ("minimum | 0 | 1+ | 3.4", "row 1, minimum: option minimum takes a whole number from 1"),
        ("flowers | on | yes no | 1.4", "row 1, flowers: option flowers takes yes, no"),
        ("flowers | yes | | 1.4", "row 1, flowers: the row does not say which values"),
        ("flowers | yes | yes no | 1.4 | table", "row 1, flowers: an option affects play or hands"),
    ],
)
def test_an_option_that_cannot_be_read_is_named(text, says):
    with pytest.raises(RowError, match="row") as problem:
        options(text)
    assert says in str(problem.value)


def test_a_preset_is_words_with_values():
    assert presets("a | x=1 y=b=c\nb |") == {"a": {"x": "1", "y": "b=c"}, "b": {}}
    with pytest.raises(RowError, match="row 2, b: a row has a name, and words"):
        presets("a | x=1\nb | y")
