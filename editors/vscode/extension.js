"use strict";

const { window, workspace } = require("vscode");
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
  const starting = new LanguageClient(
    "tst",
    "TST numbers",
    { command: configuration.get("command", "tst"), args: ["server"] },
    {
      documentSelector: LANGUAGES.map((language) => ({ language })),
      initializationOptions: configuration.get("settings", {}),
    }
  );
  try {
    await starting.start();
    client = starting;
  } catch (error) {
    window.showErrorMessage(
      "The command tst did not start. Install tst-grammar with the extra lsp, and set tst.command to its path. " +
        `(${error})`
    );
  }
}

async function deactivate() {
  const running = client;
  client = undefined;
  await running?.stop();
}

module.exports = { activate, deactivate };
