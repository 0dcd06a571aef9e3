// Several panels in one place of the page, one seen at a time.
import { tabMemory } from "./address.js";
import { nextTab } from "./logic.js";
import { h, redraw } from "./dom.js";

const OPEN_TAB = "rummy-tutor-tab-";

/**
 * A row of tabs and the panels behind them; a panel alone shows no row.
 * Panels that are not seen are not drawn until they are.
 */
export class Tabs {
  constructor(root, host, panels, memoryName, onOpen = () => {}) {
    this.host = host;
    this.panels = panels;
    this.memoryName = memoryName;
    this.onOpen = onOpen;
    this.strip = document.createElement("div");
    this.strip.className = "rt-tabstrip";
    root.append(this.strip);
    this.places = {};
    this.latest = {}; // view models of panels that are not seen
    this.views = {};
    for (const { trait, View } of panels) {
      const place = document.createElement("div");
      place.className = `rt-tabplace rt-${trait}place`;
      place.id = `${host.name}-panel-${trait}`;
      if (panels.length > 1) {
        place.setAttribute("role", "tabpanel");
        place.setAttribute("aria-labelledby", `${host.name}-tab-${trait}`);
      }
      root.append(place);
      this.places[trait] = place;
      const view = new View(place, host);
      this.views[trait] = {
        also: view.also,
        update: (vm) => { if (this.open === trait) view.update(vm); else this.latest[trait] = vm; },
        onKey: (event) => this.open === trait && Boolean(view.onKey) && view.onKey(event),
      };
    }
    const kept = memoryName ? tabMemory(OPEN_TAB + memoryName) : null;
    this.open = kept in this.views ? kept : panels[0].trait;
    this.onHide = () => { if (memoryName) tabMemory(OPEN_TAB + memoryName, this.open); };
    window.addEventListener("pagehide", this.onHide);
    this.strip.addEventListener("click", (event) => {
      const tab = event.target.closest("[data-tab]");
      if (tab) this.select(tab.dataset.tab);
    });
    this.strip.addEventListener("keydown", (event) => {
      const next = nextTab(panels.map((panel) => panel.trait), this.open, event.key);
      if (next === null) return;
      event.preventDefault();
      this.select(next);
      this.strip.querySelector(`[data-tab="${next}"]`).focus();
    });
    this.draw();
  }

  /** Show a panel; returns its place. */
  select(trait) {
    this.open = trait;
    this.draw();
    if (trait in this.latest) {
      const vm = this.latest[trait];
      delete this.latest[trait];
      this.views[trait].update(vm);
    }
    this.onOpen();
    return this.places[trait];
  }

  draw() {
    for (const [trait, place] of Object.entries(this.places)) place.hidden = trait !== this.open;
    if (this.panels.length < 2) return;
    this.strip.setAttribute("role", "tablist");
    redraw(this.strip, this.panels.map(({ trait, tab }) => {
      const on = trait === this.open;
      return h("button", { type: "button", role: "tab", class: "rt-tab", id: `${this.host.name}-tab-${trait}`, "data-tab": trait, "data-key": trait, "data-focus": `tab-${trait}`, "aria-selected": on ? "true" : "false", "aria-controls": this.places[trait].id, tabindex: on ? "0" : "-1" }, this.host.t(tab));
    }));
  }

  stop() { window.removeEventListener("pagehide", this.onHide); }
}
