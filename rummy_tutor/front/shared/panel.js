// Panels by the stem of their files, each drawn for itself, and the widget of a panel alone.

import { addNode, h } from "./dom.js";
import { connect, followTheme, Host, listenToKeys } from "./host.js";
import { echoReplies, pageModel } from "./widget_model.js";

/** @import * as page from "../page.js" */

const VIEWS = new Map(); // view classes by stem

/** Make a view known by the stem of its file; returns the module of a widget that shows this panel alone. */
export function registerPanel(stem, View) {
  VIEWS.set(stem, View);
  return { View, render: renderPanels };
}

export const viewOf = (stem) => VIEWS.get(stem);

/** A view in its place: if it cannot be drawn it says so there, and the other views go on. */
export class PanelView {
  constructor(place, host, make) {
    this.place = place;
    this.host = host;
    this.message = null;
    try {
      this.view = make(place, host);
    } catch (error) {
      this.broken = error;
    }
    const also = Object.entries(this.view?.also ?? {});
    this.also = Object.fromEntries(also.map(([name, draw]) => [name, (vm) => this.guard(() => draw(vm))]));
  }

  /** Draw, or say that it failed; whether it did not. */
  guard(draw) {
    try {
      if (this.broken) throw this.broken;
      draw();
    } catch (error) {
      console.error(error);
      this.say(this.host.t("panel_failed", { code: error.name }));
      return false;
    }
    return true;
  }

  /** @param {object} vm */
  update(vm) {
    const { failed } = /** @type {Partial<page.FailedView>} */ (vm);
    if (failed) this.say(failed);
    else if (this.guard(() => this.view.update(vm))) this.say("");
  }

  /** Show a message instead of the view; none brings the view back. */
  say(text) {
    this.message?.remove();
    this.message = null;
    this.place.classList.toggle("rt-failed", Boolean(text));
    if (!text) return;
    this.message = document.createElement("p");
    this.message.className = "rt-message rt-panelfailed";
    this.message.dataset.tone = "bad";
    this.message.setAttribute("role", "alert");
    this.message.textContent = text;
    this.place.prepend(this.message);
  }

  onKey(event) {
    return Boolean(this.view?.onKey?.(event));
  }
}

/** A place of its own for a panel, which leaves the layout around it as it is. */
export const panelPlace = (parent) => addNode(parent, h("div.rt-place"));

/** @param {{ model: page.Model, el: HTMLElement }} widget */
function renderPanels({ model: given, el }) {
  const model = pageModel(given);
  if (model.get("echo") !== undefined) echoReplies(given);
  const root = document.createElement("div");
  root.className = "rt";
  el.append(root);
  const host = new Host(model, root);
  const views = {};
  for (const { key, stem } of model.get("panels")) {
    const View = viewOf(stem);
    views[key] = new PanelView(panelPlace(root), host, (place) => new View(place, host));
  }
  followTheme(host);
  listenToKeys(root, views);
  connect(host, views);
  return () => host.stop();
}
