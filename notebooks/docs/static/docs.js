// What Furo leaves out: displays of a notebook follow the theme chosen, and what scrolls can be reached by keys.

const { dataset } = document.body;

function followTheme() {
  if (dataset.theme === "auto") delete dataset.jpThemeLight;
  else dataset.jpThemeLight = String(dataset.theme === "light");
}

new MutationObserver(followTheme).observe(document.body, { attributeFilter: ["data-theme"] });
followTheme();

for (const box of document.querySelectorAll("pre, .cell_output"))
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
