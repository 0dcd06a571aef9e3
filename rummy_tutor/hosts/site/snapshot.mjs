// Copies the memory of a Python that has imported the engine and drawn the page once.
// node snapshot.mjs PYODIDE ENGINE SNAPSHOT: a folder, an archive to read, a file to write

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
import gc, sys
sys.path.insert(0, "/engine")
from rummy_tutor.hosts.site import inside
inside.warm()
gc.collect()
`;

const [folder, engine, snapshot] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const python = await loadPyodide({ _makeSnapshot: true });
python.unpackArchive(new Uint8Array(readFileSync(engine)), "zip", { extractDir: "/engine" });
python.runPython(IMPORT);
writeFileSync(snapshot, python.makeMemorySnapshot());
