// All rulebooks on one hand: a table that is its own plot, and why two of them differ.

import { citedList } from "./shared/cards.js";
import { choiceOptions, nextOrder, sortHeading } from "./shared/controls.js";
import { addNode, h, icon, redraw } from "./shared/dom.js";
import { barShare, sortRows } from "./shared/logic.js";
import { registerPanel } from "./shared/panel.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

const declares = (does, t) =>
  does ? h("span.rt-yes", { title: t("declares") }, icon("check"), h("span.rt-sr", `${t("declares")}, `)) : null;

export class ComparisonTableView {
  /** @type {page.ComparisonView} */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.order = { column: null, descending: false };
    this.unfolded = false; // whether games that deal another number of cards have their rows
    this.body = addNode(root, h("section.rt-panel.rt-comparison"));
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("change", (event) => this.onChange(event));
  }

  /** @param {page.ComparisonView} vm */
  update(vm) {
    this.vm = vm;
    this.draw();
  }

  draw() {
    redraw(this.body, this.content());
  }

  onClick(event) {
    const target = event.target.closest("[data-act]");
    if (!target) return;
    const { act, column, rulebook } = target.dataset;
    if (act === "sort-column") {
      this.order = nextOrder(this.order, column);
      this.draw();
    } else if (act === "pick") this.host.send({ type: "set", rulebook });
    else if (act === "unfold") {
      this.unfolded = !this.unfolded;
      this.draw();
    } else if (act === "show-best") this.host.send({ type: "show_best_column", on: !this.vm.show_best });
  }

  onChange(event) {
    const name = event.target.dataset.pair;
    const { value } = event.target;
    if (name) this.host.send(name === "a" ? { type: "pair", a: value } : { type: "pair", b: value });
  }

  content() {
    const { vm } = this;
    const t = this.host.t;
    const rows = sortRows(vm.rows, this.order.column, this.order.descending);
    /** @type {(column: keyof page.RowView, label: string, more?: object) => object} */
    const heading = (column, label, more) => sortHeading(this.order, column, label, more);
    return [
      h("header.rt-row.rt-panelhead", [
        h("h2", t("nine_title")),
        h(
          "button.rt-button.rt-text",
          { act: "show-best", focus: "show-best", "aria-pressed": vm.show_best ? "true" : "false" },
          [icon("eye"), vm.show_best ? t("hide_best_column") : t("show_best_column")],
        ),
      ]),
      h("div.rt-scroll", { key: "rows" }, [
        h("table", { class: `rt-nine${vm.pending ? " rt-pending" : ""}`, "aria-busy": vm.pending ? "true" : null }, [
          h("caption.rt-sr", t("nine_caption")),
          h("thead", [
            h("tr", [
              heading("name", t("col_rulebook"), { number: false }),
              heading("arranged_value", t("col_laid")),
              heading("best_value", t("col_best")),
              h("th.rt-plotcol", { scope: "col" }, t("col_plot")),
              this.hasBonus() ? heading("bonus_value", t("col_bonus")) : null,
            ]),
          ]),
          h("tbody", [rows.map((row) => this.row(row))]),
        ]),
      ]),
      h("p.rt-fine", { key: "plotnote" }, [
        this.unfolded ? vm.note : vm.folded_note,
        vm.size_note && (this.unfolded || !vm.fold) ? ` ${vm.size_note}` : null,
      ]),
      vm.fold || vm.pair
        ? h("div.rt-row.rt-lesser.rt-ninefoot", { key: "foot" }, vm.fold ? this.folding() : null, this.pair(vm.pair))
        : null,
    ];
  }

  /** Whether a game that is seen gives a bonus; where none does there is no column for it. */
  hasBonus() {
    return this.vm.rows.some((row) => row.bonus_value !== null && (this.unfolded || !row.folded));
  }

  /** What shows the rows of games that deal another number of cards, and folds them again. */
  folding() {
    const attrs = { act: "unfold", key: "fold", focus: "unfold", "aria-expanded": String(this.unfolded) };
    return h("button.rt-fold", attrs, this.vm.fold);
  }

  /** @param {page.RowView} row */
  row(row) {
    const t = this.host.t;
    const folded = row.folded && !this.unfolded;
    const scored = row.plot_arranged === null; // no bar of a cost: more is better
    const pick = {
      act: "pick",
      class: row.own && "rt-own",
      "data-rulebook": row.key,
      focus: `pick-${row.key}`,
      "aria-current": row.current && "true",
      title: row.current ? t("current_rulebook") : t("switch_to", { name: row.name }),
    };
    const deals = h("span.rt-dagger", { title: row.deals }, [
      h("span", { "aria-hidden": "true" }, "*"),
      h("span.rt-sr", `, ${row.deals}`),
    ]);
    return h("tr", { key: row.key, hidden: folded, class: row.current && "rt-current", "data-row": row.key }, [
      h("th", { scope: "row" }, [
        h("button.rt-pick", pick, row.name, row.deals ? deals : null),
        row.note ? h("span.rt-fine.rt-rownote", { title: row.note_full }, row.note) : null,
        scored ? h("span.rt-fine.rt-rownote", row.plot_label) : null,
      ]),
      h("td.rt-num", declares(row.declares, t), row.arranged),
      h("td.rt-num", [
        row.best === null
          ? h("span.rt-veil", h("span.rt-sr", t("hidden")), h("span", { "aria-hidden": "true" }, "?"))
          : [declares(row.best_declares, t), row.best],
      ]),
      h("td.rt-plotcol", scored ? null : this.plot(row)),
      this.hasBonus() ? h("td.rt-num.rt-bonus", row.bonus) : null,
    ]);
  }

  /**
   * The cost as a bar: its whole is the hand as laid, and what a better grouping would save of it is pale.
   * @param {page.RowView} row
   */
  plot(row) {
    const { lowest, highest } = this.vm;
    const [from, wide] = [4, 110];
    const laid = wide * barShare(row.plot_arranged, lowest, highest);
    const best = wide * barShare(row.plot_best, lowest, highest);
    const hidden = row.plot_best === null;
    const box = { viewBox: "0 0 120 16", preserveAspectRatio: "none", role: "img", "aria-label": row.plot_label };
    return h("svg.rt-plot", box, [
      h("rect.rt-track", { x: 0, y: 7, width: 120, height: 2, rx: 1 }),
      h("rect.rt-costbar", { x: from, y: 4, width: hidden ? laid : best, height: 8, rx: 2 }),
      hidden ? null : h("rect.rt-saved", { x: from + best, y: 4, width: Math.max(0, laid - best), height: 8, rx: 2 }),
      h("rect.rt-laidmark", { x: from + laid - 2, y: 1, width: 4, height: 14, rx: 1 }),
      hidden ? null : h("polygon.rt-bestmark", { points: `${best},8 ${best + 4},1 ${best + 8},8 ${best + 4},15` }),
    ]);
  }

  /** @param {page.PairView | null} pair */
  pair(pair) {
    if (!pair) return null;
    const t = this.host.t;
    const books = this.vm.rows.map((row) => ({ key: row.key, label: row.name }));
    const chooser = (name, value) => {
      const key = `pair-${name}`;
      const attrs = { "data-pair": name, focus: key, key, "aria-label": t(`pair_${name}`), value };
      return h("select", attrs, choiceOptions(books, value));
    };
    return h("details.rt-why.rt-pair", { key: "pair" }, [
      h("summary", { focus: "pair" }, t("why_differ")),
      h("div.rt-row.rt-pairchoice", chooser("a", pair.a), h("span", t("and")), chooser("b", pair.b)),
      citedList("ul", pair.lines, t),
    ]);
  }
}

export default registerPanel("comparison_table", ComparisonTableView);
