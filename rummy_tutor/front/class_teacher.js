// The teacher's page of a class: ask, watch the answers come in, reveal them, and take the class home as a file.

import {
  ClassPage,
  classCards,
  classDoor,
  classPace,
  classScreen,
  classTally,
  classTask,
  REVEALED,
  showInside,
} from "./class_parts.js";
import { actionButton, choiceOptions, named } from "./shared/controls.js";
import { h, icon, redraw } from "./shared/dom.js";
import { giveFile } from "./shared/files.js";
import { browserStore, secretOfPage, tabStore } from "./shared/socket.js";

/** @import * as page from "./page.js" */

const STEPS = { open: "freeze", frozen: "reveal-tally", tally: "reveal-why", why: "reveal-answer", answer: null };

// the field of a hand that each refusal is about; of the others none is
const FAULTY = {
  ...Object.fromEntries(
    ["bad-card", "bad-hand", "hand-size", "empty-group", "printed-joker", "bad-question"].map((code) => [code, "hand"]),
  ),
  "bad-turned": "turned",
  "bad-open": "open",
};
const SOURCES = ["lesson", "puzzle", "hand", "list", "round"];
const SECRET = "rummy-tutor-teacher";
const SITE = "rummy-tutor-site"; // under which the browser keeps the address of the site for homework
const FORM = "rummy-tutor-asking"; // under which the tab keeps what stands in the form
const CROWD = 30; // students at most whose names stand in the narrow column
const LONGEST = 60000; // characters of a list that the server reads

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

class TeacherPage extends ClassPage {
  constructor(root) {
    const secret = secretOfPage(SECRET);
    /** @type {() => page.TeacherGreeting} */
    const greeting = () => ({ role: "teacher", token: this.secret, ...this.speaks() });
    super(root, {
      role: "teacher",
      greeting,
      views: ["wall", "door", "task", "desk", "said", "repeat", "planned", "preview", "book", "home", "read"],
    });
    this.secret = secret;
    this.source = "lesson";
    this.form = { ...FORM_AT_FIRST, site: browserStore(SITE) ?? "" };
    this.remember();
    this.sure = null; // the step that was pressed before the answer was shown, and what it was pressed on
    this.names = false;
    this.focusNext = null; // where the focus goes once the control that had it has gone
    this.handAsked = false; // whether a hand was asked about last
    this.handSent = false; // and has not been answered yet
    this.ending = false; // whether the teacher is asked if the class is to end
    this.forgetting = false; // and whether they have said once that it is to be deleted
    this.person = null; // the number of the student whose name was pressed
    this.removing = false; // and whether the teacher has said once that they are to go
    this.saved = 0; // how many answers are in the file that was saved last
    this.at = null; // the task that was put before the class last
    this.acts = { ...this.formActs(), ...this.stepActs(), ...this.listActs(), ...this.peopleActs() };
    this.listen(root);
    this.model.connect();
    this.draw();
  }

  /** Hear what the server says and what the teacher presses. */
  listen(root) {
    this.model.on("change:secret", () => {
      this.secret = this.get("secret"); // for the ticket with which the page was opened
      tabStore(SECRET, this.secret);
    });
    this.model.on("change:task", () => {
      const at = this.get("task")?.at ?? null;
      if (at !== this.at) window.scrollTo({ top: 0 });
      this.at = at;
    });
    this.model.on("change:preview", () => {
      this.body.querySelector(".rt-preview")?.scrollIntoView({ block: "nearest" });
      this.showPreview();
    });
    root.addEventListener("load", () => this.showPreview(), true); // of a page inside this one
    this.model.on("change:file", () => this.keepFile(this.get("file")));
    root.addEventListener("click", (event) => this.onClick(event));
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.ending) this.ask(false);
    });
    root.addEventListener("change", (event) => this.onChange(event));
  }

  draw() {
    const [door, task] = [this.get("door"), this.get("task")];
    const [wall, desk] = [this.get("wall"), this.get("desk")];
    const { t } = this;
    if (!desk) {
      this.drawWaiting();
      return;
    }
    if (this.model.get("over")) {
      redraw(this.body, [h("h1.rt-waiting", { key: "over" }, t("ended")), this.repeats()]);
      return;
    }
    const people = this.people(desk, wall);
    const isCrowd = desk.students.length > CROWD;
    redraw(this.body, [
      this.head(door),
      this.ending ? this.end(desk) : null,
      this.atDoor(desk),
      this.findFault() ? null : this.said(),
      this.previewed(),
      h("div.rt-teachergrid", { key: "grid" }, [
        h("div.rt-stack.rt-near.rt-teachertask", { key: "task" }, this.task(task, wall, desk), isCrowd ? people : null),
        h("div.rt-stack.rt-teacherside", { key: "side" }, [
          task || wall.own ? this.asking() : null,
          this.plan(desk),
          this.asked(desk, task),
          isCrowd ? null : people,
          this.after(desk),
          this.homework(),
        ]),
      ]),
      this.steps(wall, desk),
    ]);
    if (this.handSent && this.findFault()) {
      this.handSent = false;
      this.body.querySelector("[aria-invalid=true]").focus();
    }
    const next =
      document.activeElement === document.body ? this.body.querySelector(`[data-focus="${this.focusNext}"]`) : null;
    if (next) {
      this.focusNext = null;
      next.focus({ preventScroll: true });
    }
  }

  /** @param {page.DoorView} door */
  head(door) {
    const { t } = this;
    return h("header.rt-row.rt-panelhead.rt-teacherhead", { key: "head" }, [
      classDoor(door, t, { small: true }),
      h("div.rt-buttons", [
        this.languageChoice(),
        actionButton("wall", t("open-wall"), { name: "teach", title: t("wall-help") }),
        actionButton("end", t("end"), { "aria-expanded": String(this.ending) }),
      ]),
    ]);
  }

  /**
   * What the class is at, with its answers; what can be asked while it is at nothing.
   * @param {page.ClassTaskView | null} task
   * @param {page.WallView} wall
   * @param {page.DeskView} desk
   */
  task(task, wall, desk) {
    const { t } = this;
    if (!task) return wall.own ? this.own(wall.own, desk) : [h("p.rt-quiet", t("nothing-yet")), this.asking()];
    return [
      classTask(task, t),
      classCards(task, t),
      desk.tally ? classTally(desk.tally, t, wall.shown?.key ?? null) : null,
      desk.verdict && !task.round?.end ? this.verdict(desk.verdict, this.onlyYou(wall, task)) : null,
    ];
  }

  /**
   * @param {page.WallView} wall
   * @param {page.DeskView} desk
   */
  steps(wall, desk) {
    const { t } = this;
    const round = this.get("task")?.round;
    const step = wall.stage && !round ? STEPS[wall.stage] : null;
    const another = wall.stage && !round && !step && !desk.plan.length && ["lesson", "puzzle"].includes(this.source);
    const shown = round ? [] : REVEALED.slice(0, REVEALED.indexOf(wall.stage) + 1);
    const next = this.isSure("next") ? t("unrevealed") : t("next", { n: desk.plan.length });
    return h("div.rt-row.rt-dock.rt-steps", { key: "steps", role: "toolbar", "aria-label": t("steps") }, [
      round?.end ? null : this.count(wall, "b.rt-row.rt-count"),
      round
        ? this.roundSteps(round, wall)
        : [
            shown.map((one) => this.shownStep(one)),
            step
              ? this.step(step === "freeze" ? step : "reveal", t(step), { primary: true, key: "step", focus: "step" })
              : null,
            wall.stage === "frozen" ? this.step("unfreeze", t("unfreeze")) : null,
            wall.stage === "open" ? this.step("minute", t("minute")) : null,
          ],
      desk.plan.length && !wall.own ? this.step("next", next, { primary: !step && !round }) : null,
      another ? this.step("push", t("another"), { primary: true, key: "another", focus: "another" }) : null,
      wall.own ? this.step("own-end", t("own-end"), { primary: true }) : null,
      wall.stage && !round ? this.projected(wall, shown) : null,
      round
        ? null
        : h("label.rt-line.rt-near.rt-check", { key: "beliefs" }, [
            h("input", { type: "checkbox", "data-field": "beliefs", checked: desk.beliefs, focus: "beliefs" }),
            h("span", t("beliefs-on-wall")),
          ]),
    ]);
  }

  /** A button that takes a step, which rests for a moment after each. */
  step(act, label, how = {}) {
    return actionButton(act, label, { off: this.resting, ...how });
  }

  /** A step that has been shown, and is shown no longer at a press. */
  shownStep(one) {
    const how = { name: "check", "data-step": one, "aria-pressed": "true" };
    return this.step("hide", this.t(`reveal-${one}`), { ...how, key: `hide-${one}`, focus: `hide-${one}` });
  }

  /**
   * What comes next in a round: its vote is closed, then it goes on; at its end another one is dealt.
   * @param {page.ClassRoundView} round
   * @param {page.WallView} wall
   */
  roundSteps({ end }, { stage, vote }) {
    const { t } = this;
    if (end) return this.step("round-again", this.get("rounds").again, { primary: true });
    if (stage === "open") return this.step("freeze", t("round-close"), { primary: true });
    if (!vote) return null;
    const { chosen, exact } = vote;
    return [
      chosen === exact
        ? null
        : this.step("round-play", t("round-exact", { move: exact }), { key: "exact", "data-by": "exact" }),
      this.step("round-play", t("round-class", { move: chosen }), { primary: true, "data-by": "class" }),
    ];
  }

  /**
   * What the projector shows of the task now, in words.
   * @param {page.WallView} wall
   * @param {string[]} shown
   */
  projected(wall, shown) {
    const { t } = this;
    const parts = ["task", ...shown, wall.shown ? "one" : null].filter(Boolean).map((one) => t(`wall-${one}`));
    return h("p.rt-quiet.rt-projected", { key: "projected", role: "status" }, icon("eye"), " ", [
      t("wall-shows"),
      " ",
      parts.join(", "),
    ]);
  }

  /**
   * Beside the right answer: that nobody else sees it yet.
   * @param {page.WallView} wall
   * @param {page.ClassTaskView} task
   */
  onlyYou({ stage }, { round }) {
    const { t } = this;
    if (stage === "answer") return null;
    const button = t(round ? "round-close" : "reveal-answer");
    return h("p.rt-line.rt-onlyyou", { key: "only" }, icon("eye"), h("b", t("only-you", { button })));
  }

  /**
   * The question before the class ends, with the files that would otherwise be lost.
   * @param {page.DeskView} desk
   */
  end(desk) {
    const { t } = this;
    const left = desk.given - this.saved;
    return h("section.rt-panel.rt-end", { key: "end", role: "alertdialog", "aria-labelledby": "end-title" }, [
      h("h2", { id: "end-title" }, t("end-title")),
      h("p", t("end-what")),
      desk.given
        ? h("p", { class: left > 0 ? "rt-message" : null, "data-tone": "bad", role: "status" }, [
            icon(left > 0 ? "invalid" : "check"),
            " ",
            left > 0 ? t("unsaved", { n: left }) : t("all-saved"),
          ])
        : null,
      desk.given ? this.files("end") : null,
      desk.kept_in ? h("p.rt-quiet", { key: "kept" }, t("kept-there", { file: desk.kept_in })) : null,
      h("div.rt-buttons", [
        actionButton("end-now", t("end-now"), { class: "rt-primary" }),
        actionButton("end-not", t("end-not")),
        desk.kept_in ? actionButton("forget", t(this.forgetting ? "forget-sure" : "forget")) : null,
      ]),
    ]);
  }

  /** Ask whether the class is to end, or ask no more; the focus goes with it. */
  ask(on) {
    this.ending = on;
    this.forgetting = false;
    this.draw();
    this.body.querySelector(`[data-focus=${on ? "end-not" : "end"}]`).focus();
  }

  /** @param {page.ClassFileView} file */
  keepFile(file) {
    giveFile(file);
    if (file.answers !== undefined) this.saved = file.answers;
    this.draw();
  }

  field(name, label, control) {
    return h("label.rt-field", { key: name }, h("span", label), control);
  }

  /** A field of the hand, with what is wrong with what stands in it. */
  cards(name, placeholder) {
    const wrong = this.findFault() === name;
    const about = { "aria-invalid": wrong && "true", "aria-describedby": wrong ? `fault-${name}` : null };
    return h("div.rt-cardfield", { key: name }, [
      this.field(name, this.t(`${name}-label`), this.text(name, "text", { placeholder, ...about })),
      wrong ? h("p.rt-error", { key: "wrong", id: `fault-${name}`, role: "alert" }, this.get("said").text) : null,
    ]);
  }

  /** The field of the hand that was refused; none if nothing was, or something else. */
  findFault() {
    const said = this.get("said");
    const field = said && this.source === "hand" && this.handAsked ? FAULTY[said.code] : null;
    return field === "open" && this.form.ask !== "take" ? null : field;
  }

  choose(name, options) {
    const chosen = this.form[name];
    return h("select", { "data-field": name, value: chosen, focus: name }, choiceOptions(options, chosen));
  }

  text(name, type = "text", more = {}) {
    return h("input", { "data-field": name, type, value: this.form[name], focus: name, ...more });
  }

  seconds() {
    return this.field("seconds", this.t("seconds"), this.text("seconds", "number", { min: 0, max: 3600 }));
  }

  /** What can be asked: tasks of a lesson, puzzles, a hand, a list of the teacher's own. */
  asking() {
    const { t, form } = this;
    const { rulebooks, lessons, goals, asks } = this.get("sources");
    const keep = (name, choices) => {
      if (!choices.some((one) => one.key === form[name])) form[name] = choices[0].key;
    };
    keep("lesson", lessons[form.rulebook]);
    keep("goal", goals[form.rulebook]);
    keep("ask", asks);
    const game = this.field("rulebook", t("rulebook-label"), this.choose("rulebook", rulebooks));
    const parts = {
      lesson: () => [game, this.lessonFields(lessons[form.rulebook])],
      puzzle: () => [game, this.puzzleFields(goals[form.rulebook])],
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
            "aria-pressed": String(one === this.source),
          }),
        ),
      ]),
      h("div.rt-stack.rt-near.rt-asking", { key: this.source }, parts[this.source]()),
    ]);
  }

  /** @param {page.HandAskView[]} asks */
  handFields(asks) {
    const { t, form } = this;
    return [
      this.field("ask", t("ask-label"), this.choose("ask", asks)),
      this.cards("hand", "5H 6H 7H | 9S 9D PJ …"),
      h("p.rt-quiet", { key: "hint" }, asks.find((one) => one.key === form.ask).hint),
      h("div.rt-grid.rt-fields", [
        this.cards("turned", "QD"),
        form.ask === "take" ? this.cards("open", "9S") : null,
        this.seconds(),
      ]),
      this.field("note", t("note-label"), this.text("note", "text", { maxlength: 200 })),
      this.step("push-hand", t("push-hand"), { class: "rt-primary" }),
      this.toPreview(),
    ];
  }

  /** @param {page.LessonChoiceView[]} lessons */
  lessonFields(lessons) {
    const { t, form } = this;
    const { kinds } = lessons.find((one) => one.key === form.lesson);
    if (!kinds.some((one) => one.key === form.kind)) form.kind = "";
    const levels = ["1", "2", "3"].map((one) => ({ key: one, label: one }));
    return [
      this.field("lesson", t("lesson-label"), this.choose("lesson", lessons)),
      this.field("kind", t("kind-label"), this.choose("kind", [{ key: "", label: t("any-kind") }, ...kinds])),
      h("div.rt-grid.rt-fields", [
        this.field("level", t("level"), this.choose("level", levels)),
        this.field("seed", t("seed"), this.text("seed", "number", { min: 0, max: 999999 })),
        this.seconds(),
      ]),
      this.askButtons(actionButton("sheet", t("print"))),
    ];
  }

  /** How many others play a round with the class, and how well. */
  roundFields() {
    const { form } = this;
    const rounds = this.get("rounds");
    const others = rounds.others[form.rulebook].map((n) => ({ key: String(n), label: String(n) }));
    if (!others.some((one) => one.key === form.others)) form.others = others[0].key;
    return [
      h("div.rt-grid.rt-fields", [
        this.field("others", rounds.others_label, this.choose("others", others)),
        this.field("how", rounds.levels_label, this.choose("how", rounds.levels)),
      ]),
      this.step("round-begin", rounds.begin, { class: "rt-primary" }),
    ];
  }

  /** @param {page.LabelView[]} goals */
  puzzleFields(goals) {
    const { t } = this;
    return [
      this.field("goal", t("goal-label"), this.choose("goal", goals)),
      this.field("puzzle", t("puzzle-label"), this.text("puzzle", "text", { placeholder: "x2", maxlength: 40 })),
      h("div.rt-grid.rt-fields", [
        this.field("seed", t("seed"), this.text("seed", "number", { min: 0, max: 999999 })),
        this.seconds(),
      ]),
      this.askButtons(),
    ];
  }

  /** Ask one of them now, or several in turn. */
  askButtons(more = null) {
    const { t } = this;
    const { stage, own, to_come: planned } = this.get("wall");
    const look = stage || own || planned ? "rt-primary" : "rt-main"; // once something is asked, its steps come next
    return h("div.rt-buttons", { key: "buttons" }, [
      h("div.rt-buttons", { key: "one" }, [this.step("push", t("push"), { class: look }), this.toPreview()]),
      h("div.rt-buttons", { key: "several" }, [
        this.field("n", t("how-many"), this.text("n", "number", { min: 1, max: 50 })),
        this.step("plan", t("plan-list")),
        more,
      ]),
    ]);
  }

  /** @param {page.DeskView} desk */
  plan(desk) {
    const { t } = this;
    if (!desk.plan.length && !desk.dropped) return null;
    const { left_out: left = 0 } = this.get("planned") ?? {};
    return h("section.rt-panel", { key: "plan" }, [
      h("h2", t("to-come")),
      left ? h("p.rt-quiet", { role: "status" }, t("left-out", { n: left })) : null,
      desk.dropped || desk.replaced
        ? h("p.rt-replaced", { key: "replaced", role: "status" }, [
            desk.dropped ? t("dropped", { n: desk.dropped }) : t("replaced", { n: desk.replaced }),
            " ",
            actionButton("plan-back", t("plan-back"), { name: "undo" }),
          ])
        : null,
      h("ol.rt-plan", [desk.plan.map((one, at) => this.planned(one, at, desk.plan.length - 1))]),
      desk.plan.length && !this.get("wall").own
        ? this.step("own-begin", t("own-begin"), { title: t("own-about") })
        : null,
    ]);
  }

  /**
   * A task that comes, with the buttons that move it or take it out.
   * @param {page.PlannedView} one
   * @param {number} at
   * @param {number} last
   */
  planned(one, at, last) {
    const { t } = this;
    const tool = (act, by, label, sign, off) =>
      h(
        "button.rt-button.rt-ghost",
        {
          act,
          "data-task": one.number,
          "data-by": by,
          focus: `${label}-${one.number}`,
          "aria-disabled": off ? "true" : null,
          ...named(t(`plan-${label}`, { n: at + 1 })),
        },
        h("span", { "aria-hidden": "true" }, sign),
      );
    return h("li", { key: one.number }, [
      h("span", one.question, " ", h("span.rt-quiet", one.lesson)),
      h("span.rt-row", [
        tool("plan-move", -1, "up", "▴", at === 0),
        tool("plan-move", 1, "down", "▾", at === last),
        tool("plan-copy", 0, "copy", "+", false),
        tool("preview", 0, "see", icon("eye"), false),
        tool("plan-drop", 0, "drop", "×", false),
      ]),
    ]);
  }

  /**
   * The tasks at which students work at their own pace, and who has done what.
   * @param {page.OwnPaceView} own
   * @param {page.DeskView} desk
   */
  own(own, { work }) {
    const { t } = this;
    const sign = (mark) => icon(mark === null ? "loose" : mark ? "check" : "invalid");
    const word = (mark) => t(mark === null ? "has-not-answered" : mark ? "right" : "wrong");
    return h("section.rt-panel", { key: "own" }, [
      h("h2", t("own-title")),
      h("p", { role: "status" }, t("own-done", { n: own.done, here: own.here })),
      classPace(own, t),
      h("table.rt-work", { key: "work" }, [
        h("thead", h("tr", [h("th", t("student")), own.tasks.map((one, at) => h("th", { key: one.at }, at + 1))])),
        h("tbody", [
          this.sort(work).map((one) =>
            h("tr", { key: one.number, "data-here": String(one.here) }, [
              h("th", { scope: "row" }, one.name, one.here ? null : h("span.rt-quiet", " ", t("away"))),
              one.marks.map((mark, at) => h("td", { key: at }, sign(mark), h("span.rt-sr", word(mark)))),
            ]),
          ),
        ]),
      ]),
    ]);
  }

  /**
   * The tasks that were asked, with a way back to each.
   * @param {page.DeskView} desk
   * @param {page.ClassTaskView | null} task
   */
  asked({ asked }, task) {
    const { t } = this;
    if (asked.length < 2 || this.get("wall").own) return null;
    return h("section.rt-panel", { key: "asked" }, [
      h("h2", t("asked")),
      h("ol.rt-askedlist", [
        asked.map((one) =>
          h("li", { key: one.at, "aria-current": one.at === task?.at ? "true" : null }, [
            h("span", one.question, " ", h("span.rt-quiet", one.lesson)),
            h("span.rt-row", [
              one.answered ? h("span.rt-quiet", t("asked-right", { n: one.answered, right: one.right })) : null,
              one.at === task?.at
                ? h("span.rt-badge", { "data-tone": "sun", key: "now" }, t("asked-now"))
                : one.can_return
                  ? actionButton("back", t("go-back", { n: one.at + 1 }), {
                      name: "undo",
                      class: "rt-ghost",
                      "data-at": one.at,
                      focus: `back-${one.at}`,
                    })
                  : null,
            ]),
          ]),
        ),
      ]),
    ]);
  }

  /** A task before it is asked: the wall, a phone, and the right answer. */
  previewed() {
    const preview = this.get("preview");
    if (!preview) return null;
    const { t } = this;
    const other = preview.planned === null && ["lesson", "puzzle"].includes(this.source);
    return h("section.rt-panel.rt-preview", { key: "preview", "aria-label": t("preview") }, [
      classScreen("wall", t("preview-wall")),
      classScreen("phone", t("preview-phone")),
      h("div.rt-stack.rt-near", [
        preview.planned === null
          ? h("div.rt-buttons", { key: "buttons" }, [
              this.step("push-seen", t("push"), { class: "rt-primary" }),
              other ? actionButton("preview-other", t("preview-other")) : null,
              actionButton("plan-add", t("plan-add")),
            ])
          : null,
        actionButton("preview-close", t("preview-close"), { class: "rt-ghost" }),
        this.verdict(
          preview.verdict,
          h("p.rt-line.rt-onlyyou", { key: "only" }, icon("eye"), h("b", t("only-you-yet"))),
        ),
      ]),
    ]);
  }

  /** Hand the pages inside the preview what they are to show. */
  showPreview() {
    const preview = this.get("preview");
    if (!preview) return;
    const { verdict, planned, ...values } = preview;
    const words = { door: this.get("door") };
    for (const frame of this.body.querySelectorAll("iframe")) showInside(frame, { ...words, ...values });
  }

  toPreview() {
    return actionButton("preview", this.t("see"), { name: "eye" });
  }

  /** What stands in the form, kept by the tab over a reload. */
  remember() {
    const { source, form } = JSON.parse(tabStore(FORM) || "{}");
    if (SOURCES.includes(source)) this.source = source;
    Object.assign(this.form, form);
  }

  keepForm() {
    tabStore(FORM, JSON.stringify({ source: this.source, form: this.form }));
  }

  /**
   * Take a step that leaves the present task: where its answers have been given and the right one was not shown, a
   * second press is needed.
   * @param {string} act
   * @param {() => void} go
   */
  leaveTask(act, go) {
    const { stage, answered, mark } = this.get("wall");
    if (stage && stage !== "answer" && answered && !this.isSure(act)) {
      this.sure = { act, mark };
      this.draw();
    } else {
      this.sure = null;
      go();
    }
  }

  /** Whether a step was pressed once on the class as it is. */
  isSure(act) {
    return this.sure?.act === act && this.sure.mark === this.get("wall").mark;
  }

  /**
   * @param {page.DeskView} desk
   * @param {page.WallView} wall
   */
  people(desk, wall) {
    const students = this.sort(desk.students);
    return h("section.rt-panel", { key: "people" }, [
      h("h2", this.t("people", { n: students.length })),
      h("ul.rt-grid.rt-people", [
        students.map((one) => [
          h(
            "li.rt-line.rt-close",
            { key: one.number, "data-here": String(one.here), "data-answered": String(one.answered) },
            [
              icon(one.answered ? "check" : "loose"),
              h(
                "button.rt-button.rt-ghost",
                {
                  act: "person",
                  "data-student": one.number,
                  focus: `person-${one.number}`,
                  title: this.t("about-student", { name: one.name }),
                  "aria-expanded": String(this.person === one.number),
                },
                h("span", [
                  one.name,
                  one.here ? null : h("small.rt-quiet", " ", this.t("away")),
                  one.practised ? h("small.rt-quiet", " ", `${one.practised_right}/${one.practised}`) : null,
                ]),
              ),
              h("span.rt-sr", this.t(one.answered ? "has-answered" : "has-not-answered")),
            ],
          ),
          one.number === this.person ? this.aboutPerson(one, students) : null,
        ]),
      ]),
      h("div.rt-buttons", { key: "door" }, [
        actionButton("code", this.t("new-code")),
        actionButton("door", this.t("all-in"), { "aria-pressed": String(!wall.door) }),
      ]),
    ]);
  }

  /**
   * Students by their names.
   * @template {{ name: string }} Named
   * @param {Named[]} students
   */
  sort(students) {
    const { lang } = this.model.get("texts");
    return [...students].sort((one, other) => one.name.localeCompare(other.name, lang));
  }

  /**
   * What the teacher can change about a student: the name, who else they are, whether they are in the class.
   * @param {page.StudentView} one
   * @param {page.StudentView[]} all
   */
  aboutPerson(one, all) {
    const { t } = this;
    const others = all.filter(({ number }) => number !== one.number);
    const options = others.map(({ number, name }) => ({ key: String(number), label: name }));
    const label = t("about-student", { name: one.name });
    return h("li.rt-aboutperson", { key: "about" }, [
      h("div.rt-stack.rt-near.rt-box", { role: "group", "aria-label": label }, [
        this.field("called", t("name-of"), this.text("called", "text", { maxlength: 24 })),
        options.length ? this.field("same", t("same-as"), this.choose("same", options)) : null,
        h("div.rt-buttons", { key: "buttons" }, [
          actionButton("student-call", t("call-student")),
          options.length ? actionButton("student-merge", t("merge-student")) : null,
          actionButton("student-remove", t(this.removing ? "remove-sure" : "remove-student")),
        ]),
      ]),
    ]);
  }

  /**
   * Who asks to come in, above everything else.
   * @param {page.DeskView} desk
   */
  atDoor({ at_door: n }) {
    if (!n) return null;
    return h("section.rt-panel", { key: "door", role: "status" }, [
      h("p", this.t("at-door", { n })),
      actionButton("admit", this.t("admit"), { class: "rt-primary" }),
    ]);
  }

  /** @param {page.DeskView} desk */
  after(desk) {
    const { t } = this;
    return h("section.rt-panel", { key: "after" }, [
      h("h2", t("after")),
      this.files("after", actionButton("repeat", t("repeat"))),
      this.repeats(),
      desk.has_book ? actionButton("book", t("book-write")) : null,
      this.book(),
    ]);
  }

  /** The tasks to come as a link for home, and what comes back from there. */
  homework() {
    const { t } = this;
    const [home, read] = [this.get("home"), this.get("read")];
    const site = this.form.site.trim().replace(/[?#].*$/, "");
    const address = `${site}?mode=class&home=${home?.code}`;
    return h("section.rt-panel", { key: "homework" }, [
      h("h2", t("homework")),
      h("p.rt-quiet", t("homework-about")),
      this.field("site", t("homework-site"), this.text("site", "url")),
      site ? null : h("p.rt-quiet", { key: "where" }, t("homework-where", { command: "rummy-tutor site FOLDER" })),
      actionButton("home-link", t("homework-link")),
      home && site
        ? home.code
          ? this.field(
              "link",
              t("homework-copy", { n: home.n }),
              h("input", { type: "text", readonly: true, value: address, focus: "home-address" }),
            )
          : h("p", { key: "no", role: "status" }, t("homework-none"))
        : null,
      this.field("result", t("homework-result"), this.text("result", "text", { autocomplete: "off" })),
      actionButton("home-read", t("homework-read")),
      read ? h("p", { key: "read", role: "status" }, t("homework-taken", read)) : null,
    ]);
  }

  /** The class book once this class has been written into it: what each should repeat. */
  book() {
    const book = this.get("book");
    if (!book) return null;
    return h("div", { key: "book", role: "status" }, [
      h("p", this.t("book-written", { n: book.classes, file: book.file })),
      h("ul.rt-repeat", [
        book.students.map((one) =>
          h("li", { key: one.name }, [
            h("b", one.name),
            " ",
            one.told,
            one.again.length ? h("p", this.t("book-again", { lessons: one.again.join(", ") })) : null,
          ]),
        ),
      ]),
    ]);
  }

  /** The answers as files, for one of the places where they are offered. */
  files(place, more = null) {
    const { t } = this;
    return [
      h("label.rt-line.rt-near.rt-check", { key: "names" }, [
        h("input", { type: "checkbox", "data-field": "names", checked: this.names, focus: `${place}-names` }),
        h("span", t("with-names")),
      ]),
      h("div.rt-buttons", { key: "files" }, [
        actionButton("export-csv", t("export-csv"), { focus: `${place}-csv` }),
        actionButton("export-json", t("export-json"), { focus: `${place}-json` }),
        more,
      ]),
    ];
  }

  repeats() {
    const repeat = this.get("repeat");
    if (!repeat) return null;
    return h("ul.rt-repeat", { key: "repeats" }, [
      repeat.lessons.map((one) =>
        h("li", { "data-again": String(one.again) }, [
          h("b", one.title),
          " ",
          h("span", one.told),
          one.again && one.aim ? h("p", one.aim) : null,
          one.beliefs.length ? h("ul", [one.beliefs.map((line) => h("li", line))]) : null,
        ]),
      ),
    ]);
  }

  async onChange(event) {
    const { field, file } = event.target.dataset;
    if (file !== undefined) {
      const [chosen] = event.target.files;
      if (!chosen) return;
      const text = chosen.size > LONGEST ? "" : await chosen.text();
      event.target.value = "";
      this.send({ type: "plan", file: text, ...this.limit() });
      return;
    }
    if (!field) return;
    if (field === "beliefs") this.send({ type: "beliefs", on: event.target.checked });
    else if (field === "names") this.names = event.target.checked;
    else this.form[field] = event.target.value;
    if (field === "site") browserStore(SITE, this.form.site);
    this.keepForm();
    this.draw();
  }

  /**
   * Change something about a student, and show no more what can be changed.
   * @param {page.ClassAction} asked
   */
  leavePerson(asked) {
    this.send(asked);
    this.person = null;
    this.draw();
  }

  /** How long each question is open, if that is limited. */
  limit() {
    const seconds = Number(this.form.seconds);
    return seconds ? { seconds } : {};
  }

  /** What the form names. */
  request() {
    const { rulebook, lesson, kind, goal, puzzle, level, seed } = this.form;
    const time = this.limit();
    if (this.source === "puzzle") {
      const key = puzzle.trim().toLowerCase() || `${goal}.${rulebook}.${Number(seed) || 1}`;
      return { puzzle: key, goal, rulebook, seed: Number(seed) || 1, ...time };
    }
    return { rulebook, lesson, level: Number(level), seed: Number(seed) || 0, ...(kind ? { kind } : {}), ...time };
  }

  /** The hand that the form names. */
  hand() {
    const { rulebook, ask, hand, note } = this.form;
    const [turned, open] = [this.form.turned.trim() || null, this.form.open.trim() || null];
    return { rulebook, ask, hand, turned, open, note, ...this.limit() };
  }

  /** The next press asks another task. */
  countOn() {
    this.form.seed = String((Number(this.form.seed) || 0) + 1);
    this.keepForm();
  }

  /**
   * See a task before it is asked: one of the plan, or what a request names.
   * @param {page.PreviewValues} request
   */
  look(request) {
    this.seen = request;
    this.send({ type: "preview", ...request });
  }

  onClick(event) {
    const node = event.target.closest("[data-act]");
    // the second press of a double click may fall on what has come to the same place
    if (!node || event.detail > 1 || node.getAttribute("aria-disabled") === "true") return;
    const { act } = node.dataset;
    this.focusNext = { hide: "step", "plan-drop": "plan-back" }[act] ?? null;
    this.handAsked = act === "push-hand" || (act === "preview" && this.source === "hand" && !node.dataset.task);
    this.handSent = this.handAsked;
    if (act in this.acts) this.acts[act](node);
    else this.send(/** @type {page.ClassAction} */ ({ type: act }));
  }

  /** What the buttons of the form and of the preview do. */
  formActs() {
    const { form } = this;
    const several = () => ({ ...this.request(), n: Number(form.n) || 5 });
    const takeSeen = (send) => {
      send();
      if (this.source !== "hand") this.countOn();
      this.model.set("preview", null);
    };
    return {
      source: ({ dataset }) => {
        this.source = dataset.source;
        this.keepForm();
        this.draw();
      },
      push: () => {
        this.press({ type: "push", ...this.request() });
        this.countOn();
      },
      "push-hand": () => {
        this.model.values.delete("said");
        this.press({ type: "push", ...this.hand() });
      },
      plan: () => this.press({ type: "plan", ...several() }),
      sheet: () => this.send({ type: "sheet", ...several() }),
      "open-list": () => this.body.querySelector("[data-file]").click(),
      "round-begin": () =>
        this.press({ type: "round-begin", rulebook: form.rulebook, others: Number(form.others), level: form.how }),
      preview: ({ dataset: { task } }) =>
        this.look(task ? { task: Number(task) } : this.source === "hand" ? this.hand() : this.request()),
      "preview-other": () => {
        this.countOn();
        this.look(this.request());
      },
      "preview-close": () => this.model.set("preview", null),
      "push-seen": () => takeSeen(() => this.press({ type: "push", ...this.seen })),
      "plan-add": () => takeSeen(() => this.send({ type: "plan-add", ...this.seen })),
    };
  }

  /** The steps of the class, which count once however often they are pressed. */
  stepActs() {
    const step = (/** @type {page.ClassAction} */ asked) => () => this.press(asked);
    return {
      freeze: step({ type: "freeze", on: true }),
      unfreeze: step({ type: "freeze", on: false }),
      minute: step({ type: "timer", seconds: 60 }),
      reveal: step({ type: "reveal" }),
      hide: ({ dataset }) => this.press({ type: "hide", step: dataset.step }),
      show: (node) =>
        this.press({ type: "show", key: node.getAttribute("aria-pressed") === "true" ? null : node.dataset.answer }),
      next: () => this.leaveTask("next", step({ type: "next" })),
      back: ({ dataset }) => this.press({ type: "back", at: Number(dataset.at) }),
      "own-begin": step({ type: "own-begin" }),
      "own-end": step({ type: "own-end" }),
      "round-play": ({ dataset }) => this.press({ type: "round-play", by: dataset.by }),
      "round-again": step({ type: "round-again" }),
    };
  }

  /** What can be done with the plan, with homework and with what there is after the class. */
  listActs() {
    return {
      "plan-move": ({ dataset }) =>
        this.send({ type: "plan-move", task: Number(dataset.task), by: Number(dataset.by) }),
      "plan-drop": ({ dataset }) => this.send({ type: "plan-drop", task: Number(dataset.task) }),
      "plan-copy": ({ dataset }) => this.send({ type: "plan-copy", task: Number(dataset.task) }),
      "home-link": () => {
        if (this.form.site) this.send({ type: "home-link" });
        else this.body.querySelector("[data-focus=site]").focus();
      },
      "home-read": () => {
        this.send({ type: "home-read", code: this.form.result });
        this.form.result = "";
      },
      "export-json": () => this.send({ type: "export", as: "json", names: this.names }),
      "export-csv": () => this.send({ type: "export", as: "csv", names: this.names }),
    };
  }

  /** What can be done with students, and with the class as a whole. */
  peopleActs() {
    const { form } = this;
    return {
      person: ({ dataset }) => {
        const number = Number(dataset.student);
        this.person = this.person === number ? null : number;
        this.removing = false;
        const { students } = this.get("desk");
        form.called = students.find((one) => one.number === number)?.name ?? "";
        form.same = String(students.find((one) => one.number !== number)?.number ?? "");
        this.draw();
      },
      "student-call": () => this.leavePerson({ type: "student-call", student: this.person, name: form.called }),
      "student-merge": () => this.leavePerson({ type: "student-merge", student: this.person, into: Number(form.same) }),
      "student-remove": () => {
        if (this.removing) this.leavePerson({ type: "student-remove", student: this.person });
        this.removing = true;
        this.draw();
      },
      end: () => this.ask(!this.ending),
      "end-not": () => this.ask(false),
      "end-now": () => this.send({ type: "end" }),
      forget: () => {
        if (this.forgetting) this.send({ type: "forget" });
        this.forgetting = true;
        this.draw();
      },
      door: () => this.send({ type: "door", on: !this.get("wall").door }),
      wall: () => window.open(`/wall#${this.secret}`, "_blank", "noopener"),
    };
  }
}

new TeacherPage(document.getElementById("page"));
