"""`mjlog lsp` as an editor speaks to it: a process, messages with their lengths."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="pygls is in the extra mjlog[editor]")
SAMPLES = Path(__file__).parents[2] / "samples"
URI = "file:///game.mjl"


class Editor:
    """An editor with one document open."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in, self._out = process.stdin, process.stdout
        self._number = 0

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        while (answer := self._receive()).get("id") != self._number or "method" in answer:
            pass
        return answer["result"]

    def findings(self) -> list[Any]:
        while (told := self._receive()).get("method") != "textDocument/publishDiagnostics":
            pass
        return told["params"]["diagnostics"]

    def open(self, text: str) -> list[Any]:
        document = {"uri": URI, "languageId": "mjlog", "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)
        return self.findings()

    def change(self, text: str, version: int) -> list[Any]:
        document = {"uri": URI, "version": version}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])
        return self.findings()

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self._in.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self._in.flush()

    def _receive(self) -> dict[str, Any]:
        length = 0
        while line := self._out.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(self._out.read(length))


@pytest.fixture
def editor() -> Iterator[Editor]:
    command = [sys.executable, "-m", "mjlog", "lsp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        made = Editor(process)
        made.ask("initialize", processId=None, rootUri=None, capabilities={})
        made.tell("initialized")
        yield made
        made.ask("shutdown")
        made.tell("exit")


def test_findings_come_as_one_types(editor: Editor) -> None:
    broken = (SAMPLES / "broken" / "taiyuan" / "ready.shelf.mjl").read_text("utf-8")
    (finding,) = editor.open(broken)
    assert (finding["code"], finding["severity"]) == ("ready.shelf", 1)
    good = (SAMPLES / "riichi" / "game-four-players.mjl").read_text("utf-8")
    assert editor.change(good, 2) == []
    assert len(editor.change(good.replace("score 26500", "score 26600", 1), 3)) > 0


def test_a_line_is_written_out_when_it_ends(editor: Editor) -> None:
    text = "%mjlog 1.0\nRules: riichi/1\n\n@ E1.0 dealer=A\n1. 9m. b:+-n\nc<b 5s\n"
    editor.open(text)
    document = {"uri": URI}
    options = {"tabSize": 4, "insertSpaces": True}
    (ended,) = editor.ask(
        "textDocument/onTypeFormatting",
        textDocument=document,
        position={"line": 5, "character": 0},
        ch="\n",
        options=options,
    )
    assert ended["newText"] == "1. 9m. B:+99m-4z"
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 6, "character": 0}}
    edits = editor.ask(
        "textDocument/rangeFormatting", textDocument=document, range=whole, options=options
    )
    assert [edit["newText"] for edit in edits] == ["1. 9m. B:+99m-4z", "win c 5s from b"]


def test_columns_are_those_of_utf_16(editor: Editor) -> None:
    record = "%mjlog 1.0\nRules: riichi/1\n\n@ E1 dealer=A\n1. {🀄🀄} 9q.\n"
    found = [each for each in editor.open(record) if each["range"]["start"]["line"] == 4]
    text = record.split("\n")[4]
    start = len(text[: text.index("9q")].encode("utf-16-le")) // 2
    assert start in [each["range"]["start"]["character"] for each in found]


def test_questions_are_answered(editor: Editor) -> None:
    good = (SAMPLES / "riichi" / "game-four-players.mjl").read_text("utf-8")
    editor.open(good)
    document = {"uri": URI}
    turn = good.split("\n").index("2. A:4m-3z 1z. 1m-2z 7m-1z")
    hover = editor.ask(
        "textDocument/hover", textDocument=document, position={"line": turn, "character": 5}
    )
    assert "A discards 3z." in hover["contents"]["value"]
    symbols = editor.ask("textDocument/documentSymbol", textDocument=document)
    folds = editor.ask("textDocument/foldingRange", textDocument=document)
    assert len(symbols) == len(folds) == good.count("\n@ ")
    colours = editor.ask("textDocument/semanticTokens/full", textDocument=document)
    assert len(colours["data"]) % 5 == 0
    rename = editor.ask(
        "textDocument/rename",
        textDocument=document,
        position={
            "line": good.split("\n").index("A: Aoki") if "A: Aoki" in good else 6,
            "character": 4,
        },
        newName="Zoe",
    )
    assert rename["changes"][URI][0]["newText"] == "Zoe"
    assert (
        editor.ask(
            "textDocument/formatting",
            textDocument=document,
            options={"tabSize": 4, "insertSpaces": True},
        )
        is None
    )
