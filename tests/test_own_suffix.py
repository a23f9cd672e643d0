"""A file named as a record of mjlog and none is an error in a folder, too.

Others are passed over.
"""

import pytest
from click.testing import CliRunner

from mjlog.cli.main import main

RECORD = "%mjlog 1.0\nRules: riichi/1\nA: A\nB: B\nC: C\nD: D\n\n@ E1.0 dealer=A\ndraw wall\n"
NO_RECORDS = [b"", b"\x8f\x01\xfe\x00\x93" * 40, RECORD.encode("utf-16-le"), b"  \n"]


def checked(path):
    return CliRunner().invoke(main, ["check", str(path)])


@pytest.mark.parametrize("data", NO_RECORDS)
def test_a_record_that_is_none_is_told_as_when_it_is_named(tmp_path, data):
    (tmp_path / "good.mjl").write_text(RECORD)
    (tmp_path / "x.mjl").write_bytes(data)
    found, alone = checked(tmp_path), checked(tmp_path / "x.mjl")
    assert (found.exit_code, alone.exit_code) == (2, 2)
    assert "error format.unread" in found.output
    assert "error format.unread" in alone.output


def test_another_file_in_a_folder_is_passed_over(tmp_path):
    (tmp_path / "good.mjl").write_text(RECORD)
    (tmp_path / "x.bin").write_bytes(NO_RECORDS[1])
    assert checked(tmp_path).exit_code == 0
