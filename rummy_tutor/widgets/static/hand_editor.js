// Choosing another hand: text with its error in place, a palette of the pack, deals, worked hands.
import { h, icon, redraw, suitIcon } from "./dom.js";
import { widget } from "./host.js";

export class HandEditorView {
  constructor(root, host) {
    this.host = host;
    this.vm = null;
    this.body = document.createElement("section");
    this.body.className = "rt-panel rt-editor";
    root.append(this.body);
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("submit", (event) => {
      event.preventDefault();
      this.host.send({ type: "text", text: this.body.querySelector("textarea").value });
    });
    this.body.addEventListener("change", (event) => {
      if (event.target.dataset.preset !== undefined && event.target.value) this.host.send({ type: "preset", key: event.target.value });
    });
    this.body.addEventListener("keydown", (event) => {
      if (event.target.tagName === "TEXTAREA" && event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        this.host.send({ type: "text", text: event.target.value });
      }
    });
  }

  update(vm) {
    const before = this.vm;
    this.vm = vm;
    redraw(this.body, this.content());
    const area = this.body.querySelector("textarea");
    // a new hand replaces what is written, a refused text stays to be mended
    if (area && (!before || before.text !== vm.text || before.version !== vm.version)) area.value = vm.error ? vm.error.text : vm.text;
    if (area && vm.error && (!before || !before.error || before.version !== vm.version) && area === document.activeElement && vm.error.end > vm.error.start) area.setSelectionRange(vm.error.start, vm.error.end);
  }

  onClick(event) {
    const target = event.target.closest("[data-act]");
    if (!target || target.getAttribute("aria-disabled") === "true") return;
    const { act, add, preset } = target.dataset;
    if (act === "add" || act === "remove") this.host.send({ type: act, card: add });
    else if (act === "preset") this.host.send({ type: "preset", key: preset });
    else {
      const number = this.body.querySelector("[data-seed]").valueAsNumber;
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
        entry.held ? null : h("small", { "aria-hidden": "true" }, `×${entry.left}`)),
      entry.held ? h("button", { type: "button", class: "rt-paletteminus", "data-act": "remove", "data-add": entry.text, "data-focus": `remove-${entry.text}`, "aria-label": t("remove_card", { card: entry.name }), title: t("remove_card", { card: entry.name }) }, h("span", { "aria-hidden": "true" }, entry.held > 1 ? `− ${entry.held}` : "−")) : null);
  }
}

export default widget({ editor: HandEditorView });
