// The whole page in Voilà: it shows its first drawing at once, and goes on with the widget when its kernel is there.

import { pageValues, RemoteModel } from "./shared/remote.js";
import { EARLY } from "./shared/widget_model.js";

const MOST_WAIT = 20000; // ms for a kernel to start; then the page says that nobody answers

/** A model that stands in for the widget's until that has come; what is sent meanwhile is kept. */
class KernelModel extends RemoteModel {
  constructor(values) {
    super({ ...values, connection: "starting" });
    this.waiting = [];
    setTimeout(() => {
      if (!this.widget) this.set("connection", null);
    }, MOST_WAIT);
  }

  get(name) {
    return this.widget && name !== "connection" ? this.widget.get(name) : super.get(name);
  }

  send(message) {
    if (this.widget) this.widget.send(message);
    else this.waiting.push(message);
  }

  /** Go on with the widget's model, in the place where the page is. */
  adopt(widget) {
    const names = [...this.values.keys()].filter((name) => name !== "connection");
    for (const name of names) widget.on(`change:${name}`, () => this.tell(name));
    this.widget = widget;
    for (const message of this.waiting.splice(0)) widget.send(message);
    this.set("connection", "alive");
  }
}

export function openVoilaPage(app) {
  const model = new KernelModel(pageValues());
  app.render({ model, el: document.getElementById("page") });
  document[EARLY] = (widget) => model.adopt(widget);
}
