"""The language server in a real editor: Neovim without a screen."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls", reason="needs pygls")
NVIM = shutil.which("nvim")

SCRIPT = """
vim.lsp.start_client({{
  cmd = {{ {python!r}, "-P", "-m", "tst_grammar", "server" }},
  root_dir = vim.fn.getcwd(),
  on_attach = function() end,
  on_init = function(client)
    vim.lsp.buf_attach_client(0, client.id)
  end,
}})
local function diagnostics()
  return vim.tbl_map(function(each) return each.code .. " " .. each.col end, vim.diagnostic.get(0))
end
local function wait_for(count)
  local is_done = vim.wait(60000, function() return #vim.diagnostic.get(0) == count end, 20)
  assert(is_done, "not " .. count .. " findings")
  return table.concat(diagnostics(), ", ")
end
local report = {{}}
table.insert(report, wait_for(2))
vim.api.nvim_buf_set_text(0, 0, 12, 0, 12, {{ "0" }})
table.insert(report, wait_for(1))
local params = vim.lsp.util.make_position_params(0, "utf-16")
params.position = {{ line = 0, character = 14 }}
local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", params, 60000)
for _, each in pairs(answers) do
  table.insert(report, (each.result.contents.value:gsub("\\n.*", "")))
end
vim.fn.writefile(report, "report.txt")
vim.cmd("qa!")
"""


@pytest.mark.skipif(NVIM is None, reason="needs Neovim")
def test_neovim_shows_findings_and_values(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("💰 has 1m 23k 456 cells, 01k 234 of them new.\n", encoding="utf-8")
    (tmp_path / "script.lua").write_text(SCRIPT.format(python=sys.executable))
    subprocess.run(
        [str(NVIM), "--headless", "--clean", "a.txt", "-c", "luafile script.lua"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
        timeout=200,
    )
    assert (tmp_path / "report.txt").read_text(encoding="utf-8").splitlines() == [
        "TST107 12, TST109 27",
        "TST109 28",
        "**1023456**",
    ]
