// The whole tutor on one page: the bar of choices, the table, the panels beside and below it.
import { historyStep } from "./logic.js";
import { h, icon, redraw } from "./dom.js";
import { plainCard } from "./cards.js";
import { Host, connect, followTheme, listenToKeys } from "./host.js";
import { CardTableView } from "./card_table.js";
import { BestGroupingView } from "./best_grouping.js";
import { ComparisonTableView } from "./comparison_table.js";
import { HandEditorView } from "./hand_editor.js";
import { RulebookCardView } from "./rulebook_card.js";

const STORE = "rummy-tutor";
const UNANSWERED = "rummy-tutor-unanswered";
const TOP = "rummy-tutor-top";

/** Take a value out of the tab's own memory, or put it there; a tab may have none. */
function tabMemory(name, ...values) {
  try {
    const found = JSON.parse(sessionStorage.getItem(name));
    if (!values.length || values[0] === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(values[0]));
    return found;
  } catch {
    return null;
  }
}

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

/** The address bar as the app's memory: each new state is an entry, so that Back undoes. */
class AddressBar {
  constructor(host) {
    this.host = host;
    this.first = true;
    this.fromAddress = false;
    this.depth = (history.state && history.state.rtDepth) || 0;
    // after a reload the later entries are still there to go forward to
    const [visit] = performance.getEntriesByType("navigation");
    const top = tabMemory(TOP);
    this.top = visit && visit.type === "reload" && top > this.depth ? top : this.depth;
    this.onPop = () => {
      this.depth = (history.state && history.state.rtDepth) || 0;
      this.fromAddress = true;
      host.send({ type: "link", search: location.search });
    };
    window.addEventListener("popstate", this.onPop);
    // what nobody answered is kept over a reload, with the link it belongs to
    this.onHide = () => {
      tabMemory(TOP, this.top);
      const intents = host.unanswered();
      tabMemory(UNANSWERED, intents.length ? { search: location.search, intents } : null);
    };
    window.addEventListener("pagehide", this.onHide);
  }

  /** Do again what was not answered before the page was opened anew at the same link. */
  repeat() {
    const kept = tabMemory(UNANSWERED);
    if (kept && kept.search === location.search) kept.intents.forEach((intent) => this.host.send(intent));
  }

  follow(link) {
    const next = `${location.pathname}${link}`;
    const step = historyStep({ current: `${location.pathname}${location.search}`, next, fromAddress: this.fromAddress, first: this.first });
    this.first = false;
    this.fromAddress = false;
    if (step === "push") {
      this.depth += 1;
      this.top = this.depth;
      history.pushState({ rtDepth: this.depth }, "", next);
    } else if (step === "replace") history.replaceState({ rtDepth: this.depth }, "", next);
  }

  canBack() { return this.depth > 0; }
  canForward() { return this.depth < this.top; }
  back() { if (this.canBack()) history.back(); return this.canBack(); }
  forward() { if (this.canForward()) history.forward(); return this.canForward(); }
  stop() {
    window.removeEventListener("popstate", this.onPop);
    window.removeEventListener("pagehide", this.onHide);
  }
}

class ShellView {
  constructor(bar, notes, codePlace, app) {
    this.codePlace = codePlace;
    this.app = app;
    this.host = app.host;
    this.bar = bar;
    this.notes = notes;
    this.vm = null;
    this.share = null;
    bar.addEventListener("click", (event) => this.onClick(event));
    bar.addEventListener("change", (event) => this.onChange(event));
    notes.addEventListener("click", (event) => this.onClick(event));
  }

  update(vm) {
    this.vm = vm;
    if (this.app.address && !this.app.booting) this.app.address.follow(vm.link);
    this.askQr();
    this.app.root.classList.toggle("rt-classroom", vm.classroom);
    this.draw();
  }

  draw() {
    redraw(this.bar, this.content());
    redraw(this.notes, this.noteContent());
    redraw(this.codePlace, [this.vm.classroom && !this.share ? this.qr() : null]);
  }

  onChange(event) {
    const { field, option } = event.target.dataset;
    if (field === "players") this.host.send({ type: "set", players: Number(event.target.value) });
    else if (field) this.host.send({ type: "set", [field]: event.target.value });
    else if (option) {
      const options = this.vm.options.filter((one) => (one.key === option ? event.target.checked : one.on)).map((one) => one.key);
      this.host.send({ type: "set", options });
    }
  }

  onClick(event) {
    const target = event.target.closest("[data-act]");
    if (!target) return;
    const { act } = target.dataset;
    if (act === "theme") this.app.setTheme(this.app.dark() ? "light" : "dark");
    else if (act === "suits") this.app.setSuits(!this.app.settings.four);
    else if (act === "classroom") this.host.send({ type: "classroom", on: !this.vm.classroom });
    else if (act === "next-step") this.host.send({ type: "next_step" });
    else if (act === "dismiss") this.host.send({ type: "dismiss" });
    else if (act === "share") this.toggleShare();
    else if (act === "copy-link") this.copy(this.address(), "copied_link");
    else if (act === "copy-text") this.copy(this.vm.text, "copied_text");
    else if (act === "show-editor") this.app.jump("editor");
    else if (act === "show-rulebook") this.app.jump("rulebook");
  }

  address() { return this.app.address ? `${location.origin}${location.pathname}${this.vm.link}` : this.vm.link; }

  toggleShare() {
    this.share = this.share ? null : { said: "" };
    this.askQr();
    this.draw();
  }

  /** Have the code of the present link drawn, where it is to be seen. */
  askQr() {
    const wanted = this.app.address && (this.share || this.vm.classroom) ? this.address() : null;
    if (wanted && (wanted !== this.qrOf || !this.vm.qr.length) && wanted !== this.qrAsked) {
      this.qrAsked = wanted;
      this.host.send({ type: "qr", url: wanted });
    }
    if (this.vm.qr.length) [this.qrOf, this.qrAsked] = [wanted, null];
  }

  async copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // no permission, or a page that is not secure: the old way still works
      const area = document.createElement("textarea");
      area.value = text;
      this.bar.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    if (!this.share) this.share = {};
    this.share.said = this.host.t(said);
    this.draw();
  }

  content() {
    const { vm } = this;
    const t = this.host.t;
    const app = this.app;
    const tool = (act, name, label, pressed) => h("button", { type: "button", class: "rt-barbutton", "data-act": act, "data-focus": `bar-${act}`, "aria-pressed": pressed === undefined ? null : pressed ? "true" : "false", title: label }, icon(name), h("span", { class: "rt-barword" }, label));
    const field = (name, label, control) => h("label", { class: `rt-field rt-field-${name}`, "data-key": name }, h("span", {}, label), control);
    return [
      h("h1", { class: "rt-brand", "data-key": "brand" }, h("span", { class: "rt-brandmark", "aria-hidden": "true" }, icon("jokers")), h("span", {}, t("title"))),
      h("div", { class: "rt-fields", "data-key": "fields" },
        field("rulebook", t("rulebook"), h("select", { "data-field": "rulebook", "data-focus": "rulebook", value: vm.rulebook }, vm.rulebooks.map((book) => h("option", { value: book.key, selected: book.key === vm.rulebook }, book.name)))),
        field("turned", t("turned"), h("span", { class: "rt-turned" },
          vm.turned_card ? plainCard({ ...vm.turned_card, key: vm.turned }, " rt-tiny") : h("span", { class: "rt-cardback rt-tiny", "aria-hidden": "true" }),
          h("select", { "data-field": "turned", "data-focus": "turned", value: vm.turned, memo: JSON.stringify([vm.turned, vm.turned_choices]) }, vm.turned_choices.map((group) => h("optgroup", { label: group.label }, group.cards.map((card) => h("option", { value: card.value, selected: card.value === vm.turned }, card.label))))))),
        field("players", t("players"), h("select", { "data-field": "players", "data-focus": "players", value: vm.players }, vm.player_choices.map((n) => h("option", { value: n, selected: n === vm.players }, n)))),
        vm.options.length ? h("details", { class: "rt-options", "data-key": "options" },
          h("summary", { "data-focus": "options" }, t("options"), vm.options.some((one) => one.on) ? ` (${vm.options.filter((one) => one.on).length})` : ""),
          h("div", { class: "rt-optionlist" }, vm.options.map((one) => h("label", { "data-key": one.key }, h("input", { type: "checkbox", "data-option": one.key, "data-focus": `opt-${one.key}`, checked: one.on }), " ", one.label)))) : null),
      h("div", { class: "rt-bartools", "data-key": "tools" },
        tool("show-editor", "cards", t("new_hand")),
        tool("share", "share", t("share"), Boolean(this.share)),
        tool("classroom", "teach", t("classroom"), vm.classroom),
        tool("suits", "suits", t("four_colours"), Boolean(app.settings.four)),
        tool("theme", app.dark() ? "sun" : "moon", app.dark() ? t("light") : t("dark"))),
      this.share ? this.sharePanel() : null,
    ];
  }

  sharePanel() {
    const { vm } = this;
    const t = this.host.t;
    return h("div", { class: "rt-share", "data-key": "share", role: "group", "aria-label": t("share") },
      h("div", { class: "rt-buttons" },
        this.app.address ? h("button", { type: "button", class: "rt-button", "data-act": "copy-link", "data-focus": "copy-link" }, t("copy_link")) : null,
        h("button", { type: "button", class: "rt-button", "data-act": "copy-text", "data-focus": "copy-text" }, t("copy_text")),
        h("span", { class: "rt-said", role: "status" }, this.share.said || ""),
        h("output", { class: "rt-sharetext" }, vm.text)),
      this.qr());
  }

  qr() {
    const rows = this.vm.qr;
    if (!rows || !rows.length || !this.app.address) return null;
    const size = rows.length + 4;
    const path = rows.flatMap((row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x + 2} ${y + 2}h1v1h-1z` : ""))).join("");
    return h("figure", { class: "rt-qr", "data-key": "qr" },
      h("svg", { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": this.host.t("qr_label"), "shape-rendering": "crispEdges" }, h("rect", { width: size, height: size, fill: "#fff" }), h("path", { d: path, fill: "#111" })),
      h("figcaption", {}, this.host.t("qr_caption")));
  }

  noteContent() {
    const { vm } = this;
    const t = this.host.t;
    return [
      vm.classroom ? h("div", { class: "rt-teachbar", "data-key": "teach" },
        h("button", { type: "button", class: "rt-button rt-primary", "data-act": "next-step", "data-focus": "next-step", "aria-disabled": vm.next_step ? null : "true" }, icon("eye"), vm.next_step || t("all_shown"), h("kbd", {}, "N")),
        h("button", { type: "button", class: "rt-button", "data-act": "classroom", "data-focus": "leave-class" }, t("leave_classroom"))) : null,
      vm.notes.length ? h("div", { class: "rt-note", "data-key": "notes" },
        h("ul", {}, vm.notes.map((note) => h("li", {}, note))),
        h("button", { type: "button", class: "rt-button rt-ghost", "data-act": "dismiss", "data-focus": "dismiss" }, t("dismiss"))) : null,
    ];
  }
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
    const left = place("div", "rt-left", main);
    const side = place("div", "rt-side", main);
    const codePlace = place("div", "rt-codeplace", side);
    const below = place("div", "rt-below", this.root);
    this.places = { editor: place("div", "rt-editorplace", below), rulebook: place("div", "rt-rulebookplace", below) };
    this.shell = new ShellView(bar, notes, codePlace, this);
    this.views = {
      table: new CardTableView(left, this.host),
      best: new BestGroupingView(side, this.host),
      comparison: new ComparisonTableView(side, this.host),
      editor: new HandEditorView(this.places.editor, this.host),
      rulebook: new RulebookCardView(this.places.rulebook, this.host),
    };
    side.setAttribute("role", "complementary");
    side.setAttribute("aria-label", t("side_label"));
    below.setAttribute("role", "region");
    below.setAttribute("aria-label", t("below_label"));
    listenToKeys(this.root, { shell: { onKey: (event) => this.onKey(event) }, table: this.views.table, best: this.views.best });
    this.onDocumentKey = (event) => {
      // keys pressed where nothing has the focus still play, but only where the page is ours
      if (!this.inPage || event.defaultPrevented || event.target !== document.body) return;
      for (const view of [{ onKey: (key) => this.onKey(key) }, this.views.table, this.views.best]) {
        if (view.onKey(event)) { event.preventDefault(); return; }
      }
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
      this.host.send({ type: "link", search: location.search.slice(0, 20000), first: true });
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

  jump(name) {
    const place = this.places[name];
    place.scrollIntoView({ block: "start", behavior: window.matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
    const target = place.querySelector("textarea, h2, button");
    if (target) target.focus({ preventScroll: true });
  }

  stop() {
    if (this.stopViews) this.stopViews();
    if (this.address) this.address.stop();
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
