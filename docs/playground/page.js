// The page: tabs, controls and buttons. Each change of a control asks Python for the result of the current tab.

import { showLint, showStream } from "./lint.js";
import { showNumbers } from "./numbers.js";
import { Python } from "./python.js";
import { State, values } from "./state.js";
import { showText } from "./text.js";

const MEGABYTE = 1e6;
const LONGEST_LINK = 8000;

const form = document.getElementById("controls");
const tabs = [...form.querySelectorAll("[role=tab]")];
const state = new State(form);
const fields = [...form.querySelectorAll(".pg-fields [name]")];
const schemeError = document.getElementById("scheme-error");
const status = document.getElementById("status");
const progress = document.getElementById("progress");
export const python = new Python(showState);

function showState({ state: what, loaded, message }) {
  const total = Number(progress.dataset.size);
  const megabytes = (count) => (count / MEGABYTE).toFixed(1);
  progress.hidden = !["loading", "starting"].includes(what);
  if (what === "loading") progress.value = Math.min(loaded / total, 1);
  document.body.dataset.python = what;
  status.textContent = {
    loading: () => `Loading Python and the package: ${megabytes(loaded)} of ${megabytes(total)} MB`,
    starting: () => "Starting Python …",
    working: () => "Working …",
    failed: () => `Python could not be loaded: ${message}`,
  }[what]?.() ?? "";
}

/** Return the options of the scheme that are not the default. */
function scheme() {
  const changed = state.changed();
  return Object.fromEntries(fields.filter(({ name }) => name in changed).map(({ name }) => [name, changed[name]]));
}

function delimiters(now, tab) {
  const pair = [now[`${tab}_open`], now[`${tab}_close`]];
  return pair.some(Boolean) ? pair : null;
}

/** Return what to ask for the result of a tab. */
function requestOf(tab, now) {
  const common = { scheme: scheme(), locale: now.locale };
  return {
    numbers: () => ({ function: "numbers", arguments: { text: now.numbers, reads: now.reads, ...common } }),
    text: () => ({
      function: "annotated",
      arguments: { text: now.text, to: now.to, exact: now.exact, delimiters: delimiters(now, "text"), ...common },
    }),
    lint: () => ({
      function: "linted",
      arguments: { text: now.lint, plain: now.plain === "yes", delimiters: delimiters(now, "lint"), ...common },
    }),
  }[tab]();
}

const SHOW = { numbers: showNumbers, text: showText, lint: showLint };

const actions = {
  setText(name, text) {
    form.elements[name].value = text;
    refresh();
  },
  rule: (code) => python.ask("rule", { function: "rule", arguments: { code } }),
};

async function refresh() {
  const now = values(form);
  const tab = now.tab;
  showTab(tab);
  showPresets();
  const link = state.link();
  const isLong = link.length > LONGEST_LINK;
  history.replaceState(null, "", link && !isLong ? `#${link}` : location.pathname + location.search);
  const result = document.getElementById(`result-${tab}`);
  result.setAttribute("aria-busy", "true");
  const reply = await python.ask(tab, requestOf(tab, now));
  schemeError.hidden = reply.error?.kind !== "SchemeError";
  if (!schemeError.hidden) {
    schemeError.textContent = reply.error.message;
    document.getElementById("fields").open = true;
  }
  SHOW[tab](result, reply, actions);
  result.removeAttribute("aria-busy");
  if (tab === "lint" && !reply.error) {
    const played = await python.ask("stream", { function: "streamed", arguments: { text: now.lint, scheme: scheme() } });
    showStream(document.getElementById("result-stream"), played);
  }
}

function showTab(chosen) {
  for (const tab of tabs) {
    const isChosen = tab.id === `tab-${chosen}`;
    tab.setAttribute("aria-selected", isChosen);
    tab.tabIndex = isChosen ? 0 : -1;
    document.getElementById(tab.getAttribute("aria-controls")).hidden = !isChosen;
  }
}

function showPresets() {
  const now = JSON.stringify(Object.entries(scheme()).sort());
  for (const button of form.querySelectorAll("[data-preset]")) {
    button.setAttribute("aria-pressed", JSON.stringify(Object.entries(JSON.parse(button.dataset.preset)).sort()) === now);
  }
}

function choosePreset(settings) {
  for (const field of fields) field.value = settings[field.name] ?? state.defaults[field.name];
  refresh();
}

function chooseTab(tab) {
  form.elements.tab.value = tab.id.replace("tab-", "");
  tab.focus();
  refresh();
}

function moveAlongTabs(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  chooseTab(tabs[(tabs.indexOf(event.currentTarget) + step + tabs.length) % tabs.length]);
}

async function copy(text, message) {
  await navigator.clipboard.writeText(text);
  document.getElementById("copied").textContent = message;
}

async function copyEquivalent(language) {
  const now = values(form);
  const reply = await python.ask("equivalent", { function: "equivalent", arguments: { language, request: requestOf(now.tab, now) } });
  if (reply.error) document.getElementById("copied").textContent = reply.error.message;
  else await copy(reply.text, `Copied: ${reply.text.split("\n").at(-1).slice(0, 60)}`);
}

async function copyLink() {
  if (state.link().length > LONGEST_LINK) {
    document.getElementById("copied").textContent = "The text is too long for a link.";
  } else {
    await copy(location.href, "Copied");
  }
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", refresh);
for (const button of form.querySelectorAll("[data-preset]")) {
  button.addEventListener("click", () => choosePreset(JSON.parse(button.dataset.preset)));
}
for (const tab of tabs) {
  tab.addEventListener("click", () => chooseTab(tab));
  tab.addEventListener("keydown", moveAlongTabs);
}
document.getElementById("copy-link").addEventListener("click", copyLink);
document.getElementById("copy-python").addEventListener("click", () => copyEquivalent("python"));
document.getElementById("copy-command").addEventListener("click", () => copyEquivalent("command"));
addEventListener("hashchange", () => {
  state.take(location.hash.slice(1));
  refresh();
});
state.take(location.hash.slice(1));
refresh();
