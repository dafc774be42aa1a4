"use strict";

const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["plaintext", "markdown", "restructuredtext", "jsonl"];

/** @type {LanguageClient | undefined} */
let client;

/** Starts the language server of the command `tst`, and starts it again when its settings change. */
async function activate(context) {
  context.subscriptions.push(
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("tst")) {
        await deactivate();
        await start();
      }
    })
  );
  await start();
}

async function start() {
  const configuration = workspace.getConfiguration("tst");
  client = new LanguageClient(
    "tst",
    "TST numbers",
    { command: configuration.get("command", "tst"), args: ["server"] },
    {
      documentSelector: LANGUAGES.map((language) => ({ language })),
      initializationOptions: configuration.get("settings", {}),
      synchronize: { fileEvents: workspace.createFileSystemWatcher("**/{tst,pyproject}.toml") },
    }
  );
  await client.start();
}

async function deactivate() {
  const running = client;
  client = undefined;
  await running?.stop();
}

module.exports = { activate, deactivate };
