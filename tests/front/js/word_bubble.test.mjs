// The small bubble of a word: what it says, and where it stands.

import assert from "node:assert/strict";
import test from "node:test";
import { firstSentence, placeBubble } from "../../../rummy_tutor/front/shared/word_bubble.js";

test("it says the first sentence, in scripts with other full stops too", () => {
  assert.equal(firstSentence("A sequence, such as 5♥ 6♥ 7♥. It is pure.", "en"), "A sequence, such as 5♥ 6♥ 7♥.");
  assert.equal(firstSentence("तीन पत्ते। वे शुद्ध हैं।", "hi"), "तीन पत्ते।");
  assert.equal(firstSentence("", "en"), "");
});

test("it stands within the window, below what was pressed where there is room", () => {
  const room = { width: 700, height: 600 };
  const size = { width: 200, height: 100 };
  assert.deepEqual(placeBubble({ x: 200, y: 100 }, size, room), { left: 100, top: 116 });
  assert.deepEqual(placeBubble({ x: 690, y: 560 }, size, room), { left: 492, top: 444 });
  assert.deepEqual(placeBubble({ x: 5, y: 60 }, { width: 200, height: 590 }, room), { left: 8, top: 8 });
});

test("on a phone it lies over no table below the sentence", () => {
  const room = { width: 400, height: 600 };
  const size = { width: 200, height: 100 };
  assert.deepEqual(placeBubble({ x: 200, y: 100 }, size, room), { left: 100, top: 492 });
  assert.deepEqual(placeBubble({ x: 200, y: 400 }, size, room), { left: 100, top: 416 });
});
