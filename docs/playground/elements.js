// Makes elements of the page.

/** Return an element with attributes and children; a text child is never read as HTML. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

/** Return an error of the package, with its line and caret. */
export function errorBox(error) {
  return element("pre", { class: "pg-error", role: "alert" }, error.drawn);
}

/** Return a button that copies a text. */
export function copyButton(text, label = "Copy") {
  const button = element("button", { type: "button", class: "pg-small" }, label);
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = label), 1500);
  });
  return button;
}

/** Return a text with `code` between backticks as elements. */
export function withCode(text) {
  return text.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));
}
