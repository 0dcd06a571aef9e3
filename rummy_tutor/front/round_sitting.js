// A sitting of several rounds: running totals, and the file that keeps them.

import { actionButton } from "./shared/controls.js";
import { h, icon } from "./shared/dom.js";

/** @import * as page from "./page.js" */
/** @import { RoundTableView } from "./round_table.js" */

/**
 * The rounds played so far: their totals, the next one, and the file that keeps them.
 * @param {RoundTableView} view
 */
export function roundSitting({ vm, t, host }) {
  const { sitting } = vm;
  return h("section.rt-panel.rt-sitting", { key: "sitting", "aria-labelledby": `${host.name}-sitting` }, [
    h("header.rt-row.rt-panelhead", [
      h("h2", { id: `${host.name}-sitting` }, sitting.title),
      h("div.rt-buttons", [
        actionButton("next", t("sitting_next"), { primary: sitting.can_next, off: !sitting.can_next }),
        sitting.share ? actionButton("share", sitting.share) : null,
        sitting.back ? actionButton("back", sitting.back) : null,
        sitting.played ? actionButton("end_sitting", t("sitting_new")) : null,
        actionButton("save", t("sitting_save"), { off: !sitting.can_save }),
        actionButton("load-button", t("sitting_load"), {
          title: t("sitting_load_help", { command: "rummy-tutor settle" }),
        }),
        h("input.rt-sr", {
          type: "file",
          accept: ".json,application/json",
          tabindex: "-1",
          "aria-label": t("sitting_load"),
          act: "load",
          key: "file",
        }),
      ]),
    ]),
    vm.said
      ? h("p", { class: vm.said.tone === "bad" ? "rt-error" : "rt-said", role: "status", key: "said" }, vm.said.text)
      : null,
    sitting.problem ? h("p.rt-error", { key: "problem" }, icon("invalid"), " ", sitting.problem) : null,
    sitting.over ? h("h3", { key: "over" }, sitting.over) : null,
    sitting.note ? h("p.rt-quiet", { key: "note" }, sitting.note) : null,
    sitting.beside.length ? h("ul.rt-quiet", { key: "beside" }, [sitting.beside.map((line) => h("li", line))]) : null,
    sitting.rows.length ? totalsTable(sitting, t) : null,
  ]);
}

/**
 * @param {page.SittingView} sitting
 * @param {RoundTableView["t"]} t
 */
function totalsTable(sitting, t) {
  return h("div.rt-scroll", { key: "totals", tabindex: "0", role: "region", "aria-label": sitting.title }, [
    h("table.rt-lesser.rt-nets.rt-totals", [
      h("thead", [
        h("tr", [
          h("th", { scope: "col" }, t("head_player")),
          h("th.rt-num", { scope: "col" }, t("sitting_total")),
          sitting.money ? h("th.rt-num", { scope: "col", key: "money" }, t("sitting_money")) : null,
          sitting.rounds.map((label, at) => h("th.rt-num", { scope: "col", key: `round-${at}` }, label)),
        ]),
      ]),
      h("tbody", [sitting.rows.map((row) => totalsRow(row, sitting.money))]),
    ]),
  ]);
}

/**
 * @param {page.StandingView} row
 * @param {boolean} money
 */
function totalsRow(row, money) {
  const back = { act: "rejoin", "data-name": row.name, focus: `rejoin-${row.name}`, key: "rejoin" };
  return h("tr", { key: row.name, class: row.out ? "rt-gone" : row.place === 1 && "rt-won" }, [
    h("th", { scope: "row" }, [
      h("span.rt-who", `${row.place}. ${row.name}`),
      row.note ? h("small", row.note) : null,
      row.rejoin ? h("button.rt-button.rt-text", back, row.rejoin) : null,
    ]),
    h("td.rt-num.rt-col-net", row.total),
    money ? h("td.rt-num", { key: "money" }, row.money) : null,
    row.running.map((figure, at) => h("td.rt-num", { key: `round-${at}` }, figure)),
  ]);
}
