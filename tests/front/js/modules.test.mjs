// Rules that hold for every file of the front end.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const folder = new URL("../../../rummy_tutor/front/", import.meta.url);
const sources = readdirSync(folder, { recursive: true })
  .filter((name) => name.endsWith(".js"))
  .map((name) => [name, readFileSync(new URL(name, folder), "utf8")]);

test("text never becomes HTML or code", () => {
  for (const [name, source] of sources) {
    assert.doesNotMatch(source, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/, name);
  }
});

test("nothing is loaded from another host", () => {
  for (const [name, source] of sources) {
    assert.doesNotMatch(source.replaceAll("http://www.w3.org/2000/svg", ""), /https?:\/\//, name);
  }
});

test("names at the top of a file are unique across files, since they are joined into one module", () => {
  const seen = new Map();
  for (const [name, source] of sources) {
    for (const [, word] of source.matchAll(/^(?:export )?(?:async )?(?:function|class|const|let) (\w+)/gm)) {
      assert.equal(seen.get(word), undefined, `${word} in ${name} and ${seen.get(word)}`);
      seen.set(word, name);
    }
  }
});
