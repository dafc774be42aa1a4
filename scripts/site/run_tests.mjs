// Runs pytest in Pyodide, in the Python that the playground uses.
// Usage: node run_tests.mjs FOLDER_OF_WHEELS FOLDER_WITH_TESTS [ARGUMENTS OF PYTEST …]

import fs from "node:fs";
import path from "node:path";
import { loadPyodide } from "pyodide";

const PACKAGES = "/lib/python3.14/site-packages";
const [wheels, folder, ...given] = process.argv.slice(2);

const python = await loadPyodide();
for (const name of fs.readdirSync(wheels)) {
  const content = new Uint8Array(fs.readFileSync(path.join(wheels, name)));
  python.unpackArchive(content, "wheel", { extractDir: PACKAGES });
}
python.mountNodeFS("/repository", path.resolve(folder));
python.globals.set("given", python.toPy(given));
const code = python.runPython(`
import importlib, os, sys

importlib.invalidate_caches()
os.chdir("/repository")
sys.dont_write_bytecode = True
import pytest

int(pytest.main([*given, "-p", "pyodide_limits", "-p", "no:cacheprovider"]))
`);
process.exit(code);
