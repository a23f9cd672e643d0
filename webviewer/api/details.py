"""The parts of one record: deals, frames, findings, reports, original bytes."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response

from mjlog.archive.adding.bulk import deals_csv, deals_json, deals_ndjson
from mjlog.archive.adding.entry import game_of
from mjlog.archive.adding.reading import found_in_bytes
from mjlog.archive.judging_version import engine
from mjlog.archive.storage.clock import format_moment
from mjlog.archive.storage.objects import origin_object
from mjlog.archive.view import View
from mjlog.picture.frames import document, frames
from mjlog.referee.rulebook import RulesError
from mjlog.rules import load
from webviewer.api import asking
from webviewer.api.accept_header import best_of
from webviewer.api.answers import JSON, json_answer, mark_of, with_etag
from webviewer.api.archive_view import open_view, reader
from webviewer.api.content import stored
from webviewer.api.problems import NOT_ACCEPTABLE, UNKNOWN, Problem
from webviewer.api.record_formats import CSV, NDJSON, bare
from webviewer.api.records import listed
from webviewer.uploads import BOUNDS

DEALS = (JSON, NDJSON, bare(CSV))


def routes(api: Blueprint) -> None:
    """Add the addresses that continue a record's address, such as `/deals` and `/findings`.

    They give the record's deals, its frames (the table after each step), its audits and its files.
    """
    home = "/records/<digest:digest>"
    api.add_url_rule(f"{home}/deals", view_func=deals)
    api.add_url_rule(f"{home}/deals/<count:deal>/frames", view_func=deal_frames)
    api.add_url_rule(f"{home}/findings", view_func=findings)
    api.add_url_rule(f"{home}/report", view_func=report)
    api.add_url_rule(f"{home}/reports", view_func=reports)
    api.add_url_rule(f"{home}/originals", view_func=originals)
    api.add_url_rule(f"{home}/originals/<sha256>", view_func=original)


def deals(digest: str) -> Response:
    """Return a record's deals as JSON, NDJSON or CSV, with one row for each deal.

    A row has, for example, the deal's label, its dealer and how it ended. The `Accept` header
    decides the format. Raise Problem (406) if it accepts none of the three.
    """
    asking.refuse_parameters_except(())
    wanted = best_of(DEALS)
    if wanted is None:
        raise Problem(NOT_ACCEPTABLE, "Deals are given as JSON, NDJSON or CSV.", available=[*DEALS])
    with open_view() as view:
        row = listed(view, digest)
        mark = mark_of(row["digest"], row["change"], wanted)
        return with_etag(mark, lambda: _deals(view.deals(row["digest"]), wanted))


def _deals(rows: list[str], wanted: str) -> Response:
    if wanted == JSON:
        return Response(deals_json(rows), content_type=JSON)
    if wanted == NDJSON:
        return Response(b"".join(deals_ndjson(iter(rows))), content_type=NDJSON)
    return Response(b"".join(deals_csv(iter(rows))), content_type=CSV)


def deal_frames(digest: str, deal: int) -> Response:
    """Return as JSON what lies on the table after each step of a deal, to draw the deal.

    `deal` counts from 1. Raise Problem (404) if there is no such deal, or if mjlog does not know
    the rules, so that it cannot replay the deal.
    """
    asking.refuse_parameters_except(())
    with open_view() as view:
        row = listed(view, digest)
        mark = mark_of(row["digest"], engine())
        return with_etag(mark, lambda: json_answer(_frames(stored(view, row).text, deal)))


def _frames(text: bytes, number: int) -> dict[str, Any]:
    game = game_of(text)
    if not 1 <= number <= len(game.deals):
        raise Problem(UNKNOWN, f"The record has {len(game.deals)} deals.")
    try:
        rules = load(game.rules)
    except RulesError as problem:
        raise Problem(UNKNOWN, f"Without rules there are no frames: {problem}") from None
    if game.seats not in rules.play.spec.seats:
        raise Problem(UNKNOWN, f"These rules have no games of {game.seats} players.")
    return document(frames(game.deals[number - 1], rules, game.seats), rules)


def findings(digest: str) -> Response:
    """Return the findings of a record's latest audit as JSON."""
    asking.refuse_parameters_except(())
    with open_view() as view:
        row = listed(view, digest)
        mark = mark_of(row["digest"], row["change"])
        return with_etag(mark, lambda: json_answer(_findings(view, row)))


def _findings(view: View, row: dict[str, Any]) -> dict[str, Any]:
    report = _report(view, row, "")
    return {"digest": row["digest"], "engine": row["engine"], "findings": report["findings"]}


def report(digest: str) -> Response:
    """Return the whole audit of a record as JSON.

    The request's parameter `engine` names the version of the rules that made the audit; without it,
    return the latest audit. Raise Problem (404) if that version has not audited the record.
    """
    asking.refuse_parameters_except({"engine"})
    by = asking.word("engine")
    with open_view() as view:
        row = listed(view, digest)
        mark = mark_of(row["digest"], row["change"])
        return with_etag(mark, lambda: json_answer(_report(view, row, by)))


def _report(view: View, row: dict[str, Any], by: str) -> dict[str, Any]:
    report = view.report(row["digest"], by)
    if report is None:
        raise Problem(UNKNOWN, "There is no report by rules of that mark.")
    return report


def reports(digest: str) -> Response:
    """Return as JSON the list of a record's audits, each with its engine and its time.

    An engine is the version of the rules that made the audit.
    """
    asking.refuse_parameters_except(())
    with open_view() as view:
        row = listed(view, digest)
        mark = mark_of(row["digest"], row["change"])
        return with_etag(mark, lambda: json_answer({"reports": _reports(view, row["digest"])}))


def _reports(view: View, digest: str) -> list[dict[str, str]]:
    rows = view.reports(digest)
    return [{"engine": each["engine"], "made": format_moment(each["made"])} for each in rows]


# --------------------------------------------------------------------------- original bytes


def originals(digest: str) -> Response:
    """Return as JSON the list of files from which a record was read: a description of each file.

    The files themselves have addresses of their own.
    """
    asking.refuse_parameters_except(())
    with open_view() as view:
        row = listed(view, digest)
        mark = mark_of(row["digest"], view.mark())
        return with_etag(mark, lambda: json_answer({"originals": _origins(view, row["digest"])}))


def _origins(view: View, digest: str) -> list[dict[str, Any]]:
    return [origin_object(each) for each in view.origins(digest)]


def original(digest: str, sha256: str) -> Response:
    """Return the bytes of a file that a record was read from.

    `sha256` is the hash of the file. Raise Problem (404) if the record was not read from such a
    file, or if the file contains another record that the reader may not see.
    """
    asking.refuse_parameters_except(())
    with open_view() as view:
        row = listed(view, digest)
        etag = mark_of(view.mark())
        return with_etag(etag, lambda: _original(view, row["digest"], sha256))


def _original(view: View, digest: str, sha256: str) -> Response:
    original = next((each for each in view.originals(digest) if each["sha256"] == sha256), None)
    if original is None:
        raise Problem(UNKNOWN, "The record was not read from these bytes.")
    if not _may_see_all(view, original["data"], original["name"]):
        raise Problem(UNKNOWN, "These bytes hold other records, which are not public.")
    answer = Response(original["data"], content_type="application/octet-stream")
    name = quote(original["name"].rpartition("/")[2].rpartition(":")[2])
    answer.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{name}"
    return answer


def _may_see_all(view: View, data: bytes, name: str) -> bool:
    """Return whether the reader of this request may see every record in a file.

    `data` is the content of the file. `name` is its name, which helps to recognise the format.
    `view` is the archive, limited to what the reader may see.
    """
    if reader().sees_all:
        return True
    digests = (each.digest for each in found_in_bytes(data, name, BOUNDS))
    return all(view.row(digest) is not None for digest in digests if digest)
