"""A record is typed in Neovim itself, which has no window here, and its slips are seen there."""

import json
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("pygls", reason="pygls is in the extra mjlog[editor]")
NEOVIM = shutil.which("nvim")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(NEOVIM is None, reason="Neovim is not installed: Debian has it as neovim"),
]
TYPED = """%mjlog 1.0
Rules: riichi/1
A: Ann
B: Bea
C: Cid
D: Dan
Recorder: Ann

@ E1.0 dealer=A
1. 9m. p8. 9q. 2s.
Win A 9m from B
"""
SLIPS = {"p8.": "8p.", "9q.": "9m, 9p, 9s", "Win": "win"}
"""What is wrong, and a word of what is said of it."""
SCRIPT = """
local command = vim.json.decode(vim.env.MJLOG_COMMAND)
local typed = vim.env.MJLOG_TYPED
vim.bo.filetype = "mjlog"
local settings = { name = "mjlog", cmd = command, root_dir = vim.fn.getcwd() }
-- Versions before 0.8 have no vim.lsp.start, and attach nothing by themselves.
local client = (vim.lsp.start or vim.lsp.start_client)(settings)
if not vim.lsp.start then vim.lsp.buf_attach_client(0, client) end
assert(vim.wait(60000, function() return vim.lsp.buf_is_attached(0, client) end))
vim.api.nvim_feedkeys("i" .. typed .. "\\27", "tx", false)
local function seen() return vim.diagnostic.get(0) end
vim.wait(60000, function() return #seen() >= 3 end, 50)
vim.wait(500, function() return false end)
local found = {}
for _, each in ipairs(seen()) do
  local line = vim.api.nvim_buf_get_lines(0, each.lnum, each.lnum + 1, false)[1]
  table.insert(found, { word = line:sub(each.col + 1, each.end_col), message = each.message })
end
vim.api.nvim_win_set_cursor(0, { 3, 4 })
vim.lsp.buf.rename("Ada")
vim.wait(60000, function() return vim.fn.getline(3) == "A: Ada" end, 50)
local document = { textDocument = vim.lsp.util.make_text_document_params() }
local answers = vim.lsp.buf_request_sync(0, "textDocument/foldingRange", document, 60000)
local folded = {}
for _, answer in pairs(answers or {}) do
  for _, fold in ipairs(answer.result) do
    vim.cmd(string.format("%d,%dfold", fold.startLine + 1, fold.endLine + 1))
    table.insert(folded, { vim.fn.foldclosed(fold.endLine), vim.fn.foldclosedend(fold.endLine) })
  end
end
local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
local out = io.open(vim.env.MJLOG_FOUND, "w")
out:write(vim.json.encode({ found = found, lines = lines, folded = folded }))
out:close()
vim.cmd("qa!")
"""


def test_slips_are_seen_players_renamed_and_deals_folded_in_neovim(tmp_path):
    script, found = tmp_path / "type.lua", tmp_path / "found.json"
    script.write_text(SCRIPT, encoding="utf-8")
    environment = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "MJLOG_COMMAND": json.dumps([sys.executable, "-m", "mjlog", "lsp"]),
        "MJLOG_TYPED": TYPED,
        "MJLOG_FOUND": str(found),
    }
    command = [NEOVIM, "--headless", "-u", "NONE", "-n", "game.mjl", "-c", f"luafile {script}"]
    done = subprocess.run(
        command,
        check=False,
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=180,
    )
    assert found.exists(), done.stderr
    seen = json.loads(found.read_text("utf-8"))
    said = {each["word"]: each["message"] for each in seen["found"]}
    assert SLIPS.keys() <= said.keys()
    for word, likely in SLIPS.items():
        assert likely in said[word]
    typed = TYPED.replace("Ann", "Ada").splitlines()
    assert seen["lines"][: len(typed)] == typed
    first = typed.index("@ E1.0 dealer=A") + 1
    assert seen["folded"] == [[first, len(typed)]]
