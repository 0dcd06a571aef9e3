// The whole page from a server of our own: it shows its first drawing at once, and connects meanwhile.

import { pageValues } from "./shared/remote.js";
import { SocketModel, secretOfPage, tabStore } from "./shared/socket.js";

/** @import * as page from "./page.js" */

export function openLivePage(app) {
  const token = secretOfPage("rummy-tutor-teacher");
  const visit = tabStore("rummy-tutor-visit") ?? Math.random().toString(36).slice(2);
  tabStore("rummy-tutor-visit", visit);
  /** @type {() => page.VisitGreeting} */
  const greeting = () => ({ role: "tutor", token, visit });
  const model = new SocketModel(greeting, pageValues());
  model.set("connection", "starting");
  const page = document.getElementById("page");
  app.render({ model, el: page });
  model.on("change:said", () => {
    const said = model.get("said");
    if (!said || model.known) return; // what is said before the server lets a page in is why it does not
    const line = document.createElement("p");
    line.className = "rt-message";
    line.setAttribute("role", "alert");
    line.textContent = said.text;
    page.replaceChildren(line);
  });
  model.connect();
}
