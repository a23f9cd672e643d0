"""Data classes whose methods come late are those of the standard library."""

import copy
import inspect
import pickle
import sys
from dataclasses import FrozenInstanceError, field, fields, make_dataclass, replace
from dataclasses import dataclass as at_once
from typing import ClassVar

import pytest
from kit.builds import source_alone

import mjlog.auditor.audit
import mjlog.auditor.diagnosis.sheet_search
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.lazy_dataclass import lazy_property as computed_once


@dataclass(frozen=True, slots=True)
class Tile:
    """Frozen, with all that a field can have."""

    name: str
    number: int = 0
    marks: list[str] = field(default_factory=list, compare=False)
    rank: int = field(init=False, default=-1, repr=False)

    def __post_init__(self):
        object.__setattr__(self, "rank", self.number * 2)


@dataclass(frozen=True)
class Joker(Tile):
    """One field more than its base."""

    stands_for: str = ""


@dataclass(slots=True)
class Open:
    """Not frozen: it has no hash."""

    seats: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Itself:
    """Equal to nothing else."""

    name: str


def test_it_compares_hashes_and_shows_itself():
    assert Tile("m", 5) == Tile("m", 5, ["'"])
    assert hash(Tile("m", 5)) == hash(Tile("m", 5, ["'"]))
    assert Tile("m") != Tile("p")
    assert Tile("m") != Joker("m")
    assert repr(Joker("J", stands_for="5m")).endswith(
        "Joker(name='J', number=0, marks=[], stands_for='5m')"
    )


def test_the_constructor_is_that_of_the_standard_library():
    again = at_once(frozen=True, slots=True)(type("Tile", (), {**kept(Tile), "__doc__": ""}))
    assert str(inspect.signature(Tile)) == str(inspect.signature(again))
    assert [each.name for each in fields(Tile)] == [each.name for each in fields(again)]
    assert Tile("m", 3).rank == again("m", 3).rank == 6
    assert Tile.__match_args__ == again.__match_args__
    with pytest.raises(TypeError, match="name"):
        Tile()


def kept(kind):
    """What a class declares, its methods left out."""
    declared = {each.name: each for each in fields(kind)}
    return {
        "__annotations__": {name: each.type for name, each in declared.items()},
        "__post_init__": kind.__post_init__,
        "number": 0,
        "marks": field(default_factory=list, compare=False),
        "rank": field(init=False, default=-1, repr=False),
    }


def test_what_is_frozen_stays_as_it_is_and_can_be_copied():
    tile = Joker("J", stands_for="5m")
    for change in (lambda: setattr(tile, "name", "x"), lambda: delattr(tile, "name")):
        with pytest.raises(FrozenInstanceError):
            change()
    assert replace(tile, name="K") == Joker("K", stands_for="5m")
    assert copy.deepcopy(tile) == copy.copy(tile) == tile
    assert pickle.loads(pickle.dumps(tile)) == tile  # noqa: S301  what was just written


def test_what_is_not_asked_for_is_not_there():
    assert Itself("a") != Itself("a")
    assert "Itself object" in repr(Itself("a"))
    assert len({Itself("a"), Itself("a")}) == 2
    opened = Open()
    opened.seats = [1]
    assert opened == Open([1])
    with pytest.raises(TypeError, match="unhashable"):
        hash(opened)


class Asked:
    """Counts how often it is worked out."""

    times = 0

    @computed_once
    def answer(self):
        """The answer."""
        self.times += 1
        return self.times


def test_what_is_kept_is_worked_out_once_for_each_object_and_may_be_set():
    one, other = Asked(), Asked()
    assert (one.answer, one.answer, other.answer) == (1, 1, 1)
    assert one.times == 1
    other.answer = 5
    assert other.answer == 5
    assert Asked.answer.__doc__ == "The answer."


def lazy_classes():
    """All classes of this kind that the tests of the core have loaded."""
    modules = [each for name, each in sys.modules.items() if name.startswith("mjlog.")]
    kinds = {kind for each in modules for kind in vars(each).values() if isinstance(kind, type)}
    return sorted((k for k in kinds if "_declared_fields" in vars(k)), key=repr)


@source_alone
def test_each_class_has_the_constructor_that_its_fields_would_give_it():
    classes = lazy_classes()
    candidate = mjlog.auditor.diagnosis.sheet_search.Candidate
    assert {mjlog.auditor.audit.Report, candidate} <= {*classes}
    for kind in classes:
        made = make_dataclass("Like", [(each.name, each.type, each) for each in anew(kind)])
        assert parameters(kind) == parameters(made), kind
        assert kind.__match_args__ == made.__match_args__
        assert list(vars(kind)["_declared_fields"]) == [each.name for each in fields(kind)]


def anew(kind):
    """The fields, each described a second time."""
    for each in fields(kind):
        known = {"default": each.default, "default_factory": each.default_factory}
        again = field(init=each.init, kw_only=each.kw_only, **known)
        again.name, again.type = each.name, each.type
        yield again


def parameters(kind):
    """Names, kinds and defaults of what the constructor takes."""
    taken = inspect.signature(kind.__init__).parameters.values()
    return [(each.name, each.kind, repr(each.default)) for each in taken]


def test_fields_come_from_the_bases_first_and_class_variables_are_none():
    @dataclass(slots=True)
    class Seated(Open):
        sort: ClassVar[str] = "x"
        name: str = "a"
        seats: list[int] = field(default_factory=lambda: [7])

    assert [each.name for each in fields(Seated)] == ["seats", "name"]
    assert Seated().seats == [7]
    assert Seated.sort == "x"
    assert Seated.__slots__ == ("name",)
    assert inspect.ismemberdescriptor(Open.seats)


def test_a_subclass_with_its_own_constructor_calls_the_one_that_is_not_written_yet():
    @dataclass(slots=True)
    class Base:
        names: list[str] = field(default_factory=list)

    class Seated(Base):
        __slots__ = ("seat",)

        def __init__(self, *, seat: int) -> None:
            super().__init__()
            self.seat = seat

    assert (Seated(seat=2).seat, Seated(seat=1).names) == (2, [])
