// What several tabs of a browser keep: none of them loses what another has added.

import assert from "node:assert/strict";
import test from "node:test";
import { Keeper, mergeKept, readKept } from "../../../rummy_tutor/front/shared/keep.js";

class Storage {
  items = new Map();
  getItem = (name) => this.items.get(name) ?? null;
  setItem = (name, text) => this.items.set(name, text);
  removeItem = (name) => this.items.delete(name);
}

const begin = (text = null) => {
  globalThis.localStorage = new Storage();
  if (text !== null) localStorage.setItem("k", text);
};
const kept = () => JSON.parse(localStorage.getItem("k"));

test("what two tabs have learnt is kept, lesson by lesson", () => {
  const course = (lessons, believed = []) => ({ version: 1, courses: { game: { lessons, believed } } });
  begin();
  const [one, other] = [new Keeper("k", 4), new Keeper("k", 4)];
  one.write(course({ sets: { steps: [1] } }));
  other.write(course({ sets: { steps: [1] } }));
  one.write(course({ sets: { steps: [1, 2] } }, ["a"]));
  other.write(course({ sets: { steps: [1] }, wild: { steps: [3] } }, ["b"]));
  assert.deepEqual(kept(), course({ sets: { steps: [1, 2] }, wild: { steps: [3] } }, ["b", "a"]));
  one.write(course({ sets: { steps: [1, 2, 4] } }, []));
  assert.deepEqual(kept(), course({ sets: { steps: [1, 2, 4] }, wild: { steps: [3] } }, ["b"]));
});

test("a tab that has changed nothing writes nothing", () => {
  begin();
  const one = new Keeper("k", 2);
  one.write({ a: { x: 1 } });
  localStorage.setItem("k", "other");
  one.write({ a: { x: 1 } });
  assert.equal(localStorage.getItem("k"), "other");
});

test("a list that two tabs have changed holds what either has added, without what either has taken out", () => {
  const lists = (...titles) => ({ lists: titles.map((title) => ({ title })) });
  begin();
  const [one, other] = [new Keeper("k", 1), new Keeper("k", 1)];
  one.write(lists("a", "b", "c"));
  other.write(lists("a", "b", "c"));
  one.write(lists("a", "c", "d"));
  other.write(lists("a", "b", "new"));
  assert.deepEqual(kept(), lists("a", "new", "d"));
});

test("a tab is told what another has kept, and nothing that it has itself", () => {
  begin();
  let tell;
  globalThis.addEventListener = (_, listener) => {
    tell = listener;
  };
  const taken = [];
  const [one, other] = [new Keeper("k", 1), new Keeper("k", 1)];
  one.follow((value) => taken.push(value));
  tell({ key: "k" }); // it has nothing yet
  one.write({ a: 1 });
  tell({ key: "k" });
  tell({ key: "other" });
  assert.deepEqual(taken, []);
  other.write({ b: 2 });
  tell({ key: "k" });
  assert.deepEqual(taken.pop(), { a: 1, b: 2 });
  one.write({ a: 1, c: 3 }); // before it has taken that up
  assert.deepEqual(taken.pop(), { a: 1, b: 2, c: 3 });
  other.clear();
  tell({ key: null });
  assert.deepEqual(taken, [null]);
});

test("a page that opens writes over nothing that others have kept", () => {
  begin(JSON.stringify({ solved: { a: 1 }, streak: 4, longest: 9 }));
  const both = (mine, theirs) => (typeof mine === "number" ? Math.max(mine, theirs) : mine);
  new Keeper("k", 2, both).write({ solved: { b: 1 }, streak: 1, longest: 1 });
  assert.deepEqual(kept(), { solved: { a: 1, b: 1 }, streak: 4, longest: 9 });
});

test("what is deleted in one tab is not brought back by another that has not changed it", () => {
  const merged = mergeKept({ a: 1, b: 1 }, { a: 1, b: 2 }, {}, 1);
  assert.deepEqual(merged, { b: 2 });
  begin();
  const one = new Keeper("k", 2);
  one.write({ a: 1 });
  one.clear();
  assert.equal(localStorage.getItem("k"), null);
});

test("what is damaged is told apart from nothing, and storage may be forbidden", () => {
  begin("{");
  assert.equal(readKept("k"), "damaged");
  assert.equal(readKept("none"), null);
  globalThis.localStorage = undefined;
  assert.equal(readKept("k"), null);
  new Keeper("k", 1).write({ a: 1 });
});
