"""The OpenAPI document says what the interface does, and the interface does what it says."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from jsonschema_rs import Draft202012Validator
from referencing import Registry, Resource

from mjlog.archive.store import Archive, create
from mjlog.archive.tokens import create_token
from mjlog.batch.deals_table import COLUMNS
from mjlog.shared_files import shared_file
from tests.kit.archives import HIDDEN, put, text_of
from tests.kit.places import ROOT, SAMPLES
from webviewer import create_app
from webviewer.api.document import METHODS, SCHEMAS, document
from webviewer.service.settings import Settings

NUMBERED = {"number": "1", "form": "csv"}
BUILDER = re.compile(r"<(?:[^:>]+:)?([^>]+)>")


@cache
def registry() -> Registry[Any]:
    """Our schemas under the names that the document calls them by, and under their own."""
    found: Registry[Any] = Registry()
    for name in SCHEMAS:
        told = json.loads(shared_file("schemas", f"{name}.schema.json"))
        resource = Resource.from_contents(told)
        base = told["$id"]
        found = found.with_resource(base, resource)
        found = found.with_resource(f"{name}.schema.json", resource)
        found = found.with_resource(f"urn:mjlog:schema:{name}.schema.json", resource)
    return found


def faults(schema: dict[str, Any], value: Any) -> list[str]:
    """What of the value is against the schema."""
    return [error.message for error in _validator(json.dumps(schema)).iter_errors(value)]


@cache
def _validator(schema: str) -> Draft202012Validator:
    """What looks at values by a schema that refers to ours by their names."""
    moved = _moved(json.loads(schema), "")
    return Draft202012Validator({**moved, "components": bundled()["components"]})


def test_the_document_names_every_address_and_no_other(api: FlaskClient) -> None:
    told = {
        (method, path)
        for path, item in document()["paths"].items()
        for method in METHODS
        if method in item
    }
    there = set()
    for rule in api.application.url_map.iter_rules():
        if rule.rule.startswith("/api/v1/"):
            path = BUILDER.sub(r"{\1}", rule.rule.removeprefix("/api/v1"))
            path = path.replace("{name}.schema.json", "{schema}.schema.json")
            there |= {(method.lower(), path) for method in rule.methods or ()}
    assert told == {pair for pair in there if pair[0] in METHODS}


def test_the_table_for_people_has_every_reading_address_with_its_parameters() -> None:
    page = (ROOT / "docs" / "http-api.md").read_text(encoding="utf-8")
    filters = set(re.findall(r"The \*filters\* are `([^`]*)`", page)[0].split())
    told = dict(_rows_for_people(page, filters))
    paths = document()["paths"]
    read = {path: _asked(item["get"]) for path, item in paths.items() if "get" in item}
    there = {_for_people(path): asked for path, asked in read.items()}
    assert told == there | {"POST /audit": _asked(paths["/audit"]["post"])}


def _rows_for_people(page: str, filters: set[str]) -> Iterator[tuple[str, set[str]]]:
    table = page.partition("| address | parameters | gives |")[2].partition("\n\n")[0]
    for row in table.splitlines()[2:]:
        addresses, parameters = row.split("|")[1:3]
        names = set(re.findall("`([^`]*)`", parameters))
        asked = names | (filters if "filters" in parameters else set())
        yield from ((address, asked) for address in re.findall("`([^`]*)`", addresses))


def _for_people(path: str) -> str:
    """The address with names in capitals in the place of what is left open."""
    names = {"number": "N", "deal": "N", "word": "FORM", "schema": "NAME"}
    return re.sub(r"\{(\w+)\}", lambda part: names.get(part[1], part[1].upper()), path)


def _asked(operation: dict[str, Any]) -> set[str]:
    """The parameters behind the question mark."""
    shared = document()["components"]["parameters"]
    several = operation.get("parameters", ())
    each = [shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in several]
    return {one["name"] for one in each if one["in"] == "query"}


def test_everything_that_is_referred_to_is_there() -> None:
    for place in _places(document()):
        if place.startswith("#/"):
            found: Any = document()
            for name in place.removeprefix("#/").split("/"):
                found = found[name]
        else:
            registry().resolver().lookup(place)


def _places(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for each in value.values():
            yield from _places(each)
    elif isinstance(value, list):
        for each in value:
            yield from _places(each)


def test_a_row_of_a_deal_has_the_columns_of_the_table() -> None:
    told = json.loads(shared_file("schemas", "archive.schema.json"))
    properties = told["$defs"]["deal"]["properties"]
    assert {name: each["description"] for name, each in properties.items()} == COLUMNS


# --------------------------------------------------------------------------- answers


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """An archive with records of every rule set, a wrong one, one that is gone, hidden ones."""
    with create(tmp_path_factory.mktemp("archive") / "a.sqlite") as archive:
        for rules in sorted(path for path in SAMPLES.iterdir() if path.is_dir()):
            games = sorted(rules.glob("*.mjl"), key=lambda path: path.stat().st_size)
            put(archive, *(path.read_bytes() for path in (*games[:1], *games[-1:])))
        put(archive, text_of("Cup", pay=5200).replace(b"Event:", b"Licence: CC0-1.0\nEvent:"))
        for policy in HIDDEN:
            put(archive, text_of(f"Hidden {policy.visibility}"), policy=policy)
        (gone,) = put(archive, text_of("Gone"))
        archive.remove(gone.digest, "entered twice")
        yield archive


@pytest.fixture(scope="module")
def reader(filled: Archive) -> FlaskClient:
    return create_app(archive=filled).test_client()


def _values(reader: FlaskClient) -> list[dict[str, str]]:
    told = reader.get("/api/v1/records?size=500").json
    assert told is not None
    found = []
    for row in told["records"]:
        origin = reader.get(f"/api/v1/records/{row['digest']}/originals").json
        assert origin is not None
        sha256 = origin["originals"][0]["sha256"]
        found.append(
            {"digest": row["digest"], "sha256": sha256, "deal": "1", "word": "json"} | NUMBERED
        )
    return found


@pytest.mark.slow
def test_every_answer_is_as_the_document_says(reader: FlaskClient) -> None:
    values = _values(reader)
    checked = 0
    for path, item in document()["paths"].items():
        if "get" not in item:
            continue
        several = values if "{digest}" in path else values[:1]
        for each in several:
            address = path.replace("{schema}", "record")
            for name, value in each.items():
                address = address.replace(f"{{{name}}}", value)
            checked += _check(reader, item["get"], f"/api/v1{address}")
    assert checked > 100


def _check(reader: FlaskClient, operation: dict[str, Any], address: str) -> int:
    """Whether each form of an answer fits what the document says of it."""
    for content_type in operation["responses"]["200"]["content"]:
        answer = reader.get(address, headers={"Accept": content_type})
        code = str(answer.status_code)
        assert code in operation["responses"], (address, content_type, answer.text)
        told = operation["responses"][code]
        if "$ref" in told:
            told = document()["components"]["responses"][code]
        assert answer.mimetype in told["content"], (address, content_type)
        schema = told["content"][answer.mimetype].get("schema", {})
        if answer.is_json and schema.get("type") != "string":
            assert faults(schema, answer.json) == [], address
    return 1


def test_lines_of_a_bulk_are_as_the_schema_says(reader: FlaskClient) -> None:
    for address, name in (("export?any_licence=1", "line"), ("deals", "deal")):
        lines = reader.get(f"/api/v1/{address}").text.splitlines()
        assert len(lines) > 5
        for line in lines:
            assert faults({"$ref": f"archive.schema.json#/$defs/{name}"}, json.loads(line)) == []


def test_pages_with_counts_audits_and_problems_are_as_the_schema_says(
    reader: FlaskClient,
) -> None:
    audit = reader.post("/api/v1/audit", data=text_of(pay=5200)).json
    assert faults({"$ref": "archive.schema.json#/$defs/audit"}, audit) == []
    page = reader.get("/api/v1/records?count=1&facets=1").json
    assert faults({"$ref": "archive.schema.json#/$defs/page"}, page) == []
    asked = ("records?size=x", "records/x", f"records/{'0' * 64}", "log")
    for address in asked:
        told = reader.get(f"/api/v1/{address}").json
        assert faults({"$ref": "archive.schema.json#/$defs/problem"}, told) == []


# --------------------------------------------------------------------------- the page


def test_the_page_shows_every_operation_and_needs_nothing_from_elsewhere(
    reader: FlaskClient,
) -> None:
    shown = reader.get("/api").text
    for path, item in document()["paths"].items():
        for method in METHODS:
            assert method not in item or f"{method.upper()} /api/v1{path}" in shown
    sources = re.findall(r"<script([^>]*)>", shown)
    assert all('src="/static/' in source for source in sources)
    assert not re.search(r'(?:src|href)="https?:', shown)


def test_the_document_and_its_schemas_are_served(reader: FlaskClient) -> None:
    assert reader.get("/api/v1/openapi.json").json == document()
    for name in SCHEMAS:
        assert reader.get(f"/api/v1/{name}.schema.json").json
    assert reader.get("/api/v1/other.schema.json").status_code == 404


# --------------------------------------------------------------------------- made-up requests


def bundled() -> dict[str, Any]:
    """The document with our schemas inside it, for tools that read one file."""
    told: dict[str, Any] = json.loads(json.dumps(document()))
    schemas = told["components"].setdefault("schemas", {})
    for name in SCHEMAS:
        schema = json.loads(shared_file("schemas", f"{name}.schema.json"))
        schemas[name] = _moved(schema, f"#/components/schemas/{name}")
    return dict(_moved(told, ""))


def _moved(value: Any, home: str) -> Any:
    """The value with what it refers to under its new address."""
    if isinstance(value, list):
        return [_moved(each, home) for each in value]
    if not isinstance(value, dict):
        return value
    kept = {name: _moved(each, home) for name, each in value.items() if name not in _OF_A_FILE}
    if isinstance(place := value.get("$ref"), str):
        kept["$ref"] = _address(place, home)
    return kept


_OF_A_FILE = {"$schema", "$id"}


def _address(place: str, home: str) -> str:
    name, _, inside = place.partition("#")
    if name:
        inside_components = f"#/components/schemas/{name.removesuffix('.schema.json')}"
        return inside_components + inside
    return place if inside.startswith("/components/") else home + inside


class Asking:
    """Made-up requests of every operation, with and without a token, for records that there are."""

    def __init__(self, archive: Archive) -> None:
        self.schemathesis = pytest.importorskip("schemathesis", reason="it is not installed")
        self.token = create_token(archive, "everything", ["admin"])
        self.app = create_app(archive=archive, settings=Settings(add="anybody"))
        self.digests = _digests(self.app.test_client())
        self.number = 0
        self.answers: Counter[int] = Counter()

    def ask(self, number: int) -> None:
        """So many requests of each operation, as the document allows them and otherwise."""
        schema = self.schemathesis.openapi.from_dict(bundled())
        schema.app = self.app
        for result in schema.get_all_operations():
            operation = result.ok()
            for mode in self.schemathesis.GenerationMode:
                self._ask(operation.as_strategy(generation_mode=mode), number)

    def _ask(self, cases: Any, number: int) -> None:
        how = settings(
            max_examples=number,
            deadline=None,
            database=None,
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
        # What takes no parameters cannot be asked wrongly.
        with suppress(Unsatisfiable):
            how(given(case=cases)(self._one))()

    def _one(self, case: Any) -> None:
        self.number += 1
        if self.number % 2 and "digest" in case.path_parameters:
            case.path_parameters["digest"] = self.digests[self.number % len(self.digests)]
        headers = {"Accept-Encoding": "identity", "Accept": self._type(case)}
        if self.number % 3 == 0:
            headers["Authorization"] = f"Bearer {self.token}"
        answer = case.call(headers=headers)
        case.validate_response(answer, checks=self._checks())
        self.answers[answer.status_code] += 1

    def _type(self, case: Any) -> str:
        """One of the types that the operation answers in, or any."""
        told = case.operation.definition.raw["responses"].get("200", {}).get("content", {})
        return [*told, "*/*"][self.number % (len(told) + 1)]

    def _checks(self) -> list[Any]:
        """No failure of the server, no answer that the document does not say of."""
        checks = self.schemathesis.checks
        checks.load_all_checks()
        names = (
            "not_a_server_error",
            "status_code_conformance",
            "content_type_conformance",
            "response_headers_conformance",
            "response_schema_conformance",
        )
        return [checks.CHECKS.get_one(name) for name in names]


def _digests(reader: FlaskClient) -> list[str]:
    told = reader.get("/api/v1/records?size=500").json
    assert told is not None
    return [row["digest"] for row in told["records"]]


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, pytest.param(130, marks=pytest.mark.soak)])
def test_made_up_requests_get_documented_answers(tmp_path: Path, number: int) -> None:
    with create(tmp_path / "a.sqlite") as archive:
        put(archive, *(text_of(f"Cup {each}") for each in range(30)))
        asking = Asking(archive)
        asking.ask(number)
    assert asking.number > 40 * number
    assert {200, 400, 401, 404} <= set(asking.answers)
