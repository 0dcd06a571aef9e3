// The whole page with its Python in a worker: it shows its first drawing at once, and Python comes meanwhile.

import { pageValues, RemoteModel } from "./shared/remote.js";
import { Tidying } from "./shared/tidy.js";

/**
 * A model whose Python is in a worker. What is sent before Python is there waits in the worker.
 *
 * The value `connection` is "starting", "alive" or "gone".
 */
class WorkerModel extends RemoteModel {
  /** Load the files named, by their addresses. */
  start(files) {
    this.tidying = new Tidying();
    this.worker = new Worker(files.worker, { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.receive(JSON.parse(data)));
    this.worker.addEventListener("error", (event) => this.fail(event.message ?? ""));
    this.set("connection", "starting");
    this.worker.postMessage({ files, role: "page" });
  }

  send(message) {
    this.worker.postMessage(JSON.stringify(message));
  }

  receive(values) {
    if ("failed" in values) this.fail(values.failed);
    else if (this.get("connection") === "starting") this.take({ ...values, connection: "alive" });
    else this.take(values);
    if ("reply" in values) this.tidying.answered();
  }

  /** Without Python there is no answer any more; `why` is the browser's reason. */
  fail(why) {
    this.take({ why, connection: "gone" });
  }
}

/** The line that says that Python is still being loaded, or why it has not come. */
function followLoading(model) {
  const line = document.getElementById("loading");
  model.on("change:texts", () => {
    line.textContent = model.get("texts").site_loading;
  });
  model.on("change:connection", () => {
    const state = model.get("connection");
    if (state === "alive") line.remove();
    else if (state === "gone") line.textContent = model.get("texts").site_failed.replace("{why}", model.get("why"));
  });
}

/** Keep the files for visits without a network, where the browser allows it: over HTTPS, and on this computer. */
async function keepFiles(files) {
  try {
    await navigator.serviceWorker?.register(files.keeper, { updateViaCache: "none" });
  } catch (error) {
    console.warn(error); // storage may be forbidden; the site then needs its server
  }
}

/** Open the page; `loadApp` brings the code that draws it while Python is on its way already. */
export async function openSitePage(loadApp) {
  const model = new WorkerModel(pageValues());
  followLoading(model);
  const files = pageValues("files");
  const addressOf = (path) => new URL(path, document.baseURI).href;
  for (const [name, one] of Object.entries(files)) if (typeof one === "string") files[name] = addressOf(one);
  for (const [code, paths] of Object.entries(files.languages)) files.languages[code] = paths.map(addressOf);
  model.start(files);
  const alive = () => {
    if (model.get("connection") !== "alive") return;
    model.off("change:connection", alive);
    keepFiles(files);
  };
  model.on("change:connection", alive);
  const { default: app } = await loadApp();
  app.render({ model, el: document.getElementById("page") });
}
