// A widget in a notebook: it takes code, styles and texts from the model that all widgets of its kernel share, stands in
// the place of what the notebook keeps of it, and knows whether its kernel still answers.

import { importText } from "./shared/import_text.js";
import { EARLY, pageModel } from "./shared/widget_model.js";

/** What a model has under a name, as soon as it has something. */
function awaitValue(model, name) {
  const value = model.get(name);
  if (value !== undefined) return Promise.resolve(value);
  return new Promise((done) => {
    model.once(`change:${name}`, () => done(model.get(name)));
  });
}

/** The widget's own model, with the texts of the shared one and how its connection is. */
class NotebookModel {
  constructor(model, shared, widget) {
    this.model = model;
    this.listeners = { texts: new Set(), connection: new Set() };
    this.values = { connection: null };
    this.ready = this.takeTexts(shared);
    model.on("change:_texts", () => this.takeTexts(shared));
    model.on("comm_live_update", () => this.set("connection", widget.comm_live ? "alive" : "ended"));
  }

  async takeTexts(shared) {
    const name = this.model.get("_texts");
    const texts = await awaitValue(shared, name);
    if (name === this.model.get("_texts")) this.set("texts", texts);
  }

  set(name, value) {
    this.values[name] = value;
    for (const listener of this.listeners[name]) listener();
  }

  heard(event) {
    return this.listeners[event.replace("change:", "")];
  }

  get(name) {
    return name in this.listeners ? this.values[name] : this.model.get(name);
  }

  on(event, listener) {
    const heard = this.heard(event);
    if (heard) heard.add(listener);
    else this.model.on(event, listener);
  }

  off(event, listener) {
    const heard = this.heard(event);
    if (heard) heard.delete(listener);
    else this.model.off(event, listener);
  }

  send(message) {
    this.model.send(message);
  }
}

/** The text of a style sheet, once in the document for all widgets. */
function addStyle(name, text) {
  const id = `rummy-tutor-${name}`;
  const style = document.getElementById(id) ?? document.head.appendChild(document.createElement("style"));
  style.id = id;
  if (style.textContent !== text) style.textContent = text;
}

/** One module made of files, of which the last one's default export is kept. */
async function importFiles(shared, names) {
  const texts = await Promise.all(names.map((name) => awaitValue(shared, name)));
  const last = texts.pop();
  return importText([...texts.map((text) => text.replace(/^export\sdefault (?=\w)/m, "")), last].join("\n"));
}

export default {
  async render({ model: given, el }) {
    const [shared, widget] = await Promise.all(
      ["_shared", "_widget"].map((name) => given.widget_manager.get_model(given.get(name))),
    );
    const model = new NotebookModel(given, shared, widget);
    await model.ready;
    const adopt = document[EARLY];
    if (adopt) return adopt(pageModel(model));
    const { scripts, styles } = await awaitValue(shared, given.get("_files"));
    for (const name of styles) addStyle(name, await awaitValue(shared, name));
    const { render } = await importFiles(shared, scripts);
    document.documentElement.classList.add(`rummy-tutor-${given.get("_widget")}-live`);
    return render({ model, el });
  },
};
