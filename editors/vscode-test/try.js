// Tries the packaged extension in VS Code's own workbench and extension host, as a user would, in a browser
// without a screen. TST is the path of the command `tst`, and CHROMIUM that of the browser.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

const HERE = import.meta.dirname;
const SERVER = path.join(HERE, "node_modules/code-server/lib/vscode/out/server-main.js");
const EXTENSION = path.join(HERE, "../vscode/tst-grammar.vsix");
const TST = process.env.TST ?? "tst";
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

const FAULTY = "💰 has 1m 23k 456 cells, 01k 234 of them new.\nAnd 5k 120 more.\n";

/** Makes a folder with a document, and installs the extension into an editor of its own. */
function prepare(folder) {
  const work = path.join(folder, "work");
  const data = path.join(folder, "data");
  fs.mkdirSync(work);
  fs.mkdirSync(path.join(data, "Machine"), { recursive: true });
  fs.writeFileSync(path.join(work, "a.txt"), FAULTY);
  fs.writeFileSync(path.join(data, "Machine/settings.json"), JSON.stringify({ "tst.command": TST }));
  const options = ["--user-data-dir", data, "--server-data-dir", data, "--extensions-dir", path.join(folder, "extensions")];
  execFileSync("node", [SERVER, ...options, "--install-extension", EXTENSION], { stdio: "ignore" });
  return { work, options };
}

/** Starts the editor's server on a free port. */
async function serve(options) {
  const server = spawn(
    "node",
    [SERVER, ...options, "--host=127.0.0.1", "--port=0", "--without-connection-token", "--telemetry-level=off"],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  let output = "";
  for await (const part of server.stdout) {
    output += part;
    const port = /listening on (\d+)/.exec(output)?.[1];
    if (port) return { server, port };
  }
  throw new Error(`the editor did not start: ${output}`);
}

/** Waits until a function of the page gives the wanted value. */
async function becomes(wanted, current) {
  let found;
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    found = await current();
    if (found === wanted) return;
  }
  assert.equal(found, wanted);
}

async function runCommand(page, name) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").fill(`>${name}`);
  await page.locator(".quick-input-list .monaco-list-row").first().click();
}

async function tryIt(page, url, work) {
  await page.goto(url);
  await page.getByRole("button", { name: "Yes, I trust the authors" }).click();
  const lines = page.locator(".editor-instance .view-lines");
  const text = async () => (await lines.innerText()).replaceAll(/[\u00a0\u200a]/g, " ").trimEnd();
  const findings = () => page.locator(".squiggly-error, .squiggly-warning").count();

  await becomes(2, findings);
  await becomes(`${FAULTY.split("\n")[0]}\nAnd 5k 120 = 5120 more.`, text); // an inlay hint has the value

  await lines.click();
  await page.keyboard.press("Control+Home");
  for (const key of ["ArrowDown", "Control+ArrowRight", "Control+ArrowRight"]) await page.keyboard.press(key);
  await runCommand(page, "Show or Focus Hover");
  await becomes("5120\n\nTokens: 5k 120", async () => (await page.locator(".hover-contents").first().innerText()).trim());
  await page.keyboard.press("Escape");

  await runCommand(page, "Fix All");
  await becomes(1, findings); // the other fix is not safe
  await becomes("💰 has 1m 23k 456 cells, 1k 234 = 1234 of them new.\nAnd 5k 120 = 5120 more.", text);

  await page.keyboard.press("Control+Home");
  for (let moves = 0; moves < 10; moves++) await page.keyboard.press("ArrowRight");
  await becomes(1, () => page.getByText("Ln 1, Col 11").count());
  await page.keyboard.press("Control+.");
  await page.getByText("Write '1m 023k 456' (unsafe").waitFor();
  await page.keyboard.press("Enter");
  await becomes(0, findings);
  await becomes("💰 has 1m 023k 456 = 1023456 cells, 1k 234 = 1234 of them new.\nAnd 5k 120 = 5120 more.", text);

  fs.writeFileSync(path.join(work, "tst.toml"), 'scheme = "option-a"\n');
  await becomes(3, findings); // the server was told of the file
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "tst-vscode-"));
const { work, options } = prepare(folder);
const { server, port } = await serve(options);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage();
  const open = JSON.stringify([["openFile", `vscode-remote://127.0.0.1:${port}${work}/a.txt`]]);
  const query = new URLSearchParams({ folder: work, payload: open });
  try {
    await tryIt(page, `http://127.0.0.1:${port}/?${query}`, work);
  } catch (error) {
    await page.screenshot({ path: path.join(HERE, "failed.png") });
    throw error;
  }
  console.log("The extension works in VS Code.");
} finally {
  await browser.close();
  server.kill();
  fs.rmSync(folder, { recursive: true, force: true });
}
