// The pure parts of the front end; run with `node --test tests/js`.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  arrowTarget,
  barShare,
  cardsOf,
  connectionState,
  cutMiddle,
  fillTemplate,
  gameOf,
  hashOf,
  historyStep,
  isDrag,
  keepKnown,
  keyCommand,
  nextSelection,
  nextTab,
  ownRules,
  pickLanguage,
  repeatable,
  roundOf,
  sortRows,
  touchMeaning,
} from "../../../rummy_tutor/front/shared/logic.js";

test("a long name keeps its end, which tells it from the game it was made from", () => {
  assert.equal(cutMiddle("GoRummy Points Rummy, our way", 30), "GoRummy Points Rummy, our way");
  assert.equal(cutMiddle("GoRummy Points Rummy as at my aunt's", 20), "GoRummy Po…my aunt's");
  assert.ok(cutMiddle("x".repeat(60), 30).length <= 30);
});

test("a template takes values by name and leaves unknown names alone", () => {
  assert.equal(fillTemplate("Group {n} of {m}", { n: 3 }), "Group 3 of {m}");
  assert.equal(fillTemplate("{n}", { n: "{m}", m: 1 }), "{m}");
  assert.equal(fillTemplate("{constructor}", {}), "{constructor}");
  assert.equal(fillTemplate("{n} {m} {k}", { n: 1234567, m: 9999, k: "1234567" }, "hi"), "12,34,567 9999 1234567");
  assert.equal(fillTemplate("{n}", { n: 1234567 }), "1234567");
  const near = "{near} {near:card|cards}";
  assert.deepEqual(
    [0, 1, 2].map((n) => fillTemplate(near, { near: n })),
    ["0 cards", "1 card", "2 cards"],
  );
  assert.deepEqual(
    [0, 1, 2].map((near) => fillTemplate("{near:patta|patte}", { near }, "hi")),
    ["patte", "patta", "patte"],
  );
  assert.equal(fillTemplate("{n:a|b|c}", { n: 3 }, "pl"), "b");
  assert.equal(fillTemplate("{decks:obl} {other:obl}", { decks: "2 decks" }), "2 decks {other:obl}");
});

test("a click toggles one card, and the selection keeps table order", () => {
  assert.deepEqual(nextSelection([], [4, 2, 7], 7), [7]);
  assert.deepEqual(nextSelection([7], [4, 2, 7], 4), [4, 7]);
  assert.deepEqual(nextSelection([4, 7], [4, 2, 7], 4), [7]);
});

test("shift and click select everything from the last card clicked", () => {
  assert.deepEqual(nextSelection([1], [0, 1, 2, 3], 3, { shift: true, anchor: 1 }), [1, 2, 3]);
  assert.deepEqual(nextSelection([3], [0, 1, 2, 3], 0, { shift: true, anchor: 3 }), [0, 1, 2, 3]);
  assert.deepEqual(nextSelection([], [0, 1], 1, { shift: true, anchor: null }), [1]);
});

test("cards that left the table leave the selection", () => {
  assert.deepEqual(keepKnown([9, 1], [0, 1, 2]), [1]);
});

const grid = [
  { id: 0, x: 0, y: 0 },
  { id: 1, x: 50, y: 0 },
  { id: 2, x: 100, y: 0 },
  { id: 3, x: 10, y: 80 },
  { id: 4, x: 90, y: 80 },
];

test("arrows follow reading order sideways and the nearest card up and down", () => {
  assert.equal(arrowTarget(grid, 2, "ArrowRight"), 3);
  assert.equal(arrowTarget(grid, 0, "ArrowLeft"), 0);
  assert.equal(arrowTarget(grid, 2, "ArrowDown"), 4);
  assert.equal(arrowTarget(grid, 3, "ArrowUp"), 0);
  assert.equal(arrowTarget(grid, 3, "ArrowDown"), 3);
  assert.equal(arrowTarget(grid, 1, "End"), 4);
  assert.equal(arrowTarget(grid, 77, "Home"), 0);
  assert.equal(arrowTarget([], 1, "Home"), null);
});

test("keys mean what the buttons mean, and the browser keeps its own shortcuts", () => {
  assert.equal(keyCommand({ key: "G" }), "group");
  assert.equal(keyCommand({ key: "3" }), "into-group");
  assert.equal(keyCommand({ key: "0" }), null);
  assert.equal(keyCommand({ key: "z", ctrlKey: true }), "undo");
  assert.equal(keyCommand({ key: "Z", metaKey: true, shiftKey: true }), "redo");
  assert.equal(keyCommand({ key: "s", ctrlKey: true }), null);
  assert.equal(keyCommand({ key: "u", altKey: true }), null);
  assert.equal(keyCommand({ key: "Tab" }), null);
  assert.equal(keyCommand({ key: "constructor" }), null);
});

test("arrows lead from tab to tab, round and round", () => {
  const tabs = ["a", "b", "c"];
  assert.equal(nextTab(tabs, "a", "ArrowRight"), "b");
  assert.equal(nextTab(tabs, "c", "ArrowRight"), "a");
  assert.equal(nextTab(tabs, "a", "ArrowLeft"), "c");
  assert.equal(nextTab(tabs, "b", "Home"), "a");
  assert.equal(nextTab(tabs, "b", "End"), "c");
  assert.equal(nextTab(tabs, "b", "g"), null);
});

test("a small tremble is a click and not a drag", () => {
  assert.equal(isDrag({ x: 0, y: 0 }, { x: 4, y: 4 }), false);
  assert.equal(isDrag({ x: 0, y: 0 }, { x: 8, y: 0 }), true);
});

test("the address bar gets an entry for a move, none for what it caused itself", () => {
  const at = (more) => historyStep({ current: "/a", next: "/b", fromAddress: false, first: false, ...more });
  assert.equal(at({}), "push");
  assert.equal(at({ fromAddress: true }), "replace");
  assert.equal(at({ first: true }), "replace");
  assert.equal(at({ next: "/a" }), "none");
});

test("entering or leaving the classroom adds no entry, a move in it does", () => {
  const at = (current, next) => historyStep({ current, next, fromAddress: false, first: false });
  assert.equal(at("/?hand=2H", "/?hand=2H&view=class"), "replace");
  assert.equal(at("/?hand=2H&view=class", "/?hand=2H"), "replace");
  assert.equal(at("/?hand=2H&view=class", "/?hand=3H&view=class"), "push");
});

test("the puzzle that a screen opens with adds no entry, another one does", () => {
  const at = (current, next) => historyStep({ current, next, fromAddress: false, first: false });
  assert.equal(at("/?mode=puzzles&rules=x", "/?mode=puzzles&puzzle=a&rules=x"), "replace");
  assert.equal(at("/?mode=puzzles&puzzle=a&rules=x", "/?mode=puzzles&puzzle=b&rules=x"), "push");
  assert.equal(at("/?mode=learn&rules=x", "/?mode=puzzles&rules=x"), "push");
});

test("the game of an address is its rulebook with its options and what it holds, and nothing of the table", () => {
  assert.equal(gameOf("?hand=2H&rules=octro-13&players=4&mode=round"), "rules=octro-13");
  assert.equal(gameOf("?rules=mine&options=a%2Cb&own=x%3Dy&seen=2H"), "rules=mine&options=a%2Cb&own=x%3Dy");
  assert.equal(gameOf("?lang=de"), "");
});

test("a link holds rules of one's own, none, or says that they are too long for it", () => {
  assert.equal(ownRules("?rules=mine&own=x%3Dy&mode=round#round=s0-six"), "x%3Dy");
  assert.equal(ownRules("?rules=mine&own=&mode=round"), "");
  assert.equal(ownRules("?rules=mine&own=#round=s0-six"), "");
  assert.equal(ownRules("?rules=mine&own="), "");
  assert.equal(ownRules("?rules=octro-13&known=1"), null);
});

test("the end of an address names a round, or nothing of one", () => {
  assert.equal(roundOf("#round=s0-six"), "s0-six");
  assert.equal(roundOf(hashOf("1ePl_GBg2Q-")), "1ePl_GBg2Q-");
  for (const hash of ["", "#", "#round=", "#rounds", "#x#round=s0-six"]) assert.equal(roundOf(hash), "");
  assert.equal(hashOf(""), "");
});

test("a finger scrolls up and down and drags sideways, or any way once the card is held", () => {
  const start = { x: 0, y: 0 };
  assert.equal(touchMeaning(start, { x: 2, y: 3 }, false), "wait");
  assert.equal(touchMeaning(start, { x: 3, y: 30 }, false), "scroll");
  assert.equal(touchMeaning(start, { x: 30, y: 3 }, false), "drag");
  assert.equal(touchMeaning(start, { x: 3, y: 30 }, true), "drag");
});

test("what was not answered is repeated with the cards' places in the link, and only if it still makes sense", () => {
  const actions = [
    { type: "move", cards: [7, 2], to: "new" },
    { type: "ping" },
    { type: "reveal", level: 2 },
    { type: "set", rulebook: "octro-13" },
  ];
  assert.deepEqual(repeatable(actions, { 7: 0, 2: 5 }), [
    { type: "move", cards: [0, 5], to: "new" },
    { type: "set", rulebook: "octro-13" },
  ]);
  assert.deepEqual(repeatable([], {}), []);
});

test("bars stay within their bounds", () => {
  assert.equal(barShare(40, 0, 80), 0.5);
  assert.equal(barShare(200, 0, 80), 1);
  assert.equal(barShare(null, 0, 80), 0);
  assert.equal(barShare(3, 5, 5), 0);
});

test("rows sort by a column, those without a figure last", () => {
  const rows = [
    { k: "a", v: 3 },
    { k: "b", v: null },
    { k: "c", v: 1 },
    { k: "d", v: 3 },
  ];
  const keys = (list) => list.map((row) => row.k).join("");
  assert.equal(keys(sortRows(rows, "v")), "cadb");
  assert.equal(keys(sortRows(rows, "v", true)), "adcb");
  assert.equal(
    keys(
      sortRows(
        [
          { k: "b", v: "x" },
          { k: "a", v: "f" },
        ],
        "v",
      ),
    ),
    "ab",
  );
});

test("the connection is lost only when somebody says so or nobody answers for long", () => {
  assert.equal(connectionState({ pending: null, kernel: null }), "idle");
  assert.equal(connectionState({ pending: 200, kernel: null }), "idle");
  assert.equal(connectionState({ pending: 900, kernel: null }), "working");
  assert.equal(connectionState({ pending: 25000, kernel: null }), "silent");
  assert.equal(connectionState({ pending: 25000, kernel: "alive" }), "working");
  assert.equal(connectionState({ pending: null, kernel: "gone" }), "gone");
  assert.equal(connectionState({ pending: 10, kernel: "unreachable" }), "unreachable");
  assert.equal(connectionState({ pending: 10, kernel: "elsewhere" }), "elsewhere");
});

test("the cards of a text are the same however they are grouped", () => {
  assert.equal(cardsOf("KH KS | 2H, PJ"), cardsOf("2H | PJ KS KH"));
  assert.notEqual(cardsOf("KH KS"), cardsOf("KH KS KS"));
  assert.equal(cardsOf(" | "), "");
});

test("the first language of the browser that is offered is picked, whatever its region", () => {
  assert.equal(pickLanguage(["mr-IN", "hi-IN", "en"], ["en", "hi"]), "hi");
  assert.equal(pickLanguage(["en-GB", "hi"], ["en", "hi"]), "en");
  assert.equal(pickLanguage(["de"], ["en", "hi"]), null);
});
