// What is folded below a table: why groups are no melds, what the words mean, what the keys do.

import { citedList } from "./cards.js";
import { h, icon } from "./dom.js";

/** @import * as page from "../page.js" */

/**
 * Why groups are no melds, where there are too many groups to say it beside each.
 * @param {page.TrayView[]} trays
 * @param {(key: string) => string} t
 */
export function drawFaults(trays, t) {
  const lines = trays.flatMap((tray) => tray.reasons);
  if (!lines.length) return null;
  const summary = h("summary", { focus: "faults" }, t("why_no_meld"));
  return h("details.rt-why", { key: "faults" }, summary, citedList("ol", lines, t));
}

/** What the words mean, for those who are new to the game. */
export function drawWords(t) {
  const kinds = ["pure-sequence", "impure-sequence", "set", "tunnela", "dublee", "loose"];
  const lines = [
    ...kinds.map((kind) => [icon(kind), t(`kind_${kind}`), t(`what_${kind}`)]),
    ...["joker", "declare", "discard"].map((word) => [null, t(`word_${word}`), t(`what_${word}`)]),
  ];
  return h("details.rt-why.rt-words", { key: "words", memo: t("words_title") }, [
    h("summary", { focus: "words" }, t("words_title")),
    h("dl.rt-grid", [
      lines.map(([sign, word, what]) => h("div", h("dt", sign, sign ? " " : null, word), h("dd", what))),
    ]),
  ]);
}

/** What the keys do, for those who have not met them yet. */
export function drawKeys(t) {
  const lines = [
    ["key_arrows", "keys_move"],
    ["key_enter", "keys_select"],
    ["G U A", "keys_group"],
    ["1–9", "keys_into"],
    ["Z Y", "keys_undo"],
    ["S", "keys_sort"],
    ["Esc", "keys_clear"],
    ["N", "keys_next"],
  ];
  return h("details.rt-why.rt-keys", { key: "keys", memo: t("keys_title") }, [
    h("summary", { focus: "keys" }, t("keys_title")),
    h("dl.rt-grid", [
      lines.map(([key, what]) =>
        h("div.rt-row", [
          h("dt.rt-row", [(key.startsWith("key_") ? [t(key)] : key.split(" ")).map((name) => h("kbd", name))]),
          h("dd", t(what)),
        ]),
      ),
    ]),
  ]);
}
