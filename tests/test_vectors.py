"""The vectors for other programs are whole, up to date and true."""

import hashlib
import json
import runpy
from pathlib import Path

import jsonschema
import pytest
from kit.sizes import each

from mjlog import rules
from mjlog.auditor.audit import audit
from mjlog.notation import from_json, read, to_json, write
from mjlog.notation.lines.headers import KNOWN
from mjlog.report.finding_codes import OWN

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "conformance"
MANIFEST = json.loads((FOLDER / "vectors.json").read_text(encoding="utf-8"))
VECTORS = MANIFEST["vectors"]
FORM = json.loads((ROOT / "schemas" / "record.schema.json").read_text(encoding="utf-8"))
VALID = jsonschema.Draft202012Validator(FORM)
of_each = each(VECTORS, lambda vector: vector["name"])


def data(vector, member):
    return (FOLDER / vector[member]).read_bytes()


def game(vector):
    found = data(vector, "input")
    return read(found) if vector["input"].endswith(".mjl") else from_json(json.loads(found))


def short(finding):
    """A finding as the manifest has it, as far as every program must agree."""
    place = finding.place
    return finding.code, finding.severity, place.line or None, place.deal or None


def as_listed(finding):
    return finding["code"], finding["severity"], finding["line"], finding["deal"]


def test_the_files_are_up_to_date():
    changed, gone = runpy.run_path(str(ROOT / "docs" / "vectors.py"))["stale"]()
    names = [path.relative_to(ROOT).as_posix() for path in (*changed, *gone)]
    assert not names, f"make docs writes {names} anew"


def test_the_manifest_keeps_to_its_schema():
    schema = json.loads((FOLDER / "vectors.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(MANIFEST)


def test_no_two_vectors_have_one_name_or_one_idea():
    for member in ("name", "idea", "input"):
        said = [vector[member] for vector in VECTORS]
        assert [word for word in said if said.count(word) > 1] == []


@of_each
def test_input_becomes_the_canonical_text_and_its_digest(vector):
    canonical = data(vector, "canonical")
    assert write(game(vector)).encode() == canonical
    assert write(read(canonical)).encode() == canonical
    assert hashlib.sha256(canonical).hexdigest() == vector["digest"]


@pytest.mark.slow
@of_each
def test_the_json_form_is_the_same_record(vector):
    form = json.loads(data(vector, "form"))
    assert to_json(from_json(form)) == to_json(game(vector))
    assert write(from_json(form)).encode() == data(vector, "canonical")
    if vector["group"] != "form":
        assert list(VALID.iter_errors(form)) == []


@of_each
def test_what_is_found_is_what_the_manifest_lists(vector):
    found = game(vector)
    assert [short(finding) for finding in found.findings] == list(map(as_listed, vector["reading"]))
    audited = vector.get("audit", {"findings": [], "rules": None})
    listed = [*vector["reading"], *audited["findings"]]
    assert vector["valid"] == all(finding["severity"] == "note" for finding in listed)
    if audited["rules"]:
        report = audit(found)
        assert report.counts() == audited["claims"]
        assert sorted(map(short, report.findings), key=str) == sorted(
            map(as_listed, listed), key=str
        )


def forms():
    return [json.loads(data(vector, "form")) for vector in VECTORS]


def values_of(member, key):
    """All values of that member in the deals of all vectors."""
    return {
        one[key]
        for form in forms()
        for deal in form.get("deals", ())
        for turn in deal.get("turns", ())
        for one in (turn.get("acts", ()) if member == "acts" else ())
    } | {
        line[key]
        for form in forms()
        for deal in form.get("deals", ())
        for line in (deal.get("lines", ()) if member == "lines" else ())
    }


def test_every_act_and_every_line_of_the_schema_has_a_vector():
    definitions = FORM["$defs"]
    assert values_of("acts", "act") == set(definitions["act"]["properties"]["act"]["enum"])
    assert values_of("lines", "line") == set(definitions["line"]["properties"]["line"]["enum"])


def test_every_known_header_has_a_vector():
    keys = {header["key"] for form in forms() for header in form.get("headers", ())}
    assert keys >= KNOWN


def test_every_code_of_a_reader_has_a_vector():
    found = {finding["code"] for vector in VECTORS for finding in vector["reading"]}
    by_limits_or_wish = {"syntax.too_many", "syntax.canonical"}
    assert {code for code in OWN if code.startswith("syntax.")} - found == by_limits_or_wish


def test_every_rule_set_has_a_legal_and_a_broken_vector():
    for name in rules.names():
        assert {vector["valid"] for vector in VECTORS if vector["group"] == name} == {True, False}
