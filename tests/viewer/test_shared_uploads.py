"""What visitors bring, held in a folder that several processes share."""

import subprocess
import sys
from copy import deepcopy
from pathlib import Path

import pytest

from tests.kit.archives import text_of
from webviewer.records.temporary_store import Holder, InFolder, InMemory, Room
from webviewer.sheet_copies import SheetCopy
from webviewer.uploads import Shelf

ROOM = Room(size=1000, places=3, life=60)


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "folder"])
def holder(request: pytest.FixtureRequest, clock: Clock, tmp_path: Path) -> Holder[bytes]:
    if request.param == "memory":
        return InMemory(ROOM, clock)
    return InFolder(tmp_path / "held", ROOM, clock)


def test_what_was_looked_at_longest_ago_makes_room(holder: Holder[bytes], clock: Clock) -> None:
    for name in "abc":
        clock.now += 1
        holder.put(name, b"x", 1)
    clock.now += 1
    assert holder.get("a") == b"x"
    clock.now += 1
    holder.put("d", b"y", 1)
    assert [holder.get(name) for name in "abcd"] == [b"x", None, b"x", b"y"]
    assert holder.get("../../etc/passwd") is None


def test_large_things_make_room(holder: Holder[bytes], clock: Clock) -> None:
    for name in "abc":
        clock.now += 1
        holder.put(name, b"x" * 450, 450)
    assert [holder.get(name) is None for name in "abc"] == [True, False, False]


def test_what_is_too_old_goes(holder: Holder[bytes], clock: Clock) -> None:
    holder.put("a", b"x", 1)
    clock.now += 59
    assert holder.get("a") == b"x"
    clock.now += 59
    assert holder.get("a") == b"x"
    clock.now += 61
    assert holder.get("a") is None
    holder.drop_old()
    assert holder.get("a") is None


def test_a_thing_takes_the_place_of_the_one_that_had_its_name(holder: Holder[bytes]) -> None:
    holder.put("a", b"x", 1)
    holder.put("a", b"y", 1)
    assert holder.get("a") == b"y"


LOOKING = """
import sys
from pathlib import Path
from webviewer.uploads import Shelf
shelf = Shelf(shared=Path(sys.argv[1]))
print(shelf.record(sys.argv[2]).name, shelf.sheet("s").data.decode())
shelf.store_sheet(__import__("webviewer.sheet_copies").sheet_copies.SheetCopy("s", "s", b"changed"))
"""


@pytest.mark.slow
def test_another_process_sees_an_upload_and_a_sheet_and_its_changes(tmp_path: Path) -> None:
    shelf = Shelf(shared=tmp_path)
    brought = shelf.bring([("one", text_of())])
    assert brought is not None
    shelf.store_sheet(SheetCopy("s", "s", b"first"))
    words = [sys.executable, "-c", LOOKING, str(tmp_path), brought.slug(1)]
    told = subprocess.run(words, check=True, capture_output=True, text=True)
    assert told.stdout.split() == ["one", "first"]
    changed = shelf.sheet("s")
    assert changed is not None
    assert changed.data == b"changed"
    assert shelf.sheet("s") is changed


def test_what_was_judged_of_a_sheet_stays_in_its_process() -> None:
    copy = SheetCopy("s", "s", b"x", ((("", 1, 1), "y"),), {"": None})  # type: ignore[dict-item, arg-type]
    again = deepcopy(copy)
    assert (again.token, again.data, again.edits, again.ready) == ("s", b"x", copy.edits, {})
