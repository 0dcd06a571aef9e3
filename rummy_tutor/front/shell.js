// The rail of screens, the menu, the choices of the game, what has to be said, and the link to share.

import { copyText } from "./shared/address.js";
import { choiceOptions } from "./shared/controls.js";
import { addNode, h, icon, redraw } from "./shared/dom.js";
import { isLocal } from "./shared/files.js";
import { SUIT_PATHS } from "./shared/icons.js";
import { cutMiddle, ownRules } from "./shared/logic.js";
import { isSoundOn, setSound } from "./shared/sound.js";

/** @import * as page from "./page.js" */

const NAME_MOST = 30; // characters of a game's name that the list of games has room for
const QR_MOST = 1500; // characters of a link; a code of more cannot be read off a wall
const MODE_ICONS = { learn: "cap", play: "hands", puzzles: "jokers", analyse: "cards", round: "group" };
const TABS = 4; // screens at the foot of a phone, beside the button of the menu
const GAME_BESIDE_HAND = "analyse"; // the screen where what is played stands beside the hand, and not in the bar
const FIRST = "learn"; // the screen where somebody arrives who may read another language

/** Where the documentation is, which a site may carry; else nothing. */
const findDocumentation = () => /** @type {HTMLLinkElement?} */ (document.getElementById("rt-documentation"))?.href;

/** Three cards of the page's own hand. */
function logo() {
  const card = (turn, name) =>
    h("rect", {
      class: `rt-logo-${name}`,
      x: 24,
      y: 8,
      width: 26,
      height: 36,
      rx: 5,
      transform: `rotate(${turn} 37 70)`,
    });
  return h("svg", { viewBox: "0 0 74 54" }, [
    card(-22, "left"),
    card(22, "right"),
    card(0, "top"),
    h("path.rt-logo-suit", { d: SUIT_PATHS.S, transform: "translate(28.600 17.500) scale(.7)" }),
  ]);
}

export class ShellView {
  /** @type {page.ShellView & { frame?: boolean }} with a frame alone nothing is known of the table yet */
  vm;

  /**
   * @param {{ rail: HTMLElement, bar: HTMLElement, game: HTMLElement, notes: HTMLElement, code: HTMLElement }} places
   * @param {import("./app.js").App} app
   */
  constructor({ rail, bar, game, notes, code }, app) {
    this.codePlace = code;
    this.app = app;
    this.host = app.host;
    this.rail = rail;
    this.bar = bar;
    this.game = game;
    this.notes = notes;
    this.printed = addNode(notes.parentNode, h("p.rt-printhead")); // what a printed page says above the hand
    notes.after(this.printed);
    this.share = null;
    this.menuOpen = false;
    for (const place of [rail, bar, game, notes]) {
      place.addEventListener("click", (event) => this.onClick(event));
      place.addEventListener("change", (event) => this.onChange(event));
    }
    // Esc shuts the menu and the share panel wherever the focus is, but for what is open over the page
    this.app.root.addEventListener("keydown", (event) => this.onEscape(event), true);
    this.host.follow(document, "pointerdown", (event) => this.shutBeside(event));
  }

  /** A press elsewhere shuts the menu and the list of options, as it does any menu. */
  shutBeside(event) {
    const list = this.app.root.querySelector(".rt-options[open]");
    if (list && !list.contains(event.target)) list.open = false;
    if (this.menuOpen && !this.rail.contains(event.target)) this.toggleMenu();
  }

  toggleMenu() {
    this.menuOpen = !this.menuOpen;
    this.draw();
  }

  onEscape(event) {
    if (event.key !== "Escape" || event.target.closest?.("dialog")) return;
    const list = this.app.root.querySelector(".rt-options[open]");
    if (list) list.open = false;
    if (!this.menuOpen && !this.share) return;
    const act = this.menuOpen ? "menu" : "share";
    if (this.menuOpen) this.toggleMenu();
    else this.toggleShare();
    this.rail.querySelector(`[data-act=${act}]`).focus();
  }

  /** @param {page.ShellView & { frame?: boolean }} vm */
  update(vm) {
    const moved = this.app.root.classList.contains("rt-classroom") !== vm.classroom;
    if (this.vm && this.vm.mode !== vm.mode) this.share = null; // it was about another screen
    if (this.share && this.vm?.text !== vm.text) this.share.said = ""; // what was copied is another hand
    this.vm = vm;
    if (this.app.address && !this.app.booting) {
      this.app.address.follow(vm.link, vm.mode);
      this.app.keepGame(vm.link, vm.memory.game);
      this.app.address.shown = { search: vm.link, memory: vm.memory };
    }
    if (!this.app.booting) this.app.showMode(vm.mode);
    this.askQr();
    this.app.root.classList.toggle("rt-classroom", vm.classroom);
    if (this.app.inPage) document.documentElement.dataset.scale = vm.classroom ? "wall" : "page";
    this.draw();
    if (moved) this.host.laidOut.emit();
  }

  draw() {
    redraw(this.rail, this.railContent());
    redraw(this.bar, this.barContent());
    this.drawGame();
    redraw(this.notes, this.noteContent());
    redraw(this.printed, [this.vm.mode === "analyse" ? this.vm.printed : null]);
    redraw(this.codePlace, [this.vm.classroom && !this.share ? this.qr() : null]);
  }

  /** What is played, beside the hand; the table is fitted anew to the room that is left. */
  drawGame() {
    const before = this.game.childElementCount;
    redraw(this.game, this.vm.mode === GAME_BESIDE_HAND ? this.played() : []);
    if (this.game.childElementCount !== before) this.host.laidOut.emit();
  }

  onChange(event) {
    const { field, option } = event.target.dataset;
    if (field === "language") this.app.setLanguage(event.target.value);
    else if (field === "players") this.host.send({ type: "set", players: Number(event.target.value) });
    else if (field) this.host.send({ type: "set", [field]: event.target.value });
    else if (option) {
      const options = this.vm.options
        .filter((one) => (one.key === option ? event.target.checked : one.on))
        .map((one) => one.key);
      this.host.send({ type: "set", options });
      this.host.answered().then(() => this.draw()); // one may have given way to another, or been refused
    }
  }

  onClick(event) {
    const target = event.target.closest("[data-act]");
    if (!target) return;
    const { act } = target.dataset;
    if (act === "menu") this.toggleMenu();
    else if (act === "theme") this.app.setTheme(this.app.dark() ? "light" : "dark");
    else if (act === "suits") this.app.setSuits(!this.app.settings.four);
    else if (act === "sound") this.switchSound();
    else if (act === "classroom") this.teach();
    else if (act === "mode") this.host.send({ type: "mode", mode: target.dataset.mode });
    else if (act === "dismiss") this.host.send({ type: "dismiss" });
    else if (act === "share") this.toggleShare();
    else if (act === "copy-link") this.host.answered().then(() => this.copy(this.address(), "copied_link"));
    else if (act === "copy-text") this.copy(this.vm.text, "copied_text");
    else if (act === "show-rulebook") this.app.sheet.open("rulebook");
    else if (act === "show-words") this.app.openWord();
    else if (act === "documentation") window.open(findDocumentation());
    // what leads elsewhere shuts the menu; what changes how the page looks leaves it open
    if (this.menuOpen && !["menu", "theme", "suits", "sound"].includes(act)) this.toggleMenu();
  }

  switchSound() {
    setSound(!isSoundOn());
    this.draw();
  }

  /** Show what lies there to a class, or end that. */
  teach() {
    this.host.send({ type: "class", do: this.vm.classroom ? "leave" : "here" });
  }

  address() {
    return this.app.address
      ? `${location.origin}${location.pathname}${this.vm.link}${this.app.address.hash()}`
      : this.vm.link;
  }

  toggleShare() {
    this.share = this.share ? null : { said: "" };
    this.askQr();
    this.draw();
  }

  /** The link to be drawn as a code; nothing where none is to be seen, no other device can open it, or it is too long. */
  qrAddress() {
    const reaches = this.app.address && !isLocal();
    const wanted = reaches && (this.share || this.vm.classroom) ? this.address() : "";
    return wanted.length <= QR_MOST ? wanted : "";
  }

  /** Have the code of the present link drawn. */
  askQr() {
    const wanted = this.qrAddress();
    if (this.vm.qr.url === this.qrAsked) this.qrAsked = null;
    if (!wanted || wanted === this.vm.qr.url || wanted === this.qrAsked) return;
    this.qrAsked = wanted;
    this.host.send({ type: "qr", url: wanted });
  }

  /** The round in the link has changed, and nothing else. */
  followRound() {
    if (!this.vm || !(this.share || this.vm.classroom)) return;
    this.askQr();
    this.draw();
  }

  async copy(text, said) {
    await copyText(text, this.bar);
    if (!this.share) this.share = {};
    this.share.said = said;
    this.draw();
  }

  /** The name of the page, and what is played where that does not stand beside the hand. */
  barContent() {
    const beside = this.vm.mode === GAME_BESIDE_HAND;
    return [
      h("h1.rt-brand", { key: "brand" }, this.host.t("title")),
      beside
        ? null
        : h(
            "div.rt-row.rt-fields",
            { key: "fields" },
            this.vm.mode === FIRST ? this.languageChoice("bar") : null,
            this.played(),
          ),
      this.share ? this.sharePanel() : null,
    ];
  }

  /** The screens, words and rules, the classroom, and a menu of what is needed seldom. */
  railContent() {
    const { vm, app } = this;
    const t = this.host.t;
    const menu = `${this.host.name}-menu`;
    const shown = { "aria-expanded": String(this.menuOpen), "aria-controls": menu };
    return [
      h("span.rt-logo", { key: "logo", "aria-hidden": "true" }, logo()),
      this.modes(),
      h("div.rt-railrest", { key: "rest", id: menu, "data-open": this.menuOpen && "true" }, [
        h("div.rt-railtools", [
          app.modes.slice(TABS).map((mode) => this.modeButton(mode)), // a phone has no room for them beside the others
          this.tool("show-words", "words", t("words_word")),
          this.tool("show-rulebook", "book", t("rules_word")),
          this.tool("classroom", "teach", t("classroom"), vm.classroom),
          this.tool("share", "share", t("share"), Boolean(this.share)),
        ]),
        h("div.rt-menu", { role: "group", "aria-label": t("more") }, [
          this.tool("suits", "suits", t("four_colours"), Boolean(app.settings.four)),
          this.tool("theme", app.dark() ? "sun" : "moon", app.dark() ? t("light") : t("dark")),
          this.tool("sound", "sound", t("sound"), isSoundOn()),
          this.languageChoice("menu"),
          findDocumentation() && this.tool("documentation", "book", t("documentation")),
        ]),
      ]),
      h("button.rt-railbutton", { act: "menu", key: "menu", focus: "menu", ...shown }, icon("more"), t("more")),
    ];
  }

  /** A button of the rail; one that stays pressed says whether it is. */
  tool(act, name, label, pressed) {
    const state = pressed === undefined ? null : String(pressed);
    return h("button.rt-railbutton", { act, key: act, focus: `bar-${act}`, "aria-pressed": state }, icon(name), label);
  }

  /** The first screens to choose from; nothing where there is one alone. */
  modes() {
    const { modes } = this.app;
    if (modes.length < 2) return null;
    return h("div.rt-modes", { key: "modes" }, [modes.slice(0, TABS).map((mode) => this.modeButton(mode))]);
  }

  modeButton(mode) {
    const current = mode === this.vm.mode ? "page" : null;
    const attrs = { act: "mode", "data-mode": mode, key: mode, focus: `mode-${mode}`, "aria-current": current };
    return h("button.rt-mode.rt-railbutton", attrs, icon(MODE_ICONS[mode]), h("span", this.host.t(`mode_${mode}`)));
  }

  /** What is played: the rulebook, its options and, where a hand is analysed, the players; nothing until it is known. */
  played() {
    const { vm } = this;
    if (vm.frame || !vm.asks_game || vm.mode === "puzzles") return []; // each puzzle has a game of its own
    const atTable = vm.mode === "analyse";
    const own = ownRules(vm.link) !== null ? " rt-own" : "";
    const t = this.host.t;
    const field = (name, control) =>
      h("label", { class: `rt-field rt-field-${name}${own}`, key: name }, h("span.rt-sr", t(name)), control);
    const choice = (name, chosen, choices) =>
      field(name, h("select", { "data-field": name, focus: name, value: chosen }, choiceOptions(choices, chosen)));
    // the end of a long name tells it from the game that it was made from
    const books = vm.rulebooks.map((book) => ({ key: book.key, label: cutMiddle(book.name, NAME_MOST) }));
    const counts = vm.player_choices.map((n) => ({ key: n, label: t("players_n", { n }) }));
    return [
      choice("rulebook", vm.rulebook, books),
      atTable ? choice("players", vm.players, counts) : null,
      vm.options.length ? this.optionList() : null,
    ];
  }

  /** The languages by their own names, in the menu and on the first screen. */
  languageChoice(place) {
    const { language, languages } = this.vm;
    if (languages.length < 2) return null;
    const choices = languages.map((one) => ({ key: one.key, label: one.name }));
    const attrs = { "data-field": "language", focus: `${place}-language`, value: language };
    return h("label.rt-field.rt-field-language", { key: "language" }, [
      place === "bar" ? icon("globe") : null,
      h(place === "bar" ? "span.rt-sr" : "span", this.host.t("language")),
      h("select", attrs, choiceOptions(choices, language)),
    ]);
  }

  /** House options to tick, behind how many of them hold. */
  optionList() {
    const { options } = this.vm;
    const held = options.filter((one) => one.on).length;
    const box = ({ key, on }) => ({ type: "checkbox", "data-option": key, focus: `opt-${key}`, checked: on });
    return h("details.rt-options", { key: "options" }, [
      h("summary", { focus: "options" }, this.host.t("options"), held ? ` (${held})` : ""),
      h("div.rt-panel.rt-near.rt-optionlist", [
        options.map((one) => h("label.rt-line.rt-near.rt-check", { key: one.key }, h("input", box(one)), one.label)),
      ]),
    ]);
  }

  sharePanel() {
    const { vm } = this;
    const hand = vm.mode === "analyse"; // other screens have cards of their own
    const t = this.host.t;
    return h("div.rt-message.rt-share", { key: "share", role: "group", "aria-label": t("share") }, [
      h("div.rt-buttons", [
        this.app.address ? h("button.rt-button", { act: "copy-link", focus: "copy-link" }, t("copy_link")) : null,
        hand ? h("button.rt-button", { act: "copy-text", focus: "copy-text" }, t("copy_text")) : null,
        h("span.rt-said", { role: "status" }, this.share.said ? t(this.share.said) : ""),
        hand ? h("output.rt-lesser.rt-sharetext", vm.text) : null,
      ]),
      this.app.address ? this.carried() : null,
      this.qr(),
    ]);
  }

  /** What the link opens and where; how others can be given the page stands folded, since few run it. */
  carried() {
    const t = this.host.t;
    const own = ownRules(this.vm.link);
    const told = [
      t({ analyse: "share_hand", puzzles: "share_puzzle" }[this.vm.mode] ?? "share_screen"),
      own !== null && t(own ? "share_own" : "share_own_long"),
      isLocal() && t("qr_local"),
      !isLocal() && !this.qrAddress() && t("qr_long"),
    ];
    return h("div.rt-carried", { key: "carried" }, [
      h("p.rt-quiet", told.filter(Boolean).join(" ")),
      isLocal()
        ? h("details.rt-why", h("summary", { focus: "share-server" }, t("share_server")), h("p", t("share_server_how")))
        : null,
    ]);
  }

  qr() {
    const { rows, url } = this.vm.qr;
    if (!rows.length || url !== this.qrAddress()) return null;
    const size = rows.length + 4;
    const path = rows
      .flatMap((row, y) => [...row].map((bit, x) => (bit === "1" ? `M${x + 2} ${y + 2}h1v1h-1z` : "")))
      .join("");
    return h("figure.rt-line.rt-lesser.rt-qr", { key: "qr" }, [
      h(
        "svg",
        {
          viewBox: `0 0 ${size} ${size}`,
          role: "img",
          "aria-label": this.host.t("qr_label"),
          "shape-rendering": "crispEdges",
        },
        [h("rect", { width: size, height: size, fill: "#fff" }), h("path", { d: path, fill: "#111" })],
      ),
      h("figcaption", this.host.t("qr_caption")),
    ]);
  }

  noteContent() {
    const { vm } = this;
    const t = this.host.t;
    return [
      vm.notes.length
        ? h("div.rt-note", { key: "notes" }, [
            h("ul", [vm.notes.map((note) => h("li", note))]),
            h("button.rt-button.rt-ghost", { act: "dismiss", focus: "dismiss" }, t("dismiss")),
          ])
        : null,
    ];
  }
}
