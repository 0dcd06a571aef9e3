// Choosing another hand: text with its error in place, a palette of the pack, deals, worked hands.
import { tabMemory } from "./address.js";
import { h, icon, redraw, suitIcon } from "./dom.js";
import { widget } from "./host.js";
import { cardsOf } from "./logic.js";

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
      if (event.target.dataset.preset !== undefined && event.target.value) this.host.send({ type: "preset", key: event.target.value });
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
    if (vm.error && (!before || !before.error || before.version !== vm.version) && area === document.activeElement && vm.error.end > vm.error.start) area.setSelectionRange(vm.error.start, vm.error.end);
  }

  area() { return this.body.querySelector("textarea"); }
  seed() { return this.body.querySelector("[data-seed]"); }

  lay() {
    this.laying = true;
    this.host.send({ type: "text", text: this.area().value });
  }

  /** A tab keeps what is written and not laid out, with the cards it was written over. */
  keep() {
    if (!this.inPage) return;
    const draft = { text: this.edited ? this.area().value : null, over: cardsOf(this.vm.text), seed: this.seed().value };
    tabMemory(DRAFT, draft.text !== null || draft.seed ? draft : null);
  }

  recall() {
    const { vm } = this;
    const kept = this.inPage ? tabMemory(DRAFT) : null;
    const fits = kept && typeof kept.text === "string" && kept.over === cardsOf(vm.text);
    this.area().value = fits ? kept.text : vm.error ? vm.error.text : vm.text;
    if (kept && kept.seed) this.seed().value = kept.seed;
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
      h("header", { class: "rt-panelhead" }, h("h2", {}, t("editor_title"))),
      h("form", { class: "rt-textform", "data-key": "form" },
        h("label", { for: `${this.host.name}-text` }, t("text_label")),
        h("textarea", { id: `${this.host.name}-text`, rows: 2, spellcheck: "false", autocapitalize: "characters", autocomplete: "off", "data-focus": "text", "aria-invalid": vm.error ? "true" : null, "aria-describedby": `${this.host.name}-help` }),
        h("p", { class: vm.error ? "rt-error" : "rt-quiet", id: `${this.host.name}-help`, role: vm.error ? "alert" : null },
          vm.error ? [icon("invalid"), " ", vm.error.message] : t("text_help")),
        vm.error && vm.error.end > vm.error.start
          ? h("p", { class: "rt-errorplace", "aria-hidden": "true" }, vm.error.before, h("mark", {}, vm.error.bad), vm.error.after) : null,
        h("button", { type: "submit", class: "rt-button rt-primary", "data-focus": "lay" }, icon("check"), t("lay_out"))),
      h("div", { class: "rt-deals", "data-key": "deals" },
        h("h3", {}, t("deals_title")),
        h("div", { class: "rt-buttons" },
          h("button", { type: "button", class: "rt-button", "data-act": "deal", "data-focus": "deal" }, icon("cards"), t("deal", { n: vm.deal_size })),
          h("button", { type: "button", class: "rt-button", "data-act": "deal_extra", "data-focus": "deal_extra" }, icon("cards"), t("deal", { n: vm.deal_size + 1 })),
          h("button", { type: "button", class: "rt-button", "data-act": "tricky", "data-focus": "tricky" }, icon("jokers"), t("deal_tricky"))),
        h("label", { class: "rt-seed" }, h("span", {}, t("deal_number")), h("input", { type: "number", min: 1, max: 999999, step: 1, placeholder: t("deal_any"), "data-seed": "", "data-focus": "seed", title: t("deal_number_help") })),
        vm.deal_note ? h("p", { class: "rt-quiet" }, vm.deal_note) : null),
      h("div", { class: "rt-palette", "data-key": "palette", memo: JSON.stringify(vm.palette) },
        h("h3", {}, t("palette_title", { n: vm.count })),
        h("p", { class: "rt-quiet" }, t("palette_help")),
        h("div", { class: "rt-palettegrid", role: "group", "aria-label": t("palette_title", { n: vm.count }) }, vm.palette.map((entry) => this.paletteCard(entry)))),
      h("div", { class: "rt-presets", "data-key": "presets", memo: JSON.stringify(vm.presets) },
        h("h3", { id: `${this.host.name}-presets` }, t("presets_title")),
        h("ul", { "aria-labelledby": `${this.host.name}-presets` }, vm.presets.map((preset) =>
          h("li", {}, h("button", { type: "button", class: "rt-preset", "data-act": "preset", "data-preset": preset.key, "data-focus": `preset-${preset.key}`, "aria-current": preset.current ? "true" : null },
            h("b", {}, preset.label), h("span", {}, preset.story), h("small", {}, preset.source)))))),
    ];
  }

  paletteCard(entry) {
    const t = this.host.t;
    return h("span", { class: "rt-palettecell", "data-key": entry.text },
      h("button", { type: "button", class: "rt-palettecard", "data-suit": entry.suit || "J", "data-act": "add", "data-focus": `add-${entry.text}`, "data-add": entry.text, "aria-disabled": entry.can_add ? null : "true", "aria-label": entry.label, title: entry.label },
        entry.suit ? [h("b", {}, entry.rank), suitIcon(entry.suit)] : [icon("jokers"), h("b", {}, "PJ")],
        h("small", { "aria-hidden": "true" }, `×${entry.left}`)),
      entry.held ? h("button", { type: "button", class: "rt-paletteminus", "data-act": "remove", "data-add": entry.text, "data-focus": `remove-${entry.text}`, "aria-label": t("remove_card", { card: entry.name }), title: t("remove_card", { card: entry.name }) }, h("span", { "aria-hidden": "true" }, entry.held > 1 ? `− ${entry.held}` : "−")) : null);
  }
}

export default widget({ editor: HandEditorView });
