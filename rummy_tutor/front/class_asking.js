// What a teacher can ask a class: the form for it, and a question seen before it is asked.

import { SOURCES } from "./class_form.js";
import { classScreen, classVerdict, showInside } from "./class_parts.js";
import { actionButton } from "./shared/controls.js";
import { h, icon } from "./shared/dom.js";

/** @import { TeacherForm } from "./class_form.js" */
/** @import { TeacherPage } from "./class_teacher.js" */
/** @import * as page from "./page.js" */

// the field of a hand that each refusal is about; of the others none is
const FAULTY = {
  ...Object.fromEntries(
    ["bad-card", "bad-hand", "hand-size", "empty-group", "printed-joker", "bad-question"].map((code) => [code, "hand"]),
  ),
  "bad-turned": "turned",
  "bad-open": "open",
};

export class AskingPanel {
  /**
   * @param {TeacherPage} page
   * @param {TeacherForm} form
   */
  constructor(page, form) {
    this.page = page;
    this.form = form;
    this.t = page.t;
    this.handAsked = false; // whether a hand was asked about last
    this.handSent = false; // and has not been answered yet
    this.seen = null; // the request of the question that is seen before it is asked
  }

  /** What can be asked: tasks of a lesson, puzzles, a hand, a list of the teacher's own. */
  draw() {
    const { t, form } = this;
    const { rulebooks, lessons, goals, asks } = this.page.get("sources");
    const keep = (name, choices) => {
      if (!choices.some((one) => one.key === form.values[name])) form.values[name] = choices[0].key;
    };
    keep("lesson", lessons[form.values.rulebook]);
    keep("goal", goals[form.values.rulebook]);
    keep("ask", asks);
    const game = form.choose("rulebook", t("rulebook-label"), rulebooks);
    const parts = {
      lesson: () => [game, this.lessonFields(lessons[form.values.rulebook])],
      puzzle: () => [game, this.puzzleFields(goals[form.values.rulebook])],
      hand: () => [game, this.handFields(asks)],
      round: () => [game, this.roundFields()],
      list: () => [
        h("p.rt-quiet", t("list-more")),
        h("div.rt-grid.rt-fields", [this.seconds()]),
        actionButton("open-list", t("open-list"), { class: "rt-primary" }),
        h("input", { type: "file", accept: ".json,application/json", hidden: true, "data-file": true, key: "file" }),
      ],
    };
    return h("section.rt-panel", { key: "ask" }, [
      h("h2", t("ask")),
      h("div.rt-row", { role: "group", "aria-label": t("source") }, [
        SOURCES.map((one) =>
          actionButton("source", t(`source-${one}`), {
            "data-source": one,
            key: one,
            focus: one,
            "aria-pressed": String(one === form.source),
          }),
        ),
      ]),
      h("div.rt-stack.rt-near.rt-asking", { key: form.source }, parts[form.source]()),
    ]);
  }

  /** @param {page.LessonChoiceView[]} lessons */
  lessonFields(lessons) {
    const { t, form } = this;
    const { kinds } = lessons.find((one) => one.key === form.values.lesson);
    if (!kinds.some((one) => one.key === form.values.kind)) form.values.kind = "";
    const levels = ["1", "2", "3"].map((one) => ({ key: one, label: one }));
    return [
      form.choose("lesson", t("lesson-label"), lessons),
      form.choose("kind", t("kind-label"), [{ key: "", label: t("any-kind") }, ...kinds]),
      h("div.rt-grid.rt-fields", [
        form.choose("level", t("level"), levels),
        form.enter("seed", t("seed"), "number", { min: 0, max: 999999 }),
        this.seconds(),
      ]),
      this.askButtons(actionButton("sheet", t("print"))),
    ];
  }

  /** @param {page.LabelView[]} goals */
  puzzleFields(goals) {
    const { t } = this;
    return [
      this.form.choose("goal", t("goal-label"), goals),
      this.form.enter("puzzle", t("puzzle-label"), "text", { placeholder: "x2", maxlength: 40 }),
      h("div.rt-grid.rt-fields", [
        this.form.enter("seed", t("seed"), "number", { min: 0, max: 999999 }),
        this.seconds(),
      ]),
      this.askButtons(),
    ];
  }

  /** @param {page.HandAskView[]} asks */
  handFields(asks) {
    const { t, form } = this;
    return [
      form.choose("ask", t("ask-label"), asks),
      this.cards("hand", "5H 6H 7H | 9S 9D PJ …"),
      h("p.rt-quiet", { key: "hint" }, asks.find((one) => one.key === form.values.ask).hint),
      h("div.rt-grid.rt-fields", [
        this.cards("turned", "QD"),
        form.values.ask === "take" ? this.cards("open", "9S") : null,
        this.seconds(),
      ]),
      form.enter("note", t("note-label"), "text", { maxlength: 200 }),
      this.page.step("push-hand", t("push-hand"), { class: "rt-primary" }),
      this.toPreview(),
    ];
  }

  /** How many others play a round with the class, and how well. */
  roundFields() {
    const { form } = this;
    const rounds = this.page.get("rounds");
    const others = rounds.others[form.values.rulebook].map((n) => ({ key: String(n), label: String(n) }));
    if (!others.some((one) => one.key === form.values.others)) form.values.others = others[0].key;
    return [
      h("div.rt-grid.rt-fields", [
        form.choose("others", rounds.others_label, others),
        form.choose("how", rounds.levels_label, rounds.levels),
      ]),
      this.page.step("round-begin", rounds.begin, { class: "rt-primary" }),
    ];
  }

  /** Ask one of them now, or several in turn. */
  askButtons(more = null) {
    const { t } = this;
    const { stage, own, to_come: planned } = this.page.get("wall");
    const look = stage || own || planned ? "rt-primary" : "rt-main"; // once something is asked, its steps come next
    return h("div.rt-buttons", { key: "buttons" }, [
      h("div.rt-buttons", { key: "one" }, [this.page.step("push", t("push"), { class: look }), this.toPreview()]),
      h("div.rt-buttons", { key: "several" }, [
        this.form.enter("n", t("how-many"), "number", { min: 1, max: 50 }),
        this.page.step("plan", t("plan-list")),
        more,
      ]),
    ]);
  }

  /** Whether another question like the last can be asked at one press. */
  hasMore() {
    return ["lesson", "puzzle"].includes(this.form.source);
  }

  /** Note whether a hand is asked about, whose fields then show what is wrong with them. */
  note(act, { dataset }) {
    this.handAsked = act === "push-hand" || (act === "preview" && this.form.source === "hand" && !dataset.task);
    this.handSent = this.handAsked;
  }

  /** Go to the field that was refused, once. */
  focusFault() {
    if (!this.handSent || !this.findFault()) return;
    this.handSent = false;
    this.page.body.querySelector("[aria-invalid=true]").focus();
  }

  toPreview() {
    return actionButton("preview", this.t("see"), { name: "eye" });
  }

  /** A field of the hand, with what is wrong with what stands in it. */
  cards(name, placeholder) {
    const wrong = this.findFault() === name;
    const about = { "aria-invalid": wrong && "true", "aria-describedby": wrong ? `fault-${name}` : null };
    return h("div.rt-cardfield", { key: name }, [
      this.form.enter(name, this.t(`${name}-label`), "text", { placeholder, ...about }),
      wrong ? h("p.rt-error", { key: "wrong", id: `fault-${name}`, role: "alert" }, this.page.get("said").text) : null,
    ]);
  }

  /** The field of the hand that was refused; none if nothing was, or something else. */
  findFault() {
    const said = this.page.get("said");
    const field = said && this.form.source === "hand" && this.handAsked ? FAULTY[said.code] : null;
    return field === "open" && this.form.values.ask !== "take" ? null : field;
  }

  seconds() {
    return this.form.enter("seconds", this.t("seconds"), "number", { min: 0, max: 3600 });
  }

  /** A task before it is asked: the wall, a phone, and the right answer. */
  drawPreview() {
    const preview = this.page.get("preview");
    if (!preview) return null;
    const { t } = this;
    const other = preview.planned === null && this.hasMore();
    return h("section.rt-panel.rt-preview", { key: "preview", "aria-label": t("preview") }, [
      classScreen("wall", t("preview-wall")),
      classScreen("phone", t("preview-phone")),
      h("div.rt-stack.rt-near", [
        preview.planned === null
          ? h("div.rt-buttons", { key: "buttons" }, [
              this.page.step("push-seen", t("push"), { class: "rt-primary" }),
              other ? actionButton("preview-other", t("preview-other")) : null,
              actionButton("plan-add", t("plan-add")),
            ])
          : null,
        actionButton("preview-close", t("preview-close"), { class: "rt-ghost" }),
        classVerdict(
          preview.verdict,
          t,
          h("p.rt-line.rt-onlyyou", { key: "only" }, icon("eye"), h("b", t("only-you-yet"))),
        ),
      ]),
    ]);
  }

  /** Hand the pages inside the preview what they are to show. */
  showPreview() {
    const preview = this.page.get("preview");
    if (!preview) return;
    const { verdict, planned, ...values } = preview;
    const words = { door: this.page.get("door") };
    for (const frame of this.page.body.querySelectorAll("iframe")) showInside(frame, { ...words, ...values });
  }

  /** What the form names. */
  request() {
    const { rulebook, lesson, kind, goal, puzzle, level, seed } = this.form.values;
    const time = this.form.limit();
    if (this.form.source === "puzzle") {
      const key = puzzle.trim().toLowerCase() || `${goal}.${rulebook}.${Number(seed) || 1}`;
      return { puzzle: key, goal, rulebook, seed: Number(seed) || 1, ...time };
    }
    return { rulebook, lesson, level: Number(level), seed: Number(seed) || 0, ...(kind ? { kind } : {}), ...time };
  }

  /** The hand that the form names. */
  hand() {
    const { rulebook, ask, hand, note } = this.form.values;
    const [turned, open] = [this.form.values.turned, this.form.values.open].map((card) => card.trim() || null);
    return { rulebook, ask, hand, turned, open, note, ...this.form.limit() };
  }

  /** The next press asks another task. */
  countOn() {
    this.form.values.seed = String((Number(this.form.values.seed) || 0) + 1);
    this.form.keep();
  }

  /**
   * See a task before it is asked: one of the plan, or what a request names.
   * @param {page.PreviewValues} request
   */
  look(request) {
    this.seen = request;
    this.page.send({ type: "preview", ...request });
  }

  /** What the buttons of the form and of the preview do. */
  acts() {
    const { form } = this;
    const several = () => ({ ...this.request(), n: Number(form.values.n) || 5 });
    const takeSeen = (send) => {
      send();
      if (form.source !== "hand") this.countOn();
      this.page.model.set("preview", null);
    };
    return {
      source: ({ dataset }) => {
        form.source = dataset.source;
        form.keep();
        this.page.draw();
      },
      push: () => {
        this.page.press({ type: "push", ...this.request() });
        this.countOn();
      },
      "push-hand": () => {
        this.page.model.values.delete("said");
        this.page.press({ type: "push", ...this.hand() });
      },
      plan: () => this.page.press({ type: "plan", ...several() }),
      sheet: () => this.page.send({ type: "sheet", ...several() }),
      "open-list": () => this.page.body.querySelector("[data-file]").click(),
      "round-begin": () =>
        this.page.press({
          type: "round-begin",
          rulebook: form.values.rulebook,
          others: Number(form.values.others),
          level: form.values.how,
        }),
      preview: ({ dataset: { task } }) =>
        this.look(task ? { task: Number(task) } : form.source === "hand" ? this.hand() : this.request()),
      "preview-other": () => {
        this.countOn();
        this.look(this.request());
      },
      "preview-close": () => this.page.model.set("preview", null),
      "push-seen": () => takeSeen(() => this.page.press({ type: "push", ...this.seen })),
      "plan-add": () => takeSeen(() => this.page.send({ type: "plan-add", ...this.seen })),
    };
  }
}
