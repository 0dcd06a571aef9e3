// The whole page in Voilà: it shows its first drawing at once, and goes on with the widget when its kernel is there.

import { pageValues, RemoteModel } from "./shared/remote.js";
import { EARLY } from "./shared/widget_model.js";

const MOST_WAIT = 20000; // ms for a kernel to start; then the page says that nobody answers
const GIVEN_UP_EVERY = 500; // ms between two looks whether Jupyter has given the widget up
const MOST_AGAIN = 2; // times in a row that the page is loaded again for that
const AGAIN = "rummy-tutor-again"; // where they are counted

/** Whether an error stands in the widget's place: Jupyter waits four seconds for what a kernel on a busy machine has. */
const isGivenUp = () =>
  [...document.querySelectorAll(".jupyter-widgets")].some((node) => node.textContent.startsWith("Error displaying"));

/** A model that stands in for the widget's until that has come; what is sent meanwhile is kept. */
class KernelModel extends RemoteModel {
  constructor(values) {
    super({ ...values, connection: "starting" });
    this.waiting = [];
    setTimeout(() => {
      if (!this.widget) this.set("connection", null);
    }, MOST_WAIT);
    this.looking = setInterval(() => {
      if (isGivenUp()) this.tryAgain();
    }, GIVEN_UP_EVERY);
  }

  /** Load the page again; say that its kernel is gone where that has not helped. */
  tryAgain() {
    clearInterval(this.looking);
    const times = Number(sessionStorage.getItem(AGAIN));
    if (times >= MOST_AGAIN) return this.set("connection", "gone");
    sessionStorage.setItem(AGAIN, String(times + 1));
    location.reload();
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
    clearInterval(this.looking);
    sessionStorage.removeItem(AGAIN);
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
