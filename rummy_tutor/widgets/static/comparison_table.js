// Nine rulebooks on one hand: a table that is its own plot, and why two of them differ.
import { barShare, sortRows } from "./logic.js";
import { cited } from "./cards.js";
import { h, icon, redraw } from "./dom.js";
import { widget } from "./host.js";

const declares = (does, t) => (does ? h("span", { class: "rt-yes", title: t("declares") }, icon("check"), h("span", { class: "rt-sr" }, `${t("declares")}, `)) : null);

export class ComparisonTableView {
  constructor(root, host) {
    this.host = host;
    this.vm = null;
    this.column = null;
    this.descending = false;
    this.body = document.createElement("section");
    this.body.className = "rt-panel rt-comparison";
    root.append(this.body);
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("change", (event) => this.onChange(event));
  }

  update(vm) {
    this.vm = vm;
    this.draw();
  }

  draw() { redraw(this.body, this.content()); }

  onClick(event) {
    const target = event.target.closest("[data-act]");
    if (!target) return;
    const { act, column, rulebook } = target.dataset;
    if (act === "sort-column") {
      if (this.column !== column) [this.column, this.descending] = [column, false];
      else if (!this.descending) this.descending = true;
      else [this.column, this.descending] = [null, false];
      this.draw();
    } else if (act === "pick") this.host.send({ type: "set", rulebook });
    else if (act === "show-best") this.host.send({ type: "show_best_column", on: !this.vm.show_best });
  }

  onChange(event) {
    const name = event.target.dataset.pair;
    if (name) this.host.send({ type: "pair", [name]: event.target.value });
  }

  content() {
    const { vm } = this;
    const t = this.host.t;
    const rows = this.column ? sortRows(vm.rows, this.column, this.descending) : vm.rows;
    const heading = (column, label, extra = "") =>
      h("th", { scope: "col", class: extra, "aria-sort": this.column === column ? (this.descending ? "descending" : "ascending") : null },
        h("button", { type: "button", class: "rt-sorter", "data-act": "sort-column", "data-column": column, "data-focus": `sort-${column}` }, label,
          h("span", { class: "rt-arrow", "aria-hidden": "true" }, this.column === column ? (this.descending ? "▾" : "▴") : "")));
    return [
      h("header", { class: "rt-panelhead" }, h("h2", {}, t("nine_title")),
        h("button", { type: "button", class: "rt-button rt-ghost", "data-act": "show-best", "data-focus": "show-best", "aria-pressed": vm.show_best ? "true" : "false" }, icon("eye"), vm.show_best ? t("hide_best_column") : t("show_best_column"))),
      h("div", { class: "rt-scroll", "data-key": "rows" },
        h("table", { class: `rt-nine${vm.pending ? " rt-pending" : ""}`, "aria-busy": vm.pending ? "true" : null },
          h("caption", { class: "rt-sr" }, t("nine_caption")),
          h("thead", {}, h("tr", {},
            heading("name", t("col_rulebook")),
            heading("arranged_value", t("col_laid"), "rt-num"),
            heading("best_value", t("col_best"), "rt-num"),
            h("th", { scope: "col", class: "rt-plotcol" }, t("col_plot")),
            heading("bonus_value", t("col_bonus"), "rt-num"))),
          h("tbody", {}, rows.map((row) => this.row(row))))),
      vm.plot_note ? h("p", { class: "rt-quiet", "data-key": "plotnote" }, vm.plot_note) : null,
      vm.size_note ? h("p", { class: "rt-quiet", "data-key": "sizenote" }, vm.size_note) : null,
      this.pair(vm.pair),
    ];
  }

  row(row) {
    const t = this.host.t;
    const { lowest, highest } = this.vm;
    const laid = barShare(row.plot_arranged, lowest, highest);
    const best = barShare(row.plot_best, lowest, highest);
    const has = row.plot_arranged !== null;
    return h("tr", { "data-key": row.key, class: row.current ? "rt-current" : "", "data-row": row.key },
      h("th", { scope: "row" },
        h("button", { type: "button", class: "rt-pick", "data-act": "pick", "data-rulebook": row.key, "data-focus": `pick-${row.key}`, "aria-current": row.current ? "true" : null, title: row.current ? t("current_rulebook") : t("switch_to", { name: row.name }) },
          row.name, row.deals ? h("span", { class: "rt-dagger", title: row.deals }, h("span", { "aria-hidden": "true" }, "†"), h("span", { class: "rt-sr" }, `, ${row.deals}`)) : null), row.note ? h("span", { class: "rt-rownote", title: row.note_full }, row.note) : null),
      h("td", { class: "rt-num" }, declares(row.declares, t), row.arranged),
      h("td", { class: "rt-num" }, row.best === null ? h("span", { class: "rt-veil" }, h("span", { class: "rt-sr" }, t("hidden")), h("span", { "aria-hidden": "true" }, "?")) : [declares(row.best_declares, t), row.best]),
      h("td", { class: "rt-plotcol" }, has
        ? h("svg", { class: "rt-plot", viewBox: "0 0 120 16", preserveAspectRatio: "none", role: "img", "aria-label": row.plot_label },
            h("rect", { class: "rt-track", x: 0, y: 7, width: 120, height: 2, rx: 1 }),
            // the whole bar is the cost as laid; what a better grouping would save of it is pale
            h("rect", { class: "rt-costbar", x: 4, y: 4, width: 110 * (row.plot_best === null ? laid : best), height: 8, rx: 2 }),
            row.plot_best !== null ? h("rect", { class: "rt-saved", x: 4 + 110 * best, y: 4, width: Math.max(0, 110 * (laid - best)), height: 8, rx: 2 }) : null,
            h("rect", { class: "rt-laidmark", x: 2 + 110 * laid, y: 1, width: 4, height: 14, rx: 1 }),
            row.plot_best !== null ? h("polygon", { class: "rt-bestmark", points: `${110 * best},8 ${110 * best + 4},1 ${110 * best + 8},8 ${110 * best + 4},15` }) : null)
        : h("span", { class: "rt-quiet" }, row.plot_label)),
      h("td", { class: "rt-num rt-bonus" }, row.bonus));
  }

  pair(pair) {
    if (!pair) return null;
    const t = this.host.t;
    const chooser = (name, value) => h("select", { "data-pair": name, "data-focus": `pair-${name}`, "data-key": `pair-${name}`, "aria-label": t(`pair_${name}`), value },
      this.vm.rows.map((row) => h("option", { value: row.key, selected: row.key === value }, row.name)));
    return h("details", { class: "rt-why rt-pair", "data-key": "pair" },
      h("summary", { "data-focus": "pair" }, t("why_differ")),
      h("div", { class: "rt-pairchoice" }, chooser("a", pair.a), h("span", {}, t("and")), chooser("b", pair.b)),
      h("ul", {}, pair.lines.map((line) => h("li", {}, cited(line)))));
  }
}

export default widget({ comparison: ComparisonTableView });
