// Copies the memory of a Python that has imported the engine and drawn every screen once.
// node snapshot.mjs PYODIDE LIBRARY ENGINE MODULES SNAPSHOT: a folder, two archives, a list as JSON, a file to write

import crypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

// the same files make the same memory: it sees no clock and no chance
const Clock = Date;
globalThis.Date = class extends Clock {
  constructor(...given) {
    super(...(given.length ? given : [0]));
  }
  static now() {
    return 0;
  }
};
performance.now = () => 0;
const fill = (view) => {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).fill(1);
  return view;
};
crypto.randomFillSync = fill;
globalThis.crypto.getRandomValues = fill;

const IMPORT = `
import gc, importlib, json, linecache, re, sys
sys.path.insert(0, "/engine")
from rummy_tutor.hosts.site import inside
for name in json.loads(modules):
    importlib.import_module(name)
inside.prepare()
linecache.clearcache()
re.purge()
gc.collect()
`;

/** What a Python's memory holds as soon as there is one, before anything runs: the program brings that along. */
function keepFresh() {
  const { instantiate } = WebAssembly;
  const kept = {};
  WebAssembly.instantiate = async (program, imports) => {
    const made = await instantiate(program, imports);
    const memory = (made.instance ?? made).exports.memory;
    if (memory) kept.memory ??= new Uint32Array(memory.buffer.slice(0));
    return made;
  };
  return kept;
}

/** Leave out of a copy of memory what is there in any case; `site_worker.js` adds it again. */
function subtract(copy, fresh) {
  const words = new Uint32Array(copy.buffer, copy.byteOffset);
  const first = words[1] / 4; // what stands before the memory, in words
  for (const [at, value] of fresh.entries()) words[first + at] ^= value;
  return copy;
}

/** Fill free memory with zeros: what dead objects have left there would be sent to every visitor. */
function wipe({ _malloc: take, _free: give, HEAPU8: memory }) {
  const top = take(1 << 20); // from here on nothing is in use
  give(top);
  const rest = memory.length - top - (1 << 17);
  const held = rest > 0 ? [take(rest)] : [];
  if (rest > 0) memory.fill(0, held[0], held[0] + rest);
  for (const at of held.splice(0)) give(at);
  for (let size = 1 << 20; size >= 12; size = size > 512 ? size >> 1 : size - 4) {
    let at = take(size);
    for (; at < top; at = take(size)) {
      memory.fill(0, at, at + size);
      held.push(at);
    }
    give(at);
  }
  for (const at of held.reverse()) give(at);
}

const [folder, library, engine, modules, snapshot] = process.argv.slice(2);
const fresh = keepFresh();
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
// without docstrings, assertions and the columns of tracebacks
const env = { PYTHONOPTIMIZE: "2", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ _makeSnapshot: true, env, stdLibURL: library });
python.unpackArchive(new Uint8Array(readFileSync(engine)), "zip", { extractDir: "/engine" });
python.globals.set("modules", readFileSync(modules, "utf8"));
python.runPython(IMPORT);
python.globals.delete("modules");
wipe(python._module);
writeFileSync(snapshot, subtract(python.makeMemorySnapshot(), fresh.memory));
