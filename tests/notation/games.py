"""Any game that a text can hold, for tests with hypothesis."""

import string

from hypothesis import strategies as st
from turns import faces, hands, marked, names, turns

from mjlog.model.go_arounds import openings
from mjlog.model.record import (
    NOBODY,
    SEATS,
    TABLE,
    BonusLine,
    Deal,
    Dealt,
    Entry,
    Exchange,
    Game,
    Header,
    Indicators,
    Items,
    Kept,
    Line,
    Next,
    Note,
    NoWin,
    Pay,
    Points,
    ReadySeats,
    Remark,
    Ruling,
    Show,
    ShownMeld,
    Tenpai,
    VoidSuit,
    Wall,
    WinLine,
)
from mjlog.model.tiles import FACES
from mjlog.notation.ledgers import ledger_lines
from mjlog.notation.lines.headers import KNOWN
from mjlog.notation.lines.line_order import rank
from mjlog.notation.lines.line_reader import sort_of
from mjlog.notation.lines.plain_line import PLAIN, SIGNS
from mjlog.notation.play.tokens import comment_word, pair_of
from mjlog.notation.writer import line_text

letters = st.characters(exclude_categories=["Cs"], exclude_characters="\r\n\0")
prose = st.text(letters, max_size=20).map(lambda text: text.strip(" \t"))
said = prose.filter(bool)
often_silent = st.just("") | prose
numbers = st.none() | st.integers(-999_999_999, 999_999_999)


def words(forbidden, first=""):
    """Words without blanks and full-width signs and without some others.

    The first sign may be forbidden more.
    """
    never = " \t\r\n\0" + SIGNS + forbidden
    rest = st.characters(exclude_categories=["Cs"], exclude_characters=never)
    head = st.characters(exclude_categories=["Cs"], exclude_characters=never + first)
    return st.builds("".join, st.tuples(head, st.text(rest, max_size=7)))


pair_names = words("(){};=").filter(lambda name: pair_of(name, "") == (name, ""))
pair_values = words("(){};")
pairs = st.lists(st.tuples(pair_names, st.just("") | pair_values), max_size=3).map(tuple)


# --------------------------------------------------------------------------- lines


def contents(seats):
    seat = st.integers(0, seats - 1)
    party = seat | st.just(TABLE)
    some = st.lists(seat, max_size=seats).map(tuple)
    tiles = st.lists(faces, min_size=1, max_size=20).map(tuple)
    items = st.lists(st.tuples(words(",;{}()", string.digits + "+?-"), numbers), max_size=3).map(
        tuple
    )
    melds = st.lists(
        st.builds(ShownMeld, st.sampled_from("+^*"), hands(1, 4, marked)), max_size=4
    ).map(tuple)
    points = st.lists(numbers, min_size=seats, max_size=seats).map(tuple)
    passes = st.lists(st.tuples(seat, seat, hands(1, 3)), min_size=1, max_size=4).map(tuple)
    return st.one_of(
        st.builds(Dealt, seat, hands(0, 17), st.none() | hands(0, 4)),
        st.builds(Wall, tiles, seat | st.just(NOBODY)),
        st.builds(Indicators, tiles, st.booleans()),
        st.builds(Exchange, passes, st.just("") | names),
        wins(seats),
        st.builds(NoWin, names, st.just("") | names, seat | st.just(NOBODY)),
        st.builds(Show, seat, melds, hands(0, 14, marked)),
        st.builds(ReadySeats, some),
        st.builds(VoidSuit, seat, st.integers(0, 2)),
        st.builds(BonusLine, seat, hands(1, 8)),
        st.builds(Items, st.sampled_from(["fan", "kong"]), seat, items),
        st.builds(
            Pay,
            st.lists(st.tuples(party, party, numbers), min_size=1).map(tuple),
            st.just("") | words("(){};,"),
        ),
        st.builds(Points, st.sampled_from(["score", "net"]), points),
        st.builds(Tenpai, some),
        st.builds(Next, pairs.filter(bool)),
        st.builds(Ruling, party, names, pairs),
        st.builds(Remark, st.sampled_from(["sign", "note"]), prose),
        st.builds(Kept, strange),
    )


@st.composite
def wins(draw, seats):
    seat = draw(st.integers(0, seats - 1))
    source = draw(st.integers(NOBODY, seats - 1))
    robbed = draw(st.booleans())
    return WinLine(seat, draw(st.integers(0, FACES - 1)), source, robbed)


def _is_strange(text):
    return sort_of(text.translate(PLAIN)) == "unknown"


_begun_by_a_word = st.builds(
    lambda word, rest: f"{word} {rest}".rstrip(" \t"),
    st.text(string.ascii_lowercase + "-_", max_size=5).map(lambda rest: "xyxyxy" + rest),
    prose,
)
_OTHER_SIGNS = " \t\r\n\0@({;$)}0123456789-+*^&/_#~?=J" + string.ascii_letters
_begun_by_a_sign = st.builds(
    lambda first, rest: (first + rest).rstrip(" \t"),
    st.just("Z") | st.characters(exclude_categories=["Cs"], exclude_characters=_OTHER_SIGNS),
    prose,
)
strange = st.one_of(_begun_by_a_word, _begun_by_a_sign).filter(_is_strange)


def lines(seats):
    return st.builds(_line, contents(seats), often_silent)


def _line(content, comment):
    return Line(content, "" if isinstance(content, Remark | Kept) else comment)


# --------------------------------------------------------------------------- what stands beside the
# turns

glyphs = st.integers(0, 999).map(str)
notes = st.one_of(
    st.builds(Note, st.just("comment"), said),
    st.builds(Note, st.just("glyph"), glyphs),
    st.builds(Note, st.just("variation"), st.deferred(lambda: variations)),
)
_variation_parts = st.one_of(
    words("(){};", "$"),
    prose.map(comment_word),
    glyphs.map("${}".format),
    st.deferred(lambda: variations).map("({})".format),
)
variations = st.lists(_variation_parts, min_size=1, max_size=3).map(" ".join)


# --------------------------------------------------------------------------- deals


@st.composite
def deals(draw, seats):
    label, attributes = draw(headings(seats))
    deal = Deal(label, attributes, comment=draw(often_silent))
    stated = sorted(draw(st.lists(lines(seats), max_size=6)), key=lambda line: rank(line.content))
    play = draw(st.sampled_from([none, fair_copy, fair_copy, ledger]))
    return draw(play(deal, seats, stated))


@st.composite
def headings(draw, seats):
    """The label and the attributes of a deal, usually with a dealer."""
    label = draw(st.just("") | pair_names)
    attributes = [pair for pair in draw(pairs) if pair[0] != "dealer"]
    if draw(st.booleans()):
        attributes.insert(0, ("dealer", draw(st.sampled_from(SEATS[:seats]))))
    if not label and attributes and not attributes[0][1]:
        label = "1"
    return label, tuple(attributes)


def none(deal, _seats, stated):
    return st.just(with_(deal, lines=tuple(stated)))


@st.composite
def fair_copy(draw, deal, seats, stated):
    played = tuple(draw(st.lists(turns(seats), max_size=12)))
    beside = draw(st.lists(st.tuples(st.integers(-1, len(played) - 1), notes), max_size=3))
    beside.sort(key=lambda pair: pair[0])
    deal = with_(deal, turns=played, lines=tuple(stated), notes=tuple(beside))
    return with_(deal, jumps=tuple(draw(jumps(deal, seats))))


@st.composite
def jumps(draw, deal, seats):
    """Numbers of go-arounds that do not follow, at places where they say something."""
    natural = set(openings(deal.turns, max(0, deal.dealer), deal.turn_order(seats)))
    said, count = [], 0
    for index in range(len(deal.turns)):
        due = count + 1 if index in natural else count
        if draw(st.integers(0, 9)) == 0 and (number := draw(st.integers(0, 300))) != due:
            said.append((index, number))
            due = number
        count = due
    return said


@st.composite
def ledger(draw, deal, seats, stated):
    first = draw(st.integers(1, 90))
    entries, deleted = [], set()
    for number in range(first, first + draw(st.integers(1, 8))):
        clock = draw(st.sampled_from(["", "13:02:11", "13:02:11.250"]))
        author = draw(st.sampled_from(["S1", "R1", "A", "Scribe_2-b"]))
        chain = draw(st.sampled_from(["", "9f86d081884c7d65"]))
        text = draw(
            entry_texts(seats, [index for index in range(first, number) if index not in deleted])
        )
        if text.startswith("del "):
            deleted.add(int(text[4:]))
        entries.append(Entry(number, clock, author, text, chain))
    said = ledger_lines.folded(with_(deal, ledger=tuple(entries)), seats)
    both = sorted([*stated, *said.lines], key=lambda line: rank(line.content))
    return with_(
        said, ledger=tuple(entries), lines=tuple(both), label=deal.label, comment=deal.comment
    )


@st.composite
def entry_texts(draw, seats, earlier):
    edit = draw(st.sampled_from(["", "", "", "fix", "ins", "del"])) if earlier else ""
    target = draw(st.sampled_from(earlier)) if edit else 0
    before = f"{edit} {target:04d}"
    if edit == "del":
        return before
    inner = draw(
        st.one_of(
            turns(seats).map(_seated), lines(seats).map(line_with_comment).filter(_is_sayable)
        )
    )
    return f"{before} {inner}" if edit else inner


def _seated(turn):
    return f"{SEATS[turn.seat]}:{turn.word}"


def line_with_comment(line):
    return line_text(line.content) + (" " + comment_word(line.comment) if line.comment else "")


def _is_sayable(text):
    """A ledger holds unknown lines too, if they begin with a word."""
    return text[:2].islower() and text[:2].isascii()


PARTS = ["label", "attributes", "turns", "lines", "notes", "jumps", "ledger", "comment"]


def with_(deal, **changes):
    fields = {
        name: getattr(deal, name)
        for name in ("label", "attributes", "turns", "lines", "notes", "jumps", "ledger", "comment")
    }
    return Deal(**fields | changes)


# --------------------------------------------------------------------------- games

_PRIVATE = st.text(string.ascii_letters + string.digits + "-", max_size=6).map(
    lambda rest: "X-" + rest
)
_OTHERS = st.sampled_from(sorted(KNOWN - set(SEATS))) | _PRIVATE
_UNKNOWN = st.text(string.ascii_letters, max_size=6).map(lambda rest: "Q" + rest)


@st.composite
def games(draw):
    seats = draw(st.sampled_from([0, 2, 3, 4, 4]))
    players = [Header(seat, draw(prose)) for seat in SEATS[:seats]]
    known = draw(st.lists(st.builds(Header, _OTHERS, prose), max_size=4))
    unknown = draw(st.lists(st.builds(Header, _UNKNOWN, prose), max_size=2))
    headers = draw(st.permutations([*players, *known, *unknown]))
    kept = draw(st.lists(st.one_of(said.map(comment_word), said.map("%".__add__)), max_size=2))
    version = draw(st.sampled_from(["1.0", "1.0", "1.7"]))
    held = draw(st.lists(deals(seats or 4), max_size=3))
    return Game(tuple(headers), tuple(held), version, tuple(kept))
