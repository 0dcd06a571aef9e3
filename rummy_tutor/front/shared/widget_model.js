// The model of a widget as a page has it: in Python its view models have names that no user sets.

/** @import * as page from "../page.js" */

export const EARLY = Symbol.for("rummy-tutor-early"); // where a page that is drawn already waits for its widget
const VIEW = "_vm_";

/**
 * Set something after each answer: marimo runs cells again for what a browser sets, and for nothing else.
 * @param {any} model a widget's own
 */
export function echoReplies(model) {
  model.on("change:reply", () => {
    const { view, seq } = model.get("reply");
    model.set("echo", `${view} ${seq}`);
    model.save_changes();
  });
}

/**
 * The model with its view models under their plain names; one that has them so already is returned as it is.
 * @param {page.Model} model
 * @returns {page.Model}
 */
export function pageModel(model) {
  const named = (/** @type {any} */ name) => (model.get(/** @type {any} */ (VIEW + name)) ? VIEW + name : name);
  if (!model.get("panels").some(({ key }) => named(key) !== key)) return model;
  const event = (/** @type {string} */ text) => text.replace(/^change:(.*)$/, (_, name) => `change:${named(name)}`);
  return {
    get: (name) => model.get(/** @type {any} */ (named(name))),
    on: (text, listener) => model.on(event(text), listener),
    off: (text, listener) => model.off(event(text), listener),
    send: (message) => model.send(message),
  };
}
