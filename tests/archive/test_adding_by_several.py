"""Records judged by several processes are kept as those that one process has judged."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from mjlog.archive.adding import parallel_judging
from mjlog.archive.adding.reading import Found, RecordFile, files_below, found_below
from mjlog.archive.storage import tables
from mjlog.archive.storage.tables import reports
from mjlog.archive.store import Archive, create
from tests.kit.places import SAMPLES

FOLDER = SAMPLES / "taiyuan"


def rows(archive: Archive) -> list[object]:
    columns = [each for each in tables.records.c if each.name not in {"added", "change", "id"}]
    with archive.reading() as connection:
        kept = connection.execute(select(*columns).order_by(tables.records.c.digest)).all()
        bodies = connection.execute(select(reports.c.body).order_by(reports.c.body)).scalars()
        return [kept, [*bodies]]


def test_several_processes_make_the_same_archive(tmp_path: Path) -> None:
    with create(tmp_path / "one.sqlite") as one, create(tmp_path / "two.sqlite") as two:
        outcomes = [each.outcome for each in one.add(found_below(FOLDER))]
        judged = parallel_judging.judged(two, files_below(FOLDER), 2)
        assert [each.outcome for each in two.add(judged)] == outcomes
        assert rows(one) == rows(two)
        again = parallel_judging.judged(two, files_below(FOLDER), 2)
        assert {each.outcome for each in two.add(again)} <= {"known", "refused"}


def test_a_record_that_ends_its_process_is_refused_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = parallel_judging.entry_of
    deadly = next(each.digest for each in found_below(FOLDER) if each.digest)

    def entry_of(digest: str, text: bytes) -> object:
        return os._exit(9) if digest == deadly else own(digest, text)

    monkeypatch.setattr(parallel_judging, "entry_of", entry_of)
    with create(tmp_path / "club.sqlite") as archive:
        found = parallel_judging.judged(archive, files_below(FOLDER), 2)
        refused = [each for each in archive.add(found) if each.outcome == "refused"]
    codes = [finding.code for each in refused for finding in each.found.findings]
    assert codes.count("internal.error") == 1


def test_a_file_that_ends_its_process_is_refused_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = parallel_judging.found_in_file
    deadly, *others = files_below(FOLDER)

    def found_in_file(file: RecordFile) -> Iterator[Found]:
        return os._exit(9) if file == deadly else own(file)

    monkeypatch.setattr(parallel_judging, "found_in_file", found_in_file)
    with create(tmp_path / "club.sqlite") as archive:
        added = list(archive.add(parallel_judging.judged(archive, [deadly, *others], 2)))
    codes = [finding.code for each in added for finding in each.found.findings]
    assert codes.count("internal.error") == 1
    assert {each.found.name for each in added if each.outcome == "refused"} == {deadly.name}
    assert len(added) > len(others)
