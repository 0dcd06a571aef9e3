// Pure helpers of the table at which a turn is played: plain data in, plain data out.

/** @import * as page from "../page.js" */

/**
 * The cards of the hand on a table.
 *
 * @param {page.TurnView} table
 */
export function allCards(table) {
  return table.hand.flat();
}

/** Which cards lie where, in whatever order the hand is. */
export const listPlaces = (/** @type {page.TurnView} */ table) =>
  JSON.stringify(
    [allCards(table), table.pile.cards].map((cards) => cards.map((card) => card.id)).map((ids) => ids.sort()),
  );

/**
 * The cards that are in the hand or on the pile now and were not there before, by their identity.
 *
 * @param {page.TurnView} before
 * @param {page.TurnView} now
 */
export function freshCards(before, now) {
  const held = new Set(allCards(before).map((card) => card.id));
  const lay = new Set(before.pile.cards.map((card) => card.id));
  return [
    ...allCards(now).filter((card) => !held.has(card.id)),
    ...now.pile.cards.filter((card) => !lay.has(card.id) && held.has(card.id)),
  ].map((card) => card.id);
}

/** The selection after a press: one card, or several where melds are laid down. */
export function nextChosen(chosen, id, several) {
  if (chosen.includes(id)) return chosen.filter((card) => card !== id);
  return several ? [...chosen, id] : [id];
}

/**
 * The move that a press means, as the engine reads it: the place that was pressed, and the cards selected.
 * `move` is what the place itself says, such as `take 7S`; none where nothing can be meant.
 */
export function moveOf(place, cards, move = "") {
  const texts = cards.map((card) => card.text);
  if (place === "stock") return "stock";
  if (place === "take") return move;
  if (place === "pile") return texts.length === 1 ? `throw ${texts[0]}` : "take";
  if (place === "throw" || place === "add") return texts.length === 1 ? `${place} ${texts[0]}` : "";
  if (place === "declare") return texts.length === 1 ? `declare ${texts[0]}` : "declare";
  if (place === "meld") return texts.length > 1 ? `meld ${texts.join(" ")}` : "";
  if (place !== "button") return "";
  if (move === "meld") return moveOf("meld", cards);
  return move === "tunnela" ? `tunnela ${texts[0]}` : move;
}
