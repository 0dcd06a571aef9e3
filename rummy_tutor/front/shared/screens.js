// The screens of the page, one a mode: the places of its panels, one screen seen at a time.

import { addNode, h } from "./dom.js";
import { PanelView, panelPlace } from "./panel.js";
import { Tabs } from "./tabs.js";

/** @import { Host } from "./host.js" */
/** @import * as page from "../page.js" */

/**
 * The modes that panels stand in, in the order of their buttons.
 * @param {page.PanelEntry[]} panels
 */
export const listModes = (panels) => [...new Set(panels.flatMap((panel) => panel.modes))];

const PLACES = ["left", "side", "below"];
const addPlace = (name, parent) => addNode(parent, h("div", { class: name }));

/**
 * One mode's panels in their places: above or on the left, beside the left, below.
 * Panels with a tab share their place, one seen at a time; alone there, a panel shows no tab.
 * Nothing is drawn before the screen is shown.
 */
export class Screen {
  /**
   * @param {HTMLElement} parent
   * @param {Host} host
   * @param {string} mode
   * @param {page.PanelEntry[]} panels
   * @param {{ maker: (panel: page.PanelEntry) => Function, inPage: boolean }} how
   */
  constructor(parent, host, mode, panels, { maker, inPage }) {
    this.mode = mode;
    this.root = addPlace(`rt-fill rt-screen rt-screen-${mode}`, parent);
    this.root.hidden = true;
    this.latest = {}; // view models that came while the screen was hidden
    this.drawn = {}; // views by the panel's key
    this.tabs = {};
    this.places = {};
    // a panel that names no mode stands on every screen
    const here = panels.filter((panel) => panel.modes.includes(mode) || !panel.modes.length);
    const beside = here.some((panel) => panel.place === "left" || panel.place === "side");
    const spread = beside ? addPlace("rt-spread", this.root) : null;
    this.purpose = spread ? null : addNode(this.root, h("p.rt-quiet.rt-purpose")); // beside answers the table says it
    const inUse = PLACES.filter((name) => here.some((panel) => panel.place === name));
    for (const name of inUse) {
      // on the left a hand lies, on the same felt as its tools
      const more = { left: " rt-feltcloth", side: " rt-stack rt-near" }[name] ?? "";
      this.places[name] = addPlace(`rt-${name}${more}`, name === "below" ? this.root : spread);
    }
    if (this.places.side) addPlace("rt-headplace", this.places.side); // what a panel on the left says above the answers
    for (const name of inUse) {
      const mine = here.filter((panel) => panel.place === name);
      const place = this.places[name];
      for (const panel of mine.filter(({ tab }) => !tab))
        this.drawn[panel.key] = new PanelView(panelPlace(place), host, maker(panel));
      const tabbed = mine.filter((panel) => panel.tab).map((panel) => ({ ...panel, make: maker(panel) }));
      if (!tabbed.length) continue;
      const memory = inPage ? `${mode}-${name}` : null;
      this.tabs[name] = new Tabs(addPlace(`rt-tabbed rt-tabs-${name}`, place), host, tabbed, memory);
      Object.assign(this.drawn, this.tabs[name].views);
    }
    this.views = Object.fromEntries(Object.entries(this.drawn).map(([key, view]) => [key, this.gate(key, view)]));
  }

  get shown() {
    return !this.root.hidden;
  }

  gate(key, view) {
    return {
      also: view.also,
      update: (vm) => {
        if (this.shown) view.update(vm);
        else this.latest[key] = vm;
      },
      onKey: (event) => this.shown && view.onKey(event),
    };
  }

  show(on) {
    if (on === this.shown) return;
    this.root.hidden = !on;
    if (!on) return;
    const { latest } = this;
    this.latest = {};
    for (const [key, vm] of Object.entries(latest)) this.drawn[key].update(vm);
  }
}

/** The views of all screens by the panel's key; a panel that stands on several is drawn on each. */
export function joinViews(screens) {
  const joined = {};
  for (const [key, view] of screens.flatMap((screen) => Object.entries(screen.views))) {
    const before = joined[key];
    joined[key] = before
      ? {
          also: Object.fromEntries(
            Object.entries(view.also).map(([name, draw]) => [
              name,
              (vm) => [before.also[name], draw].map((make) => make(vm)),
            ]),
          ),
          update: (vm) => [before, view].map((part) => part.update(vm)),
          onKey: (event) => before.onKey(event) || view.onKey(event),
        }
      : view;
  }
  return joined;
}
