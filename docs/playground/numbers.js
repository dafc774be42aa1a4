// The tab "Numbers": tokens as boxes, the value that they decode to, and other tokenizations beside them.

import { copyButton, element, errorBox } from "./elements.js";

export function showNumbers(result, reply) {
  result.replaceChildren();
  if (reply.error) {
    if (reply.error.kind !== "SchemeError") result.append(errorBox(reply.error));
    return;
  }
  for (const row of reply.rows) result.append(row.error ? errorBox(row.error) : card(row));
  if (reply.more) result.append(element("p", { class: "pg-about" }, `… and ${reply.more} more numbers`));
}

function card(row) {
  return element(
    "article",
    { class: "pg-card", "aria-label": row.given },
    element("ol", { class: "pg-tokens", "aria-label": `Tokens of ${row.given}` }, ...row.tokens.map(token)),
    element(
      "p",
      { class: "pg-back" },
      element("code", { class: "pg-tst" }, row.tst),
      copyButton(row.tst),
      " decodes to ",
      element("output", {}, row.value),
      row.written === row.value ? "" : `, written ${row.written}`,
    ),
    comparison(row),
  );
}

/** Return a token as a box in the colour of its magnitude. Its value and power show on hover and on focus. */
function token({ text, label, meaning, power, hue }) {
  const value = meaning && power !== null ? `${meaning} · 10^${power}` : meaning;
  const kind = power === null ? "mark" : power < 0 ? "fraction" : power > 0 ? "integer" : "units";
  return element(
    "li",
    { class: `pg-token pg-${kind}`, tabindex: 0, style: `--hue: ${hue}` },
    element("code", {}, text),
    element("span", { class: "pg-label" }, label),
    value ? element("span", { class: "pg-tip" }, value) : null,
  );
}

function comparison(row) {
  const lines = row.compared.map(({ name, tokens, remark }) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      element("td", { class: "pg-count" }, tokens.length ? String(tokens.length) : "–"),
      element("td", {}, ...tokens.flatMap((each) => [element("code", { class: "pg-piece" }, each.replaceAll(" ", "␣")), " "]), remark),
    ),
  );
  const head = element("tr", {}, ...["tokenization", "tokens", ""].map((text) => element("th", { scope: "col" }, text || "cut")));
  return element(
    "details",
    { class: "pg-compared", open: true },
    element("summary", {}, "Beside other tokenizations"),
    element("div", { class: "pg-scroll", tabindex: 0, role: "region", "aria-label": `Tokenizations of ${row.given}` }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...lines))),
  );
}
