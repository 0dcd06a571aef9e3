// How a card and a tray of cards look: shared by every widget that shows cards.
import { h, icon, suitIcon } from "./dom.js";
import { splitCitation } from "./logic.js";

/** A sentence with the sources it cites set apart, so that it reads as a sentence. */
export function cited(line) {
  const { text, sources } = splitCitation(line);
  return sources ? [text, " ", h("span", { class: "rt-cite" }, sources)] : [text];
}

/** The face of a card: corner rank and suit, one large pip, and what a joker stands for. */
function cardFace(card) {
  const pip = card.printed
    ? [h("span", { class: "rt-corner" }, icon("jokers")), h("span", { class: "rt-jokerword" }, card.rank), h("span", { class: "rt-pip" }, icon("jokers"))]
    : [h("span", { class: "rt-corner" }, h("b", {}, card.rank), suitIcon(card.suit)), h("span", { class: "rt-pip" }, suitIcon(card.suit))];
  return [
    ...pip,
    card.wild && !card.printed && !card.stands ? h("span", { class: "rt-wildmark" }, icon("jokers")) : null,
    card.stands ? h("span", { class: "rt-stands", "data-suit": card.stands.suit }, "= ", card.stands.rank, suitIcon(card.stands.suit)) : null,
  ];
}

const faceAttributes = (card, extra = "") => ({
  class: `rt-card${card.printed ? " rt-printed" : ""}${card.stands ? " rt-standing" : ""}${extra}`,
  "data-suit": card.suit || "J",
});

/** A card that only shows itself. */
export function plainCard(card, extra = "") {
  return h("span", { ...faceAttributes(card, extra), role: "img", "aria-label": card.name, "data-key": card.key }, cardFace(card));
}

/** A card that can be selected, focused and dragged. */
export function liveCard(card, { selected, focusable }) {
  return h(
    "button",
    {
      ...faceAttributes(card, `${selected ? " rt-selected" : ""}${card.discard ? " rt-discard" : ""}${card.moving ? " rt-moved" : ""}`),
      type: "button",
      "data-key": card.id,
      "data-card": card.id,
      "data-focus": `card-${card.id}`,
      "data-act": "card",
      "aria-pressed": selected ? "true" : "false",
      "aria-label": card.name,
      tabindex: focusable ? "0" : "-1",
    },
    cardFace(card),
    selected ? h("span", { class: "rt-tick" }, icon("check")) : null,
    card.cost ? h("span", { class: "rt-chip", "aria-hidden": "true" }, card.cost) : null,
  );
}

/** The badge of a group: icon and word, so that colour is never the only sign. */
export function kindBadge(group) {
  return h("span", { class: "rt-badge", "data-tone": group.tone }, icon(group.icon), h("span", {}, group.word));
}

/** A finished group, shown small and without controls. */
export function plainTray(group) {
  return h("li", { class: "rt-minitray", "data-tone": group.tone, "data-ids": group.ids && group.ids.length ? group.ids.join(" ") : null },
    h("div", { class: "rt-minihead" }, kindBadge(group)),
    h("div", { class: "rt-cards" }, group.cards.map((card) => plainCard(card, card.moved ? " rt-moved" : ""))));
}
