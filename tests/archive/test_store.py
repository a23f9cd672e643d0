"""What an archive keeps, finds, hides and takes out."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Executable, delete, func, select, update

from mjlog.archive.adding.entry import Row, pack
from mjlog.archive.adding.reading import found_below
from mjlog.archive.adding.writer import INDEX_TABLES, Policy
from mjlog.archive.questions import search
from mjlog.archive.questions.export import write_files
from mjlog.archive.questions.search import Query, QueryError, count, facets, find
from mjlog.archive.storage import tables
from mjlog.archive.storage.database import ArchiveError
from mjlog.archive.store import Archive, create
from mjlog.archive.verify import audit_again, verify
from mjlog.archive.view import ANYBODY, KEEPER, Reader, View, viewing
from mjlog.notation import digest, read
from tests.kit.archives import HIDDEN, names, put, text_of
from tests.kit.places import SAMPLES


def digests(archive: Archive, query: Query | None = None, reader: Reader = ANYBODY) -> list[str]:
    with viewing(archive, reader) as view:
        return [row["digest"] for row in find(view, query or Query()).rows]


def test_a_record_is_kept_under_its_digest(archive: Archive) -> None:
    (added,) = put(archive, text_of())
    assert added.outcome == "added"
    assert added.digest == digest(read(text_of()))
    with viewing(archive) as view:
        stored = view.record(added.digest)
        assert stored is not None
        assert stored.text == text_of()
        (original,) = view.originals(added.digest)
        assert (original["name"], original["data"]) == ("1.mjl", text_of())
        report = view.report(added.digest)
    assert report is not None
    assert report["verdicts"]["differs"] == 0


def test_adding_twice_changes_nothing(archive: Archive) -> None:
    put(archive, text_of())
    with viewing(archive, KEEPER) as view:
        before = view.changes()
    assert [each.outcome for each in put(archive, text_of(), text_of())] == ["known", "known"]
    with viewing(archive, KEEPER) as view:
        assert view.changes() == before
        assert count(view, Query()) == 1


def test_what_is_wrong_is_kept_and_found_by_its_code(archive: Archive) -> None:
    _, wrong = put(archive, text_of(), text_of(pay=5200))
    assert wrong.status == "errors"
    assert digests(archive, Query(code="pay")) == [wrong.digest]
    assert digests(archive, Query(status="errors")) == [wrong.digest]
    assert not digests(archive, Query(code="pa"))


def test_what_is_no_record_is_refused_and_said(archive: Archive) -> None:
    (refused,) = put(archive, b"rice, tea")
    assert refused.outcome == "refused"
    assert refused.found.findings
    assert not digests(archive)


def test_an_amended_record_keeps_its_line_of_ancestors(archive: Archive) -> None:
    (first,) = put(archive, text_of(pay=5200))
    amending = text_of().replace(b"Rules:", b"Amends: " + first.digest.encode() + b"\nRules:")
    (second,) = put(archive, amending)
    assert second.outcome == "amended"
    with viewing(archive) as view:
        assert view.ancestors(second.digest) == [first.digest]
        assert view.descendants(first.digest) == [second.digest]


@pytest.mark.parametrize("policy", HIDDEN, ids=["private", "later", "submitted"])
def test_what_a_reader_may_not_see_is_nowhere(archive: Archive, policy: Policy) -> None:
    (added,) = put(archive, text_of("Secret cup"), policy=policy)
    with viewing(archive) as view:
        assert view.record(added.digest) is None
        assert view.digest_of(added.digest[:8]) is None
        assert view.report(added.digest) is None
        assert not view.originals(added.digest)
        assert not view.changes()
        assert not list(view.texts())
        assert not find(view, Query(text="secret")).rows
        assert count(view, Query()) == 0
        assert not any(facets(view, Query()).values())
    assert digests(archive, reader=KEEPER) == [added.digest]


def test_a_record_becomes_public_when_its_time_has_come(archive: Archive) -> None:
    (added,) = put(archive, text_of(), policy=Policy("later", 1_000))
    assert not digests(archive, reader=Reader(moment=999))
    assert digests(archive, reader=Reader(moment=1_000)) == [added.digest]


def test_who_may_see_a_record_can_be_changed(archive: Archive) -> None:
    (added,) = put(archive, text_of())
    assert archive.show_to(added.digest, Policy("private"))
    assert not digests(archive)
    assert not archive.show_to("0" * 64, Policy())


def test_removing_leaves_the_digest_the_time_and_the_reason(archive: Archive) -> None:
    kept, gone = put(archive, text_of(), text_of(pay=5200))
    assert archive.remove(gone.digest, "entered twice")
    assert not archive.remove(gone.digest)
    with viewing(archive) as view:
        removal = view.removal(gone.digest)
        assert removal is not None
        assert (removal.kind, removal.reason) == ("removed", "entered twice")
        assert view.record(gone.digest) is None
        assert view.changes()[-1]["kind"] == "removed"
    assert digests(archive) == [kept.digest]
    assert not list(verify(archive))
    assert put(archive, text_of(pay=5200))[0].outcome == "removed"
    again = put(archive, text_of(pay=5200), policy=Policy(again=True))
    assert again[0].outcome == "added"


# --------------------------------------------------------------------------- searching


@pytest.mark.parametrize(
    "words",
    ["ána", "ＣＬＥＯ", "club eve", "leo evening", "be", "名人", "名人战 李"],
)
def test_words_are_found_in_any_width_case_and_part(archive: Archive, words: str) -> None:
    wanted, _ = put(
        archive,
        text_of("Club evening 名人战", players=("Ana", "Ben", "Cleo", "李小龙")),
        text_of("Other", players=("Xu", "Yu", "Zoe", "Wim")),
    )
    assert digests(archive, Query(text=words)) == [wanted.digest]


def test_fields_narrow_the_list(archive: Archive) -> None:
    old, new = put(archive, text_of(date="2025-12-31"), text_of("Cup", players=("Eva", *"BCD")))
    cases = {
        Query(player="eva"): [new.digest],
        Query(event="cup"): [new.digest],
        Query(since="2026"): [new.digest],
        Query(until="2025"): [old.digest],
        Query(until="2025-12"): [old.digest],
        Query(item="pinfu", sort="added"): [old.digest, new.digest],
        Query(item="toitoi"): [],
        Query(least_deals=2): [],
        Query(rules="riichi", most_deals=1): [new.digest, old.digest],
        Query(player="nobody"): [],
        Query(text='"quoted" OR *'): [],
    }
    for query, expected in cases.items():
        assert digests(archive, query) == expected, query


@pytest.mark.parametrize("sort", ["added", "-added", "date", "-deals", "rules", "-errors"])
def test_pages_follow_each_other_without_a_gap(archive: Archive, sort: str) -> None:
    dates = ["2026-01-03", "2026-01-01", "2026-01-02", "2026-01-01", ""]
    put(archive, *(text_of(f"Cup {n}", date, pay=2000 + n) for n, date in enumerate(dates)))
    whole = digests(archive, Query(sort=sort))
    seen: list[str] = []
    after = ""
    with viewing(archive) as view:
        for _ in range(3):
            page = find(view, Query(sort=sort, size=2, after=after))
            seen += [row["digest"] for row in page.rows]
            after = page.next
    assert seen == whole
    assert not after


def test_a_page_is_of_one_state_though_a_record_goes_meanwhile(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, gone, hidden = put(archive, *(text_of(f"Evening {number}") for number in range(3)))
    rows_of = search._ordered_rows

    def late(view: View, numbers: list[int]) -> list[Row]:
        archive.remove(gone.digest)
        archive.show_to(hidden.digest, Policy("private"))
        return rows_of(view, numbers)

    monkeypatch.setattr(search, "_ordered_rows", late)
    with viewing(archive) as view:
        assert len(find(view, Query()).rows) == 3
    monkeypatch.undo()
    with viewing(archive) as view:
        assert [row["digest"] for row in find(view, Query()).rows] == [kept.digest]


@pytest.mark.parametrize(
    "query", [Query(sort="name"), Query(after="x"), Query(sort="deals", after="1_x")]
)
def test_what_cannot_be_asked_is_said(archive: Archive, query: Query) -> None:
    with viewing(archive) as view, pytest.raises(QueryError):
        find(view, query)


def test_facets_count_what_fits(archive: Archive) -> None:
    put(archive, text_of(), text_of("Cup"), text_of("Cup", pay=5200))
    with viewing(archive) as view:
        counts = facets(view, Query(event="cup"))
        assert counts["rules"] == [("riichi", 2)]
        assert sorted(counts["event"]) == [("Club evening", 1), ("Cup", 2)]
        assert dict(counts["status"])["errors"] == 1


@pytest.mark.parametrize("query", [Query(), Query(rules="riichi"), Query(event="cup")])
def test_facets_are_the_same_however_they_are_counted(archive: Archive, query: Query) -> None:
    put(archive, text_of(), text_of("Cup"), text_of("Cup", pay=5200))
    with viewing(archive) as view:
        assert facets(view, query) == facets(view, replace(query, text="ana"))


# --------------------------------------------------------------------------- whole archives


def test_all_samples_come_out_byte_for_byte(archive: Archive, tmp_path: Path) -> None:
    added = [each for each in archive.add(found_below(SAMPLES / "taiyuan")) if each.digest]
    with viewing(archive) as view:
        assert write_files(view.texts(most=7), tmp_path / "out") == len(added)
    assert names(tmp_path / "out") == {f"{each.digest}.mjl" for each in added}
    for each in added:
        text = (tmp_path / "out" / each.digest[:2] / f"{each.digest}.mjl").read_bytes()
        assert digest(read(text)) == each.digest


def test_rebuilding_makes_the_same_index(archive: Archive) -> None:
    put(archive, text_of(), text_of("Cup", pay=5200))
    before = index_of(archive)
    assert archive.judge_again(audit_again(archive, all_of_them=False)) == 0
    assert archive.judge_again(audit_again(archive)) == 2
    assert index_of(archive) == before
    assert not list(verify(archive))


def index_of(archive: Archive) -> list[object]:
    with archive.reading() as connection:
        return [sorted(connection.execute(select(table)).all(), key=str) for table in INDEX_TABLES]


def test_records_judged_by_other_rules_are_judged_again(
    archive: Archive, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mjlog.archive.adding.entry.engine", lambda: "old")
    (added,) = put(archive, text_of(pay=5200))
    monkeypatch.undo()
    assert archive.judge_again(audit_again(archive, all_of_them=False)) == 1
    assert archive.judge_again(audit_again(archive, all_of_them=False)) == 0
    with viewing(archive) as view:
        old = view.report(added.digest, "old")
        assert old is not None
        assert view.changes()[-1]["kind"] == "audited"


OTHER = pack(text_of("other"))
DAMAGES = [
    (update(tables.texts).values(text=OTHER), "is not the one that this digest names"),
    (update(tables.originals).values(data=OTHER), "are not those that were kept"),
    (delete(tables.texts), "has no text"),
    (delete(tables.words), "the search does not know this record"),
]


@pytest.mark.parametrize(("damage", "words"), DAMAGES, ids=[words for _, words in DAMAGES])
def test_damage_is_noticed(archive: Archive, damage: Executable, words: str) -> None:
    put(archive, text_of())
    with archive.writing() as connection:
        connection.execute(damage)
    assert any(words in fault.what for fault in verify(archive))


def test_rows_of_no_record_are_noticed(tmp_path: Path) -> None:
    at = tmp_path / "club.sqlite"
    with create(at) as archive:
        put(archive, text_of())
        with sqlite3.connect(at) as connection:
            connection.execute("UPDATE items SET record_id = 99")
        assert any("belong to no record" in fault.what for fault in verify(archive))


@pytest.mark.parametrize("data", [b"rice, tea" * 100, b""], ids=["text", "empty"])
def test_what_is_no_archive_is_said(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(ArchiveError, match="no archive"):
        Archive(tmp_path / "x")
    with pytest.raises(ArchiveError, match="there is no archive"):
        Archive(tmp_path / "y")


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other") as connection:
        connection.execute("CREATE TABLE other (x)")
    with pytest.raises(ArchiveError, match="another program"):
        create(tmp_path / "other")


def test_a_failed_writing_leaves_nothing(archive: Archive, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("mjlog.archive.adding.writer.Writer._keep_originals", fail)
    with pytest.raises(RuntimeError):
        put(archive, text_of())
    assert not digests(archive)
    assert not list(verify(archive))


def test_queries_are_values() -> None:
    assert replace(Query(text="a"), after="1").filters == {"text": "a"}


def test_writers_at_the_same_time_make_everything_once(archive: Archive) -> None:
    texts = [text_of("Cup", players=(name, "Ben", "Cleo", "Dan")) for name in "aabbccdd"]
    with ThreadPoolExecutor(8) as threads:
        outcomes = list(threads.map(lambda text: put(archive, text)[0].outcome, texts))
    assert sorted(outcomes) == ["added"] * 4 + ["known"] * 4
    with archive.reading() as connection:
        for table, number in ((tables.events, 1), (tables.players, 7), (tables.records, 4)):
            assert connection.execute(select(func.count()).select_from(table)).scalar() == number
