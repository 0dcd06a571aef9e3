// What now? How far, what to throw or what helps, one way there: step by step, and only when asked.
import { h, icon, redraw, suitIcon } from "./dom.js";
import { cited, kindBadge, plainCard } from "./cards.js";
import { sortRows } from "./logic.js";
import { widget } from "./host.js";

const discardsOf = (vm) => (vm && vm.discards ? vm.discards.rows.map((row) => row.key).sort().join(" ") : "");

export class WhatNowView {
  constructor(root, host) {
    this.host = host;
    this.vm = null;
    this.column = null;
    this.descending = false;
    this.chosen = null; // the discard whose draws are shown
    this.rows = ""; // the discards last shown
    this.body = document.createElement("section");
    this.body.className = "rt-panel rt-now";
    this.status = document.createElement("div");
    this.status.className = "rt-sr";
    this.status.setAttribute("role", "status");
    root.append(this.body, this.status);
    this.also = { now_working: (working) => this.drawWorking(working) }; // a trait of its own
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("change", (event) => {
      if (event.target.dataset.open !== undefined) host.send({ type: "open_card", card: event.target.value });
    });
  }

  update(vm) {
    const before = this.vm;
    this.vm = vm;
    const rows = discardsOf(vm); // none while they are worked out again, as after a card was marked
    if (rows && rows !== this.rows) this.chosen = null; // another hand
    this.rows = rows || this.rows;
    this.draw();
    if (!before) return;
    const told = this.spoken(vm);
    if (told !== this.spoken(before)) this.status.textContent = told;
  }

  /** What a screen reader is told: the answers, but not how far the work has come. */
  spoken(vm) {
    return [vm.figure, ...vm.lines, vm.failed, vm.chance, vm.told[0] || "", vm.open.verdict].filter(Boolean).join(" ");
  }

  draw() { redraw(this.body, this.content()); }

  onClick(event) {
    const target = event.target.closest("[data-act]");
    if (!target || target.getAttribute("aria-disabled") === "true") return;
    const { act, level, mark: card, column } = target.dataset;
    if (act === "what-now") this.host.send({ type: "what_now", level: Number(level) });
    else if (act === "see") this.host.send({ type: "seen", card, add: true });
    else if (act === "unsee") this.host.send({ type: "seen", card, add: false });
    else if (act === "forget") this.host.send({ type: "forget_seen" });
    else if (act === "row") {
      this.chosen = this.chosen === card ? null : card;
      this.draw();
    } else if (act === "sort-column") {
      if (this.column !== column) [this.column, this.descending] = [column, false];
      else if (!this.descending) this.descending = true;
      else [this.column, this.descending] = [null, false];
      this.draw();
    }
  }

  /** How far the work has come, without drawing anything else. */
  drawWorking(working) {
    const place = this.body.querySelector(".rt-nowwork");
    if (!place) return;
    Object.assign(place.firstChild, { max: working.total, value: working.done, ariaLabel: working.text });
    place.lastChild.textContent = working.text;
  }

  content() {
    const { vm } = this;
    const t = this.host.t;
    const working = this.host.model.get("now_working");
    const button = (level, label, primary, name) =>
      h("button", { type: "button", class: `rt-button${primary ? " rt-primary" : ""}`, "data-act": "what-now", "data-level": level, "data-key": primary ? "next" : `level-${level}`, "data-focus": primary ? "now-next" : `now-${level}` }, name ? icon(name) : null, label);
    return [
      h("header", { class: "rt-panelhead", "data-key": "head" }, h("h2", {}, t("now_title")),
        h("span", { class: "rt-pips", role: "img", "aria-label": t("step_of", { n: vm.level, m: vm.steps }) },
          Array.from({ length: vm.steps }, (_, at) => h("i", { class: at < vm.level ? "rt-on" : "" })))),
      vm.level === 0 ? h("p", { class: "rt-quiet", "data-key": "hidden" }, t("now_hidden")) : null,
      vm.lines.length ? h("p", { class: "rt-nowfar", "data-key": "far" }, vm.figure ? h("b", {}, vm.figure) : null, h("span", {}, vm.lines[0]), vm.lines.slice(1).map((line) => h("span", { class: "rt-quiet" }, line))) : null,
      vm.failed ? h("p", { class: "rt-error", "data-key": "failed" }, vm.failed, " ", button(vm.level, t("now_again"), false)) : null,
      vm.told.length ? h("p", { class: "rt-verdict", "data-key": "throw" }, vm.told[0]) : null,
      vm.discards ? this.throws(vm.discards) : null,
      vm.told.length > 1 ? h("ul", { class: "rt-nowtold rt-quiet", "data-key": "told" }, vm.told.slice(1).map((line) => h("li", {}, line))) : null,
      vm.chance ? h("p", { "data-key": "chance" }, vm.chance) : null,
      vm.outs.map((part) => (part.open
        ? h("div", { "data-key": `outs-${part.key}` }, h("h3", {}, part.title), this.outs(part.cards))
        : h("details", { class: "rt-why", "data-key": `outs-${part.key}` },
            h("summary", { "data-focus": `outs-${part.key}` }, `${part.title} (${part.cards.length})`), this.outs(part.cards)))),
      vm.working && working.total ? h("div", { class: "rt-nowwork", "data-key": "working" },
        h("progress", { max: working.total, value: working.done, "aria-label": working.text }), h("span", { class: "rt-quiet" }, working.text)) : null,
      vm.way ? this.way(vm.way) : null,
      h("div", { class: "rt-buttons", "data-key": "buttons" },
        vm.next ? button(vm.level + 1, vm.next, true, "eye") : null,
        vm.can_show_all ? button(vm.steps, t("show_all"), false) : null,
        vm.level > 0 ? button(0, t("hide_again"), false) : null),
      this.openCard(vm.open),
      vm.seen.note ? h("p", { class: "rt-error", role: "status", "data-key": "surplus" }, icon("invalid"), " ", vm.seen.note) : null,
      this.seen(vm.seen),
    ];
  }

  /** Cards that help, each with the copies left and the chance. */
  outs(cards) {
    return h("ul", { class: "rt-outs rt-small" }, cards.map((out) =>
      h("li", { "data-key": out.card.key, "data-out": out.card.key, title: out.label },
        h("span", { class: "rt-sr" }, out.label),
        h("span", { "aria-hidden": "true" }, plainCard(out.card), h("b", { class: "rt-copies" }, out.copies), out.chance ? h("small", {}, out.chance) : null))));
  }

  throws(discards) {
    const t = this.host.t;
    const rows = this.column ? sortRows(discards.rows, this.column, this.descending) : discards.rows;
    const inOrder = !this.column;
    const heading = (column, label, extra = "") =>
      h("th", { scope: "col", class: extra, "aria-sort": this.column === column ? (this.descending ? "descending" : "ascending") : null },
        h("button", { type: "button", class: "rt-sorter", "data-act": "sort-column", "data-column": column, "data-focus": `now-sort-${column}` }, label,
          h("span", { class: "rt-arrow", "aria-hidden": "true" }, this.column === column ? (this.descending ? "▾" : "▴") : "")));
    const chosen = discards.rows.find((row) => row.key === this.chosen);
    return h("div", { class: "rt-throws", "data-key": "throws" },
      h("div", { class: "rt-scroll", tabindex: "0", role: "region", "aria-label": t("now_throws"), "data-focus": "throws" },
        h("table", { class: "rt-nine" },
          h("caption", { class: "rt-sr" }, t("now_throws_caption")),
          h("thead", {}, h("tr", {}, heading("name", t("col_card")), heading("far_value", t("col_far"), "rt-num"), heading("outs_value", t("col_outs"), "rt-num"), heading("points_value", discards.points, "rt-num"))),
          h("tbody", {}, rows.map((row) => h("tr", { "data-key": row.key, "data-throw": row.key, class: row.key === this.chosen ? "rt-current" : "" },
            h("th", { scope: "row" },
              h("button", { type: "button", class: "rt-throw rt-tiny", "data-act": "row", "data-mark": row.key, "data-focus": `throw-${row.key}`, "aria-pressed": row.key === this.chosen ? "true" : "false", "aria-label": row.name },
                plainCard(row.card)),
              row.equal && inOrder ? h("span", { class: "rt-equal", title: t("now_equal") }, h("span", { "aria-hidden": "true" }, "="), h("span", { class: "rt-sr" }, t("now_equal"))) : null),
            h("td", { class: "rt-num" }, row.far), h("td", { class: "rt-num" }, row.outs), h("td", { class: "rt-num" }, row.points)))))),
      chosen ? null : h("p", { class: "rt-quiet", "data-key": "press" }, t("now_press")),
      chosen ? h("div", { class: "rt-then", "data-key": "then" }, h("p", {}, chosen.then), chosen.draws.length ? this.outs(this.faces(chosen.draws)) : null) : null);
  }

  /** What a discard then waits for: cards by name, copies and chance. */
  faces(draws) {
    const t = this.host.t;
    const known = Object.fromEntries(this.vm.seen.cards.map((card) => [card.text, card]));
    return draws.map(([text, copies, chance]) => ({
      card: { ...known[text], stands: null, key: text }, copies: `×${copies}`, chance, label: t("now_out", { card: known[text].name, copies, chance }) }));
  }

  way(way) {
    return h("div", { class: "rt-answer", "data-key": "way" }, h("h3", {}, way.title),
      h("ul", { class: "rt-minitrays rt-small" }, way.groups.map((group) =>
        h("li", { class: "rt-minitray", "data-tone": group.tone }, h("div", { class: "rt-minihead" }, kindBadge(group)),
          h("div", { class: "rt-cards" }, group.cards.map((card) => plainCard(card, card.moved ? " rt-moved" : "")))))),
      h("ul", { class: "rt-nowtold" }, way.told.map((line) => h("li", {}, cited(line)))));
  }

  openCard(open) {
    const t = this.host.t;
    const id = `${this.host.name}-open`;
    return h("div", { class: "rt-nowopen", "data-key": "open" },
      h("label", { for: id }, t("now_open")),
      h("select", { id, "data-open": "", "data-focus": "now-open", value: open.value },
        h("option", { value: "", selected: open.value === "" }, t("now_no_open")),
        open.choices.map((choice) => h("option", { value: choice.value, selected: choice.value === open.value }, choice.label))),
      open.hint ? h("span", { class: "rt-quiet" }, open.hint) : null,
      open.verdict ? h("p", { class: "rt-verdict", "data-tone": open.tone }, open.verdict) : null,
      open.why.length ? h("ul", { class: "rt-nowtold" }, open.why.map((line) => h("li", {}, cited(line)))) : null);
  }

  seen(seen) {
    const t = this.host.t;
    return h("details", { class: "rt-why rt-seen", "data-key": "seen" },
      h("summary", { "data-focus": "now-seen" }, seen.title),
      h("p", { class: "rt-quiet" }, t("now_seen_help")),
      h("div", { class: "rt-palettegrid", role: "group", "aria-label": seen.title, memo: JSON.stringify(seen.cards) }, seen.cards.map((card) =>
        h("span", { class: "rt-palettecell", "data-key": card.text },
          h("button", { type: "button", class: "rt-palettecard", "data-suit": card.suit || "J", "data-act": "see", "data-mark": card.text, "data-focus": `see-${card.text}`, "aria-disabled": card.left > 0 ? null : "true", "aria-label": card.label, title: card.label },
            card.suit ? [h("b", {}, card.rank), suitIcon(card.suit)] : [icon("jokers"), h("b", {}, "PJ")],
            h("small", { "aria-hidden": "true" }, `×${card.left}`)),
          card.seen ? h("button", { type: "button", class: "rt-paletteminus", "data-act": "unsee", "data-mark": card.text, "data-focus": `unsee-${card.text}`, "aria-label": card.undo, title: card.undo }, h("span", { "aria-hidden": "true" }, card.seen > 1 ? `− ${card.seen}` : "−")) : null))),
      seen.count ? h("button", { type: "button", class: "rt-button rt-ghost", "data-act": "forget", "data-focus": "forget", "data-key": "forget" }, icon("clear"), t("now_forget")) : null);
  }
}

export default widget({ what_now: WhatNowView });
