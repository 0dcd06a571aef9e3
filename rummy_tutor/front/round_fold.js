// A part of the round that is folded where there is no room for all of them.

import { h } from "./shared/dom.js";

/** @import { RoundTableView } from "./round_table.js" */

/**
 * The line that opens a part and puts it away.
 * @param {boolean} open
 */
export const foldRow = (open, attrs, ...words) =>
  h("button.rt-row.rt-fold.rt-wide.rt-roundfoldrow", { "aria-expanded": String(open), ...attrs }, words);

/**
 * A part under a line that opens it; where there is room, or before a class, it stands there without that line.
 * @param {RoundTableView} view
 * @param {string} key
 * @param {string} label
 * @param {*} content
 */
export function roundFold(view, key, label, content) {
  if (view.vm.in_class) return content;
  const open = view.folds.has(key);
  return h("div.rt-roundfold", { key: `fold-${key}`, "data-open": String(open) }, [
    foldRow(open, { act: "fold", "data-fold": key, focus: `fold-${key}` }, label),
    h("div.rt-stack.rt-roundfoldbody", content),
  ]);
}
