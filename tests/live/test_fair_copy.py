"""What is typed is what a ledger says: entries and their fold are inverse to each other."""

import tempfile
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st
from kit.sizes import examples
from tables import new, table

from mjlog.live.ledgers.chain import seals
from mjlog.live.ledgers.fair_copy import fair_copy
from mjlog.live.ledgers.standing_entries import effective_entries
from mjlog.live.scribes.entering import NotReadError, deal_from_entries
from mjlog.model.record import SEATS, Entry
from mjlog.notation import from_json, read, to_json, write

TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [
    f"{n}z" for n in range(1, 8)
]
WORDS = st.one_of(
    st.sampled_from(TILES),
    st.builds("{}.".format, st.sampled_from(TILES)),
    st.builds("{}-{}".format, st.sampled_from(TILES), st.sampled_from(TILES)),
    st.sampled_from(
        ["e", "s", "w", "n", "h", "g", "r", "_", "*-6m", "b:+-1p", "c:++/-2s", "d:+'-3z"]
    ),
)
EDITS = st.builds(
    "{} {}{}".format,
    st.sampled_from(["fix", "ins", "del"]),
    st.integers(1, 12),
    st.sampled_from(["", " 5m", " c:7z", " note well"]),
)
LINES = st.one_of(
    WORDS,
    WORDS,
    st.lists(WORDS, min_size=2, max_size=4).map(" ".join),
    EDITS,
    st.sampled_from(
        ["u", "u", "@", "ok", "resync b 30", "draw wall", "win c 2s self", "end", "zz"]
    ),
)


@examples(40)
@given(st.lists(LINES, max_size=25))
@example(["1m", "del 1", "fix 1 5m"])
def test_a_ledger_that_is_read_again_says_the_same(lines):
    with tempfile.TemporaryDirectory() as folder:
        path = new(Path(folder) / "t.mjl")
        with table(path) as session:
            for line in lines:
                before = path.read_bytes()
                try:
                    session.take(line)
                except NotReadError:
                    assert path.read_bytes() == before
                assert path.read_bytes().startswith(before)
            game = session.game
        data = path.read_bytes()
        assert all(seal.holds for seal in seals(data))
        assert read(data) == game
        assert not [each for each in read(data).findings if each.code == "syntax.ledger"]
        assert write(game).encode() == data
        assert from_json(to_json(game)) == game
        copied = fair_copy(game)
        assert read(write(copied)).deals == copied.deals
        for deal in game.deals[-1:]:  # later deals may mend the others
            texts = [each.text for each in effective_entries(deal)]
            entries = [Entry(number, "", "S1", text) for number, text in enumerate(texts, 1)]
            assert deal_from_entries(deal, entries, game.seats).turns == deal.turns


@examples(40)
@given(st.lists(WORDS, min_size=1, max_size=20), st.data())
def test_what_is_taken_back_leaves_what_was_before(words, data):
    with tempfile.TemporaryDirectory() as folder, table(new(Path(folder) / "t.mjl")) as session:
        said = []
        session.take("@")
        for word in words:
            said.append(spoken(session))
            session.take(word)
        number = data.draw(st.integers(1, len(words)))
        for _ in range(number):
            session.take("u")
        assert spoken(session) == said[-number]


def spoken(session):
    return [f"{SEATS[turn.seat]}:{turn.word}" for turn in session.deal.turns]
