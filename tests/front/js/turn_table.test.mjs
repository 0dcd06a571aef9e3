// The table at which a turn is played: what a press means, and which cards have come.
import assert from "node:assert/strict";
import { test } from "node:test";
import { freshCards, listPlaces, moveOf, nextChosen } from "../../../rummy_tutor/front/shared/turn_moves.js";

const card = (id) => ({ id, text: id.slice(0, 2) });
const table = (hand, pile) => ({ hand: [hand.map(card)], pile: { cards: pile.map(card) } });

test("a press on a place is the move that the cards selected make of it", () => {
  const [one, three] = [[card("7S1")], [card("5H1"), card("6H1"), card("7H1")]];
  const cases = [
    ["stock", one, "", "stock"],
    ["pile", [], "", "take"],
    ["pile", one, "", "throw 7S"],
    ["take", one, "take 9H", "take 9H"],
    ["throw", one, "", "throw 7S"],
    ["throw", [], "", ""],
    ["declare", one, "", "declare 7S"],
    ["declare", [], "", "declare"],
    ["add", one, "", "add 7S"],
    ["meld", three, "", "meld 5H 6H 7H"],
    ["meld", one, "", ""],
    ["button", [], "drop", "drop"],
    ["button", three, "meld", "meld 5H 6H 7H"],
    ["button", one, "tunnela", "tunnela 7S"],
    ["nowhere", one, "", ""],
  ];
  for (const [place, cards, move, meant] of cases) assert.equal(moveOf(place, cards, move), meant, place);
});

test("one card is selected at a time, several where melds are laid down; a second press lets go", () => {
  assert.deepEqual(nextChosen(["a"], "b", false), ["b"]);
  assert.deepEqual(nextChosen(["a"], "b", true), ["a", "b"]);
  assert.deepEqual(nextChosen(["a", "b"], "a", true), ["b"]);
});

test("a card drawn or thrown is marked where it lies now, the others are not", () => {
  const before = table(["7S1", "8S1"], ["9H1"]);
  assert.deepEqual(freshCards(before, table(["7S1", "8S1", "2C1"], ["9H1"])), ["2C1"]);
  assert.deepEqual(freshCards(before, table(["7S1", "8S1", "9H1"], [])), ["9H1"]);
  assert.deepEqual(freshCards(before, table(["7S1"], ["9H1", "8S1"])), ["8S1"]);
});

test("a table is known again in whatever order the hand lies, so that a card just drawn stays marked", () => {
  const before = listPlaces(table(["7S1", "8S1", "2C1"], ["9H1"]));
  assert.equal(listPlaces(table(["2C1", "7S1", "8S1"], ["9H1"])), before);
  assert.notEqual(listPlaces(table(["2C1", "7S1"], ["9H1", "8S1"])), before);
});
