// Compiles an archive of Python modules, so that a visitor's browser need not.
// node compile.mjs PYODIDE ARCHIVE COMPILED: a folder, an archive, a file to write

import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const COMPILE = `
import py_compile, zipfile
from pathlib import Path
found = Path("/found")
with zipfile.ZipFile("/compiled.zip", "w") as compiled:
    for path in sorted(found.rglob("*.py")):
        name = str(path.relative_to(found))
        made = path.with_suffix(".pyc")
        never = py_compile.PycInvalidationMode.UNCHECKED_HASH
        py_compile.compile(path, made, name, doraise=True, optimize=2, invalidation_mode=never)
        compiled.write(made, f"{name}c")
`;

const [folder, archive, compiled] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
// without docstrings, assertions and the columns of tracebacks
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/found" });
python.runPython(COMPILE);
writeFileSync(compiled, python.FS.readFile("/compiled.zip"));
