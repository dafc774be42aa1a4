// The tab "Text": the numbers of a text marked, what was left alone with its reason, and the result.

import { copyButton, element, errorBox } from "./elements.js";

export function showText(result, reply, actions) {
  result.replaceChildren();
  if (reply.error) {
    if (reply.error.kind !== "SchemeError") result.append(errorBox(reply.error));
    return;
  }
  const isCut = reply.shown < reply.characters;
  result.append(
    element("h2", {}, "What was found"),
    element("p", { class: "pg-marked", tabindex: 0, role: "region", "aria-label": "What was found" }, ...reply.segments.map(segment)),
    ...(isCut ? [element("p", { class: "pg-about" }, `The first ${reply.shown.toLocaleString("en")} of ${reply.characters.toLocaleString("en")} characters; the result has all.`)] : []),
    element("ul", { class: "pg-counts", "aria-label": "Counts" }, ...reply.counts.map(({ what, count }) => element("li", {}, element("b", {}, String(count)), ` ${what}`))),
    element("h2", {}, "Result"),
    element("p", { class: "pg-marked", id: "converted", tabindex: 0, role: "region", "aria-label": "Result" }, reply.result.slice(0, 2 * reply.shown), isCut ? "…" : ""),
    element("p", { class: "pg-row" }, copyButton(reply.result, "Copy the result")),
  );
}

function segment({ kind, text, became, reason }) {
  if (kind === "text") return text;
  const note = kind === "number" ? became : reason;
  return element(kind === "number" ? "mark" : "span", { class: `pg-${kind}`, tabindex: 0 }, text, element("span", { class: "pg-note" }, note));
}
