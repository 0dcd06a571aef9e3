// How a card and a tray of cards look: shared by every widget that shows cards.
import { backPicture, facePicture } from "./card_faces.js";
import { h, icon, suitIcon } from "./dom.js";

/** @import * as page from "../page.js" */

let citeLabel = null; // gives what a mark is called; none where there is no sheet in which it can be read

/** From now on a number of a source or ruling is a button; `label` is given the number and says what it is. */
export function citationsOpen(label) {
  citeLabel = label;
}

/** A number of a source or ruling, to be pressed where there is a sheet that tells what it says. */
const citeMark = (code) => {
  if (!citeLabel) return h("span.rt-cite", code);
  const label = citeLabel(code);
  return h("button.rt-cite", { "data-cite": code, title: label, "aria-label": label }, code);
};

/**
 * A sentence with the sources it cites set apart, so that it reads as a sentence; `mark` makes each of their marks.
 * @param {page.LineView} line
 */
export function cited({ text, codes, remark }, mark = citeMark) {
  const marks = [...codes.map((code) => mark(code)), remark ? h("span.rt-cite", remark) : null];
  return [text, marks.filter(Boolean).map((mark) => [" ", mark])];
}

/**
 * A sentence whose sources are folded away until they are asked for, and before them why it is so.
 * @param {page.LineView} line
 */
export const foldedLine = ({ text, ...sources }, why = "") =>
  why || sources.codes.length || sources.remark
    ? h("details.rt-source", { key: text }, h("summary", text), cited({ ...sources, text: why }))
    : text;

/**
 * The sources that sentences cite, each once, folded away until they are asked for.
 * @param {page.LineView[]} lines
 * @param {(key: string) => string} t
 */
export function sourcesFold(lines, t) {
  const codes = [...new Set(lines.flatMap((line) => line.codes))];
  const remark = [...new Set(lines.map((line) => line.remark).filter(Boolean))].join(" ");
  if (!codes.length && !remark) return null;
  return h("details.rt-source", { key: "sources" }, h("summary", t("sources")), cited({ text: "", codes, remark }));
}

/**
 * Sentences under each other, and folded below them their sources.
 * @param {string} selector
 * @param {page.LineView[]} lines
 * @param {(key: string) => string} t
 */
export function citedList(selector, lines, t) {
  return [h(selector, [lines.map((line) => h("li", line.text))]), sourcesFold(lines, t)];
}

/**
 * Why an answer is right or wrong; what `unfold` makes of the sources of a reason stands folded below it.
 *
 * @template {page.LineView} Line
 * @param {Line[]} lines
 * @param {(line: Line) => unknown} [unfold]
 */
export function drawReasons(lines, unfold = (line) => h("p.rt-quiet", cited({ ...line, text: "" }))) {
  const isTold = (/** @type {page.LineView} */ line) => !line.codes.length && !line.remark;
  const told = lines.filter(isTold);
  return [
    told.length
      ? h("ul.rt-stack.rt-close.rt-whylines", { key: "why" }, [told.map((line) => h("li", line.text))])
      : null,
    lines
      .filter((line) => !isTold(line))
      .map((line, at) =>
        h("details.rt-source", { key: `source-${at}` }, [
          h("summary", { focus: `source-${at}` }, line.text.replace(/:$/, "")), // it stands alone until unfolded
          unfold(line),
        ]),
      ),
  ];
}

/**
 * A card as it is drawn, whatever else its panel tells of it.
 * @typedef {page.FaceView & Partial<Pick<page.PlainCardView, "key" | "wild" | "stands" | "moved">>} ShownFace
 * @typedef {Pick<page.PlainGroupView, "tone" | "icon" | "word"> & Partial<Pick<page.PlainGroupView, "ids">> & { cards: ShownFace[] }} ShownGroup
 */

/**
 * The face of a card: its picture, and on a band below it what a joker stands for.
 * @param {ShownFace} card
 */
function cardFace(card) {
  return [
    facePicture(card),
    card.stands
      ? h("span.rt-stands", { "data-suit": card.stands.suit }, [
          "= ",
          card.stands.rank,
          card.stands.suit && suitIcon(card.stands.suit),
        ])
      : null,
  ];
}

/** @type {(card: ShownFace, extra?: string) => object} */
const faceAttributes = (card, extra = "") => ({
  class: `rt-card${card.printed ? " rt-printed" : ""}${card.stands ? " rt-standing" : ""}${extra}`,
  "data-suit": card.suit || "J",
});

/**
 * A card that only shows itself.
 * @param {ShownFace} card
 */
export function plainCard(card, extra = "") {
  return h("span", { ...faceAttributes(card, extra), role: "img", "aria-label": card.name, key: card.key }, [
    cardFace(card),
  ]);
}

/** A card that lies face down; what the button on it is for, and its marks, come with it. */
export function cardBack(selector, attrs, ...marks) {
  return h(selector, attrs, backPicture(), marks);
}

/**
 * A card that can be selected, focused and dragged.
 * @param {page.TableCardView} card
 * @param {{ selected: boolean, focusable: boolean }} how
 */
export function liveCard(card, { selected, focusable }) {
  return h(
    "button",
    {
      ...faceAttributes(
        card,
        `${selected ? " rt-selected" : ""}${card.discard ? " rt-discard" : ""}${card.moving ? " rt-moved" : ""}`,
      ),
      key: card.id,
      "data-card": card.id,
      focus: `card-${card.id}`,
      act: "card",
      "aria-pressed": selected ? "true" : "false",
      "aria-label": card.name,
      tabindex: focusable ? "0" : "-1",
    },
    [
      cardFace(card),
      selected ? h("span.rt-mark", icon("check")) : null,
      card.cost ? h("span.rt-chip", { "aria-hidden": "true" }, card.cost) : null,
    ],
  );
}

/**
 * The badge of a group: icon and word, so that colour is never the only sign.
 * @param {{ tone: string, icon: string, word: string }} group
 */
export function kindBadge(group) {
  return h(
    "span.rt-badge",
    { "data-tone": group.tone, "data-kind": group.icon },
    icon(group.icon),
    h("span", group.word),
  );
}

/**
 * A finished group, shown small and without controls.
 * @param {ShownGroup} group
 */
export function plainTray(group) {
  return h(
    "li.rt-stack.rt-close.rt-minitray",
    { "data-tone": group.tone, "data-ids": group.ids?.length ? group.ids.join(" ") : null },
    [
      h("div.rt-minihead", kindBadge(group)),
      h("div.rt-cards", [group.cards.map((card) => plainCard(card, card.moved ? " rt-moved" : ""))]),
    ],
  );
}
