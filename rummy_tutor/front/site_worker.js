// Python in a worker of the browser: a visitor's session, or advice that is worked out beside it.

const waiting = []; // messages that came before Python
let part = null; // what takes them: one of the classes of hosts/site/inside.py

self.addEventListener("message", ({ data }) => {
  if (data.files) start(data);
  else if (part) part.receive(data);
  else waiting.push(data);
});

async function readFile(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response;
}

/** A copy of the memory of a Python that has imported the engine; null where there is none. */
async function readSnapshot(address) {
  if (!address) return null;
  const packed = (await readFile(address)).body.pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Python, with a memory that has all imported if that can be used, else as it starts everywhere. */
async function loadPython(files, loadPyodide, snapshot) {
  if (snapshot)
    try {
      return await loadPyodide({ indexURL: files.pyodide, _loadSnapshot: snapshot });
    } catch (error) {
      console.warn(error);
    }
  return loadPyodide({ indexURL: files.pyodide });
}

/** Load Python with the engine, and open what the worker is for; `role` names it. */
async function start({ files, role }) {
  try {
    const [{ loadPyodide }, engine, snapshot] = await Promise.all([
      import(`${files.pyodide}pyodide.mjs`),
      readFile(files.engine).then((response) => response.arrayBuffer()),
      readSnapshot(files.snapshot).catch(console.warn),
    ]);
    const python = await loadPython(files, loadPyodide, snapshot);
    python.unpackArchive(engine, "zip", { extractDir: "/engine" });
    python.runPython("import importlib, sys; sys.path.insert(0, '/engine'); importlib.invalidate_caches()");
    const inside = python.pyimport("rummy_tutor.hosts.site.inside");
    const post = (text) => self.postMessage(text);
    part = role === "page" ? inside.Page(post, () => openBeside(files)) : inside.Advising(post);
    for (const message of waiting.splice(0)) part.receive(message);
  } catch (error) {
    self.postMessage(JSON.stringify({ failed: String(error.message ?? error).slice(-300) }));
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
