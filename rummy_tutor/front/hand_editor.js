// Choosing another hand: text with its error in place, a palette of the pack, deals, worked hands.
import { tabMemory } from "./shared/address.js";
import { actionButton, named, packCell } from "./shared/controls.js";
import { h, icon, redraw } from "./shared/dom.js";
import { cardsOf } from "./shared/logic.js";
import { registerPanel } from "./shared/panel.js";

const DRAFT = "rummy-tutor-draft";

export class HandEditorView {
  constructor(root, host) {
    this.host = host;
    this.vm = null;
    this.edited = false; // whether something is written that has not been laid out
    this.laying = false; // whether what is written has been sent
    this.inPage = document.body.hasAttribute("data-voila");
    this.body = document.createElement("section");
    this.body.className = "rt-panel rt-editor";
    root.append(this.body);
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("submit", (event) => {
      event.preventDefault();
      this.lay();
    });
    this.body.addEventListener("input", () => {
      this.edited = this.area().value !== this.vm.text;
      this.keep();
    });
    this.body.addEventListener("change", (event) => {
      if (event.target.dataset.preset !== undefined && event.target.value)
        this.host.send({ type: "preset", key: event.target.value });
    });
    this.body.addEventListener("focusin", (event) => {
      // the next hand is typed over the last one; what was refused is there to be put right
      if (event.target.tagName === "TEXTAREA" && !this.edited) event.target.select();
    });
    this.body.addEventListener("keydown", (event) => {
      if (event.target.tagName === "TEXTAREA" && event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.lay();
      }
    });
  }

  update(vm) {
    const before = this.vm;
    this.vm = vm;
    redraw(this.body, this.content());
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

  area() {
    return this.body.querySelector("textarea");
  }
  seed() {
    return this.body.querySelector("[data-seed]");
  }

  lay() {
    this.laying = true;
    this.host.send({ type: "text", text: this.area().value });
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
    const { act, add, preset } = target.dataset;
    if (act === "add" || act === "remove") this.host.send({ type: act, card: add });
    else if (act === "preset") this.host.send({ type: "preset", key: preset });
    else {
      const number = this.seed().valueAsNumber;
      this.host.send(Number.isInteger(number) ? { type: act, seed: number } : { type: act });
    }
  }

  content() {
    const { vm } = this;
    const t = this.host.t;
    return [
      h("header.rt-panelhead", h("h2", t("editor_title"))),
      this.textForm(vm.error),
      this.deals(),
      this.pack(),
      this.presets(),
    ];
  }

  /** The hand as text, with what is wrong in it. */
  textForm(error) {
    const t = this.host.t;
    const help = `${this.host.name}-help`;
    return h("form.rt-textform", { key: "form" }, [
      h("label", { for: `${this.host.name}-text` }, t("text_label")),
      h("textarea", {
        id: `${this.host.name}-text`,
        rows: 2,
        spellcheck: "false",
        autocapitalize: "characters",
        autocomplete: "off",
        focus: "text",
        "aria-invalid": error ? "true" : null,
        "aria-describedby": help,
      }),
      h("p", { class: error ? "rt-error" : "rt-quiet", id: help, role: error ? "alert" : null }, [
        error
          ? [icon("invalid"), " ", error.message]
          : t("text_help", { example: "2H 3H 4H | 5C 6C PJ | KS / QD", joker: "PJ", short: "345S" }),
      ]),
      error && error.end > error.start
        ? h("p.rt-errorplace", { "aria-hidden": "true" }, error.before, h("mark", error.bad), error.after)
        : null,
      h("button.rt-button.rt-primary", { type: "submit", focus: "lay" }, icon("check"), t("lay_out")),
    ]);
  }

  /** Hands to be dealt, by number if one is given. */
  deals() {
    const { vm } = this;
    const t = this.host.t;
    const deal = (act, name, label) => actionButton(act, label, { name });
    return h("div.rt-deals", { key: "deals" }, [
      h("h3", t("deals_title")),
      h("div.rt-buttons", [
        deal("deal", "cards", t("deal", { n: vm.deal_size })),
        deal("deal_extra", "cards", t("deal", { n: vm.deal_size + 1 })),
        deal("tricky", "jokers", t("deal_tricky")),
      ]),
      h("label.rt-seed", [
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
      vm.deal_note ? h("p.rt-quiet", vm.deal_note) : null,
    ]);
  }

  /** All cards of the pack, to put into the hand or take out of it. */
  pack() {
    const { vm } = this;
    const t = this.host.t;
    return h("div.rt-palette", { key: "palette", memo: JSON.stringify(vm.palette) }, [
      h("h3", t("palette_title", { n: vm.count })),
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
    const attrs = ({ key, current }) => ({
      act: "preset",
      "data-preset": key,
      focus: `preset-${key}`,
      "aria-current": current && "true",
    });
    return h("div.rt-presets", { key: "presets", memo: JSON.stringify(vm.presets) }, [
      h("h3", { id: `${this.host.name}-presets` }, t("presets_title")),
      h("ul", { "aria-labelledby": `${this.host.name}-presets` }, [
        vm.presets.map((preset) =>
          h("li", [
            h("button.rt-preset", attrs(preset), [
              h("b", preset.label),
              h("span", preset.story),
              h("small", preset.source),
            ]),
          ]),
        ),
      ]),
    ]);
  }

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
