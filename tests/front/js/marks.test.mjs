// Words are found in texts as whole words, the longest first, and open the entry of their form.
import assert from "node:assert/strict";
import test from "node:test";
import { findMarks, listForms, markPattern } from "../../../rummy_tutor/front/shared/marks.js";

const MARKS = [
  { key: "sequence", forms: ["sequence"] },
  { key: "pure-sequence", forms: ["pure sequence", "pure sequences"] },
  { key: "set", forms: ["set"] },
];
const KEYS = listForms(MARKS);
const find = (text) =>
  findMarks(text, markPattern(KEYS), KEYS).map(({ start, end, key }) => [text.slice(start, end), key]);

test("the longest form is found, whatever its case", () => {
  assert.deepEqual(find("Pure sequences, a sequence."), [
    ["Pure sequences", "pure-sequence"],
    ["sequence", "sequence"],
  ]);
});

test("a form inside another word is none", () => {
  assert.deepEqual(find("settle the sets, subset"), []);
  assert.deepEqual(find("a set."), [["set", "set"]]);
});

test("numbers of sources and rulings open their own entry, those of slips and cards do not", () => {
  assert.deepEqual(find("S4, R28; slip X2; 7S KS"), [
    ["S4", "S4"],
    ["R28", "R28"],
  ]);
});

test("vowel signs, joiners and other marks belong to a word", () => {
  const found = (form, text) => {
    const keys = listForms([{ key: "x", forms: [form] }]);
    return findMarks(text, markPattern(keys), keys).length;
  };
  assert.equal(found("सेट", "सेटों में; सेट।"), 1);
  assert.equal(found("ப்யூர் சீக்வென்ஸ்", "இம்ப்யூர் சீக்வென்ஸ்"), 0);
  assert.equal(found("गर्", "गर्\u200dयो"), 0);
});

test("letters with accents belong to a word", () => {
  const keys = listForms([{ key: "pure-sequence", forms: ["púré séqúéñçé", "púré rúñ"] }]);
  const found = findMarks("⟦Púré séqúéñçé ·⟧", markPattern(keys), keys);
  assert.deepEqual(found, [{ start: 1, end: 14, key: "pure-sequence" }]);
});
