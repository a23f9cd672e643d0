"""Work that takes too long ends with a finding, and what comes behind it goes on."""

import json
import time

import pytest
from kit.commands import run

from mjlog.auditor.audit import audit
from mjlog.batch.time_limit import limit_time
from mjlog.formats import load
from mjlog.model.patience import OutOfTime, go_on, limited_by

RECORD = """%mjlog 1.0
Rules: riichi/1

@ E1 dealer=A
win B ? from A
fan B riichi 1, fu 30
pay A>B 1

"""
HEADS = "Deal,Ann,Bob,Cid,Dee\n"


def test_nobody_asks_without_a_limit():
    go_on()


def test_a_limit_ends_work_and_ends_itself():
    with limit_time(0.001):
        time.sleep(0.01)
        with pytest.raises(OutOfTime):
            go_on()
    go_on()


def times_asked(data):
    """Count how often the work on a record asks whether to go on."""
    times = 0

    def count():
        nonlocal times
        times += 1

    with limited_by(count):
        for source in load(data):
            audit(source.game)
    return times


MJAI_DEAL = [
    {"type": "start_kyoku", "bakaze": "E", "kyoku": 1, "honba": 0, "kyotaku": 0, "oya": 0}
    | {"scores": [25000] * 4, "dora_marker": "1m", "tehais": [["?"] * 13] * 4},
    {"type": "ryukyoku", "deltas": [0] * 4},
    {"type": "end_kyoku"},
]


@pytest.mark.parametrize(
    ("record", "least"),
    [
        (RECORD + "@ E1 dealer=A\n" + "1. 1m-1m\n" * 2_000, 2_000),
        (RECORD + "@ E1 dealer=A\n\n" * 300, 600),
        ("\n".join(map(json.dumps, [{"type": "start_game"}, *MJAI_DEAL * 50])), 200),
    ],
    ids=["turns", "deals", "mjai"],
)
def test_one_large_record_asks_all_the_time(record, least):
    assert times_asked(record.encode()) > least


def test_an_inner_limit_gives_way_to_the_outer_one():
    with limit_time(60):
        with pytest.raises(OutOfTime), limit_time(-1):
            go_on()
        go_on()


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("command", ["check", "sheet check"])
def test_a_slow_file_is_given_up_and_the_next_one_is_audited(tmp_path, command, jobs):
    (tmp_path / "a.csv").write_text(HEADS + "E1,1000,-1000,0,0\n" * 19_000)
    (tmp_path / "b.csv").write_text(HEADS + "E1,1000,-1000,0,0\n")
    (tmp_path / "c.mjl").write_text(RECORD * 2)
    many = "".join(f"@ {n} dealer=A\nwin B ? from A\npay A>B {n}\n\n" for n in range(9_000))
    (tmp_path / "a.mjl").write_text("%mjlog 1.0\nRules: riichi/1\n\n" + many)
    names = {"check": ("a.mjl", "c.mjl"), "sheet check": ("a.csv", "b.csv")}[command]
    paths = [str(tmp_path / name) for name in names]
    began = time.monotonic()
    told = run(*command.split(), "--patience", "0.5", "--jobs", jobs, "--format", "ndjson", *paths)
    assert time.monotonic() - began < 15
    reports = [json.loads(line) for line in told.output.splitlines()]
    states = [(report["path"], report.get("state")) for report in reports if "path" in report]
    codes = [[finding["code"] for finding in report["findings"]] for report in reports[:1]]
    assert codes == [["file.too_slow"]]
    assert told.exit_code == 2
    assert len(states) > 1


def test_the_games_of_a_file_have_its_seconds_together(tmp_path):
    """Each of these games takes half a second or more, and there are forty."""
    wrong = "".join(f"E1,{1000 + row},-1000,0,0\n" for row in range(400))
    (tmp_path / "a.csv").write_text("\n\n".join([HEADS + wrong] * 40))
    began = time.monotonic()
    result = run("sheet", "check", "--patience", "2", tmp_path / "a.csv")
    assert time.monotonic() - began < 15
    assert result.exit_code == 2
    assert result.output.count("takes longer than 2 seconds") == 1
