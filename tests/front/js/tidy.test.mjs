// A page that is clicked for long has its memory tidied when nothing else is to be done.
import assert from "node:assert/strict";
import test from "node:test";
import { Tidying, tidyMemory } from "../../../rummy_tutor/front/shared/tidy.js";

test("memory is tidied after every twelve answers, and not before the browser has time", () => {
  const due = [];
  let tidied = 0;
  const tidying = new Tidying(
    () => {
      tidied += 1;
    },
    (work) => due.push(work),
  );
  for (let at = 0; at < 11; at += 1) tidying.answered();
  assert.equal(due.length, 0);
  for (let at = 0; at < 13; at += 1) tidying.answered();
  assert.deepEqual([due.length, tidied], [2, 0]);
  for (const work of due) work();
  assert.equal(tidied, 2);
});

test("the memory asked for is kept by nobody, also where there is none left", () => {
  assert.ok(tidyMemory() > 0);
  const there = globalThis.ArrayBuffer;
  globalThis.ArrayBuffer = class {
    constructor() {
      throw new RangeError("Array buffer allocation failed");
    }
  };
  try {
    assert.equal(tidyMemory(), 0);
  } finally {
    globalThis.ArrayBuffer = there;
  }
});
