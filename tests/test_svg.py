"""Pictures of the table."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from kit.places import LEGAL, slug
from kit.sizes import each

import mjlog
from mjlog.cli.main import main
from mjlog.model.turn_order import USUAL
from mjlog.picture.frames import Piece, frames
from mjlog.picture.geometry import columns, is_turned, lines

SAMPLES = Path(__file__).parents[1] / "samples"
FAIR_COPY = SAMPLES / "taiyuan" / "everything-fair-copy.mjl"
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = """<script>alert(1)</script>"><img src=x onerror=alert(2)>'&]]>"""


def read(path: Path) -> mjlog.Game:
    return mjlog.read(path.read_bytes())


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)  # noqa: S314  our own


def pieces(root: ET.Element) -> list[int]:
    return [int(use.get("data-piece")) for use in root.iter(f"{SVG}use") if use.get("data-piece")]


@pytest.mark.slow
@each(LEGAL, slug, one_in=3)
def test_every_tile_is_in_the_picture_once(path):
    game = read(path)
    rules = mjlog.rules.load(game.rules)
    for number, deal in enumerate(game.deals[:2], 1):
        last = frames(deal, rules, game.seats)[-1]
        root = parsed(mjlog.svg(game, number))
        assert sorted(pieces(root)) == sorted(piece.number for piece in last.pieces)
        symbols = {f"#{symbol.get('id')}" for symbol in root.iter(f"{SVG}symbol")}
        assert symbols == {use.get("href") for use in root.iter(f"{SVG}use")}


@pytest.mark.parametrize("step", [0, 1, 30, 60, 88])
@pytest.mark.parametrize("seat", "ABCD")
def test_every_tile_lies_on_the_table(step, seat):
    root = parsed(mjlog.svg(read(FAIR_COPY), step=step, seat=seat))
    for use in root.iter(f"{SVG}use"):
        x, y, width, height = (float(use.get(name)) for name in ("x", "y", "width", "height"))
        if not use.get("transform"):
            assert 8 <= x <= 992 - width
            assert 8 <= y <= 992 - height


def test_it_stands_by_itself():
    picture = mjlog.svg(read(FAIR_COPY))
    assert "var(" not in picture
    assert "<style" not in picture
    assert set(re.findall(r'href="([^"]*)"', picture)) == {
        f"#{name}" for name in re.findall(r'symbol id="([^"]*)"', picture)
    }
    assert len(picture) < 90_000


def test_who_cannot_see_it_is_told():
    root = parsed(mjlog.svg(read(FAIR_COPY), step=3))
    assert root.get("role") == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("aria-labelledby").split() == [title.get("id"), description.get("id")]
    assert title.text.endswith("deal 1, step 3")
    assert "Chen Bo, West: hand " in description.text


def test_whatever_a_record_says_is_text():
    text = re.sub(
        r"^(Event|[A-D]): .*$",
        rf"\1: {HOSTILE}",
        FAIR_COPY.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )
    root = parsed(mjlog.svg(mjlog.read(text)))
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "title", "desc", "defs", "symbol", "g", "path", "circle", "rect", "use", "text",
    }  # fmt: skip
    assert root.find(f"{SVG}title").text.startswith(HOSTILE)
    assert not [name for each in root.iter() for name in each.attrib if name.startswith("on")]


def test_what_xml_cannot_say_is_no_trouble():
    form = mjlog.to_json(read(FAIR_COPY))
    form["headers"] = [
        h | {"value": "\ud800"} if h["key"] in {"Event", "A"} else h for h in form["headers"]
    ]
    root = parsed(mjlog.svg(mjlog.from_json(form)))
    assert root.find(f"{SVG}title").text.startswith("�")


def test_a_long_name_finds_room():
    text = FAIR_COPY.read_text(encoding="utf-8").replace("Chen Bo", "陳" * 40)
    words = [each.text for each in parsed(mjlog.svg(mjlog.read(text))).iter(f"{SVG}text")]
    assert "陳陳陳陳陳陳陳陳陳…" in words


def test_hands_can_be_turned_over():
    game = read(FAIR_COPY)
    shown = parsed(mjlog.svg(game, step=0, seat="B", open_hands=False))
    backs = [
        use
        for use in shown.iter(f"{SVG}use")
        if use.get("href") == "#back" and use.get("data-piece")
    ]
    held = [
        piece
        for piece in frames(game.deals[0], mjlog.rules.load(game.rules), 4)[0].pieces
        if piece.seat != 1
    ]
    assert len(backs) == len(held)
    assert shown.find(f"{SVG}desc").text.count("?" * 4) >= 3


def test_a_notebook_shows_the_picture():
    picture = mjlog.svg(read(FAIR_COPY), step=0)
    assert isinstance(picture, mjlog.Picture)
    assert picture._repr_svg_() == picture


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"deal": 0}, "there is no deal 0"),
        ({"deal": 2}, "there is no deal 2"),
        ({"step": 89}, "there is no step 89"),
        ({"step": -1}, "there is no step -1"),
        ({"seat": "E"}, "nobody sits at 'E'"),
        ({"seat": "AB"}, "nobody sits at 'AB'"),
    ],
)
def test_what_is_not_there_cannot_be_drawn(wrong, told):
    with pytest.raises(ValueError, match=told):
        mjlog.svg(read(FAIR_COPY), **wrong)


def test_rules_that_nobody_knows_cannot_be_drawn():
    with pytest.raises(mjlog.RulesError, match="ponymah"):
        mjlog.svg(mjlog.read("%mjlog 1.0\nRules: ponymah/1\n\n@ 1 dealer=A\n"))
    with pytest.raises(mjlog.RulesError, match="not played by"):
        mjlog.svg(mjlog.read("%mjlog 1.0\nRules: taiyuan/1\nA: x\nB: y\n\n@ 1 dealer=A\n"))


def test_the_command_draws_to_a_file(tmp_path):
    drawn = tmp_path / "table.svg"
    done = CliRunner().invoke(
        main, ["show", str(FAIR_COPY), "--svg", "--step", "60", "-o", str(drawn)]
    )
    assert (done.exit_code, done.output) == (0, "")
    assert drawn.read_text(encoding="utf-8") == mjlog.svg(read(FAIR_COPY), step=60)
    seen = CliRunner().invoke(main, ["show", str(FAIR_COPY), "--svg", "--seat", "C"])
    assert seen.output == mjlog.svg(read(FAIR_COPY), seat="C", open_hands=False)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--svg", "--step", "999"], "there is no step 999"),
        (["--svg", "--deal", "2"], "there is no deal 2"),
        (["-o", "x.svg"], "give --svg"),
        (["--svg", "-o", "/nowhere/at/all.svg"], "cannot be written"),
    ],
)
def test_the_command_says_what_is_wrong(arguments, told):
    done = CliRunner().invoke(main, ["show", str(FAIR_COPY), *arguments])
    assert done.exit_code == 2
    assert told in done.output


# --------------------------------------------------------------------------- how tiles lie


def meld(*, source: int, added: bool = False, tiles: int = 3) -> list[Piece]:
    """A claimed set of seat 1 as frames have it: the claimed tile last, an added one after it."""
    own = [Piece(number, 5, 1, "meld", 1, up=True) for number in range(tiles - 1)]
    claimed = Piece(8, 5, 1, "meld", 1, up=True, sideways=True, claimed=True, source=source)
    return [*own, claimed, *([Piece(9, 5, 1, "meld", 1, up=True, added=True)] if added else [])]


@pytest.mark.parametrize(
    ("source", "tiles", "seats", "place"),
    [
        (0, 3, 4, 0), (3, 3, 4, 1), (2, 3, 4, 2), (0, 4, 4, 0), (3, 4, 4, 1), (2, 4, 4, 3),
        (0, 3, 3, 0), (2, 3, 3, 2), (0, 3, 2, 1),
    ],
)  # fmt: skip
def test_a_claimed_tile_lies_where_it_came_from(source, tiles, seats, place):
    laid = columns(meld(source=source, tiles=tiles), USUAL[seats])
    assert [is_turned(column[0]) for column in laid].index(True) == place
    assert len(laid) == tiles


def test_an_added_tile_lies_above_the_turned_one():
    laid = columns(meld(source=0, added=True), USUAL[4])
    assert [[piece.number for piece in column] for column in laid] == [[8, 9], [0], [1]]


def test_where_nobody_turns_tiles_none_is_turned():
    laid = columns(meld(source=0, added=True), USUAL[4], turned=False)
    assert [len(column) for column in laid] == [1, 1, 1, 1]
    assert not any(is_turned(column[0], turned=False) for column in laid)


@pytest.mark.parametrize(
    ("discards", "rows"),
    [(0, []), (5, [5]), (6, [6]), (7, [6, 1]), (18, [6, 6, 6]), (31, [6, 6, 6, 13])],
)
def test_a_river_has_rows_of_six_and_the_fourth_runs_on(discards, rows):
    river = [Piece(number, 5, 1, "river", up=True) for number in range(discards)]
    assert [len(line) for line in lines(river)] == rows


def stacks(of: str, step: int) -> str:
    """The tiles in the middle of a table from left to right, backs of the dead wall as an x."""
    drawn = [
        use
        for use in parsed(mjlog.svg(read(SAMPLES / of), step=step)).iter(f"{SVG}use")
        if use.get("y") == "524"
    ]
    return " ".join("x" if use.get("href") == "#back" else use.get("href")[2:] for use in drawn)


@pytest.mark.parametrize(
    ("of", "step", "seen"),
    [
        ("taiyuan/everything-fair-copy.mjl", 0, "x x x x x x x"),
        ("riichi/four-kongs.mjl", 0, "x x x x x x 4p"),
        ("american/jokers.mjl", 0, ""),
    ],
)
def test_the_dead_wall_lies_in_the_middle(of, step, seen):
    assert stacks(of, step) == seen


def test_a_claimed_tile_leaves_its_shadow_with_the_letter_of_who_has_it():
    shown = parsed(mjlog.svg(read(SAMPLES / "riichi" / "double-ron.mjl"), step=118))
    assert len([use for use in shown.iter(f"{SVG}use") if use.get("opacity")]) == 3


GAME = next(path for path in LEGAL if path.name == "game-four-players.mjl")


def written(picture: str) -> list[str]:
    return [text.text for text in parsed(picture).iter(f"{SVG}text")]


def test_sticks_counters_and_points_are_drawn():
    words = written(mjlog.svg(read(GAME), 6, 40))
    # The name of the deal without its counter, the stick and the five counters carried along.
    assert words[:3] == ["East 2", "1", "5"]
    assert "North 40400" in words
    last = written(mjlog.svg(read(GAME), 2))
    # A player of the name of the wind: it is written once.
    assert {"28500 (+2000)", "riichi 立直", "22500 (−1000)"} <= set(last)


def test_a_discard_of_the_drawn_tile_is_darker():
    # B discards the tile just drawn at step 12, for the first time.
    shaded = [mjlog.svg(read(GAME), 1, step).count('opacity=".2"') for step in (11, 12, 13)]
    assert shaded == [0, 1, 1]


def test_the_hand_that_won_lies_over_the_rivers_at_the_end():
    before, end = (parsed(mjlog.svg(read(GAME), 6, step)) for step in (59, 60))
    assert before.find(f"{SVG}g[@id='won']") is None
    card = end.find(f"{SVG}g[@id='won']")
    assert [text.text for text in card.iter(f"{SVG}text")] == ["East 2", "West wins"]
    faces = [use.get("href") for use in card.iter(f"{SVG}use")]
    # The indicator and the hidden one, the hand, and the tile won on.
    assert len(faces) == 2 + 14


def test_hidden_indicators_lie_open_at_the_end():
    before, end = (parsed(mjlog.svg(read(GAME), 6, step)) for step in (59, 60))
    end.remove(end.find(f"{SVG}g[@id='won']"))
    faces = [
        sorted(use.get("href") for use in root.iter(f"{SVG}use") if use.get("data-piece") is None)
        for root in (before, end)
    ]
    assert len(faces[1]) == len(faces[0]) + 1
