// Lets the keyboard scroll tables that are wider than the page.

addEventListener("load", () => {
  for (const table of document.querySelectorAll(".md-typeset__scrollwrap")) {
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;
  }
});
