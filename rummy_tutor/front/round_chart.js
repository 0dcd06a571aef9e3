// Who pays whom, drawn as bands from those who give to those who get.
import { h } from "./shared/dom.js";
import { writeNumber } from "./shared/logic.js";

/** @import * as page from "./page.js" */
/** @import { RoundTableView } from "./round_table.js" */

const LEAST = 26; // px: the height of a name
const SCALE = 130; // px for the larger side's sum, beside the least heights
const GAP = 6;

/**
 * Where the names and the bands lie.
 * Both sides hold the same sum, so they share one scale.
 * @param {Pick<page.FlowView, "payer" | "payee" | "amount">[]} flows
 */
export function layFlows(flows) {
  const total = flows.reduce((sum, flow) => sum + flow.amount, 0);
  const side = (key) => {
    const sums = new Map();
    for (const flow of flows) sums.set(flow[key], (sums.get(flow[key]) || 0) + flow.amount);
    let top = 0;
    const nodes = [...sums]
      .sort((a, b) => a[0] - b[0])
      .map(([player, amount]) => {
        const band = (SCALE * amount) / total;
        const height = Math.max(LEAST, band);
        const node = { player, amount, top, height, at: top + (height - band) / 2 };
        top += height + GAP;
        return node;
      });
    return { nodes, height: Math.max(0, top - GAP) };
  };
  const [left, right] = [side("payer"), side("payee")];
  const height = Math.max(left.height, right.height);
  for (const column of [left, right]) {
    const shift = (height - column.height) / 2;
    for (const node of column.nodes) {
      node.top += shift;
      node.at += shift;
    }
  }
  const start = new Map(left.nodes.map((node) => [node.player, node.at]));
  const end = new Map(right.nodes.map((node) => [node.player, node.at]));
  const bands = flows.map((flow) => {
    const thick = (SCALE * flow.amount) / total;
    const band = { ...flow, thick, from: start.get(flow.payer), to: end.get(flow.payee) };
    start.set(flow.payer, band.from + thick);
    end.set(flow.payee, band.to + thick);
    return band;
  });
  return { height, left: left.nodes, right: right.nodes, bands };
}

/** The outline of a band across a box of width 100. */
function bandPath({ from, to, thick }) {
  const wide = Math.max(thick, 1.5);
  return `M0 ${from}C45 ${from} 55 ${to} 100 ${to}V${to + wide}C55 ${to + wide} 45 ${from + wide} 0 ${from + wide}Z`;
}

/** A number as the page's language writes it. */
export const inFigures = (number) => writeNumber(number, document.documentElement.lang);

/**
 * Bands from left to right, with the names beside them.
 * @param {page.FlowView[]} flows
 * @param {string[]} names
 * @param {number | null} lit
 * @param {RoundTableView["t"]} t
 */
export function drawFlows(flows, names, lit, t) {
  const { height, left, right, bands } = layFlows(flows);
  const column = (nodes, side, word) =>
    h("ul", { class: `rt-flowside rt-flow${side}`, style: `height:${height}px` }, [
      nodes.map((node, at) =>
        h(
          "li.rt-box.rt-row",
          {
            key: node.player,
            style: `margin-top:${at ? GAP : node.top}px;height:${node.height}px`,
            class:
              lit !== null &&
              !bands.some((band, at) => lit === at && (side === "left" ? band.payer : band.payee) === node.player)
                ? "rt-faint"
                : "",
          },
          [
            h("span.rt-flowname", names[node.player]),
            " ",
            h("b", `${side === "left" ? "−" : "+"}${inFigures(node.amount)}`),
            h("span.rt-sr", ` (${t(word, { name: names[node.player], n: node.amount })})`),
          ],
        ),
      ),
    ]);
  return h("div.rt-lesser.rt-flows", { key: "flows" }, [
    column(left, "left", "chart_gives"),
    h(
      "svg.rt-flowbands",
      {
        viewBox: `0 0 100 ${height}`,
        preserveAspectRatio: "none",
        style: `height:${height}px`,
        role: "img",
        "aria-label": flows.map((flow) => flow.label).join(" "),
      },
      [
        bands.map((band, at) =>
          h("path", {
            d: bandPath(band),
            "data-flow": at,
            key: `${band.payer}-${band.payee}`,
            class: `rt-flow rt-hue${band.payee % 6}${lit === at ? " rt-lit" : lit === null ? "" : " rt-faint"}`,
          }),
        ),
      ],
    ),
    column(right, "right", "chart_gets"),
  ]);
}
