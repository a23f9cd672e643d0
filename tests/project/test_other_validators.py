"""What other people's validators say of our schemas, our JSON and our SARIF."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

from mjlog.cli.main import main

ROOT = Path(__file__).parents[2]
MODULES = Path(sys.prefix) / "node" / "node_modules"
SARIF = MODULES / "@microsoft" / "jest-sarif" / "lib" / "schemas" / "sarif-2.1.0-rtm.5.json"
SCHEMAS = sorted(
    path for room in ("schemas", "conformance") for path in (ROOT / room).glob("*schema.json")
)
BROKEN = [
    "samples/broken/taiyuan/ready.shelf.mjl",
    "samples/broken/taiyuan/pay.seats.mjl",
    "samples/broken/taiyuan/claim.latest.mjl",
    "samples/broken/syntax",
]
AJV = """
const Ajv = require("ajv/dist/2020").default;
const [schema, values] = JSON.parse(require("fs").readFileSync(0));
const told = [];
const log = (...words) => told.push(words.join(" "));
const validate = new Ajv({logger: {log: log, warn: log, error: log}}).compile(schema);
console.log(JSON.stringify({told, valid: values.map(value => validate(value))}));
"""

pytestmark = pytest.mark.slow
with_ajv = pytest.mark.skipif(
    not (shutil.which("node") and (MODULES / "ajv").is_dir()),
    reason="ajv is not installed: `make node` needs npm",
)
with_sarif = pytest.mark.skipif(
    not SARIF.is_file(), reason="the schema of SARIF is not installed: `make node` needs npm"
)


def ajv(schema, *values):
    """What ajv in its default strict mode complains of, and which of the values it accepts."""
    done = subprocess.run(
        ["node", "-e", AJV],
        input=json.dumps([json.loads(schema.read_text(encoding="utf-8")), values]),
        cwd=MODULES.parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    return answer["told"], answer["valid"]


def checked(form, *paths):
    arguments = ["check", "--format", form, *(str(ROOT / path) for path in paths)]
    return CliRunner().invoke(main, arguments, catch_exceptions=False).stdout


@pytest.fixture(scope="module")
def log():
    """A report of many broken records."""
    return json.loads(checked("sarif", *BROKEN))


@with_ajv
@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda path: path.name)
def test_ajv_takes_the_schema_in_strict_mode(schema):
    assert ajv(schema) == ([], [])


def forms(member):
    """The JSON files of the vectors, each with the codes that mjlog's own reader has for it."""
    manifest = json.loads((ROOT / "conformance" / "vectors.json").read_text(encoding="utf-8"))
    for vector in manifest["vectors"]:
        if vector[member].endswith(".json"):
            data = json.loads((ROOT / "conformance" / vector[member]).read_bytes())
            yield data, {finding["code"] for finding in vector["reading"]}


@with_ajv
def test_ajv_accepts_the_json_form_of_every_vector():
    values = [form for form, _ in forms("form")]
    assert len(values) > 150
    assert ajv(ROOT / "schemas" / "record.schema.json", *values) == (
        [],
        [True] * len(values),
    )


@with_ajv
def test_ajv_refuses_the_forms_that_mjlog_refuses():
    values, codes = zip(*forms("input"), strict=True)
    of_the_schema = [any(code.startswith("schema.") for code in found) for found in codes]
    said_twice = [found == {"schema.acts"} for found in codes]
    sound = [not broken or twice for broken, twice in zip(of_the_schema, said_twice, strict=True)]
    assert ajv(ROOT / "schemas" / "record.schema.json", *values)[1] == sound
    assert {True, False} == set(sound)


@with_ajv
def test_ajv_refuses_what_is_no_json_form():
    wrong = [
        {},
        {"mjlog": 1},
        {"mjlog": "1.0", "deal": []},
        {"mjlog": "1.0", "deals": [{"turns": [{"seat": "E", "word": "1m"}]}]},
        {"mjlog": "1.0", "deals": [{"turns": [{"seat": "A", "acts": [{"act": "fly"}]}]}]},
    ]
    _, valid = ajv(ROOT / "schemas" / "record.schema.json", *wrong, {"mjlog": "1.0"})
    assert valid == [False] * len(wrong) + [True]


@with_ajv
def test_ajv_accepts_the_findings_of_broken_samples():
    records = [json.loads(line) for line in checked("ndjson", *BROKEN).splitlines()]
    _, valid = ajv(ROOT / "schemas" / "findings.schema.json", *records)
    assert len(valid) > 20
    assert all(valid)


@pytest.fixture(scope="module")
def official():
    """The validator of SARIF 2.1.0."""
    schema = json.loads(SARIF.read_text(encoding="utf-8"))
    return jsonschema.Draft4Validator(
        schema, format_checker=jsonschema.Draft4Validator.FORMAT_CHECKER
    )


@with_sarif
def test_sarif_keeps_to_its_official_schema(official, log):
    official.validate(log)


@with_sarif
@pytest.mark.parametrize("path", ["samples/tibet", "missing.mjl"])
def test_sarif_without_findings_keeps_to_it_too(official, path):
    official.validate(json.loads(checked("sarif", path)))


def test_sarif_has_a_rule_with_help_and_a_fingerprint_for_every_result(log):
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len(run["results"]) > 20
    for result in run["results"]:
        rule = rules[result["ruleIndex"]]
        assert rule["id"] == result["ruleId"]
        assert all(rule["help"][form] for form in ("text", "markdown"))
        assert result["partialFingerprints"]["findingHash/v1"]
    law = next(rule for rule in rules if rule["id"] == "ready.shelf")["help"]["markdown"]
    assert "taiyuan 8.1: Ting is declared" in law


def marks(text, tmp_path):
    (tmp_path / "record.mjl").write_text(text, encoding="utf-8")
    (run,) = json.loads(checked("sarif", tmp_path / "record.mjl"))["runs"]
    return [result["partialFingerprints"]["findingHash/v1"] for result in run["results"]]


def test_a_fingerprint_outlives_lines_that_are_added_above(tmp_path):
    sample = ROOT / "samples" / "broken" / "taiyuan" / "ready.shelf.mjl"
    before = sample.read_text(encoding="utf-8")
    first, _, rest = before.partition("\n")
    assert marks(f"{first}\n{{a comment}}\n{rest}", tmp_path) == marks(before, tmp_path)
    assert len(marks(before, tmp_path)) == 1


def test_two_findings_of_a_record_never_share_a_fingerprint(log):
    told = [
        (
            result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            result["partialFingerprints"]["findingHash/v1"],
        )
        for result in log["runs"][0]["results"]
    ]
    assert len(told) == len(set(told))
