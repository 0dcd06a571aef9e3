// The whole tutor on one page: the bar of choices with the modes, and a screen for each mode.

import { ClassroomView } from "./classroom.js";
import { AddressBar } from "./shared/address.js";
import { citationsOpen } from "./shared/cards.js";
import { addNode, h } from "./shared/dom.js";
import { connect, followTheme, Host, isTypedIn, listenToKeys } from "./shared/host.js";
import { isPlain, readKept, writeKept } from "./shared/keep.js";
import { lazyView } from "./shared/lazy.js";
import { gameOf, modeOf, pickLanguage, roundOf } from "./shared/logic.js";
import { Marks } from "./shared/marks.js";
import { PanelView, viewOf } from "./shared/panel.js";
import { joinViews, listModes, Screen } from "./shared/screens.js";
import { Sheet } from "./shared/sheet.js";
import { pageModel } from "./shared/widget_model.js";
import { WordBubble } from "./shared/word_bubble.js";
import { ShellView } from "./shell.js";

/**
 * Open the round of the link, or after a reload that of this tab: an answer that comes while the page is leaving
 * changes what the tab remembers, but no longer the address that is loaded.
 * @param {(page.RoundMemoryView & { links?: string[] }) | null} memory
 * @returns {page.Asked<"round"> & { type: "round" }}
 */
function openRound(memory) {
  const link = roundOf(location.hash);
  const [visit] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  const { links = [], ...kept } = memory ?? { link: "" };
  const own = visit && visit.type === "reload" && links.includes(link);
  return { type: "round", do: "open", link: own ? kept.link : link, memory: memory && kept };
}

/** @import * as page from "./page.js" */

const ROUND_MEMORY = "rummy-tutor-round";
const STORE = "rummy-tutor";
const SPEAKING = ["learn", "play", "puzzles"]; // the screens that say themselves what they are for

export class App {
  /**
   * @param {page.Model} model
   * @param {HTMLElement} el
   */
  constructor(model, el) {
    this.model = model;
    const kept = readKept(STORE);
    this.settings = isPlain(kept) ? kept : {}; // without storage they last as long as the page
    this.root = document.createElement("div");
    this.root.className = "rt rt-app";
    el.append(this.root);
    this.host = new Host(model, this.root);
    this.inPage = document.body.hasAttribute("data-voila");
    this.root.classList.toggle("rt-whole", this.inPage);
    followTheme(this.host);
    this.build();
    if (this.inPage) {
      this.address = new AddressBar(this.host);
      this.host.history = this.address;
      this.followRounds();
    }
    // looked at here and when it changes, never while something is drawn: a look between a change and its event
    // takes the event away
    const scheme = window.matchMedia("(prefers-color-scheme: dark)");
    this.systemIsDark = scheme.matches;
    this.host.follow(scheme, "change", (event) => {
      this.systemIsDark = event.matches;
      this.applySettings();
    });
    this.recallLanguage();
    this.boot();
    this.applySettings();
  }

  build() {
    const place = (tag, name, parent) => addNode(parent, h(tag, { class: name }));
    this.rail = place("nav", "rt-rail", this.root);
    const bar = place("header", "rt-row rt-bar", this.root);
    const banner = this.host.banner;
    this.root.append(banner);
    const teachBar = place("div", "rt-stack rt-near rt-notes rt-teaching", this.root);
    const notes = place("div", "rt-stack rt-near rt-notes", this.root);
    notes.setAttribute("role", "status");
    const main = place(this.inPage ? "main" : "div", "rt-fill rt-screens", this.root);
    const panels = this.model.get("panels");
    this.modes = listModes(panels);
    const how = { maker: (panel) => this.maker(panel), inPage: this.inPage };
    this.screens = this.modes.map((mode) => new Screen(main, this.host, mode, panels, how));
    for (const { places } of this.screens) {
      places.side?.setAttribute("role", "complementary");
      places.below?.setAttribute("role", "region");
    }
    const codePlace = document.createElement("div");
    codePlace.className = "rt-codeplace";
    const gamePlace = document.createElement("div");
    gamePlace.className = "rt-row rt-fields rt-gameplace";
    const { left, side } = this.screens.find((screen) => screen.places.side)?.places ?? {};
    side?.prepend(codePlace);
    left?.prepend(gamePlace);
    this.shell = new ShellView({ rail: this.rail, bar, game: gamePlace, notes, code: codePlace }, this);
    this.classPlace = place("div", "rt-classscreen", main);
    this.classPlace.hidden = true;
    this.classroom = new ClassroomView(teachBar, this.classPlace, this.host, this.inPage);
    this.layWords(main, panels);
    this.views = {
      ...joinViews(this.screens),
      ...this.sheet.views,
      classroom: new PanelView(teachBar, this.host, () => this.classroom),
      shell: new PanelView(notes, this.host, () => this.shell),
    };
    this.label();
    this.host.follow(this.model, "change:texts", () => this.label());
    const keyed = { ...this.views, shell: { onKey: (event) => this.onKey(event) } };
    listenToKeys(this.root, keyed);
    let isTyping = false; // whether what was pressed or had the focus last is typed in
    for (const type of ["pointerdown", "focusin"])
      this.host.follow(document, type, ({ target }) => {
        isTyping = isTypedIn(target);
      });
    this.host.follow(document, "keydown", (event) => {
      // keys pressed where nothing has the focus still play, but only where the page is ours
      if (!this.inPage || isTyping || event.defaultPrevented || event.target !== document.body) return;
      if (this.sheet.takeKey(event)) return; // also when what had the focus in it is gone
      this.shell.onEscape(event);
      if (Object.values(keyed).some((view) => view.onKey?.(event))) event.preventDefault();
    });
  }

  /** The sheet of words and rules, and the words in the page's texts, which are told in short where they stand. */
  layWords(main, panels) {
    const made = panels
      .filter((panel) => panel.place === "sheet")
      .map((panel) => ({ ...panel, make: this.maker(panel) }));
    this.sheet = new Sheet(this.root, this.host, made);
    const bubble = new WordBubble(this.root, this.host, () => this.sheet.open("words"));
    this.marks = new Marks(main, (key, at) => bubble.open(key, at));
    this.host.over.add(() => this.marks.stop());
    this.host.wordsAsked.add(() => this.marks.seen());
    this.host.ruleAsked.add((term) => this.openRule(term));
    this.host.changeAsked.add((key) => this.changeRules(key));
    const mark = () => this.marks.set(this.model.get("words").marks);
    this.host.follow(this.model, "change:words", mark);
    mark();
    citationsOpen((code) => this.host.t("cite_label", { code }));
    this.root.addEventListener("click", (event) => {
      const cite = event.target.closest("[data-cite]");
      if (cite) this.openWord(cite.dataset.cite);
    });
  }

  /** Open the entry of a word, a source or a ruling; the list if none is named. */
  openWord(key = "") {
    this.host.send({ type: "word", key });
    this.sheet.open("words");
  }

  /** Show one of the rules among all of the game. */
  openRule(term) {
    this.sheet.open("rulebook");
    const places = [...this.sheet.dialog.querySelectorAll("[data-term]")];
    const place = places.find((node) => node.dataset.term === term);
    place?.scrollIntoView({ block: "center" });
    place?.focus({ preventScroll: true }); // which also marks it
  }

  /** Show the form in which the rules of a game are changed; what has been changed there of the same game stays. */
  async changeRules(key) {
    this.sheet.close();
    this.host.send({ type: "mode", mode: "analyse" });
    const rules = this.model.get("my_rules");
    if (rules.open === false || (rules.key || rules.base) !== key)
      this.host.send({ type: "my_rules", do: "start", key });
    await this.host.answered();
    const tabs = this.screens.flatMap((screen) => Object.values(screen.tabs)).find(({ views }) => views.my_rules);
    tabs.select("my_rules").scrollIntoView({ block: "nearest" });
  }

  /**
   * How the view of a panel is made; one that comes late has a view that fetches it.
   * @param {page.PanelEntry} panel
   */
  maker(panel) {
    const View = panel.late ? lazyView(panel.key, openRound, ROUND_MEMORY) : viewOf(panel.stem);
    return (place, host) => new View(place, host);
  }

  onKey(event) {
    if (event.key === "?") {
      this.openWord();
      return true;
    }
    return false;
  }

  /** A link with a round that comes while the page is open brings the round. */
  followRounds() {
    this.address.roundBrought.add((code) => {
      const round = this.model.get("ledger");
      // one that has not been opened yet reads the link for itself
      if (Object.keys(round).length && !round.closed) this.host.send({ type: "round", do: "link", code });
    });
    this.address.roundNamed.add(() => this.shell.followRound());
  }

  /** Show the screen of a mode; the address of the round names the round. */
  showMode(mode) {
    if (mode === this.mode) return;
    const first = this.mode === undefined;
    this.mode = mode;
    this.root.dataset.mode = mode;
    for (const screen of this.screens) screen.show(screen.mode === mode);
    this.classPlace.hidden = mode !== "class";
    if (this.address) this.address.setRound({ open: mode === "round" });
    this.host.laidOut.emit();
    if (first || !this.inPage) return;
    window.scrollTo({ top: 0 });
    if (mode === "class") return; // a visit begins with what it is for
    this.settings.mode = mode;
    writeKept(STORE, this.settings);
  }

  /** The mode that a page opens in whose address names nothing to show: that of the visit before, else the first. */
  firstMode() {
    const named = [...new URLSearchParams(location.search).keys()].some((name) => name !== "lang");
    if (named || this.address.round) return null;
    const kept = this.settings.mode;
    return this.modes.includes(kept) ? kept : this.modes[0];
  }

  /** The game that a reader has chosen: the next visit whose address names nothing opens with it. */
  keepGame(link, chosen) {
    const [before, game] = [this.game, gameOf(link)];
    this.game = game;
    if (before === undefined || before === game || !(chosen || game.includes("own="))) return;
    this.settings.game = game;
    writeKept(STORE, this.settings);
  }

  /** What the address bar holds is sent to be read before anything is drawn over it. */
  boot() {
    this.booting = Boolean(this.address);
    if (this.booting) {
      const mode = this.firstMode();
      const game = (mode && this.settings.game) || "";
      const arrived = () => {
        const { view, seq } = this.model.get("reply");
        if (view !== this.host.name || seq < asked) return; // what was asked before it says nothing of the link
        this.model.off("change:reply", arrived);
        this.booting = false;
        this.root.classList.remove("rt-booting");
        this.laying?.remove();
        connect(this.host, this.views);
        this.ready();
      };
      this.model.on("change:reply", arrived);
      this.host.send({
        type: "link",
        search: (game && `?${game}`) || location.search.slice(0, 20000),
        first: true,
        mode,
        round: Boolean(this.address.round),
        memory: this.address.recall(),
      });
      const asked = this.host.seq;
      this.drawFirst(mode, game);
      return;
    }
    connect(this.host, this.views);
    this.ready();
  }

  /**
   * Until the first answer: the drawing that came with the page, if the address asks for just that and no game has been
   * chosen on an earlier visit, else as much of it as holds for any address.
   */
  drawFirst(mode, game) {
    const wanted = mode ?? modeOf(location, this.modes);
    const { shell, ...views } = this.model.get("first")?.[wanted] ?? {};
    if (!shell || this.model.get("connection") !== "starting") {
      this.root.classList.add("rt-booting");
      return;
    }
    const known =
      !this.otherLanguage &&
      ((mode && !game) || (!this.address.round && [`?mode=${wanted}`, shell.link].includes(location.search)));
    this.showMode(wanted);
    this.views.shell.update({ ...shell, language: this.model.get("texts").lang, frame: !known });
    if (known) for (const [key, vm] of Object.entries(views)) this.views[key].update(vm);
    if (known && Object.keys(views).length) return;
    this.laying = document.createElement("p");
    this.laying.className = "rt-laying";
    this.laying.setAttribute("role", "status");
    this.laying.textContent = this.host.t("laying");
    this.root.append(this.laying);
  }

  async ready() {
    await this.host.fonts; // nothing is measured before
    this.root.dataset.ready = "true";
    if (this.address) this.address.repeat();
  }

  dark() {
    const own = this.settings.theme;
    if (this.inPage) return own ? own === "dark" : this.systemIsDark;
    return own
      ? own === "dark"
      : this.root.dataset.theme === "dark" || (document.body.dataset.jpThemeLight === undefined && this.systemIsDark);
  }

  setTheme(theme) {
    this.settings.theme = theme;
    this.applySettings();
  }
  setSuits(four) {
    this.settings.four = four;
    this.applySettings();
  }

  setLanguage(code) {
    this.settings.language = code;
    writeKept(STORE, this.settings);
    this.host.send({ type: "language", code });
  }

  /**
   * The language of the address, as in "?lang=hi", or the one chosen on an earlier visit; else that of the browser,
   * unless who serves the page has chosen another than English.
   */
  recallLanguage() {
    const { lang, langs } = this.model.get("texts");
    const chosen = new URLSearchParams(location.search).get("lang") || this.settings.language;
    const wanted = chosen || (lang === "en" && pickLanguage(navigator.languages, langs.split(" ")));
    this.otherLanguage = Boolean(this.inPage && wanted && wanted !== lang);
    if (!this.otherLanguage) return;
    const frame = this.model.get("frames")?.[wanted];
    if (frame) this.model.set?.("texts", { ...this.model.get("texts"), ...frame });
    if (chosen) this.setLanguage(chosen);
    else this.host.send({ type: "language", code: wanted });
  }

  /** What is not drawn anew with a panel: the names of places and tabs. */
  label() {
    const { t } = this.host;
    for (const { mode, purpose, places, tabs } of this.screens) {
      if (purpose) purpose.textContent = SPEAKING.includes(mode) ? "" : t(`purpose_${mode}`);
      places.side?.setAttribute("aria-label", t("side_label"));
      places.below?.setAttribute("aria-label", t("below_label"));
      for (const tab of Object.values(tabs)) tab.draw();
    }
    this.rail.setAttribute("aria-label", t("modes"));
    this.sheet.tabs.draw();
  }

  applySettings() {
    const dark = this.dark();
    if (this.inPage || this.settings.theme) {
      this.root.dataset.theme = dark ? "dark" : "light";
    }
    if (this.inPage) {
      document.documentElement.style.colorScheme = dark ? "dark" : "light";
      document.documentElement.style.background = "var(--rt-page)";
      document.body.style.background = "transparent";
    }
    this.root.classList.toggle("rt-four", Boolean(this.settings.four));
    writeKept(STORE, this.settings);
    if (this.shell.vm) this.shell.draw();
  }
}

export default {
  render({ model, el }) {
    const app = new App(pageModel(model), el);
    return () => app.host.stop();
  },
};
