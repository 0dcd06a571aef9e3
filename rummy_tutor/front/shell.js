// The bar of choices, what has to be said, and the link to share.

import { copyText } from "./shared/address.js";
import { choiceOptions } from "./shared/controls.js";
import { addNode, h, icon, redraw } from "./shared/dom.js";
import { isLocal } from "./shared/files.js";
import { cutMiddle, ownRules } from "./shared/logic.js";

/** @import * as page from "./page.js" */

const NAME_MOST = 30; // characters of a game's name that the list of games has room for
const QR_MOST = 1500; // characters of a link; a code of more cannot be read off a wall
const MODE_ICONS = { learn: "cap", puzzles: "jokers", analyse: "cards", round: "group" };

export class ShellView {
  /** @type {page.ShellView & { frame?: boolean }} with a frame alone nothing is known of the table yet */
  vm;

  /**
   * @param {HTMLElement} bar
   * @param {HTMLElement} notes
   * @param {HTMLElement} codePlace
   * @param {import("./app.js").App} app
   */
  constructor(bar, notes, codePlace, app) {
    this.codePlace = codePlace;
    this.app = app;
    this.host = app.host;
    this.bar = bar;
    this.notes = notes;
    this.printed = addNode(notes.parentNode, h("p.rt-printhead")); // what a printed page says above the hand
    notes.after(this.printed);
    this.share = null;
    bar.addEventListener("click", (event) => this.onClick(event));
    bar.addEventListener("change", (event) => this.onChange(event));
    notes.addEventListener("click", (event) => this.onClick(event));
    // Esc shuts the share panel wherever the focus is, but for what is open over the page
    this.app.root.addEventListener("keydown", (event) => this.onEscape(event), true);
  }

  onEscape(event) {
    if (event.key !== "Escape" || !this.share || event.target.closest("dialog")) return;
    this.toggleShare();
    this.bar.querySelector("[data-act=share]").focus();
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
    this.draw();
    if (moved) this.host.laidOut.emit();
  }

  draw() {
    redraw(this.bar, this.content());
    redraw(this.notes, this.noteContent());
    redraw(this.printed, [this.vm.mode === "analyse" ? this.vm.printed : null]);
    redraw(this.codePlace, [this.vm.classroom && !this.share ? this.qr() : null]);
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
    if (act === "theme") this.app.setTheme(this.app.dark() ? "light" : "dark");
    else if (act === "suits") this.app.setSuits(!this.app.settings.four);
    else if (act === "classroom") this.teach();
    else if (act === "mode") this.host.send({ type: "mode", mode: target.dataset.mode });
    else if (act === "dismiss") this.host.send({ type: "dismiss" });
    else if (act === "share") this.toggleShare();
    else if (act === "copy-link") this.host.answered().then(() => this.copy(this.address(), "copied_link"));
    else if (act === "copy-text") this.copy(this.vm.text, "copied_text");
    else if (act === "show-rulebook") this.app.sheet.open("rulebook");
    else if (act === "show-words") this.app.openWord();
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

  content() {
    const { vm, app } = this;
    const t = this.host.t;
    return [
      h("h1.rt-brand", { key: "brand" }, [
        h("span.rt-brandmark", { "aria-hidden": "true" }, icon("jokers")),
        h("span.rt-brandword", t("title")),
      ]),
      this.modes(),
      h(
        "div.rt-fields",
        { key: "fields" },
        vm.frame || !vm.asks_game ? null : this.fields(), // or what is played is not known yet
        !vm.frame && vm.asks_game && vm.options.length && vm.mode !== "puzzles" ? this.optionList() : null,
        this.languageChoice(),
      ),
      h("div.rt-bartools", { key: "tools" }, [
        // what is not on every screen comes first, so that the others stay where they are
        vm.mode === "puzzles" ? null : this.tool("show-rulebook", "book", t("rules_word")),
        this.tool("show-words", "words", t("words_word")),
        this.tool("share", "share", t("share"), Boolean(this.share)),
        this.tool("classroom", "teach", t("classroom"), vm.classroom),
        this.tool("suits", "suits", t("four_colours"), Boolean(app.settings.four)),
        this.tool("theme", app.dark() ? "sun" : "moon", app.dark() ? t("light") : t("dark")),
      ]),
      this.share ? this.sharePanel() : null,
    ];
  }

  /** A button of the bar; one that stays pressed says whether it is. */
  tool(act, name, label, pressed) {
    const state = pressed === undefined ? null : String(pressed);
    const attrs = { act, key: act, focus: `bar-${act}`, "aria-pressed": state, title: label };
    return h("button.rt-barbutton", attrs, icon(name), h("span.rt-barword", label));
  }

  /** The screens to choose from; nothing where there is one alone. */
  modes() {
    const { modes } = this.app;
    if (modes.length < 2) return null;
    const t = this.host.t;
    return h("nav.rt-modes", { key: "modes", "aria-label": t("modes") }, [
      modes.map((mode) => {
        const current = mode === this.vm.mode ? "page" : null;
        const attrs = { act: "mode", "data-mode": mode, key: mode, focus: `mode-${mode}`, "aria-current": current };
        return h("button.rt-mode", attrs, icon(MODE_ICONS[mode]), h("span", t(`mode_${mode}`)));
      }),
    ]);
  }

  /** What is played: the rulebook and, where a hand is analysed, the players. */
  fields() {
    const { vm } = this;
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
    if (vm.mode === "puzzles") return []; // each puzzle has a game of its own
    return [choice("rulebook", vm.rulebook, books), atTable ? choice("players", vm.players, counts) : null];
  }

  languageChoice() {
    const { language, languages } = this.vm;
    if (languages.length < 2) return null;
    const choices = languages.map((one) => ({ key: one.key, label: one.name }));
    const attrs = { "data-field": "language", focus: "language", value: language };
    return h("label.rt-field.rt-field-language", { key: "language" }, [
      h("span", this.host.t("language")),
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
      h("div.rt-optionlist", [
        options.map((one) => h("label", { key: one.key }, h("input", box(one)), " ", one.label)),
      ]),
    ]);
  }

  sharePanel() {
    const { vm } = this;
    const hand = vm.mode === "analyse"; // other screens have cards of their own
    const t = this.host.t;
    return h("div.rt-share", { key: "share", role: "group", "aria-label": t("share") }, [
      h("div.rt-buttons", [
        this.app.address ? h("button.rt-button", { act: "copy-link", focus: "copy-link" }, t("copy_link")) : null,
        hand ? h("button.rt-button", { act: "copy-text", focus: "copy-text" }, t("copy_text")) : null,
        h("span.rt-said", { role: "status" }, this.share.said ? t(this.share.said) : ""),
        hand ? h("output.rt-sharetext", vm.text) : null,
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
    return h("figure.rt-qr", { key: "qr" }, [
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
