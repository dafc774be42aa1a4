// The state of the page is what its controls hold. A link has every value that is not the default.

const TAB = "tab";

/** Return the values of all controls by their names. */
export function values(form) {
  return Object.fromEntries(new FormData(form));
}

/** Keeps the default values of a form, and changes between its state and a link. */
export class State {
  constructor(form) {
    this.form = form;
    this.defaults = values(form);
  }

  /** Return the values that are not the default. */
  changed() {
    const now = values(this.form);
    const names = new Set([...Object.keys(this.defaults), ...Object.keys(now)]);
    return Object.fromEntries([...names].filter((name) => now[name] !== this.defaults[name]).map((name) => [name, now[name] ?? ""]));
  }

  /** Return the part of a link after `#`. */
  link() {
    return new URLSearchParams(this.changed()).toString();
  }

  /** Take a state from a link. What the link does not have gets its default; unknown names are ignored. */
  take(link) {
    const given = new URLSearchParams(link);
    for (const control of this.form.elements) {
      if (!control.name) continue;
      const value = given.get(control.name) ?? this.defaults[control.name] ?? "";
      if (control.type === "radio" || control.type === "checkbox") control.checked = control.value === value;
      else if (control.tagName !== "SELECT" || [...control.options].some((option) => option.value === value)) control.value = value;
    }
    if (!document.getElementById(`tab-${values(this.form)[TAB]}`)) this.form.elements[TAB].value = this.defaults[TAB];
  }
}
