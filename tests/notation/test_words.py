"""Every form of a word: what it says, and how it is written again."""

import pytest
from kit.builds import source_alone
from kit.sizes import each

from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    MANNER_UNKNOWN,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Irregularity,
    Ready,
    Replace,
    Reveal,
    SetOut,
    Take,
    Win,
)
from mjlog.model.tiles import BONUS, KINDS, NAMES, PILLAR, RED, TILES, UNKNOWN
from mjlog.notation import read, write
from mjlog.notation.play.spelling import spell
from mjlog.notation.play.word_shapes import pieces_by_shape
from mjlog.notation.play.words import Memo, is_special, make, memo, turn_by_grammar

A, B, C, D = range(4)
HEAD = "%mjlog 1.0\n\n@ 1 dealer=A\n"


def t(name):
    """One tile by its name; the mark of the pillars stands behind it."""
    return TILES[name.rstrip("'")] | (PILLAR if name[-1] == "'" else 0)


def tiles(names):
    return tuple(t(name) for name in names.split())


def drop(tile, manner=MANNER_UNKNOWN, **marks):
    return Discard(A, t(tile), manner, **marks)


from_hand = MANNER_FROM_HAND

WORDS = {
    # the draw is not recorded
    "9m": [Take(A), drop("9m")],
    "0p": [Take(A), drop("0p")],
    "?": [Take(A), drop("?")],
    "?s": [Take(A), drop("?s")],
    "J": [Take(A), drop("J")],
    "7f": [Take(A), drop("7f")],
    "5'z": [Take(A), drop("5z", pillar=True)],
    "8m!": [Take(A), Ready(A, t("8m")), drop("8m", ready=True)],
    "_4z": [Take(A), drop("4z", face_down=True)],
    "_?": [Take(A), drop("?", face_down=True)],
    "_4z!": [Take(A), Ready(A, t("4z"), face_down=True), drop("4z", face_down=True, ready=True)],
    "_!": [Take(A), Ready(A, UNKNOWN, face_down=True), drop("?", face_down=True, ready=True)],
    "_4'z!": [Take(A), Ready(A, t("4z"), True, True),
    drop("4z", face_down=True, ready=True, pillar=True)],
    "9m=3p": [Take(A), drop("9m"), Reveal(A, t("3p"))],
    # the draw is recorded
    "9m.": [Draw(A, t("9m")), drop("9m", MANNER_DRAWN)],
    "9m.!": [Draw(A, t("9m")), Ready(A, t("9m")), drop("9m", MANNER_DRAWN, ready=True)],
    "?.": [Draw(A, UNKNOWN), drop("?", MANNER_DRAWN)],
    "9m-2m.": [Draw(A, t("9m")), drop("2m", MANNER_DRAWN)],
    "?m-2p.": [Draw(A, t("?m")), drop("2p", MANNER_DRAWN)],
    "*5555z/7s-6s.": [Take(A), ConcealedKong(A, tiles("5z 5z 5z 5z")), Replace(A, t("7s")),
    drop("6s", MANNER_DRAWN)],
    "2s-8m": [Draw(A, t("2s")), drop("8m", from_hand)],
    "2s-8m!": [Draw(A, t("2s")), Ready(A, t("8m")), drop("8m", from_hand, ready=True)],
    "?m-8m": [Draw(A, t("?m")), drop("8m", from_hand)],
    "-8m": [Draw(A, UNKNOWN), drop("8m", from_hand)],
    "-_4z!": [Draw(A, UNKNOWN), Ready(A, t("4z"), face_down=True),
    drop("4z", from_hand, face_down=True, ready=True)],
    "-_!": [Draw(A, UNKNOWN), Ready(A, UNKNOWN, face_down=True),
    drop("?", from_hand, face_down=True, ready=True)],
    "6z-": [Draw(A, t("6z"))],
    "-": [Draw(A, UNKNOWN)],
    "5p#": [Draw(A, t("5p")), Win(A, own_draw=True)],
    "?#": [Draw(A, UNKNOWN), Win(A, own_draw=True)],
    "#": [Win(A, own_draw=False)],
    # claims
    "+99m-4p": [Claim(A, tiles("9m 9m")), drop("4p", from_hand)],
    "+13m-4p": [Claim(A, tiles("1m 3m")), drop("4p", from_hand)],
    "+9'9m-1p": [Claim(A, tiles("9m' 9m")), drop("1p", from_hand)],
    "+??-1p": [Claim(A, tiles("? ?")), drop("1p", from_hand)],
    "+99m": [Claim(A, tiles("9m 9m"))],
    "+999m": [Claim(A, tiles("9m 9m 9m"))],
    "+999m/7s-4p": [Claim(A, tiles("9m 9m 9m")), Replace(A, t("7s")), drop("4p", from_hand)],
    "+999m/7s=3p-6m": [Claim(A, tiles("9m 9m 9m")), Replace(A, t("7s")), Reveal(A, t("3p")),
    drop("6m", from_hand)],
    "+99m=3p-6m": [Claim(A, tiles("9m 9m")), Reveal(A, t("3p")), drop("6m", from_hand)],
    # kongs
    "*5555z/7s-6m": [Take(A), ConcealedKong(A, tiles("5z 5z 5z 5z")), Replace(A, t("7s")),
    drop("6m", from_hand)],
    "5z*5555z/7s-6m": [
        Draw(A, t("5z")),
        ConcealedKong(A, tiles("5z 5z 5z 5z")),
        Replace(A, t("7s")),
        drop("6m", from_hand),
    ],
    "*????/-6m": [Take(A), ConcealedKong(A, tiles("? ? ? ?")), Replace(A, UNKNOWN),
    drop("6m", from_hand)],
    "*5555z": [Take(A), ConcealedKong(A, tiles("5z 5z 5z 5z"))],
    "*5555z/": [Take(A), ConcealedKong(A, tiles("5z 5z 5z 5z")), Replace(A, UNKNOWN)],
    "*5555z/7s-7s.": [Take(A), ConcealedKong(A, tiles("5z 5z 5z 5z")), Replace(A, t("7s")),
    drop("7s", MANNER_DRAWN)],
    "*5555z=3p/7s-6m": [
        Take(A),
        ConcealedKong(A, tiles("5z 5z 5z 5z")),
        Reveal(A, t("3p")),
        Replace(A, t("7s")),
        drop("6m", from_hand),
    ],
    "*5555z/7s#": [
        Take(A),
        ConcealedKong(A, tiles("5z 5z 5z 5z")),
        Replace(A, t("7s")),
        Win(A, own_draw=True),
    ],
    "^5z/7s-1m": [Take(A), AddedKong(A, t("5z")), Replace(A, t("7s")), drop("1m", from_hand)],
    "^5'z/7s-1m": [Take(A), AddedKong(A, t("5z'")), Replace(A, t("7s")), drop("1m", from_hand)],
    "^5m/7s-6m=3p": [
        Take(A),
        AddedKong(A, t("5m")),
        Replace(A, t("7s")),
        drop("6m", from_hand),
        Reveal(A, t("3p")),
    ],
    "4z^7p/2p-4z": [
        Draw(A, t("4z")),
        AddedKong(A, t("7p")),
        Replace(A, t("2p")),
        drop("4z", from_hand),
    ],
    "^5z": [Take(A), AddedKong(A, t("5z"))],
    # bonus tiles
    "1f/3m-9s": [Draw(A, t("1f")), SetOut(A, tiles("1f")), Replace(A, t("3m")),
    drop("9s", from_hand)],
    "8f/3f/1m-4z": [
        Draw(A, t("8f")),
        SetOut(A, tiles("8f")),
        Replace(A, t("3f")),
        SetOut(A, tiles("3f")),
        Replace(A, t("1m")),
        drop("4z", from_hand),
    ],
    "&36f/7s1f": [SetOut(A, tiles("3f 6f")), Replace(A, t("7s")), Replace(A, t("1f"))],
    "&36f/7s1f/2m": [
        SetOut(A, tiles("3f 6f")),
        Replace(A, t("7s")),
        Replace(A, t("1f")),
        SetOut(A, tiles("1f")),
        Replace(A, t("2m")),
    ],
    "3m&4z/2p-1p": [Draw(A, t("3m")), SetOut(A, tiles("4z")), Replace(A, t("2p")),
    drop("1p", from_hand)],
    "&7f#": [SetOut(A, tiles("7f")), Win(A, own_draw=True)],
    "=3p": [Reveal(A, t("3p"))],
    # what other programs' logs say and no table does
    "+99m-1p.": [Claim(A, tiles("9m 9m")), drop("1p", MANNER_DRAWN)],
    "*5555z/x-6m": [Take(A), ConcealedKong(A, tiles("5z 5z 5z 5z")), drop("6m", from_hand)],
    "*5555z/x=3p-6m": [
        Take(A),
        ConcealedKong(A, tiles("5z 5z 5z 5z")),
        Reveal(A, t("3p")),
        drop("6m", from_hand),
    ],
    "+999m/x-6m": [Claim(A, tiles("9m 9m 9m")), drop("6m", from_hand)],
    "*1111z/x*2222z/6s-6s.": [
        Take(A),
        ConcealedKong(A, tiles("1z 1z 1z 1z")),
        ConcealedKong(A, tiles("2z 2z 2z 2z")),
        Replace(A, t("6s")),
        drop("6s", MANNER_DRAWN),
    ],
    "4z&4z/x-6m": [Draw(A, t("4z")), SetOut(A, tiles("4z")), drop("6m", from_hand)],
    "^5z/x#": [Take(A), AddedKong(A, t("5z")), Win(A, own_draw=True)],
    "+99m/x#": [Claim(A, tiles("9m 9m")), Win(A, own_draw=True)],
    # an indicator between the draw and what follows, or behind the win
    "1p-=4z": [Draw(A, t("1p")), Reveal(A, t("4z"))],
    "1p-=4z-3m": [Draw(A, t("1p")), Reveal(A, t("4z")), drop("3m", from_hand)],
    "1p-=4z-1p.": [Draw(A, t("1p")), Reveal(A, t("4z")), drop("1p", MANNER_DRAWN)],
    "-=4z#": [Draw(A, UNKNOWN), Reveal(A, t("4z")), Win(A, own_draw=True)],
    "5p#=4z": [Draw(A, t("5p")), Win(A, own_draw=True), Reveal(A, t("4z"))],
    "#=4z": [Win(A, own_draw=False), Reveal(A, t("4z"))],
    # jokers
    "+55jp-1p": [Claim(A, tiles("5p 5jp")), drop("1p", from_hand)],
    "+JJ-1p": [Claim(A, tiles("J J")), drop("1p", from_hand)],
    "J-1p": [Draw(A, t("J")), drop("1p", from_hand)],
    # irregularities
    "~wrong-draw": [Irregularity(A, "wrong-draw")],
    "~wrong-draw=dead-wall": [Irregularity(A, "wrong-draw", "dead-wall")],
    "~e": [Irregularity(A, "e")],
}  # fmt: skip
ACTS_BY_WORD = {word: tuple(acts) for word, acts in WORDS.items()}

OTHER_SPELLINGS = {
    "9m-9m.": "9m.",
    "?-8m": "-8m",
    "-?.": "?.",
    "-9m.": "9m.",
    "5z'": "5'z",
    "_": "_!",
    "4z/3m-9s": "4z&4z/3m-9s",
    "9m/": "9m&9m/",
    "+5jp5p-1p": "+55jp-1p",
    "_?!": "_!",
    "*5555z-6m": "*5555z/-6m",
    "*5555z#": "*5555z/#",
    "+999m-4p": "+999m/-4p",
    "*5555z*6666z/1m-2m": "*5555z/*6666z/1m-2m",
    "+31m-4p": "+13m-4p",
    "+99'm-1p": "+9'9m-1p",
    "&63f/7s1f": "&36f/7s1f",
    "3f&3f/1m-2m": "3f/1m-2m",
    "&3f-2m": "&3f/-2m",
    "A:9m": "9m",
    "+0'5m-1p": "+50'm-1p",
    "/?-9m": "/-9m",
}

REFUSED = [
    "9", "9z", "0z", "9f", "5jj", "jp", "99m", "1m2m", "9M", "٣m", "9m\u00a0", "$9m", "=3'p", "9m=",
    "-99m", "9m..", "9m!!", "9m!.", ".9m", "!", "_.!_", "9m-8m-7m", "5'p-1m", "9'm.", "/-",
    "+9m-1p", "+9999m-1p", "+99m#", "/x", "/x-1m", "9m/x-1m", "-/x", "/x#", "#/x",
    "*555z-1m", "*55555z", "*5555z/7'm-1m", "*5555z/7s.", "^55z", "^",
    "&", "##", "5p##", "#5p", "5'p#", "-#", "~", "~~9m", "~9m=", "~x=", "E:9m", "A:", "A:B:9m",
]  # fmt: skip


@each(ACTS_BY_WORD)
def test_a_word_says_its_acts(word):
    assert turn_by_grammar(A, word, 4).acts == ACTS_BY_WORD[word]


@each(ACTS_BY_WORD)
def test_acts_are_written_as_that_word(word):
    assert spell(ACTS_BY_WORD[word]) == word


class Looked(list):
    """Acts that count how many of them are looked at, in slices too."""

    looks = 0

    def __getitem__(self, key):
        found = super().__getitem__(key)
        self.looks += len(found) if isinstance(key, slice) else 1
        return found


@source_alone
@pytest.mark.parametrize("word", ["9m" + "/" * 2_000, "1f/" * 700 + "3m-3m"])
def test_a_long_word_is_spelled_by_few_looks_at_each_act(word):
    acts = Looked(turn_by_grammar(A, word, 4).acts)
    assert turn_by_grammar(A, spell(acts), 4).acts == tuple(acts)
    assert acts.looks < 8 * len(acts)


@each([word for word in ACTS_BY_WORD if word[0] != "~"])
def test_an_act_that_stood_bears_a_tilde(word):
    turn = turn_by_grammar(B, "~" + word, 4)
    assert turn.stood
    assert turn.word == "~" + word
    assert turn.acts == turn_by_grammar(B, word, 4).acts


@pytest.mark.parametrize(("word", "canonical"), OTHER_SPELLINGS.items())
def test_other_spellings_are_written_in_one_way(word, canonical):
    turn = turn_by_grammar(A, word, 4)
    assert turn.word == canonical
    assert turn == turn_by_grammar(A, canonical, 4)


@each(REFUSED)
def test_a_bad_word_is_one_finding_at_its_place(word):
    game = read(f"{HEAD}1. 1m 2m {word} 4m\n2. 5m 6m 7m 8m\nnext dealer=B\n")
    (finding,) = [finding for finding in game.findings if finding.severity == "error"]
    assert finding.code in ("syntax.word", "syntax.line")
    assert finding.place.line == 4
    assert finding.place.deal == 1
    assert 10 <= finding.place.column <= 10 + len(word)
    assert [turn.word for turn in game.deals[0].turns[-4:]] == ["5m", "6m", "7m", "8m"]
    assert len(game.deals[0].lines) == 1


def test_a_finding_says_what_stands_there_and_what_was_expected():
    (finding,) = read(f"{HEAD}1. 1m 6z=_2z! 3m\n").findings
    assert (
        finding.message
        == "'6z=_2z!' is no turn: '_2z!' does not fit here; expected a tile such as 5m; "
        "did you mean `6z-2z!`?"
    )
    assert (finding.place.line, finding.place.column, finding.place.turn, finding.place.seat) == (
        4,
        10,
        1,
        B,
    )
    assert (finding.recorded, finding.expected) == ("6z=_2z!", "6z-2z!")


@pytest.mark.parametrize(
    ("word", "meant"), [("2P", "2p"), ("2M-3P", "2m-3p"), ("+99M-4p", "+99m-4p"), ("5Z!", "5z!")]
)
def test_capital_suits_are_told_as_that(word, meant):
    (finding,) = read(f"{HEAD}1. 1m {word} 3m\n").findings
    assert finding.message == f"'{word}': suits are small letters: {meant}"
    assert (finding.code, finding.recorded, finding.expected) == ("syntax.word", word, meant)


def test_capital_suits_are_told_on_other_lines_too():
    (finding,) = read(f"{HEAD}deal A 12M3p\n").findings
    assert finding.message == "'12M3p': suits are small letters: 12m3p"
    assert (finding.code, finding.place.column) == ("syntax.line", 8)


def test_a_bad_word_is_kept_and_written_again():
    text = f"{HEAD}1. A:1m what 3m\n"
    game = read(text)
    assert game.deals[0].turns[1].acts == (Irregularity(B, "unreadable", "what"),)
    assert write(game) == text


def test_the_seat_of_a_word_wins_over_the_order_of_play():
    assert [turn.seat for turn in read(f"{HEAD}1. 1m D:2m 3m C:4m\n").deals[0].turns] == [
        A,
        D,
        A,
        C,
    ]


def test_a_seat_that_nobody_has_is_a_bad_word():
    game = read("%mjlog 1.0\nA: X\nB: Y\nC: Z\n\n@ 1 dealer=A\n1. 1m D:2m C:3m\n")
    (finding,) = game.findings
    assert finding.code == "syntax.word"
    assert "A to C" in finding.message
    assert [turn.seat for turn in game.deals[0].turns] == [A, B, C]


def test_a_word_that_names_nobody_in_a_deal_without_a_dealer_is_doubtful():
    (finding,) = read("%mjlog 1.0\n\n@ 1\n1. 1m 2m\n").findings
    assert (finding.code, finding.severity) == ("syntax.word", "warning")
    assert "dealer=" in finding.message


def test_words_are_interned():
    one, two = (read(f"{HEAD}1. 1m 2s-8m\n").deals[0].turns for _ in range(2))
    assert one[1] is two[1]


def test_words_that_bear_exceptions_are_read_once_and_looked_at_each_time():
    text = f"{HEAD}1. &1f/1m B:&2f/2m\n2. 1m. 2m. ~wrong-draw\n"
    one, two = (read(text).deals[0].turns for _ in range(2))
    assert [is_special(turn) for turn in one] == [True, True, False, False, True]
    assert all(map(lambda a, b: a is b, one, two))
    for turn in one:
        assert (turn.word in memo(4).by_seat[turn.seat]) is not is_special(turn)


def test_plain_words_learnt_beforehand_are_those_that_are_read():
    beforehand, read_later = Memo(4), Memo(4)
    beforehand.learn_plain_words()
    assert {"9m.", "2s-8m", "0p-5p"} <= beforehand.by_seat[B].keys()
    for seat, words in enumerate(beforehand.by_seat):
        assert words == {word: read_later.turn(seat, word) for word in words}
        assert all(turn.brief for turn in words.values())


def test_no_long_word_is_taken_for_a_plain_one():
    one, two = (read(f"{HEAD}1. {word}\n").deals[0].turns[0] for word in ("11m.", "1m--2m"))
    assert {act.name for turn in (one, two) for act in turn.acts} == {"unreadable"}


def test_a_turn_with_a_bonus_tile_is_laid_act_by_act():
    assert turn_by_grammar(A, "2m-3m", 4).brief is not None
    assert [turn_by_grammar(A, word, 4).brief for word in ("1f.", "1f-3m", "3m-1f")] == [None] * 3


def test_all_tiles_have_words_and_marks():
    for tile, name in enumerate(NAMES):
        turn = turn_by_grammar(A, name, 4)
        assert turn.acts[-1] == Discard(A, tile)
        assert turn.word == name


def test_only_irregularities_and_bonus_tiles_before_play_bear_exceptions():
    assert is_special(turn_by_grammar(A, "~wrong-draw", 4))
    assert is_special(turn_by_grammar(A, "&3f", 4))
    assert not is_special(turn_by_grammar(A, "3f/1m-2m", 4))


def test_a_plain_word_says_what_its_shape_says():
    faces = [name for name, tile in TILES.items() if tile < KINDS or RED <= tile < BONUS]
    words = [f"{face}." for face in faces]
    words += [f"{drawn}-{dropped}" for drawn in faces for dropped in faces]
    turns = [memo(4).by_shape(B, word) for word in words]
    by_shape = [make(B, "", "", pieces_by_shape(word), 4) for word in words]
    assert turns == by_shape
    assert [turn.brief for turn in turns] == [turn.brief for turn in by_shape]
    assert [turn.word for turn in turns] == words
