// Several panels in one place of the page, one seen at a time.
import { tabMemory } from "./address.js";
import { h, redraw } from "./dom.js";
import { nextTab } from "./logic.js";
import { PanelView } from "./panel.js";

const OPEN_TAB = "rummy-tutor-tab-";

/**
 * A row of tabs and the panels behind them; a panel alone shows no row.
 * Panels that are not seen are not drawn until they are.
 */
export class Tabs {
  constructor(root, host, panels, memoryName) {
    this.host = host;
    this.panels = panels;
    this.memoryName = memoryName;
    this.strip = document.createElement("div");
    this.strip.className = "rt-row rt-close rt-tabstrip";
    root.append(this.strip);
    this.places = {};
    this.latest = {}; // view models of panels that are not seen
    this.views = {};
    for (const { key, make } of panels) {
      const place = document.createElement("div");
      place.className = `rt-tabplace rt-${key}place`;
      place.id = `${host.name}-panel-${key}`;
      if (panels.length > 1) {
        place.setAttribute("role", "tabpanel");
        place.setAttribute("aria-labelledby", `${host.name}-tab-${key}`);
      }
      root.append(place);
      this.places[key] = place;
      const view = new PanelView(place, host, make);
      this.views[key] = {
        also: view.also,
        update: (vm) => {
          if (this.open === key) view.update(vm);
          else this.latest[key] = vm;
        },
        onKey: (event) => this.open === key && view.onKey(event),
      };
    }
    const kept = memoryName ? tabMemory(OPEN_TAB + memoryName) : null;
    this.open = kept in this.views ? kept : panels[0].key;
    if (memoryName) host.follow(window, "pagehide", () => tabMemory(OPEN_TAB + memoryName, this.open));
    this.strip.addEventListener("click", (event) => {
      const tab = event.target.closest("[data-tab]");
      if (!tab) return;
      const place = this.select(tab.dataset.tab);
      if (memoryName) place.scrollIntoView({ block: "nearest" }); // the tabs may stand at the foot of the window
    });
    this.strip.addEventListener("keydown", (event) => {
      const next = nextTab(
        panels.map((panel) => panel.key),
        this.open,
        event.key,
      );
      if (next === null) return;
      event.preventDefault();
      this.select(next);
      this.strip.querySelector(`[data-tab="${next}"]`).focus();
    });
    this.draw();
  }

  /** Show a panel; returns its place. */
  select(key) {
    const before = this.strip.clientWidth;
    this.open = key;
    this.draw();
    if (this.strip.clientWidth !== before) this.host.laidOut.emit(); // another share of the page is left to the table
    if (key in this.latest) {
      const vm = this.latest[key];
      delete this.latest[key];
      this.views[key].update(vm);
    }
    return this.places[key];
  }

  draw() {
    for (const [key, place] of Object.entries(this.places)) place.hidden = key !== this.open;
    if (this.panels.length < 2) return;
    this.strip.setAttribute("role", "tablist");
    redraw(
      this.strip,
      this.panels.map(({ key, tab }) => {
        const on = key === this.open;
        return h(
          "button.rt-tab",
          {
            role: "tab",
            id: `${this.host.name}-tab-${key}`,
            "data-tab": key,
            key,
            focus: `tab-${key}`,
            "aria-selected": on ? "true" : "false",
            "aria-controls": this.places[key].id,
            tabindex: on ? "0" : "-1",
          },
          [this.host.t(tab)],
        );
      }),
    );
  }
}
