// A sheet over the page with panels of its own: it opens over any screen, closes with Esc, and gives the focus back.

import { h, icon, redraw } from "./dom.js";
import { Tabs } from "./tabs.js";

export class Sheet {
  constructor(root, host, panels) {
    this.host = host;
    this.dialog = document.createElement("dialog");
    this.dialog.className = "rt-sheet";
    this.head = document.createElement("header");
    this.head.className = "rt-line rt-sheethead";
    const body = document.createElement("div");
    body.className = "rt-sheetbody";
    this.dialog.append(this.head, body);
    root.append(this.dialog);
    host.over.add(() => this.dialog.remove());
    this.tabs = new Tabs(body, host, panels, null);
    const { views } = this.tabs;
    this.latest = {}; // view models that came while the sheet was closed
    this.views = Object.fromEntries(
      Object.entries(views).map(([key, view]) => [
        key,
        {
          also: view.also,
          update: (vm) => {
            if (this.dialog.open) view.update(vm);
            else this.latest[key] = vm;
          },
          onKey: () => false,
        },
      ]),
    );
    this.head.addEventListener("click", (event) => {
      if (event.target.closest("[data-act]")) this.close();
    });
    // a press beside the sheet closes it too
    this.dialog.addEventListener("pointerdown", (event) => {
      if (event.target === this.dialog) this.close();
    });
    // keys pressed in the sheet are its own
    this.dialog.addEventListener("keydown", (event) => {
      event.stopPropagation();
      this.takeKey(event);
    });
  }

  /** Whether the sheet is open: every key is its own then, whatever has the focus; Escape closes it. */
  takeKey(event) {
    const { open } = this.dialog;
    if (open && event.key === "Escape") this.close();
    return open;
  }

  /** Open the sheet with one of its panels. */
  open(key) {
    const close = this.host.t("sheet_close");
    redraw(this.head, [
      h("h2", this.host.t("sheet_title")),
      h("button.rt-barbutton", { act: "close", focus: "close-sheet", title: close }, icon("close"), h("span", close)),
    ]);
    this.dialog.setAttribute("aria-label", this.host.t("sheet_title"));
    this.tabs.select(key); // before the focus goes in: what is hidden cannot have it
    if (!this.dialog.open) this.dialog.showModal();
    const { latest } = this;
    this.latest = {};
    for (const [name, vm] of Object.entries(latest)) this.tabs.views[name].update(vm);
  }

  close() {
    if (this.dialog.open) this.dialog.close();
  }
}
