"""The examples of docs/http-api.md, run by curl as they stand there."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from mjlog.archive.store import create
from mjlog.archive.tokens import create_token
from mjlog.notation import read
from mjlog.sheets.from_record import sheet_of_record
from tests.kit.archives import put, text_of
from tests.kit.places import ROOT
from tests.kit.viewers import answering
from webviewer import create_app

PAGE = (ROOT / "docs" / "http-api.md").read_text(encoding="utf-8")
EXAMPLES = [
    line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()
]
HOME = "http://localhost:8000"


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of the examples: a server, a record in it, a token, two files."""
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    here = tmp_path_factory.mktemp("examples")
    (here / "game.mjl").write_bytes(text_of("Cup"))
    (here / "sheet.csv").write_text(sheet_of_record(read(text_of())).csv, encoding="utf-8")
    (here / ".curlrc").write_text("fail-with-body\nsilent\nshow-error\n")
    with create(here / "club.sqlite") as archive:
        (added,) = put(archive, text_of())
        token = create_token(archive, "league", ["submit"])
        with answering(create_app(archive=archive)) as address:
            own = {"DIGEST": added.digest, "TOKEN": token, "ADDRESS": address}
            yield {**os.environ, **own, "HOME": str(here), "CURL_HOME": str(here)}


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_does_what_the_page_says(shell: dict[str, str], example: str) -> None:
    assert example.startswith("curl ")
    command = example.replace(HOME, shell["ADDRESS"])
    here = Path(shell["HOME"])
    done = subprocess.run(
        ["bash", "-c", command], check=False, env=shell, cwd=here, capture_output=True
    )
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stdout or "status=errors" in example
