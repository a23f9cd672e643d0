"""The TextMate grammar, asked by the engine that editors have for it."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "editors" / "vscode"
GRAMMAR = FOLDER / "syntaxes" / "mjlog.tmLanguage.json"
MODULES = Path(sys.prefix) / "node" / "node_modules"
ENGINE = """
const fs = require("fs"), path = require("path");
const { Registry, parseRawGrammar } = require("vscode-textmate");
const onig = require("vscode-oniguruma");
const [text, line] = JSON.parse(fs.readFileSync(0));
const wasm = path.join(path.dirname(require.resolve("vscode-oniguruma")), "onig.wasm");
onig.loadWASM(fs.readFileSync(wasm)).then(async () => {
  const onigLib = Promise.resolve({
    createOnigScanner: (patterns) => new onig.OnigScanner(patterns),
    createOnigString: (string) => new onig.OnigString(string),
  });
  const loadGrammar = async () => parseRawGrammar(text, "mjlog.json");
  const grammar = await new Registry({ onigLib, loadGrammar }).loadGrammar("source.mjlog");
  const { tokens } = grammar.tokenizeLine(line, null);
  const scoped = tokens.filter(({ scopes }) => scopes.length > 1);
  const words = scoped.map((token) => [
    line.slice(token.startIndex, token.endIndex), token.scopes.at(-1).split(".").at(-2),
  ]);
  console.log(JSON.stringify(words));
});
"""
with_engine = pytest.mark.skipif(
    not (shutil.which("node") and (MODULES / "vscode-textmate").is_dir()),
    reason="vscode-textmate is not installed: `make node` needs npm",
)


@with_engine
@pytest.mark.parametrize(
    ("line", "kinds"),
    [
        ("%mjlog 1.0", "magic"),
        ("A: Ann", "header value"),
        ("@ E2.1 dealer=B", "line name word sign name"),
        ("1. A:2s-8m", "go-around seat tile sign tile"),
        ("C:+99m-4p! {why}", "seat sign tile sign tile sign block"),
        ("win B 5m from C", "line seat tile word seat"),
        ("fan B riichi 1, fu 30", "line seat name points name points"),
        ("pay A>table 1000 for=riichi", "line seat sign word points word"),
        ("0041 13:02:11 S1 fix 0002 9s", "entry clock name edit points tile"),
        ("note the lamp 5m", "remark"),
    ],
)
def test_the_words_of_a_line_have_their_colours(line, kinds):
    done = subprocess.run(
        ["node", "--eval", ENGINE],
        input=json.dumps([GRAMMAR.read_text("utf-8"), line]),
        capture_output=True,
        text=True,
        check=True,
        cwd=MODULES.parent,
    )
    assert [kind for _, kind in json.loads(done.stdout)] == kinds.split()


def test_the_extension_names_files_that_are_there():
    package = json.loads((FOLDER / "package.json").read_text("utf-8"))
    (language,) = package["contributes"]["languages"]
    (grammar,) = package["contributes"]["grammars"]
    for name in (package["main"], language["configuration"], grammar["path"]):
        assert (FOLDER / name).is_file()
    assert grammar["scopeName"] == json.loads(GRAMMAR.read_text("utf-8"))["scopeName"]
