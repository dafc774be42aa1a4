// The tab "Lint": mistakes in the text, the page of a rule beside them, fixes, and a stream that plays token by token.

import { copyButton, element, errorBox, withCode } from "./elements.js";

const STEP = 600; // milliseconds for a token

export function showLint(result, reply, actions) {
  result.replaceChildren();
  if (reply.error) {
    if (reply.error.kind !== "SchemeError") result.append(errorBox(reply.error));
    return;
  }
  const page = element("aside", { class: "pg-rule", "aria-label": "The rule", "aria-live": "polite" });
  const open = async (code) => showRule(page, await actions.rule(code));
  const marked = reply.segments.map((each) => segment(each, reply.findings, open));
  const count = reply.findings.length + reply.more;
  const fixes = [
    fixButton("Apply the safe fixes", reply.fixed, actions),
    fixButton("Apply all fixes", reply.all_fixed, actions),
  ];
  result.append(
    element(
      "div",
      {},
      element("p", { class: "pg-marked", tabindex: 0, role: "region", "aria-label": "The text with its mistakes" }, ...marked),
      element("p", { class: "pg-row", id: "found" }, count === 1 ? "1 finding" : `${count} findings`, ...(count ? fixes : [])),
      element("ol", { class: "pg-findings" }, ...reply.findings.map((each, index) => finding(each, index, open, actions))),
      reply.more ? element("p", { class: "pg-about" }, `… and ${reply.more} more`) : null,
    ),
    page,
  );
  if (reply.findings.length) open(reply.findings[0].code);
}

function fixButton(label, fixed, actions) {
  return element("button", { type: "button", class: "pg-small", onclick: () => actions.setText("lint", fixed) }, label);
}

function segment({ text, finding, severity }, findings, open) {
  if (finding === undefined) return text;
  const { code, message } = findings[finding];
  const attributes = { type: "button", class: `pg-${severity}`, title: `${code}: ${message}`, onclick: () => open(code) };
  return element("button", attributes, text.trim() ? text : text.replaceAll(" ", "␣"));
}

function finding(each, index, open, actions) {
  const { code, name, severity, message, line, column, fix, fixed } = each;
  const button = fix && fixed !== null ? fixButton(`Fix this${fix.safe ? "" : " (unsafe)"}`, fixed, actions) : null;
  return element(
    "li",
    { class: "pg-finding" },
    element("button", { type: "button", class: `pg-code-of pg-${severity}`, onclick: () => open(code) }, `${code} ${name}`),
    element("span", { class: "pg-about" }, ` ${severity}, line ${line}, column ${column}`),
    element("p", {}, message),
    fix ? element("p", { class: "pg-row" }, element("del", {}, fix.from), " → ", element("ins", {}, fix.to), button) : null,
  );
}

/** Show the page of a rule: its sections, with their paragraphs and examples. */
function showRule(page, { code, name, documentation }) {
  const parts = documentation.split(/(^```[^]*?^```$)/m).flatMap((part) => (part.startsWith("```") ? example(part) : prose(part)));
  const link = element("a", { href: `../reference/rules/#${name}` }, "In the list of rules");
  page.replaceChildren(element("h2", {}, `${name} (${code})`), ...parts, element("p", {}, link));
}

function example(fenced) {
  return [element("pre", { tabindex: 0 }, element("code", {}, fenced.split("\n").slice(1, -1).join("\n")))];
}

function prose(text) {
  const lines = text.split(/\n\n|\n(?=## )|(?<=^## .*)\n/m).map((each) => each.trim());
  return lines.filter((each) => each && !each.startsWith("# ")).map((each) =>
    each.startsWith("## ") ? element("h3", {}, each.slice(3)) : element("p", {}, ...withCode(each)),
  );
}

let timer = null;

export function showStream(result, { steps, end, more }) {
  clearInterval(timer);
  let at = 0;
  const tokens = steps.slice(1).map(({ token }) => element("li", { class: "pg-played" }, token));
  const list = element("ol", { class: "pg-stream", "aria-label": "Tokens" }, ...tokens);
  const says = element("p", { role: "status", class: "pg-says" });
  const play = element("button", { type: "button", class: "pg-small", id: "play" }, "Play");

  function show(place) {
    at = Math.max(0, Math.min(place, steps.length - 1));
    for (const [index, token] of tokens.entries()) {
      token.hidden = index >= at;
      token.classList.toggle("pg-error", index < at && steps[index + 1].problem !== null);
      token.classList.toggle("pg-last", index === at - 1);
    }
    const isEnd = at === steps.length - 1;
    const problem = steps[at].problem ?? (isEnd ? end : null);
    says.replaceChildren(
      ...(problem ? [element("strong", {}, problem), element("br")] : []),
      `Next may come ${steps[at].next}${steps[at].complete ? ", or text" : ""}.`,
      isEnd && more ? ` … and ${more} more tokens` : "",
    );
    if (isEnd) stop();
  }

  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  }

  play.addEventListener("click", () => {
    if (timer) return stop();
    if (at === steps.length - 1) show(0);
    play.textContent = "Pause";
    timer = setInterval(() => show(at + 1), STEP);
  });
  const button = (label, act) => element("button", { type: "button", class: "pg-small", onclick: () => (stop(), act()) }, label);
  result.replaceChildren(
    element("p", { class: "pg-row" }, play, button("Back", () => show(at - 1)), button("Step", () => show(at + 1)), button("To the end", () => show(steps.length))),
    list,
    says,
  );
  show(0);
}
