// The hand as a line of text above the table, the turned card, and drawers: the pack, deals and worked hands.
import { tabMemory } from "./shared/address.js";
import { cardBack, plainCard } from "./shared/cards.js";
import { actionButton, named, packCell, packFace } from "./shared/controls.js";
import { h, icon, redraw } from "./shared/dom.js";
import { cardsOf } from "./shared/logic.js";
import { registerPanel } from "./shared/panel.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

const DRAFT = "rummy-tutor-draft";
const LOADS = ["deal", "deal_extra", "tricky", "preset", "text"]; // what lays out another hand
const HAND_PATIENCE = 60000; // ms that a hand may take to come

export class HandEditorView {
  /** @type {page.EditorView} */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.edited = false; // whether something is written that has not been laid out
    this.laying = false; // whether what is written has been sent
    this.open = null; // the drawer that is open: "turned", "pack" or "hands"
    this.inPage = document.body.hasAttribute("data-voila");
    this.body = document.createElement("section");
    this.body.className = "rt-row rt-editor";
    // beside a table the drawer takes the place of the answers, so that the table stays in sight
    this.drawer = document.createElement("section");
    this.drawer.className = "rt-panel rt-drawer";
    this.drawer.id = `${host.name}-drawer`;
    this.drawer.hidden = true;
    root.append(this.body);
    (root.closest(".rt-spread") || root).append(this.drawer);
    for (const place of [this.body, this.drawer]) {
      place.addEventListener("click", (event) => this.onClick(event));
      place.addEventListener("keydown", (event) => this.onKeyDown(event));
    }
    this.body.addEventListener("submit", (event) => {
      event.preventDefault();
      this.lay();
    });
    this.body.addEventListener("input", () => {
      this.edited = this.area().value !== this.vm.text;
      this.keep();
    });
    this.drawer.addEventListener("input", () => this.keep());
    this.body.addEventListener("focusin", (event) => {
      // the next hand is typed over the last one; what was refused is there to be put right
      if (event.target.tagName === "TEXTAREA" && !this.edited) event.target.select();
    });
  }

  /** @param {page.EditorView} vm */
  update(vm) {
    const before = this.vm;
    this.vm = vm;
    this.draw();
    const area = this.area();
    const laid = this.laying && !vm.error;
    this.laying = false;
    // another hand replaces what is written; what is not laid out yet, or was refused, stays while cards are moved
    if (!before) this.recall();
    else if (laid || before.version !== vm.version || (before.text !== vm.text && !this.edited)) {
      area.value = vm.error ? vm.error.text : vm.text;
      this.edited = false;
      this.keep();
    }
    if (
      vm.error &&
      (!before?.error || before.version !== vm.version) &&
      area === document.activeElement &&
      vm.error.end > vm.error.start
    )
      area.setSelectionRange(vm.error.start, vm.error.end);
  }

  draw() {
    redraw(this.body, this.content());
    this.drawer.hidden = !this.open;
    const title = this.host.t(
      { turned: "turned_title", pack: "pack_word", hands: "hands_title" }[this.open] ?? "pack_word",
    );
    this.drawer.setAttribute("aria-label", title);
    const taken = this.drawer.contains(document.activeElement) ? document.activeElement.dataset.add : null;
    redraw(this.drawer, [
      h("header.rt-line.rt-panelhead", [
        h("h2", title),
        h("button.rt-barbutton", { act: "shut", focus: "shut", ...named(this.host.t("drawer_close")) }, icon("close")),
      ]),
      this.open === "turned" ? this.turnedGrid() : null,
      this.open === "pack" ? this.pack() : null,
      h("div.rt-stack.rt-near.rt-hands", { key: "hands", hidden: this.open !== "hands" }, this.deals(), this.presets()),
    ]);
    // with the last copy taken out its button goes: the focus stays on the card
    if (taken && !this.drawer.contains(document.activeElement))
      this.drawer.querySelector(`[data-act=add][data-add="${taken}"]`)?.focus({ preventScroll: true });
  }

  area() {
    return this.body.querySelector("textarea");
  }
  seed() {
    return this.drawer.querySelector("[data-seed]");
  }

  lay() {
    this.laying = true;
    this.load({ type: "text", text: this.area().value });
  }

  /**
   * Ask for another hand; once it lies there the drawer is shut, and the table shown with the focus on a card.
   * @param {page.Action} action
   */
  async load(action) {
    this.host.send(action);
    await this.host.answered(HAND_PATIENCE);
    if (this.vm.error) return;
    this.openDrawer(null);
    this.host.handLaid.emit();
  }

  /** Open a drawer, or shut the one that is open, which gives the focus back to its button. */
  openDrawer(name) {
    const before = this.open;
    if (name === before) return;
    this.open = name;
    this.draw();
    if (name === "pack") this.host.packOpened.emit();
    const first = name === "hands" ? ".rt-hands .rt-button" : ".rt-palettecard";
    const chosen = name && this.drawer.querySelector(".rt-palettecard[aria-pressed=true]");
    if (name) (chosen || this.drawer.querySelector(first)).focus({ preventScroll: true });
    else if (before) this.body.querySelector(`[data-drawer=${before}]`).focus({ preventScroll: true });
  }

  onKeyDown(event) {
    if (event.key === "Escape" && this.open) {
      event.stopPropagation();
      this.openDrawer(null);
    } else if (event.target.tagName === "TEXTAREA" && event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.lay();
    }
  }

  /** A tab keeps what is written and not laid out, with the cards it was written over. */
  keep() {
    if (!this.inPage) return;
    const draft = {
      text: this.edited ? this.area().value : null,
      over: cardsOf(this.vm.text),
      seed: this.seed().value,
    };
    tabMemory(DRAFT, draft.text !== null || draft.seed ? draft : null);
  }

  recall() {
    const { vm } = this;
    const kept = this.inPage ? tabMemory(DRAFT) : null;
    const fits = kept && typeof kept.text === "string" && kept.over === cardsOf(vm.text);
    this.area().value = fits ? kept.text : vm.error ? vm.error.text : vm.text;
    if (kept?.seed) this.seed().value = kept.seed;
    this.edited = Boolean(fits || vm.error);
    this.keep();
  }

  onClick(event) {
    const target = event.target.closest("[data-act]");
    if (!target || target.getAttribute("aria-disabled") === "true") return;
    const { act, add, preset, turned, drawer } = target.dataset;
    if (act === "drawer") this.openDrawer(this.open === drawer ? null : drawer);
    else if (act === "shut") this.openDrawer(null);
    else if (act === "turn") {
      this.host.send({ type: "set", turned });
      this.openDrawer(null);
    } else if (act === "add") this.host.send({ type: "add", card: add });
    else if (act === "remove") this.host.send({ type: "remove", card: add });
    else if (act === "preset") this.load({ type: "preset", key: preset });
    else if (LOADS.includes(act)) {
      const seed = this.seed().valueAsNumber;
      /** @type {page.DealValues} */
      const values = Number.isInteger(seed) ? { seed } : {};
      this.load({ type: act, ...values });
    }
  }

  content() {
    const { vm } = this;
    const t = this.host.t;
    const { card, name, text } = vm.turned;
    const face = card
      ? plainCard({ ...card, key: text }, " rt-tiny")
      : cardBack("span.rt-card.rt-tiny", { "aria-hidden": "true" });
    const button = (open, label, ...inside) => {
      const state = { "aria-expanded": String(this.open === open), "aria-controls": this.drawer.id };
      return h(
        "button.rt-button",
        { act: "drawer", "data-drawer": open, key: open, focus: `open-${open}`, title: label, ...state },
        inside,
      );
    };
    const word = (text) => h("span", text);
    return [
      this.textForm(vm.error),
      h("div.rt-row.rt-drawers", { key: "tools" }, [
        button("turned", t("turned_title"), face, word(t("turned")), h("span.rt-sr", ` ${name}`)),
        button("pack", t("palette_help"), icon("cards"), word(t("pack_word"))),
        button("hands", t("hands_title"), icon("hands"), word(t("hands_word"))),
      ]),
    ];
  }

  /**
   * The hand as text, with what is wrong in it; how it is written shows while it is being typed.
   * @param {page.TextErrorView | null} error
   */
  textForm(error) {
    const t = this.host.t;
    const help = `${this.host.name}-help`;
    const example = { example: "2H 3H 4H | 5C 6C PJ | KS / QD", joker: "PJ", short: "345S" };
    return h("form.rt-stack.rt-close.rt-textform", { key: "form" }, [
      h("label.rt-sr", { for: `${this.host.name}-text` }, t("text_label")),
      h("div.rt-line.rt-near.rt-handline", [
        h("textarea", {
          id: `${this.host.name}-text`,
          rows: 1,
          spellcheck: "false",
          autocapitalize: "characters",
          autocomplete: "off",
          focus: "text",
          "aria-invalid": error ? "true" : null,
          "aria-describedby": help,
        }),
        h(
          "button.rt-button",
          { type: "submit", focus: "lay", "aria-label": t("lay_out") },
          icon("check"),
          h("span", t("lay_out")),
        ),
      ]),
      h("p.rt-fine.rt-handkey", { key: "key" }, [
        "S = ♠, H = ♥, D = ♦, C = ♣, ",
        t("text_key", { ten: "T", joker: "PJ", bar: "|", slash: "/" }),
      ]),
      h("p", { class: error ? "rt-error" : "rt-panel rt-handlinehelp", id: help, role: error ? "alert" : null }, [
        error ? [icon("invalid"), " ", error.message] : `${t("text_label")}. ${t("text_help", example)}`,
      ]),
      error && error.end > error.start
        ? h("p.rt-lesser.rt-errorplace", { "aria-hidden": "true" }, error.before, h("mark", error.bad), error.after)
        : null,
    ]);
  }

  /** The pack, to pick the turned card from. */
  turnedGrid() {
    const { text, cards } = this.vm.turned;
    const t = this.host.t;
    const attrs = (value) => ({
      act: "turn",
      "data-turned": value,
      focus: `turn-${value}`,
      "aria-pressed": String(value === text),
    });
    return h("div.rt-stack.rt-near.rt-palette", { key: "turned" }, [
      h("div.rt-palettegrid", { role: "group", "aria-label": t("turned_title") }, [
        cards.map((card) =>
          h("span.rt-palettecell", { key: card.text }, [
            h(
              "button.rt-palettecard",
              { "data-suit": card.suit || "J", ...named(card.label), ...attrs(card.text) },
              packFace(card),
            ),
          ]),
        ),
      ]),
      h("button.rt-button", attrs(""), cardBack("span.rt-card.rt-tiny", { "aria-hidden": "true" }), t("unknown_card")),
    ]);
  }

  /** Hands to be dealt, by number if one is given. */
  deals() {
    const { vm } = this;
    const t = this.host.t;
    const deal = (act, name, label) => actionButton(act, label, { name });
    return h("div.rt-stack.rt-near.rt-deals", { key: "deals" }, [
      h("div.rt-buttons", [
        deal("deal", "cards", t("deal", { n: vm.deal_size })),
        deal("deal_extra", "cards", t("deal", { n: vm.deal_size + 1 })),
        deal("tricky", "jokers", t("deal_tricky")),
      ]),
      h("label.rt-row.rt-quiet.rt-seed", [
        h("span", t("deal_number")),
        h("input", {
          type: "number",
          min: 1,
          max: 999999,
          step: 1,
          placeholder: t("deal_any"),
          "data-seed": "",
          focus: "seed",
          title: t("deal_number_help"),
        }),
      ]),
    ]);
  }

  /** All cards of the pack, to put into the hand or take out of it. */
  pack() {
    const { vm } = this;
    const t = this.host.t;
    return h("div.rt-stack.rt-near.rt-palette", { key: "palette", memo: JSON.stringify(vm.palette) }, [
      h("p.rt-quiet", t("palette_help")),
      h("div.rt-palettegrid", { role: "group", "aria-label": t("palette_title", { n: vm.count }) }, [
        vm.palette.map((entry) => this.paletteCard(entry)),
      ]),
    ]);
  }

  /** Worked hands to lay out. */
  presets() {
    const { vm } = this;
    const t = this.host.t;
    /** @type {(preset: page.PresetView) => object} */
    const attrs = ({ key, current }) => ({
      act: "preset",
      "data-preset": key,
      focus: `preset-${key}`,
      "aria-current": current && "true",
    });
    return h("div.rt-stack.rt-near.rt-presets", { key: "presets", memo: JSON.stringify(vm.presets) }, [
      h("h3", { id: `${this.host.name}-presets` }, t("presets_title")),
      h("ul.rt-grid", { "aria-labelledby": `${this.host.name}-presets` }, [
        vm.presets.map((preset) =>
          h("li", [
            h("button.rt-box.rt-wide.rt-stack.rt-close.rt-preset", attrs(preset), [
              h("b", preset.label),
              h("span", preset.story),
              h("small", preset.source),
            ]),
          ]),
        ),
      ]),
    ]);
  }

  /** @param {page.PaletteView} entry */
  paletteCard(entry) {
    const t = this.host.t;
    const act = (name) => ({ act: name, "data-add": entry.text, focus: `${name}-${entry.text}` });
    return packCell(entry, {
      pick: { ...act("add"), "aria-disabled": !entry.can_add && "true" },
      taken: entry.held,
      undo: { ...act("remove"), ...named(t("remove_card", { card: entry.name })) },
    });
  }
}

export default registerPanel("hand_editor", HandEditorView);
