// The payments of a round: one after the other, added up, and drawn.

import { drawFlows, inFigures } from "./round_chart.js";
import { roundFold } from "./round_fold.js";
import { actionButton } from "./shared/controls.js";
import { h, icon } from "./shared/dom.js";

/** @import * as page from "./page.js" */
/** @import { RoundTableView } from "./round_table.js" */

/**
 * Who wins and who pays whom, then what it comes to for each, as a table, a drawing, and payment by payment.
 * @param {RoundTableView} view
 */
export function roundLedger(view) {
  const { vm, t } = view;
  const { ledger } = vm;
  return h("section.rt-stack.rt-ledger", { key: "ledger", "aria-labelledby": `${view.host.name}-ledger` }, [
    roundResult(view),
    ledger.can_force || ledger.surplus.length ? surplusCards(view) : null,
    ledger.rows.length
      ? h("div.rt-panel.rt-ledgertop", { key: "ledgertop" }, [
          netTable(view),
          ledger.flows.length ? roundFold(view, "chart", t("chart_fold"), roundChart(view)) : null,
        ])
      : null,
    ledger.notes.length ? h("ul.rt-quiet", { key: "notes" }, [ledger.notes.map((note) => h("li", note))]) : null,
    ledger.total ? roundFold(view, "payments", `${t("entries_title")}: ${ledger.count}`, paymentList(view)) : null,
    ledger.slips.length && ledger.shown === null ? roundFold(view, "slips", t("slips_fold"), slipList(view)) : null,
  ]);
}

/**
 * The round in a sentence with its figure, what each owes once both have set off their sums, and the round's story.
 * @param {RoundTableView} view
 */
function roundResult(view) {
  const { vm, t } = view;
  const { ledger, worked } = vm;
  const stepping = vm.in_class && ledger.shown !== null;
  const isOpen = stepping && ledger.shown < ledger.total;
  const bad = ledger.tone === "bad";
  return h("div.rt-feltcloth.rt-stack.rt-roundresult", { key: "result" }, [
    h("header.rt-row.rt-panelhead", [
      h("h2", { id: `${view.host.name}-ledger` }, [
        t("round_title"),
        vm.in_class && ledger.about ? h("span.rt-quiet", ` ${ledger.about}`) : null,
      ]),
      h("div.rt-buttons", [
        vm.in_class ? stepButtons(view) : null,
        vm.can_class && view.inPage
          ? actionButton("class", t(vm.in_class ? "class_off" : "class_on"), { name: "teach" })
          : null,
      ]),
    ]),
    stepping
      ? h("p.rt-paynow", { key: "now" }, [
          ledger.entries.length ? `${ledger.entries.length}. ${ledger.entries.at(-1).sentence}` : ledger.lead,
        ])
      : null,
    ledger.lead && !isOpen
      ? h("div.rt-line.rt-roundlead", { key: "lead" }, [
          ledger.figure ? h("b.rt-figure", { "aria-hidden": "true" }, ledger.figure) : null,
          h("p", ledger.lead),
        ])
      : null,
    ledger.hint
      ? h("p", { class: bad ? "rt-message rt-error" : "rt-hint", "data-tone": bad ? "bad" : null, key: "hint" }, [
          bad ? [icon("invalid"), " "] : null,
          ledger.hint,
        ])
      : null,
    ledger.asks_winner ? winnerChoice(vm.seats) : null,
    ledger.flows.length && !isOpen ? debtList(ledger) : null,
    worked.story && !vm.in_class ? h("p.rt-lesser.rt-story", { key: "story" }, worked.story) : null,
  ]);
}

/**
 * One press says who has won, while nobody has.
 * @param {page.RoundSeatView[]} seats
 */
const winnerChoice = (seats) =>
  h("div.rt-row", { key: "winner" }, [
    seats.map((seat, at) =>
      h("button.rt-button", { act: "winner", "data-at": at, key: at, focus: `won-${at}` }, seat.called),
    ),
  ]);

/**
 * Who pays whom how much in the end, one line each.
 * @param {page.LedgerView} ledger
 */
function debtList({ flows, rows }) {
  return h("ul.rt-grid.rt-debts", { key: "debts" }, [
    flows.map((flow) =>
      h("li.rt-box.rt-line", { key: `${flow.payer}-${flow.payee}` }, [
        h("span.rt-sr", flow.label),
        h("span", { "aria-hidden": "true" }, [rows[flow.payer].name, icon("next"), rows[flow.payee].name]),
        h("b.rt-num", { "aria-hidden": "true" }, inFigures(flow.amount)),
      ]),
    ),
  ]);
}

/** @param {RoundTableView} view */
function slipList({ vm: { ledger } }) {
  return h("dl.rt-panel.rt-slips", { key: "slips" }, [
    ledger.slips.map((slip) => [h("dt", slip.title), h("dd", slip.text)]),
  ]);
}

/** @param {RoundTableView} view */
function surplusCards({ vm: { ledger }, t }) {
  const button = actionButton("force", t(ledger.can_force ? "settle_anyway" : "check_again"));
  if (!ledger.surplus.length) return h("div", { key: "force" }, button);
  return h("details.rt-panel.rt-surplus", { key: "surplus" }, [
    h("summary", { focus: "surplus" }, ledger.surplus_note),
    h("ul", [ledger.surplus.map((line) => h("li", line))]),
    button,
  ]);
}

/**
 * What each player gets and gives, and the proof that it comes out even.
 * @param {RoundTableView} view
 */
function netTable({ vm: { ledger }, t }) {
  const tone = { good: "rt-plus", bad: "rt-minus", wrong: "rt-slip" };
  return h(
    "div.rt-scroll.rt-ledgerscroll",
    { key: "table", tabindex: "0", role: "region", "aria-label": t("round_title") },
    [
      h("table.rt-lesser.rt-nets", [
        h("thead", [
          h("tr", [
            h("th", { scope: "col" }, t("head_player")),
            ledger.columns.map((column) =>
              h("th", { scope: "col", class: `rt-num rt-col-${column.key}`, key: column.key }, column.label),
            ),
          ]),
        ]),
        h("tbody", [
          ledger.rows.map((row, at) =>
            h("tr", { key: at, class: row.won ? "rt-won" : "" }, [
              h("th", { scope: "row" }, [
                h("span.rt-who", row.name, row.won ? h("span.rt-crown", icon("check")) : null),
                h("small", row.ending),
              ]),
              row.cells.map((cell) =>
                h("td", { class: `rt-num rt-col-${cell.key} ${tone[cell.tone] || ""}`, key: cell.key }, [
                  row.missing && cell.key !== "page" ? [cell.text, " …"] : cell.text,
                ]),
              ),
            ]),
          ),
        ]),
        ledger.sums.length
          ? h("tfoot", [
              h("tr", [
                h("th", { scope: "row" }, t("head_sum")),
                ledger.sums.map((sum, at) =>
                  h("td", { class: `rt-num rt-col-${ledger.columns[at].key}`, key: ledger.columns[at].key }, sum),
                ),
              ]),
            ])
          : null,
      ]),
      ledger.proof
        ? h("p.rt-lesser.rt-proof", { "data-tone": ledger.proof_tone, key: "proof" }, [
            ledger.proof_tone === "good" ? [icon("check"), " "] : null,
            ledger.proof,
          ])
        : null,
    ],
  );
}

/** @param {RoundTableView} view */
function roundChart({ vm: { ledger }, t, lit }) {
  const names = ledger.rows.map((row) => row.name);
  return h("figure.rt-stack.rt-near.rt-chart", { key: "chart" }, [
    h("h3", t("chart_title")),
    drawFlows(ledger.flows, names, lit, t),
    h("figcaption.rt-quiet", lit !== null && ledger.flows[lit] ? ledger.flows[lit].label : t("chart_help")),
  ]);
}

/**
 * Every payment as a sentence, and folded below them their sources.
 * @param {RoundTableView} view
 */
function paymentList(view) {
  const { t } = view;
  const { ledger, in_class: inClass } = view.vm;
  const stepping = ledger.shown !== null;
  return h("div.rt-panel.rt-payments", { key: "payments" }, [
    h("div.rt-row.rt-panelhead", [
      h("h3", t("entries_title"), " ", h("span.rt-quiet", ledger.count)),
      inClass ? null : h("div.rt-buttons", stepButtons(view)),
    ]),
    h("ol.rt-entries", [
      ledger.entries.map((entry) =>
        h(
          "li.rt-entry",
          {
            key: entry.n,
            "data-sort": entry.sort,
            "data-payer": entry.payer,
            "data-payee": entry.payee,
            "data-latest": entry.latest && stepping ? "true" : null,
          },
          [
            h("span.rt-amount", entry.amount),
            h("span.rt-sentence", [entry.sentence, entry.remark ? h("span.rt-quiet", ` [${entry.remark}]`) : null]),
          ],
        ),
      ),
    ]),
    paymentSources(view.vm, t),
  ]);
}

/**
 * What the sources of the payments say, each once, and where a worked round is from: folded away until it is asked for.
 * @param {page.RoundView} vm
 * @param {(key: string) => string} t
 */
function paymentSources({ ledger, worked }, t) {
  const texts = new Map(ledger.entries.flatMap(({ marks }) => marks.map(({ code, text }) => [code, text])));
  if (!texts.size && !worked.source) return null;
  return h("details.rt-source", { key: "sources" }, [
    h("summary", t("sources")),
    worked.source ? h("p.rt-lesser", worked.source) : null,
    h("dl.rt-grid.rt-lesser.rt-rulings", [
      [...texts].map(([code, text]) => h("div.rt-line.rt-near", h("dt", code), h("dd", text))),
    ]),
  ]);
}

/**
 * The buttons that show one payment after the other.
 * @param {RoundTableView} view
 */
function stepButtons({ vm: { ledger }, t }) {
  if (!ledger.total) return null;
  if (ledger.shown === null) return actionButton("step-start", t("step_start"), { name: "eye" });
  return [
    h(
      "button.rt-button.rt-main",
      { act: "step", focus: "step", key: "step", "aria-disabled": ledger.shown >= ledger.total ? "true" : null },
      [icon("eye"), t("step_next"), h("kbd", "N")],
    ),
    actionButton("step-back", t("step_back"), { off: ledger.shown === 0 }),
    actionButton("step-all", t("step_all")),
  ];
}
