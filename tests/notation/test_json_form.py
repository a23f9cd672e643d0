"""The JSON form: lossless both ways, checked on the way in, safe with hostile objects."""

import json
import runpy
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest
from games import games
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from jsonschema_rs import Draft202012Validator as QuickValidator
from kit.sizes import each, examples

from mjlog.model.record import Game
from mjlog.notation import Limits, Unreadable, from_json, read, to_json, write
from mjlog.notation.json_format.json_form import json_text
from mjlog.notation.json_format.schema_validator import schema_validator
from mjlog.shared_files import shared_file

ROOT = Path(__file__).parents[2]
mangle = runpy.run_path(str(ROOT / "benchmarks" / "mangle.py"))["mangle"]
spoilt = runpy.run_path(str(ROOT / "benchmarks" / "fuzz_members.py"))["spoilt"]
SAMPLES = sorted((ROOT / "samples").rglob("*.mjl"))
SHORT = [path for path in SAMPLES if path.stat().st_size < 2500]
SCHEMA = json.loads(shared_file("schemas", "record.schema.json").decode())
VALIDATOR = Draft202012Validator(SCHEMA)
QUICK_VALIDATOR = QuickValidator(SCHEMA)
HOSTILE = [
    None, True, -1, 0, 1.5, 10**30, 1e400, "", " ", "A", "Z", "9m", "99m", "5'm", "?", "J", "@ 1",
    "1. 9m", "{", "}",
    "a\nb", "\0", "\ud800", "{\\", "#", "~x y", "0001 S1 9m", "x" * 5000,
    [], [[]], {}, {"seat": "A"}, {"x_y": 1}, {"act": "win"}, {"line": "score"},
]  # fmt: skip
anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(HOSTILE),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


def errors(game):
    return [finding for finding in game.findings if finding.severity == "error"]


@pytest.mark.slow
@examples(9)
@given(games())
def test_a_game_is_the_same_game_in_json(game):
    form = json.loads(json.dumps(to_json(game)))
    again = from_json(form)
    assert again == game
    assert not errors(again)
    assert to_json(again) == form


@pytest.mark.slow
@examples(9)
@given(games())
def test_the_text_of_a_game_tells_the_same_as_its_objects(game):
    assert json.loads(json_text(game)) == to_json(game)


@each(SAMPLES, lambda path: path.stem, one_in=9)
def test_the_text_of_a_sample_tells_the_same_as_its_objects(path):
    game = read(path.read_bytes())
    assert json.loads(json_text(game)) == to_json(game)


@pytest.mark.slow
@examples(9)
@given(games())
def test_what_is_written_keeps_to_the_schema(game):
    assert not list(VALIDATOR.iter_errors(to_json(game)))


def test_the_schema_is_a_schema_with_a_name_and_a_version():
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$id"] == "urn:mjlog:schema:record:1.0"


@pytest.mark.slow
@each(SAMPLES, lambda path: path.stem, one_in=9)
def test_from_text_to_json_and_back_not_a_byte_is_lost(path):
    game = read(path.read_bytes())
    form = json.loads(json.dumps(to_json(game)))
    assert not list(QUICK_VALIDATOR.iter_errors(form))
    assert write(from_json(form)).encode() == write(game).encode()
    assert from_json(form) == game


def read_and_written_again(form):
    """Whatever comes in, what is made of it is a record that a text can hold."""
    try:
        game = from_json(form)
    except Unreadable:
        return None
    assert isinstance(game, Game)
    text = write(game)
    assert write(read(text)) == text
    assert from_json(to_json(game)) == game
    return game


@pytest.mark.slow
@examples(40)
@given(anything)
def test_any_object_is_read(form):
    read_and_written_again(form)


@pytest.mark.slow
@examples(40)
@given(st.dictionaries(st.sampled_from(["mjlog", "headers", "kept", "deals", "x_y"]), anything))
def test_any_document_is_read(form):
    read_and_written_again(form)


@pytest.mark.slow
@examples(100)
@given(st.sampled_from(SHORT), st.integers(0, 2**32), st.integers(1, 4), anything)
def test_any_broken_document_is_read(path, seed, times, hostile):
    random = Random(seed)
    form = to_json(read(path.read_bytes()))
    for _ in range(times):
        break_something(random, form, deepcopy(random.choice([*HOSTILE, hostile])))
    read_and_written_again(form)


def break_something(random, form, hostile):
    """A member anywhere lost, replaced or added."""
    while True:
        places = list(form) if isinstance(form, dict) else list(range(len(form)))
        if not places:
            return
        place = random.choice(places)
        inner = form[place]
        if not isinstance(inner, dict | list) or not inner or random.random() < 0.15:
            break
        form = inner
    match random.randrange(4):
        case 0:
            del form[place]
        case 1 if isinstance(form, list):
            form.insert(place, hostile)
        case 1:
            form[random.choice(["seat", "tile", "x_more", "more", "comment", "word"])] = hostile
        case _:
            form[place] = hostile


def minimal(**deal):
    return {
        "mjlog": "1.0",
        "deals": [{"label": "1", "attributes": [{"name": "dealer", "value": "A"}], **deal}],
    }


def test_an_error_is_a_finding_with_a_pointer():
    game = from_json(minimal(turns=[{"seat": "A", "word": "9m"}, {"seat": "E", "word": "8m"}]))
    (finding,) = [finding for finding in game.findings if finding.code.startswith("schema.")]
    assert finding.code == "schema.enum"
    assert finding.message.startswith("/deals/0/turns/1/seat: ")
    assert finding.place.deal == 1
    assert len(game.deals[0].turns) == 2


def test_a_turn_may_be_said_by_its_word_or_by_its_acts_alone():
    acts = [{"act": "draw", "tile": "9m"}, {"act": "discard", "tile": "9m", "manner": "drawn"}]
    by_word = from_json(minimal(turns=[{"seat": "A", "word": "9m."}]))
    by_acts = from_json(minimal(turns=[{"seat": "A", "acts": acts}]))
    assert by_word == by_acts
    assert not errors(by_word)


@pytest.mark.slow
@examples(75)
@given(st.sampled_from(SHORT), st.integers(0, 2**32), st.integers(1, 20))
def test_whatever_a_damaged_text_says_the_json_form_says_too(path, seed, times):
    text = (
        mangle(Random(seed), path.read_bytes(), times).decode("utf-8", "replace").replace("\0", "")
    )
    game = read(text)
    form = json.loads(json.dumps(to_json(game)))
    again = from_json(form)
    assert not [finding for finding in again.findings if finding.code.startswith("schema.")]
    assert again == game
    assert write(again) == write(game)


@pytest.mark.parametrize(
    "play",
    [
        "1. A:9m 2m A:Bo\n2. A:3m",
        "1. A:9m 2m A:what 3m\n2. A:~slip A:3m\n3. 4m",
        "3. D:$3z-9m 8m-5z\n4. 1z. A:$3z",
        "9999. A:9m 2m\nA:5z 1z\n12. A:3m",
        "10000. A:9m\n999999. A:9m",
    ],
)
def test_what_nobody_can_read_stays_in_its_line(play):
    game = read(f"%mjlog 1.0\n\n@ 1 dealer=A\n{play}\n")
    again = from_json(to_json(game))
    assert read(write(game)) == game == again
    assert write(again) == write(game)


def test_bad_words_alone_keep_their_go_arounds():
    game = read("%mjlog 1.0\n\n@ 1 dealer=A\n1. A:what A:1m 2m\n2. A:~slip A:3m\n3. 4m\n")
    form = to_json(game)
    for turn in form["deals"][0]["turns"]:
        turn.pop("acts", None)
    assert from_json(form) == game


def test_members_that_do_not_belong_there_are_told_of_and_say_nothing():
    act = {"act": "discard", "tile": "9m", "seat": "C"}
    dora = {"line": "dora", "tiles": ["9m"], "hidden": True, "keyword": "ura"}
    game = from_json(minimal(turns=[{"seat": "A", "acts": [{"act": "take"}, act]}], lines=[dora]))
    assert {finding.code for finding in errors(game)} == {"schema.additionalProperties"}
    assert [turn.seat for turn in game.deals[0].turns] == [0]
    assert [line.content.keyword for line in game.deals[0].lines] == ["dora"]


def test_acts_that_contradict_the_word_are_told_of():
    acts = [{"act": "draw", "tile": "8m"}, {"act": "discard", "tile": "8m", "manner": "drawn"}]
    game = from_json(minimal(turns=[{"seat": "A", "word": "9m.", "acts": acts}]))
    assert [finding.code for finding in game.findings] == ["schema.acts"]
    assert game.deals[0].turns[0].word == "9m."


def test_extensions_are_read_past():
    form = minimal(turns=[{"seat": "A", "word": "9m", "x_camera": 3}], x_stream={"a": [1]})
    assert not errors(from_json(form | {"x_vendor_name": None}))
    assert errors(from_json(form | {"vendor": None}))


def test_the_limits_hold_for_json_too():
    with pytest.raises(Unreadable):
        from_json(minimal(comment="x" * 100), limits=Limits(file_size=50))
    many = from_json({"mjlog": "1.0", "deals": [{"label": "1"}] * 5}, limits=Limits(deals=3))
    assert len(many.deals) == 3
    assert "syntax.too_many" in [finding.code for finding in many.findings]


@pytest.mark.parametrize("member", ["mjlog", "headers", "kept", "deals", "x_deep"])
def test_what_json_can_nest_is_read(member):
    deep = json.loads("[" * 900 + "]" * 900)
    read_and_written_again({member: deep})
    read_and_written_again(minimal(turns=deep))
    read_and_written_again(deep)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"mjlog": None}, "/mjlog: null stands where a string is expected"),
        ({"mjlog": "1.0", "deals": {}}, "/deals: {} stands where a list is expected"),
        ({"mjlog": "two", "deals": []}, '/mjlog: "two" is not written as what belongs here is'),
        ([], "the document: [] stands where an object is expected"),
        (
            minimal(turns=[{"seat": "E", "word": "9m"}]),
            '/deals/0/turns/0/seat: "E" is none of A, B, C, D',
        ),
        (minimal(turns=[{"seat": "A"}]), '{"seat": "A"} has none of the forms that may stand here'),
        (
            minimal(turns=[{"seat": "A", "acts": [{"act": "win"}]}]),
            "the member own_draw is missing",
        ),
        (
            minimal(jumps=[{"turn": 0, "number": 1}]),
            "/deals/0/jumps/0/turn: 0 is too small; 1 is the least",
        ),
        (
            minimal(jumps=[{"turn": 1, "number": 10**9}]),
            "1000000000 is too large; 9999 is the most",
        ),
        (
            minimal(zork=1),
            'no such member is known here: "zork"; names of one\'s own begin with x_',
        ),
    ],
)
def test_what_breaks_the_schema_is_said_in_our_words(form, said):
    messages = [
        finding.message
        for finding in from_json(form).findings
        if finding.code.startswith("schema.")
    ]
    assert any(said in message for message in messages), messages


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_shortcuts_find_what_the_schema_finds(seed, whole):
    """Documents with members that do not belong there, by either validator."""
    random = Random(seed)
    forms = [json.dumps(to_json(read(path.read_bytes()))).encode() for path in SHORT[seed::40]]
    for _ in range(200 if whole else 25):
        made = json.loads(spoilt(random, random.choice(forms)))
        assert errors_of(schema_validator(), made) == errors_of(VALIDATOR, made)


def errors_of(validator, made):
    return [
        (error.validator, tuple(error.absolute_path), error.message)
        for error in validator.iter_errors(made)
    ]


def test_a_ledger_may_stand_without_the_turns_that_it_tells_of():
    game = read((ROOT / "samples/taiyuan/everything-ledger.mjl").read_text(encoding="utf-8"))
    form = to_json(game)
    assert any(deal.pop("turns", None) for deal in form["deals"])
    again = from_json(form)
    assert write(again) == write(game)
    assert again.deals == from_json(to_json(game)).deals
