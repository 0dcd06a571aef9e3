// My rules: a rulebook of one's own, changed rule by rule, with what differs and how the hand fares beside it.

import { plainCard } from "./shared/cards.js";
import { actionButton, choiceOptions, named } from "./shared/controls.js";
import { addNode, h, icon, redraw } from "./shared/dom.js";
import { giveFile } from "./shared/files.js";
import { KEPT_RULES, readKept, writeRules } from "./shared/keep.js";
import { registerPanel } from "./shared/panel.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

const MOST_RULES = 64 * 1024; // characters of a rulebook's file

export class MyRulesView {
  /** @type {page.MyRulesView} once the panel has been opened */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.t = host.t;
    this.asked = false; // whether it has been asked to open
    this.wanted = []; // the words that a rule must have to be shown
    this.found = new Map(); // what has them, by rule: so it stays in sight while its values are changed
    this.opened = []; // the headings that were open before rules were looked for
    this.typed = new Map(); // what was typed into a field and is not answered yet, with its number, by path
    this.host.answeredTo.add((seq) => {
      for (const [path, sent] of this.typed) if (sent.seq <= seq) this.typed.delete(path);
    });
    this.body = addNode(root, h("section.rt-panel.rt-myrules", { "data-typed-in": true }));
    this.used = this.body; // what was pressed or had the focus last
    for (const type of ["pointerdown", "focusin"])
      this.body.addEventListener(type, (event) => {
        this.used = event.target;
      });
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.body.addEventListener("change", (event) => this.onChange(event));
    this.body.addEventListener("input", (event) => {
      if (event.target.type === "search") this.find(event.target.value);
    });
    this.body.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && event.target.matches("input[type=text]")) event.target.blur();
    });
    const memory = readKept(KEPT_RULES);
    if (memory) this.send({ do: "recall", memory });
  }

  /**
   * Ask for something; what is said of it comes into sight, also where it is what was said before.
   * @param {page.Asked<"my_rules">} asked
   */
  async send(asked) {
    this.host.send(/** @type {page.Action} */ ({ type: "my_rules", ...asked }));
    await this.host.answered();
    this.showSaid();
  }

  /** Bring what is said into sight. */
  showSaid() {
    this.body.querySelector(".rt-mysaid")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {page.RulesMemoryView | page.MyRulesView} vm */
  update(vm) {
    if (vm.open === false) {
      if (!this.asked) this.send({ do: "open" });
      this.asked = true;
      return;
    }
    const before = this.vm;
    this.vm = vm;
    if (before?.base !== vm.base) this.found.clear();
    writeRules(vm.memory);
    if (before && vm.file && vm.file.n !== before.file?.n) giveFile(vm.file);
    this.drawInPlace();
    if (vm.said) this.showSaid();
  }

  /** Draw anew: what was used last stays where it is on the screen, however much what stands above it grows. */
  drawInPlace() {
    const findTop = () => this.used.getBoundingClientRect().top;
    const before = findTop();
    redraw(this.body, this.content());
    if (!this.used.isConnected) return;
    for (const place of [this.body.closest(".rt-side"), window]) place?.scrollBy(0, findTop() - before);
  }

  /** Show the rules that have some words, whatever their heading; without words those of the headings open before. */
  find(text) {
    const sections = [...this.body.querySelectorAll("[data-section]")];
    if (!this.wanted.length) this.opened = sections.filter((section) => section.open);
    this.wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
    this.found.clear();
    redraw(this.body, this.content());
    for (const section of sections) section.open = this.wanted.length ? !section.hidden : this.opened.includes(section);
  }

  /**
   * Which fields of a rule had the words when they were looked for: told by a function, null if there are none.
   * @param {page.OwnRuleInputsView} rule
   */
  fieldsOf(rule) {
    if (!this.found.has(rule.key)) this.found.set(rule.key, this.lookIn(rule));
    return this.found.get(rule.key);
  }

  /**
   * The fields of a rule that have the words looked for, or are so called in a rulebook's file, such as “cap”; all if
   * what the rule says has them, null if neither has.
   * @param {page.OwnRuleInputsView} rule
   */
  lookIn(rule) {
    const has = (...texts) => this.wanted.every((word) => texts.join(" ").toLowerCase().includes(word));
    const paths = rule.inputs
      .filter((input) => has(rule.term, input.label, input.path, ...input.choices.map((choice) => choice.label)))
      .map((input) => input.path);
    if (paths.length && paths.length < rule.inputs.length) return (input) => paths.includes(input.path);
    return paths.length || has(rule.term, rule.text) ? () => true : null;
  }

  onClick(event) {
    const target = event.target.closest("[data-act]");
    if (!target) return;
    const { act, path } = target.dataset;
    const paths = target.dataset.paths?.split(" ");
    if (act === "my-start") this.send({ do: "start", key: target.dataset.book });
    else if (act === "my-forget") this.send({ do: "forget", key: target.dataset.book });
    else if (act === "my-reset") this.send({ do: "reset", paths });
    else if (act === "my-remove") this.send({ do: "set", path, value: Number(target.dataset.at) });
    else if (act === "my-example") this.send({ do: "example", path });
    else if (act === "my-open") this.body.querySelector("input[type=file]").click();
    else if (act === "my-keep") this.play();
    else if (["my-write", "my-lay"].includes(act)) this.send({ do: act.slice(3) });
  }

  /** Keep the rules; if they can be kept, what comes next is to play by them. */
  async play() {
    await this.send({ do: "keep" });
    if (this.vm.said.tone === "bad") return;
    this.host.send({ type: "play", do: "put_away" });
    this.host.send({ type: "mode", mode: "play" });
  }

  onChange(event) {
    const { target } = event;
    const { path, field, kind } = target.dataset;
    if (target.type === "file") this.load(target);
    else if (field === "base") this.send({ do: "start", key: target.value });
    else if (field === "title") this.send({ do: "title", title: target.value });
    else if (path && !(kind === "entries" && !target.value)) {
      this.send({ do: "set", path, value: this.valueOf(target, path) });
      if (target.type === "text") this.typed.set(path, { seq: this.host.seq, text: target.value });
    }
  }

  valueOf(target, path) {
    if (target.dataset.kind === "choices") {
      const boxes = this.body.querySelectorAll(`input[data-path="${path}"]:checked`);
      return [...boxes].map((box) => box.value);
    }
    return target.type === "checkbox" ? target.checked : target.value;
  }

  content() {
    const { vm, t } = this;
    return [
      h("header.rt-row.rt-panelhead", { key: "head" }, h("h2", t("tab_my_rules"))),
      h("p.rt-quiet", { key: "intro" }, t("my_intro")),
      this.top(),
      vm.said
        ? h(
            "p.rt-mysaid",
            { class: vm.said.tone === "bad" ? "rt-error" : "rt-said", role: "status", key: "said" },
            vm.said.text,
          )
        : null,
      h("div.rt-stack.rt-near.rt-mybody", { key: "body" }, [
        h("div.rt-stack.rt-near.rt-myside", { key: "side" }, this.hand(), this.differences(), this.books()),
        h("div.rt-stack.rt-near.rt-myform", { key: "form" }, [
          h("h3", { key: "title" }, t("my_form")),
          this.finder(),
          vm.sections.map((section) => this.section(section)),
          this.file(),
        ]),
      ]),
    ];
  }

  /** What the rules begin with, their name, and what can be done with them. */
  top() {
    const { vm, t } = this;
    const bases = vm.bases.map((book) => ({ key: book.key, label: book.name }));
    const chosen = vm.key || vm.base;
    return h("div.rt-row.rt-mytop", { key: "top" }, [
      h("label.rt-field", { key: "base" }, [
        h("span", t("my_start")),
        h("select", { "data-field": "base", focus: "my-base", value: chosen }, choiceOptions(bases, chosen)),
      ]),
      h("label.rt-field.rt-myname", { key: "name" }, [
        h("span", t("my_name")),
        h("input", { type: "text", "data-field": "title", focus: "my-title", value: vm.title, maxlength: 60 }),
      ]),
      h("div.rt-buttons", { key: "buttons" }, [
        actionButton("my-keep", t("my_keep"), { primary: true, name: "check" }),
      ]),
      vm.too_long ? h("p.rt-quiet", { key: "long" }, t("my_too_long")) : null,
    ]);
  }

  /** The rules written to a file and read from one. */
  file() {
    const { t } = this;
    return h("details.rt-mysection", { key: "file" }, [
      h("summary", { focus: "my-file" }, t("my_file")),
      h("div.rt-stack.rt-near.rt-myrule", { key: "file" }, [
        h("p.rt-mytext", t("my_file_note")),
        h("div.rt-buttons", [
          actionButton("my-write", t("my_write")),
          actionButton("my-open", t("my_load")),
          h("input.rt-sr", { type: "file", accept: ".toml", tabindex: "-1", "aria-label": t("my_load"), key: "file" }),
        ]),
      ]),
    ]);
  }

  hand() {
    const { hand } = this.vm;
    const { t } = this;
    return h("section.rt-stack.rt-near.rt-box.rt-mybox", { key: "hand", "aria-live": "polite" }, [
      h("h3", t("my_hand")),
      hand.pending ? h("p.rt-quiet", t("my_working")) : this.figures(hand.rows),
      hand.pending ? null : h("p.rt-quiet", t(hand.same ? "my_hand_same" : "my_hand_other")),
    ]);
  }

  /** @param {page.FigureRowView[]} rows */
  figures(rows) {
    return h("table.rt-lesser.rt-differ", [
      h("tbody", [
        rows.map((row) =>
          h("tr", [
            h("th", { scope: "row" }, row.name),
            h("td.rt-num", row.figure),
            h("td", row.declares ? [icon("check"), " ", this.t("my_declares")] : ""),
          ]),
        ),
      ]),
    ]);
  }

  differences() {
    const { vm, t } = this;
    const name = vm.base_title;
    if (!vm.differences.length) return h("p.rt-quiet", { key: "differences" }, t("my_same", { name }));
    return h("section.rt-stack.rt-near.rt-box.rt-mybox", { key: "differences" }, [
      h("h3", t("my_differs", { name })),
      h("dl.rt-stack.rt-near.rt-mydiffers", [
        vm.differences.map((line) =>
          h("div", { key: line.term }, [
            h("dt.rt-quiet", line.term),
            h("dd.rt-quiet.rt-mywas", line.base),
            h("dd", line.mine),
          ]),
        ),
      ]),
    ]);
  }

  books() {
    const { own } = this.vm;
    const { t } = this;
    if (!own.length) return null;
    return h("section.rt-stack.rt-near.rt-box.rt-mybox", { key: "own" }, [
      h("h3", t("my_own")),
      h("ul.rt-stack.rt-near.rt-mybooks", [
        own.map(({ key, name }) =>
          h("li.rt-row", { key }, [
            h("span", name),
            this.bookButton("my-start", key, t("my_edit", { name })),
            this.bookButton("my-forget", key, t("my_forget", { name })),
          ]),
        ),
      ]),
    ]);
  }

  bookButton(act, book, label) {
    return h("button.rt-button", { act, "data-book": book, focus: `${act}-${book}` }, label);
  }

  // ---- the form ------------------------------------------------------------------------------
  finder() {
    const { t } = this;
    const none = this.wanted.length && !this.vm.sections.some(({ rules }) => rules.some((rule) => this.fieldsOf(rule)));
    return h("div.rt-myfinder", { key: "finder", role: "search" }, [
      h("input", { type: "search", focus: "my-find", placeholder: t("my_find"), "aria-label": t("my_find") }),
      none ? h("p.rt-quiet", { role: "status" }, t("my_find_none")) : null,
    ]);
  }

  /** @param {page.RuleSectionView} section */
  section(section) {
    const { t } = this;
    const hidden = !section.rules.some((rule) => this.fieldsOf(rule));
    return h("details.rt-mysection", { key: section.key, "data-section": section.key, hidden }, [
      h("summary", { focus: `my-${section.key}` }, [
        section.title,
        section.changed
          ? h("span.rt-badge.rt-mycount", { "data-tone": "sun" }, t("my_changed_count", { n: section.changed }))
          : null,
      ]),
      h("div.rt-mylist", [section.rules.map((rule) => this.rule(rule))]),
    ]);
  }

  /** @param {page.OwnRuleInputsView} rule */
  rule(rule) {
    const { t } = this;
    const { example } = this.vm;
    const fields = this.fieldsOf(rule);
    const attrs = { key: rule.key, "data-changed": rule.changed && "true", hidden: !fields };
    return h("div.rt-stack.rt-near.rt-myrule", attrs, [
      // one line high in any case, so that a change moves no other field
      h("div.rt-row.rt-mychange", { key: "term" }, [
        h("h4", rule.term),
        rule.changed
          ? [
              h("span.rt-badge", { "data-tone": "sun" }, t("my_changed")),
              h(
                "button.rt-barbutton",
                {
                  act: "my-reset",
                  "data-paths": rule.paths.join(" "),
                  focus: `reset-${rule.key}`,
                  ...named(t("my_reset")),
                },
                icon("undo"),
              ),
            ]
          : null,
      ]),
      rule.text ? h("p.rt-mytext", { key: "text" }, rule.text) : null,
      rule.inputs.map((input) => this.input(input, rule, !fields?.(input))),
      h("div.rt-buttons", { key: "buttons" }, [
        rule.entry
          ? h(
              "button.rt-button",
              { act: "my-remove", "data-path": rule.entry.path, "data-at": rule.entry.at, focus: `remove-${rule.key}` },
              [icon("close"), t("my_remove")],
            )
          : null,
        rule.example
          ? h(
              "button.rt-button",
              { act: "my-example", "data-path": rule.example, focus: `example-${rule.key}`, "aria-label": null },
              t(rule.has_example ? "my_another" : "my_example"),
            )
          : null,
      ]),
      rule.no_example ? h("p.rt-quiet", { key: "none", role: "status" }, rule.no_example) : null,
      rule.has_example && example ? this.example(example) : null,
    ]);
  }

  /** @param {page.RulesExampleView} example */
  example(example) {
    const { t } = this;
    const cards = (group, at) =>
      h("span.rt-cards", { key: `g${at}` }, [
        group.map((card, k) => plainCard({ ...card, key: `${at}-${k}` }, " rt-small")),
      ]);
    return h("div.rt-stack.rt-near.rt-box.rt-myexample", { key: "example", role: "status" }, [
      h("p", example.lead),
      h("div.rt-row.rt-mycards", [example.groups.map(cards)]),
      example.turned
        ? h("p.rt-row.rt-myturned", t("my_turned"), " ", plainCard({ ...example.turned, key: "t" }, " rt-small"))
        : null,
      this.figures(example.rows),
      actionButton("my-lay", t("my_lay")),
    ]);
  }

  /**
   * @param {page.InputView} input
   * @param {page.OwnRuleInputsView} rule
   * @param {boolean} hidden
   */
  input(input, rule, hidden) {
    const id = `${this.host.name}-${input.path}`;
    const label = input.alone ? rule.term : input.label;
    const attrs = {
      "data-path": input.path,
      "data-kind": input.kind,
      "aria-invalid": input.error ? "true" : null,
      "aria-describedby": input.error ? `${id}-error` : null,
    };
    const draw =
      { flag: "box", part: "box", choice: "radios", choices: "boxes", entries: "adding" }[input.kind] ?? "text";
    return h("div.rt-myinput", { key: input.path, hidden }, [
      this[draw](input, attrs, label),
      input.error ? h("p.rt-error", { id: `${id}-error`, role: "alert", key: "error" }, input.error) : null,
    ]);
  }

  /** @param {page.InputView} input */
  box(input, attrs) {
    const box = h("input", { type: "checkbox", focus: input.path, checked: input.value, ...attrs });
    return h("label.rt-line.rt-near.rt-check", box, h("span", input.label));
  }

  /** @param {page.InputView} input */
  radios(input, attrs, label) {
    const choice = ({ key, label: text }) =>
      h("label.rt-line.rt-near.rt-check", { key: `c-${key}` }, [
        h("input", {
          type: "radio",
          name: `${this.host.name}-${input.path}`,
          value: key,
          focus: `${input.path}-${key}`,
          checked: input.value === key,
          ...attrs,
        }),
        h("span", text),
      ]);
    return h(
      "fieldset.rt-row.rt-mychoices",
      h("legend", { class: input.alone && "rt-sr" }, label),
      input.choices.map(choice),
    );
  }

  /** @param {page.InputView} input */
  boxes(input, attrs, label) {
    const choice = ({ key, label: text }) =>
      h("label.rt-line.rt-near.rt-check", { key: `c-${key}` }, [
        h("input", {
          type: "checkbox",
          value: key,
          focus: `${input.path}-${key}`,
          checked: /** @type {string[]} */ (input.value).includes(key),
          ...attrs,
        }),
        h("span", text),
      ]);
    return h("fieldset.rt-row.rt-mychoices", h("legend", label), input.choices.map(choice));
  }

  /** @param {page.InputView} input */
  adding(input, attrs) {
    const choices = [{ key: "", label: this.t("my_add_choose") }, ...input.choices];
    return h("label.rt-row.rt-mytyped", [
      h("span", input.label),
      h("select", { focus: input.path, value: "", ...attrs }, choiceOptions(choices, "")),
    ]);
  }

  /** @param {page.InputView} input */
  text(input, attrs) {
    const isNumber = input.kind === "number";
    const value = this.typed.get(input.path)?.text ?? input.value;
    const given = { type: "text", focus: input.path, value, autocomplete: "off", spellcheck: "false" };
    const size = { inputmode: isNumber && input.least >= 0 ? "numeric" : null, class: isNumber && "rt-mynumber" };
    return h("label.rt-row.rt-mytyped", [
      h("span", input.label),
      h("input", { ...given, ...size, ...attrs }),
      input.none ? h("span.rt-quiet", this.t("my_empty", { none: input.none })) : null,
    ]);
  }

  // ---- files ---------------------------------------------------------------------------------
  async load(input) {
    const [file] = input.files;
    if (!file) return;
    this.send({ do: "load", text: file.size > 4 * MOST_RULES ? "#".repeat(MOST_RULES + 1) : await file.text() });
    input.value = "";
  }
}

export default registerPanel("my_rules", MyRulesView);
