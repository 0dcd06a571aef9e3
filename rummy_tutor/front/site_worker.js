// Python in a worker of the browser: a visitor's session, or advice that is worked out beside it.

const ENGINE = "/engine"; // where the engine's files lie in Python's file system
const NO_FILES = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="; // an archive of nothing

const PAGE = 1 << 16; // bytes that memory grows by

const FILES_KEPT = "rummy-tutor-files"; // where site_keeper.js keeps files

const waiting = []; // messages that came before Python
let part = null; // what takes them: one of the classes of hosts/site/inside.py
let bring = null; // fetches what a message needs

self.addEventListener("message", ({ data }) => {
  if (data.files) start(data);
  else if (part) take(data);
  else waiting.push(data);
});

function take(data) {
  bring(data);
  part.receive(data);
}

/**
 * What fetches the catalogue of a language that a message chooses, once, and keeps it with its font: `languages` has
 * their addresses by its code. Without it the page stays as it is.
 */
function bringLanguages(python, languages) {
  const folder = `${ENGINE}/rummy_tutor/wording/compiled`;
  python.FS.mkdirTree(folder);
  return (data) => {
    const { type, code } = JSON.parse(data);
    if (type !== "language" || !Object.hasOwn(languages, code)) return;
    const addresses = languages[code];
    delete languages[code];
    try {
      python.FS.writeFile(`${folder}/${code}.json`, readNow(addresses[0]));
      keep(addresses);
    } catch (error) {
      languages[code] = addresses;
      console.warn(error);
    }
  };
}

/** Keep files, which the browser has just loaded, for visits without a network, where it allows that. */
async function keep(addresses) {
  try {
    const store = await self.caches?.open(FILES_KEPT);
    await store?.addAll(addresses.map((address) => new Request(address, { cache: "force-cache" })));
  } catch (error) {
    console.warn(error); // storage may be forbidden
  }
}

async function readFile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response;
}

/** A file of this site, at once: Python waits for it in the middle of an import. */
function readNow(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${request.status} ${address}`);
  return new Uint8Array(request.response);
}

function unpack(python, engine) {
  python.unpackArchive(engine, "zip", { extractDir: ENGINE });
}

/**
 * A copy of the memory of a Python that has imported the engine, as it was packed. It is unpacked to where it stays: a
 * browser that gathers the pieces itself would hold them beside it.
 */
async function readSnapshot(address, size) {
  const pieces = (await readFile(address)).body.pipeThrough(new DecompressionStream("gzip")).getReader();
  const copy = new Uint8Array(size);
  let at = 0;
  for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
    copy.set(piece.value, at);
    at += piece.value.length;
  }
  if (at !== size) throw new Error(`${at} of ${size} bytes: ${address}`);
  return copy;
}

/** The program, called one also where a server does not know the type of its file. */
async function readProgram(address) {
  const response = await readFile(address);
  const headers = { "Content-Type": "application/wasm" };
  return response.headers.get("Content-Type") === headers["Content-Type"]
    ? response
    : new Response(response.body, { headers });
}

/**
 * Have the program compiled while the copy of memory is still on its way. Where the program itself fills memory when it
 * starts, the copy holds the difference: it is completed here. Returns what ends this.
 */
function compileEarly(program, snapshot) {
  const { fetch } = self;
  const { instantiateStreaming } = WebAssembly;
  const compiled = readProgram(program).then(WebAssembly.compileStreaming);
  compiled.catch(() => {}); // told to whoever waits for it
  self.fetch = /** @type {any} */ ((address, ...more) => (address === program ? compiled : fetch(address, ...more)));
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await compiled;
    const instance = await WebAssembly.instantiate(module, imports);
    addMemory(await snapshot, instance.exports.memory);
    return { module, instance };
  };
  return () => {
    self.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  };
}

/** Make a copy of memory whole of its difference from a memory that has just been made, and that one large enough. */
function addMemory(copy, memory) {
  const words = new Uint32Array(copy.buffer);
  const first = words[1] / 4; // what stands before the memory, in words
  const fresh = new Uint32Array(memory.buffer);
  for (let at = 0; at < fresh.length; at += 1) if (fresh[at]) words[first + at] ^= fresh[at];
  const missing = copy.byteLength - words[1] - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
}

/** Python with a memory that has all imported; files are fetched only if a module is missing all the same. */
async function wakePython(files, loadPyodide) {
  const snapshot = readSnapshot(files.snapshot, files.memory);
  snapshot.catch(() => {}); // told to whoever waits for it
  const stop = compileEarly(`${files.pyodide}pyodide.asm.wasm`, snapshot);
  try {
    const python = await loadPyodide({ indexURL: files.pyodide, stdLibURL: NO_FILES, _loadSnapshot: snapshot });
    // it has been copied, and is as large as all of Python's memory: given back at once, not when memory is tidied
    python._api.config._loadSnapshot = null;
    (await snapshot).buffer.transfer?.(0);
    python.pyimport("rummy_tutor.hosts.site.inside").Fetching(() => {
      const [major, minor] = python.runPython("import sys; sys.version_info[:2]");
      python.FS.writeFile(`/lib/python${major}${minor}.zip`, readNow(`${files.pyodide}python_stdlib.zip`));
      for (const archive of [files.engine, files.rest]) unpack(python, readNow(archive));
    });
    return { python, bringRest: async () => {} };
  } finally {
    stop();
  }
}

/**
 * Python as it starts everywhere, which imports the engine now: what the first screen needs. `bringRest` brings the
 * other files; a module that is asked for before they have come has them fetched at once.
 */
async function startPython(files, loadPyodide) {
  const loading = readFile(files.engine).then((response) => response.arrayBuffer());
  const [python, engine] = await Promise.all([loadPyodide({ indexURL: files.pyodide }), loading]);
  unpack(python, engine);
  python.runPython(`import sys; sys.path.insert(0, "${ENGINE}")`);
  const fetching = python.pyimport("rummy_tutor.hosts.site.inside").Fetching(() => unpack(python, readNow(files.rest)));
  const bringRest = async () => {
    unpack(python, await (await readFile(files.rest)).arrayBuffer());
    fetching.end();
  };
  return { python, bringRest };
}

/** Load Python with the engine, and open what the worker is for; `role` names it. */
async function start({ files, role }) {
  try {
    const { loadPyodide } = await import(`${files.pyodide}pyodide.js`);
    let started = null;
    if (files.snapshot) started = await wakePython(files, loadPyodide).catch(console.warn);
    const { python, bringRest } = started ?? (await startPython(files, loadPyodide));
    const inside = python.pyimport("rummy_tutor.hosts.site.inside");
    const post = (text) => self.postMessage(text);
    part = role === "page" ? inside.Page(post, () => openBeside(files)) : inside.Advising(post);
    bring = role === "page" ? bringLanguages(python, files.languages) : () => {};
    for (const message of waiting.splice(0)) take(message);
    if (role === "page") bringRest().catch(console.error); // what is missing is then fetched when it is asked for
  } catch (error) {
    console.error(error);
    self.postMessage(JSON.stringify({ failed: error.name ?? "Error" }));
  }
}

/** A second worker, which works advice out; what it says is heard by the page's session. */
function openBeside(files) {
  const worker = new Worker(files.worker, { type: "module" });
  worker.addEventListener("message", ({ data }) => part.hear(data));
  worker.addEventListener("error", () => part.hear(""));
  worker.postMessage({ files, role: "advice" });
  return worker;
}
