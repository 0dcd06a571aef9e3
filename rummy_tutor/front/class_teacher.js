// The teacher's page of a class: ask, watch the answers come in, reveal them, and take the class home as a file.

import { ClassPage, classCards, classDoor, classTally, classTask, classVerdict } from "./class_parts.js";
import { choiceOptions } from "./shared/controls.js";
import { h, icon, redraw } from "./shared/dom.js";
import { giveFile } from "./shared/files.js";
import { secretOfPage } from "./shared/socket.js";

const STEPS = { open: "freeze", frozen: "reveal-tally", tally: "reveal-answer", answer: "reveal-why", why: null };

const SOURCES = ["lesson", "puzzle", "hand", "list"];
const LONGEST = 60000; // characters of a list that the server reads

class TeacherPage extends ClassPage {
  constructor(root) {
    const secret = secretOfPage("rummy-tutor-teacher");
    const greeting = () => ({ role: "teacher", token: secret });
    super(root, { role: "teacher", greeting, views: ["wall", "door", "task", "desk", "said", "repeat", "planned"] });
    this.secret = secret;
    this.source = "lesson";
    this.form = {
      rulebook: "gorummy-13",
      lesson: "",
      kind: "",
      goal: "",
      puzzle: "",
      level: "1",
      seed: "1",
      n: "5",
      seconds: "",
      hand: "",
      turned: "",
    };
    this.names = false;
    this.model.on("change:file", () => giveFile(this.model.get("file")));
    root.addEventListener("click", (event) => this.onClick(event));
    root.addEventListener("change", (event) => this.onChange(event));
    this.model.connect();
    this.draw();
  }

  draw() {
    const [door, task, wall, desk] = this.values("door", "task", "wall", "desk");
    const { t } = this;
    if (!desk) {
      this.drawWaiting();
      return;
    }
    redraw(this.body, [
      classDoor(door, t, { small: true }),
      h("p", { key: "wall" }, h("button.rt-button", { act: "wall" }, icon("teach"), " ", t("open-wall"))),
      this.said(),
      this.steps(wall, desk),
      h("div.rt-teachergrid", { key: "grid" }, [
        h("div.rt-teachertask", { key: "task" }, [
          task ? [classTask(task, t), classCards(task, t)] : [h("p.rt-quiet", t("nothing-yet")), this.asking()],
          desk.tally ? classTally(desk.tally, t, { open: true, shown: wall.shown?.key ?? null, pick: true }) : null,
          desk.verdict ? classVerdict(desk.verdict, t) : null,
        ]),
        h("div.rt-teacherside", { key: "side" }, [
          task ? this.asking() : null,
          this.plan(desk),
          this.people(desk),
          this.after(),
        ]),
      ]),
    ]);
  }

  steps(wall, desk) {
    const { t } = this;
    const step = wall.stage ? STEPS[wall.stage] : null;
    const another = wall.stage && !step && !desk.plan.length && ["lesson", "puzzle"].includes(this.source);
    return h("div.rt-steps", { key: "steps", role: "toolbar", "aria-label": t("steps") }, [
      this.count(wall, "b.rt-count"),
      step
        ? h(
            "button.rt-button.rt-primary",
            { act: step === "freeze" ? "freeze" : "reveal", focus: "step", key: "step" },
            t(step),
          )
        : null,
      wall.stage === "frozen"
        ? h("button.rt-button", { act: "unfreeze", focus: "unfreeze", key: "unfreeze" }, t("unfreeze"))
        : null,
      wall.stage === "open"
        ? h("button.rt-button", { act: "minute", focus: "minute", key: "minute" }, t("minute"))
        : null,
      desk.plan.length
        ? h(
            "button",
            { class: `rt-button${step ? "" : " rt-primary"}`, act: "next", focus: "next", key: "next" },
            t("next", { n: desk.plan.length }),
          )
        : null,
      another
        ? h("button.rt-button.rt-primary", { act: "push", focus: "another", key: "another" }, t("another"))
        : null,
    ]);
  }

  field(name, label, control) {
    return h("label.rt-field", { key: name }, h("span", label), control);
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
    const { rulebooks, lessons, goals } = this.model.get("sources");
    const keep = (name, choices) => {
      if (!choices.some((one) => one.key === form[name])) form[name] = choices[0].key;
    };
    keep("lesson", lessons[form.rulebook]);
    keep("goal", goals[form.rulebook]);
    const game = this.field("rulebook", t("rulebook-label"), this.choose("rulebook", rulebooks));
    const parts = {
      lesson: () => [game, this.lessonFields(lessons[form.rulebook])],
      puzzle: () => [game, this.puzzleFields(goals[form.rulebook])],
      hand: () => [
        game,
        this.field("hand", t("hand-label"), this.text("hand", "text", { placeholder: "5H 6H 7H PJ …" })),
        h("div.rt-fields", [
          this.field("turned", t("turned-label"), this.text("turned", "text", { placeholder: "QD" })),
          this.seconds(),
        ]),
        h("button.rt-button.rt-primary", { act: "push-hand", focus: "push-hand" }, t("push-hand")),
      ],
      list: () => [
        h("p.rt-quiet", t("list-more")),
        h("div.rt-fields", [this.seconds()]),
        h("button.rt-button.rt-primary", { act: "open-list", focus: "open-list" }, t("open-list")),
        h("input", { type: "file", accept: ".json,application/json", hidden: true, "data-file": true, key: "file" }),
      ],
    };
    return h("section.rt-panel", { key: "ask" }, [
      h("h2", t("ask")),
      h("div.rt-sources", { role: "group", "aria-label": t("source") }, [
        SOURCES.map((one) =>
          h(
            "button.rt-button",
            { act: "source", "data-source": one, focus: one, "aria-pressed": String(one === this.source) },
            t(`source-${one}`),
          ),
        ),
      ]),
      h("div.rt-asking", { key: this.source }, parts[this.source]()),
    ]);
  }

  lessonFields(lessons) {
    const { t, form } = this;
    const { kinds } = lessons.find((one) => one.key === form.lesson);
    if (!kinds.some((one) => one.key === form.kind)) form.kind = "";
    const levels = ["1", "2", "3"].map((one) => ({ key: one, label: one }));
    return [
      this.field("lesson", t("lesson-label"), this.choose("lesson", lessons)),
      this.field("kind", t("kind-label"), this.choose("kind", [{ key: "", label: t("any-kind") }, ...kinds])),
      h("div.rt-fields", [
        this.field("level", t("level"), this.choose("level", levels)),
        this.field("seed", t("seed"), this.text("seed", "number", { min: 0, max: 999999 })),
        this.seconds(),
      ]),
      this.askButtons("plan-lesson", h("button.rt-button", { act: "sheet", focus: "sheet" }, t("print"))),
    ];
  }

  puzzleFields(goals) {
    const { t } = this;
    return [
      this.field("goal", t("goal-label"), this.choose("goal", goals)),
      this.field("puzzle", t("puzzle-label"), this.text("puzzle", "text", { placeholder: "x2", maxlength: 40 })),
      h("div.rt-fields", [
        this.field("seed", t("seed"), this.text("seed", "number", { min: 0, max: 999999 })),
        this.seconds(),
      ]),
      this.askButtons("plan-puzzles"),
    ];
  }

  /** Ask one of them now, or several in turn. */
  askButtons(several, more = null) {
    const { t } = this;
    return h("div.rt-buttons", { key: "buttons" }, [
      h("button.rt-button.rt-primary", { act: "push", focus: "push" }, t("push")),
      this.field("n", t("how-many"), this.text("n", "number", { min: 1, max: 50 })),
      h("button.rt-button", { act: "plan", focus: "plan" }, t(several)),
      more,
    ]);
  }

  plan(desk) {
    if (!desk.plan.length) return null;
    const { left_out: left = 0 } = this.model.get("planned") ?? {};
    return h("section.rt-panel", { key: "plan" }, [
      h("h2", this.t("to-come")),
      left ? h("p.rt-quiet", { role: "status" }, this.t("left-out", { n: left })) : null,
      desk.replaced
        ? h("p.rt-replaced", { key: "replaced", role: "status" }, this.t("replaced", { n: desk.replaced }), " ", [
            h("button.rt-button", { act: "plan-back", focus: "plan-back" }, icon("undo"), " ", this.t("plan-back")),
          ])
        : null,
      h("ol.rt-plan", [desk.plan.map((one) => h("li", one.question, " ", h("span.rt-quiet", one.lesson)))]),
    ]);
  }

  people(desk) {
    return h("section.rt-panel", { key: "people" }, [
      h("h2", this.t("people", { n: desk.students.length })),
      h("ul.rt-people", [
        desk.students.map((one) =>
          h("li", { key: one.name, "data-here": String(one.here), "data-answered": String(one.answered) }, [
            icon(one.answered ? "check" : "loose"),
            h("span", one.name),
            h("span.rt-sr", this.t(one.answered ? "has-answered" : "has-not-answered")),
            one.here ? null : h("span.rt-quiet", this.t("away")),
            one.practised ? h("span.rt-quiet", `${one.practised_right}/${one.practised}`) : null,
          ]),
        ),
      ]),
    ]);
  }

  after() {
    const { t } = this;
    const repeat = this.model.get("repeat");
    return h("section.rt-panel", { key: "after" }, [
      h("h2", t("after")),
      h("label.rt-check", { key: "names" }, [
        h("input", { type: "checkbox", "data-field": "names", checked: this.names, focus: "names" }),
        h("span", t("with-names")),
      ]),
      h("div.rt-buttons", [
        h("button.rt-button", { act: "export-json", focus: "json" }, t("export-json")),
        h("button.rt-button", { act: "export-csv", focus: "csv" }, t("export-csv")),
        h("button.rt-button", { act: "repeat", focus: "repeat" }, t("repeat")),
      ]),
      repeat
        ? h("ul.rt-repeat", [
            repeat.lessons.map((one) =>
              h("li", { "data-again": String(one.again) }, [
                h("b", one.title),
                " ",
                h("span", one.told),
                one.again ? h("p", one.aim) : null,
                one.beliefs.length ? h("ul", [one.beliefs.map((line) => h("li", line))]) : null,
              ]),
            ),
          ])
        : null,
    ]);
  }

  async onChange(event) {
    const { field, file } = event.target.dataset;
    if (file !== undefined) {
      const [chosen] = event.target.files;
      if (!chosen) return;
      const text = chosen.size > LONGEST ? "" : await chosen.text();
      event.target.value = "";
      this.model.send({ type: "plan", file: text, ...this.limit() });
      return;
    }
    if (!field) return;
    if (field === "names") this.names = event.target.checked;
    else this.form[field] = event.target.value;
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

  onClick(event) {
    const node = event.target.closest("[data-act]");
    if (!node) return;
    const { act } = node.dataset;
    const send = (type, values = {}) => this.model.send({ type, ...values });
    const { form } = this;
    const acts = {
      source: () => {
        this.source = node.dataset.source;
        this.draw();
      },
      push: () => {
        send("push", this.request());
        form.seed = String(Number(form.seed) + 1);
      },
      plan: () => send("plan", { ...this.request(), n: Number(form.n) || 5 }),
      sheet: () => send("sheet", { ...this.request(), n: Number(form.n) || 5 }),
      "push-hand": () => {
        const { rulebook, hand, turned } = form;
        send("push", { rulebook, hand, turned: turned.trim() || null, ...this.limit() });
      },
      "open-list": () => this.body.querySelector("[data-file]").click(),
      show: () => send("show", { key: node.getAttribute("aria-pressed") === "true" ? null : node.dataset.answer }),
      freeze: () => send("freeze", { on: true }),
      unfreeze: () => send("freeze", { on: false }),
      minute: () => send("timer", { seconds: 60 }),
      "export-json": () => send("export", { as: "json", names: this.names }),
      "export-csv": () => send("export", { as: "csv", names: this.names }),
      wall: () => window.open(`/wall#${this.secret}`, "_blank", "noopener"),
    };
    (acts[act] ?? (() => send(act)))();
  }
}

new TeacherPage(document.getElementById("page"));
