// The whole tutor on one page: the bar of choices, the table, the panels beside and below it.
import { AddressBar } from "./address.js";
import { Host, connect, followTheme, listenToKeys } from "./host.js";
import { ShellView } from "./shell.js";
import { Tabs } from "./tabs.js";
import { CardTableView } from "./card_table.js";
import { BestGroupingView } from "./best_grouping.js";
import { ComparisonTableView } from "./comparison_table.js";
import { WhatNowView } from "./what_now.js";
import { HandEditorView } from "./hand_editor.js";
import { RulebookCardView } from "./rulebook_card.js";
import { lazyView } from "./lazy.js";
import { roundOf } from "./logic.js";

/**
 * Open the round of the link, or after a reload that of this tab: an answer that comes while the page is leaving
 * changes what the tab remembers, but no longer the address that is loaded.
 */
function openRound(memory) {
  const link = roundOf(location.hash);
  const [visit] = performance.getEntriesByType("navigation");
  const { links = [], ...kept } = memory || {};
  const own = visit && visit.type === "reload" && links.includes(link);
  return { type: "round", do: "open", link: own ? kept.link : link, memory: memory && kept };
}

// What the page is made of: the trait a view draws, and its place. Panels with a tab share their place,
// one seen at a time; alone there, a panel shows no tab.
const PANELS = [
  { trait: "table", View: CardTableView, place: "left" },
  { trait: "best", View: BestGroupingView, place: "side" },
  { trait: "comparison", View: ComparisonTableView, place: "side", tab: "tab_comparison" },
  { trait: "what_now", View: WhatNowView, place: "side", tab: "tab_what_now" },
  { trait: "editor", View: HandEditorView, place: "below", tab: "editor_title" },
  { trait: "ledger", View: lazyView("ledger", openRound, "rummy-tutor-round"), place: "below", tab: "tab_round" },
  { trait: "rulebook", View: RulebookCardView, place: "below", tab: "tab_rulebook" },
];
const STORE = "rummy-tutor";

function readSettings() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) || {};
  } catch {
    return {}; // storage may be forbidden; the settings then last as long as the page
  }
}

function writeSettings(settings) {
  try {
    localStorage.setItem(STORE, JSON.stringify(settings));
  } catch { /* as above */ }
}

class App {
  constructor(model, el) {
    this.model = model;
    this.settings = readSettings();
    this.root = document.createElement("div");
    this.root.className = "rt rt-app";
    el.append(this.root);
    this.host = new Host(model, this.root);
    this.inPage = document.body.hasAttribute("data-voila");
    this.stopTheme = followTheme(this.root);
    this.build();
    if (this.inPage) {
      this.address = new AddressBar(this.host);
      this.host.history = this.address;
      this.followRounds();
    }
    this.scheme = window.matchMedia("(prefers-color-scheme: dark)");
    this.onScheme = () => this.applySettings();
    this.scheme.addEventListener("change", this.onScheme);
    this.boot();
    this.applySettings();
  }

  build() {
    const place = (tag, name, parent, label) => {
      const node = document.createElement(tag);
      node.className = name;
      if (label) node.setAttribute("aria-label", label);
      parent.append(node);
      return node;
    };
    const t = this.host.t;
    const bar = place("header", "rt-bar", this.root);
    const banner = this.host.banner;
    this.root.append(banner);
    const notes = place("div", "rt-notes", this.root);
    notes.setAttribute("role", "status");
    const main = place(this.inPage ? "main" : "div", "rt-main", this.root);
    const places = { left: place("div", "rt-left", main), side: place("div", "rt-side", main), below: place("div", "rt-below", this.root) };
    const codePlace = place("div", "rt-codeplace", places.side);
    places.side.setAttribute("role", "complementary");
    places.side.setAttribute("aria-label", t("side_label"));
    places.below.setAttribute("role", "region");
    places.below.setAttribute("aria-label", t("below_label"));
    this.shell = new ShellView(bar, notes, codePlace, this);
    this.views = {};
    this.tabs = {};
    for (const [name, parent] of Object.entries(places)) {
      for (const { trait, View } of PANELS.filter((panel) => panel.place === name && !panel.tab)) this.views[trait] = new View(parent, this.host);
      const tabbed = PANELS.filter((panel) => panel.place === name && panel.tab);
      if (!tabbed.length) continue;
      this.tabs[name] = new Tabs(place("div", `rt-tabbed rt-tabs-${name}`, parent), this.host, tabbed, this.inPage ? name : null, () => this.onTab());
      Object.assign(this.views, this.tabs[name].views);
    }
    const keyed = { shell: { onKey: (event) => this.onKey(event) }, ...this.views };
    listenToKeys(this.root, keyed);
    this.onDocumentKey = (event) => {
      // keys pressed where nothing has the focus still play, but only where the page is ours
      if (!this.inPage || event.defaultPrevented || event.target !== document.body) return;
      if (Object.values(keyed).some((view) => view.onKey && view.onKey(event))) event.preventDefault();
    };
    document.addEventListener("keydown", this.onDocumentKey);
    // the list of options closes like any menu: by a press elsewhere, or Escape
    this.onElsewhere = (event) => {
      const list = bar.querySelector(".rt-options[open]");
      if (list && (event.key === "Escape" || (!event.key && !list.contains(event.target)))) list.open = false;
    };
    document.addEventListener("pointerdown", this.onElsewhere);
    bar.addEventListener("keydown", this.onElsewhere);
  }

  onKey(event) {
    if (event.key.toLowerCase() === "n" && !event.ctrlKey && !event.metaKey && !event.altKey && this.shell.vm && this.shell.vm.classroom) {
      this.host.send({ type: "next_step" });
      return true;
    }
    return false;
  }

  /** While the tab of the round is open the link names the round; a link with a round opens that tab. */
  followRounds() {
    const { below } = this.tabs;
    const [visit] = performance.getEntriesByType("navigation");
    if (this.address.round) below.select("ledger");
    if (this.address.round && visit && visit.type === "navigate") this.address.onArrival = () => requestAnimationFrame(() => below.strip.scrollIntoView({ block: "start" }));
    this.address.onRound = (code) => {
      below.select("ledger");
      // one that has not been opened yet reads the link for itself
      if (!this.model.get("ledger").closed) this.host.send({ type: "round", do: "link", code });
    };
    this.address.onLink = () => this.shell.followRound();
    this.onTab();
  }

  onTab() {
    if (this.address) this.address.setRound({ open: this.tabs.below.open === "ledger" });
  }

  /** A link in the address bar is sent to be read before anything is drawn over it. */
  boot() {
    this.booting = Boolean(this.address && location.search.length > 1);
    if (this.booting) {
      this.root.classList.add("rt-booting");
      const arrived = () => {
        if (this.model.get("reply").view !== this.host.name) return;
        this.model.off("change:reply", arrived);
        this.booting = false;
        this.root.classList.remove("rt-booting");
        this.stopViews = connect(this.model, this.host, { shell: this.shell, ...this.views });
        this.ready();
      };
      this.model.on("change:reply", arrived);
      this.host.send({ type: "link", search: location.search.slice(0, 20000), first: true, memory: this.address.recall() });
      return;
    }
    this.stopViews = connect(this.model, this.host, { shell: this.shell, ...this.views });
    this.ready();
  }

  ready() {
    this.root.dataset.ready = "true";
    if (this.address) this.address.repeat();
  }

  dark() {
    const own = this.settings.theme;
    if (this.inPage) return own ? own === "dark" : this.scheme.matches;
    return own ? own === "dark" : this.root.dataset.theme === "dark" || (document.body.dataset.jpThemeLight === undefined && this.scheme.matches);
  }

  setTheme(theme) { this.settings.theme = theme; this.applySettings(); }
  setSuits(four) { this.settings.four = four; this.applySettings(); }

  applySettings() {
    const dark = this.dark();
    if (this.inPage || this.settings.theme) {
      this.root.dataset.theme = dark ? "dark" : "light";
    }
    if (this.inPage) {
      document.documentElement.style.colorScheme = dark ? "dark" : "light";
      document.documentElement.style.background = dark ? "#14181a" : "#f3efe6";
      document.body.style.background = "transparent";
    }
    this.root.classList.toggle("rt-four", Boolean(this.settings.four));
    writeSettings(this.settings);
    if (this.shell.vm) this.shell.draw();
  }

  /** Bring a panel into view and put the focus there. */
  jump(trait) {
    const tabs = Object.values(this.tabs).find((one) => trait in one.views);
    const place = tabs.select(trait);
    place.scrollIntoView({ block: "start", behavior: window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    const target = place.querySelector("textarea") || place.querySelector("h2, button");
    if (!target) return;
    if (target.tagName === "H2") target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  stop() {
    if (this.stopViews) this.stopViews();
    if (this.address) this.address.stop();
    Object.values(this.tabs).forEach((tabs) => tabs.stop());
    document.removeEventListener("keydown", this.onDocumentKey);
    document.removeEventListener("pointerdown", this.onElsewhere);
    this.scheme.removeEventListener("change", this.onScheme);
    this.stopTheme();
    this.host.stop();
  }
}

export default {
  render({ model, el }) {
    const app = new App(model, el);
    return () => app.stop();
  },
};
