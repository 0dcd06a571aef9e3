// What a teacher enters on their page of a class: the values, kept by the tab over a reload, and the fields for them.

import { choiceOptions } from "./shared/controls.js";
import { h } from "./shared/dom.js";
import { browserStore, tabStore } from "./shared/socket.js";

const SITE = "rummy-tutor-site"; // under which the browser keeps the address of the site for homework
const FORM = "rummy-tutor-asking"; // under which the tab keeps what stands in the form
export const SOURCES = ["lesson", "puzzle", "hand", "list", "round"];

const FORM_AT_FIRST = {
  rulebook: "gorummy-13",
  lesson: "",
  kind: "",
  goal: "",
  puzzle: "",
  level: "1",
  seed: "1",
  n: "5",
  others: "1",
  how: "steady",
  seconds: "",
  ask: "",
  hand: "",
  turned: "",
  open: "",
  note: "",
  result: "",
  called: "",
  same: "",
};

export class TeacherForm {
  constructor() {
    this.values = { ...FORM_AT_FIRST, site: browserStore(SITE) ?? "" };
    this.source = "lesson"; // what is asked
    const { source, form } = JSON.parse(tabStore(FORM) || "{}");
    if (SOURCES.includes(source)) this.source = source;
    Object.assign(this.values, form);
  }

  keep() {
    tabStore(FORM, JSON.stringify({ source: this.source, form: this.values }));
  }

  /** Take what was entered in a field. */
  take(name, value) {
    this.values[name] = value;
    if (name === "site") browserStore(SITE, value);
    this.keep();
  }

  /** A control with its label. */
  field(name, label, control) {
    return h("label.rt-field", { key: name }, h("span", label), control);
  }

  /** A field in which one of several is chosen. */
  choose(name, label, options) {
    const chosen = this.values[name];
    const how = { "data-field": name, value: chosen, focus: name };
    return this.field(name, label, h("select", how, choiceOptions(options, chosen)));
  }

  /** A field in which something is entered. */
  enter(name, label, type = "text", more = {}) {
    const how = { "data-field": name, type, value: this.values[name], focus: name };
    return this.field(name, label, h("input", { ...how, ...more }));
  }

  /** How long each question is open, if that is limited. */
  limit() {
    const seconds = Number(this.values.seconds);
    return seconds ? { seconds } : {};
  }
}
