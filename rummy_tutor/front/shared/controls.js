// Controls that several panels use: buttons, choices, headings that sort, cards to pick from, steps taken.

import { plainCard } from "./cards.js";
import { h, icon, suitIcon } from "./dom.js";

/** @import * as page from "../page.js" */

/**
 * A button with what a click on it means, its words, and a sign before them; `more` are further attributes.
 * The `primary` one is the screen's main button: there is one.
 * @param {string | null} act
 * @param {unknown} label
 * @param {{ name?: string | null, primary?: boolean, off?: boolean, [attribute: string]: unknown }} [how]
 */
export function actionButton(act, label, { name = null, primary = false, off = false, ...more } = {}) {
  const attrs = { class: primary && "rt-main", act, key: act, focus: act, "aria-disabled": off && "true", ...more };
  return h("button.rt-button", attrs, name ? icon(name) : null, label);
}

/** How well something is known, as stars out of three. */
export const drawStars = (/** @type {number} */ stars, /** @type {string} */ word) =>
  h("span.rt-stars", { key: "stars", role: "img", "aria-label": word, title: word }, [
    [1, 2, 3].map((at) => h("i", { class: at <= stars && "rt-on" }, icon("jokers"))),
  ]);

/**
 * The choices of a list, one of them chosen.
 * @param {{ key: string | number, label: string }[]} choices
 */
export function choiceOptions(choices, chosen) {
  return choices.map((choice) => h("option", { value: choice.key, selected: choice.key === chosen }, choice.label));
}

/**
 * The turned card, drawn beside the list to choose it from.
 * @param {{ turned: string, turned_card: page.FaceView | null, turned_choices: page.SuitChoiceView[] }} vm
 * @param {string} focus
 */
export function turnedChoice(vm, focus) {
  const memo = JSON.stringify([vm.turned, vm.turned_choices]);
  return h("span.rt-line.rt-near", [
    vm.turned_card ? plainCard({ ...vm.turned_card, key: vm.turned }, " rt-tiny") : null,
    h("select", { "data-field": "turned", focus, value: vm.turned, memo }, [
      vm.turned_choices.map((group) =>
        h("optgroup", { label: group.label }, [
          choiceOptions(
            group.cards.map((card) => ({ key: card.value, label: card.label })),
            vm.turned,
          ),
        ]),
      ),
    ]),
  ]);
}

/** The order of a table after a click on a heading: first upwards, then downwards, then as it came. */
export function nextOrder(order, column) {
  if (order.column !== column) return { column, descending: false };
  return order.descending ? { column: null, descending: false } : { column, descending: true };
}

/** The heading of a column that sorts its table. */
export function sortHeading(order, column, label, { focus = `sort-${column}`, number = true } = {}) {
  const sorted = order.column === column;
  const direction = order.descending ? "descending" : "ascending";
  const arrow = order.descending ? "▾" : "▴";
  return h("th", { scope: "col", class: number && "rt-num", "aria-sort": sorted ? direction : null }, [
    h("button.rt-sorter", { act: "sort-column", "data-column": column, focus }, [
      label,
      h("span.rt-arrow", { "aria-hidden": "true" }, sorted ? arrow : ""),
    ]),
  ]);
}

/**
 * What is seen of a card in a grid of the pack.
 * @param {{ suit: string | null, rank: string }} card
 */
export function packFace(card) {
  return card.suit ? [h("b", card.rank), suitIcon(card.suit)] : [icon("jokers"), h("b", "PJ")];
}

/**
 * A card of the pack to press, with the copies left of it, and a minus where `taken` of them were.
 * `pick` and `undo` are the attributes of the two buttons.
 * @param {page.PaletteView | page.SeenCardView} card
 * @param {{ pick: object, taken: number, undo: object }} buttons
 */
export function packCell(card, { pick, taken, undo }) {
  const left = h("small", { "aria-hidden": "true" }, `×${card.left}`);
  const minus = h("span", { "aria-hidden": "true" }, taken > 1 ? `−${taken}` : "−");
  return h("span.rt-palettecell", { key: card.text }, [
    h("button.rt-palettecard", { "data-suit": card.suit || "J", ...named(card.label), ...pick }, packFace(card), left),
    taken ? h("button.rt-paletteminus", undo, minus) : null,
  ]);
}

/** The attributes that name a control both to the eye and to a screen reader. */
export function named(label) {
  return { "aria-label": label, title: label };
}

/** How many of the steps have been taken, as dots. */
export function stepPips(level, steps, label) {
  const dots = Array.from({ length: steps }, (_, at) => h("i", { class: at < level && "rt-on" }));
  return h("span.rt-pips", { role: "img", "aria-label": label }, dots);
}
