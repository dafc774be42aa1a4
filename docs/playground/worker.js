// The worker: loads Python and the package from this site, and then answers requests.

import { loadPyodide } from "./runtime/pyodide.mjs";

const RUNTIME = new URL("runtime/", import.meta.url);
const OURS = ["page_functions.py", "equivalents.py", "bpe.py", "bpe.json"];

let loaded = 0;

/** Open the browser's store for this version of the files, and delete those of older versions. */
async function openStore(version) {
  if (!self.caches) return null; // an address without https has no store; the browser's own cache remains
  const name = `tst-grammar-${version}`;
  for (const old of await caches.keys()) {
    if (old.startsWith("tst-grammar-") && old !== name) await caches.delete(old);
  }
  return caches.open(name);
}

/** Replace `fetch` by one that keeps the files of Python in the store and reports how many bytes have come. */
function watchFetch(store) {
  const original = self.fetch;
  self.fetch = async (resource, options) => {
    const url = new URL(resource.url ?? resource, self.location);
    if (!url.href.startsWith(RUNTIME.href)) return original(resource, options);
    const kept = await store?.match(url.href);
    const response = kept ?? (await original(resource, options));
    if (!kept && response.ok) await keep(store, url, response.clone());
    const counted = response.body.pipeThrough(
      new TransformStream({
        transform(chunk, controller) {
          loaded += chunk.byteLength;
          postMessage({ state: "loading", loaded });
          controller.enqueue(chunk);
        },
      }),
    );
    return new Response(counted, { status: response.status, headers: response.headers });
  };
}

/** Keep a file. If the disk is full, the page works without. */
function keep(store, url, response) {
  store?.put(url.href, response).catch(() => {});
}

async function bytes(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

async function start() {
  const contents = await (await fetch(new URL("runtime.json", RUNTIME), { cache: "no-cache" })).json();
  watchFetch(await openStore(contents.version));
  const wheels = contents.wheels.map((name) => bytes(new URL(name, RUNTIME)));
  const ours = OURS.map((name) => bytes(new URL(name, import.meta.url)));
  const python = await loadPyodide({ indexURL: RUNTIME.href });
  postMessage({ state: "starting" });
  for (const wheel of wheels) python.unpackArchive(await wheel, "wheel");
  for (const [index, name] of OURS.entries()) python.FS.writeFile(name, await ours[index]);
  return python.runPython("from page_functions import reply; reply");
}

try {
  const reply = await start();
  self.addEventListener("message", ({ data }) => postMessage({ reply: reply(data) }));
  postMessage({ state: "ready" });
} catch (error) {
  postMessage({ state: "failed", message: String(error.message ?? error) });
}
