// The words of the game: a list to search, and one entry with its meaning, an example and what the games say.

import { citedList, plainCard, plainTray, sourcesFold } from "./shared/cards.js";
import { actionButton } from "./shared/controls.js";
import { h, redraw } from "./shared/dom.js";
import { registerPanel } from "./shared/panel.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

const PAUSE = 120; // ms after the last letter before a search is sent

export class WordsView {
  /** @type {page.WordsView} once they have been looked at */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.body = document.createElement("div");
    this.body.className = "rt-words-view";
    this.find = document.createElement("input");
    this.find.type = "search";
    this.find.className = "rt-wide rt-wordsearch";
    this.find.autofocus = !window.matchMedia("(pointer: coarse)").matches; // when a sheet with it opens
    this.list = document.createElement("nav");
    this.list.className = "rt-wordlist";
    this.entry = document.createElement("article");
    this.entry.className = "rt-stack rt-near rt-wordentry";
    this.entry.setAttribute("aria-live", "polite");
    const left = document.createElement("div");
    left.className = "rt-stack rt-near rt-wordleft";
    left.append(this.find, this.list);
    this.body.append(left, this.entry);
    root.append(this.body);
    this.find.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => host.send({ type: "find_word", text: this.find.value }), PAUSE);
    });
    this.find.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !this.vm?.found?.length) return;
      this.find.blur(); // the entry gets the focus
      host.send({ type: "word", key: this.vm.found[0] });
    });
    this.body.addEventListener("click", (event) => {
      const rule = event.target.closest("[data-rule]");
      if (rule) host.ruleAsked.emit(rule.dataset.rule);
      const target = event.target.closest("[data-word]");
      if (!target) return;
      event.stopPropagation();
      host.send({ type: "word", key: target.dataset.word });
    });
  }

  /** @param {page.WordsView | page.MarksView} vm */
  update(vm) {
    const t = this.host.t;
    for (const name of ["aria-label", "placeholder"]) this.find.setAttribute(name, t("words_search"));
    this.list.setAttribute("aria-label", t("tab_words"));
    if ("closed" in vm) {
      // shown alone the list is wanted at once; in a sheet nothing is sent before that opens
      if (!this.asked && !this.host.root.classList.contains("rt-app")) this.host.send({ type: "word", key: "" });
      this.asked = true;
      return;
    }
    const before = this.vm;
    this.vm = vm;
    if (this.find.value !== vm.text && document.activeElement !== this.find) this.find.value = vm.text;
    this.body.classList.toggle("rt-hasentry", Boolean(vm.entry) && vm.chosen);
    this.entry.setAttribute("aria-live", vm.chosen ? "polite" : "off"); // not with every letter of a search
    redraw(this.list, this.listContent());
    redraw(this.entry, this.entryContent());
    const isOther = before?.entry?.key !== vm.entry?.key;
    if (isOther) this.entry.scrollTop = 0;
    const cleared = Boolean(before?.text) && !this.find.value && document.activeElement === this.find; // by who types
    if (vm.entry && vm.chosen && (isOther || !before.chosen) && !cleared) {
      if (this.body.contains(document.activeElement) || this.body.closest("dialog[open]"))
        this.entry.querySelector("h3").focus({ preventScroll: true });
    }
  }

  listContent() {
    const { vm } = this;
    const t = this.host.t;
    const byKey = new Map(vm.index.map((entry) => [entry.key, entry]));
    /** @type {(title: string, entries: page.IndexView[]) => unknown} */
    const group = (title, entries) =>
      entries.length
        ? h("section", { key: title }, [
            h("h3.rt-quiet", title),
            h("ul", [
              entries.map((entry) =>
                h("li", { key: entry.key }, [
                  h(
                    "button.rt-wide.rt-wordlink",
                    {
                      "data-word": entry.key,
                      focus: `word-${title}-${entry.key}`,
                      "aria-current": vm.entry?.key === entry.key ? "true" : null,
                    },
                    entry.name,
                  ),
                ]),
              ),
            ]),
          ])
        : null;
    if (vm.found)
      return vm.found.length
        ? [
            group(
              t("tab_words"),
              vm.found.map((key) => byKey.get(key)),
            ),
          ]
        : [h("p.rt-quiet", { role: "status" }, t("words_none"))];
    const kind = (name) => vm.index.filter((entry) => entry.kind === name);
    return [
      group(t("words_questions"), kind("question")),
      group(
        t("words_here"),
        this.host.wordsAsked
          .emit()
          .flat()
          .map((key) => byKey.get(key))
          .filter(Boolean),
      ),
      group(t("words_words"), kind("word")),
      group(t("words_codes"), kind("code")),
    ];
  }

  entryContent() {
    const { entry } = this.vm;
    const t = this.host.t;
    if (!entry) return [h("p.rt-quiet", t("words_pick"))];
    return [
      h("div.rt-wordback", { key: "back" }, [
        actionButton(null, t("words_back"), { "data-word": "", key: "back", focus: "word-back" }),
      ]),
      h("h3", { key: "name", tabindex: "-1" }, entry.name),
      entry.also ? h("p.rt-quiet", { key: "also" }, entry.also) : null,
      entry.answer ? h("p.rt-wordanswer", { key: "answer" }, entry.answer) : null,
      h("p.rt-wordwhat", { key: "what" }, entry.what),
      entry.about ? h("p", { key: "about" }, entry.about) : null,
      entry.own ? this.own(entry.own) : null,
      entry.games ? h("p.rt-quiet", { key: "games" }, entry.games) : null,
      entry.example ? this.example(entry.example) : null,
      entry.rules.length ? this.rules(entry) : null,
      entry.see.length
        ? h("p.rt-row.rt-wordsee", { key: "see" }, [
            h("strong", t("words_see")),
            entry.see.map((word) =>
              h("button.rt-wordlink", { "data-word": word.key, focus: `see-${word.key}`, key: word.key }, word.name),
            ),
          ])
        : null,
    ];
  }

  /**
   * What the learner's own game says; each rule leads to its place among all rules.
   * @param {page.OwnRulesView} own
   */
  own({ head, lines }) {
    const term = (line) =>
      this.host.ruleAsked.heard
        ? h("button.rt-wordlink", { "data-rule": line.term, focus: `rule-${line.term}` }, line.term)
        : line.term;
    return h("section.rt-box.rt-stack.rt-near.rt-wordown", { key: "own" }, [
      h("h4", head),
      h("dl.rt-stack.rt-near.rt-wordrules", [
        lines.map((line) => h("div", { key: line.term }, h("dt", term(line)), h("dd", line.text))),
      ]),
      sourcesFold(lines, this.host.t),
    ]);
  }

  /**
   * What the other games say, one under the other or each folded up.
   * @param {page.EntryView} entry
   */
  rules({ rules, folded }) {
    const title = h("h4", this.host.t("words_by_game"));
    if (folded)
      return h("section", { key: "rules" }, title, [
        rules.map((rule) =>
          h(
            "details",
            { key: rule.games },
            h("summary", rule.games),
            h("ul.rt-lesser", [rule.lines.map((line) => h("li", line))]),
          ),
        ),
      ]);
    const terms = rules.map((rule) => h("div", h("dt", rule.games), [rule.lines.map((line) => h("dd", line))]));
    return h("section", { key: "rules" }, title, h("dl.rt-stack.rt-near.rt-wordrules", [terms]));
  }

  /** @param {page.ExampleView} example */
  example(example) {
    const t = this.host.t;
    return h("section.rt-stack.rt-near.rt-wordexample", { key: "example" }, [
      h("h4", t("words_example"), " ", h("small", t("words_judged", { game: example.rulebook }))),
      example.turned ? h("p.rt-row", t("turned"), plainCard(example.turned, " rt-tiny")) : null,
      h("ul.rt-minitrays.rt-small", [example.groups.map(plainTray)]),
      citedList("ul.rt-lesser", example.lines, t),
    ]);
  }
}

export default registerPanel("words", WordsView);
