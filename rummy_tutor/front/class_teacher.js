// The teacher's page of a class: ask, watch the answers come in, reveal them, and take the class home as a file.

import { AfterClass } from "./class_after.js";
import { AskingPanel } from "./class_asking.js";
import { TeacherForm } from "./class_form.js";
import {
  ClassPage,
  classCards,
  classDoor,
  classPace,
  classTally,
  classTask,
  classVerdict,
  REVEALED,
} from "./class_parts.js";
import { PeoplePanel } from "./class_people.js";
import { actionButton, named } from "./shared/controls.js";
import { h, icon, redraw } from "./shared/dom.js";
import { secretOfPage, tabStore } from "./shared/socket.js";

/** @import * as page from "./page.js" */

const STEPS = { open: "freeze", frozen: "reveal-tally", tally: "reveal-why", why: "reveal-answer", answer: null };
const SECRET = "rummy-tutor-teacher";
const CROWD = 30; // students at most whose names stand in the narrow column
const LONGEST = 60000; // characters of a list that the server reads

export class TeacherPage extends ClassPage {
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
    this.sure = null; // the step that was pressed before the answer was shown, and what it was pressed on
    this.focusNext = null; // where the focus goes once the control that had it has gone
    this.at = null; // the task that was put before the class last
    this.form = new TeacherForm();
    this.asking = new AskingPanel(this, this.form);
    this.people = new PeoplePanel(this, this.form);
    this.after = new AfterClass(this, this.form);
    this.acts = { ...this.stepActs(), ...this.asking.acts(), ...this.people.acts(), ...this.after.acts() };
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
      this.asking.showPreview();
    });
    root.addEventListener("load", () => this.asking.showPreview(), true); // of a page inside this one
    this.model.on("change:file", () => this.after.keepFile(this.get("file")));
    root.addEventListener("click", (event) => this.onClick(event));
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && this.after.ending) this.after.askEnd(false);
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
      redraw(this.body, [h("h1.rt-waiting", { key: "over" }, t("ended")), this.after.repeats()]);
      return;
    }
    const people = this.people.draw(desk, wall);
    const isCrowd = desk.students.length > CROWD;
    redraw(this.body, [
      this.head(door),
      this.after.ending ? this.after.drawEnd(desk) : null,
      this.people.atDoor(desk),
      this.asking.findFault() ? null : this.said(),
      this.asking.drawPreview(),
      h("div.rt-teachergrid", { key: "grid" }, [
        h("div.rt-stack.rt-near.rt-teachertask", { key: "task" }, this.task(task, wall, desk), isCrowd ? people : null),
        h("div.rt-stack.rt-teacherside", { key: "side" }, [
          task || wall.own ? this.asking.draw() : null,
          this.plan(desk),
          this.asked(desk, task),
          isCrowd ? null : people,
          this.after.draw(desk),
          this.after.homework(),
        ]),
      ]),
      this.steps(wall, desk),
    ]);
    this.asking.focusFault();
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
        actionButton("end", t("end"), { "aria-expanded": String(this.after.ending) }),
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
    if (!task) return wall.own ? this.own(wall.own, desk) : [h("p.rt-quiet", t("nothing-yet")), this.asking.draw()];
    return [
      classTask(task, t),
      classCards(task, t),
      desk.tally ? classTally(desk.tally, t, wall.shown?.key ?? null) : null,
      desk.verdict && !task.round?.end ? classVerdict(desk.verdict, t, this.onlyYou(wall, task)) : null,
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
    const another = wall.stage && !round && !step && !desk.plan.length && this.asking.hasMore();
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
      h("ol.rt-listed.rt-plan", [desk.plan.map((one, at) => this.planned(one, at, desk.plan.length - 1))]),
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
      h("ol.rt-listed.rt-askedlist", [
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
   * Students by their names.
   * @template {{ name: string }} Named
   * @param {Named[]} students
   */
  sort(students) {
    const { lang } = this.model.get("texts");
    return [...students].sort((one, other) => one.name.localeCompare(other.name, lang));
  }

  async onChange(event) {
    const { field, file } = event.target.dataset;
    if (file !== undefined) {
      const [chosen] = event.target.files;
      if (!chosen) return;
      const text = chosen.size > LONGEST ? "" : await chosen.text();
      event.target.value = "";
      this.send({ type: "plan", file: text, ...this.form.limit() });
      return;
    }
    if (!field) return;
    if (field === "beliefs") this.send({ type: "beliefs", on: event.target.checked });
    else if (field === "names") this.after.names = event.target.checked;
    else this.form.take(field, event.target.value);
    this.draw();
  }

  onClick(event) {
    const node = event.target.closest("[data-act]");
    // the second press of a double click may fall on what has come to the same place
    if (!node || event.detail > 1 || node.getAttribute("aria-disabled") === "true") return;
    const { act } = node.dataset;
    this.focusNext = { hide: "step", "plan-drop": "plan-back" }[act] ?? null;
    this.asking.note(act, node);
    if (act in this.acts) this.acts[act](node);
    else this.send(/** @type {page.ClassAction} */ ({ type: act }));
  }

  /** The steps of the class, which count once however often they are pressed; and what the plan and the head offer. */
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
      "plan-move": ({ dataset }) =>
        this.send({ type: "plan-move", task: Number(dataset.task), by: Number(dataset.by) }),
      "plan-drop": ({ dataset }) => this.send({ type: "plan-drop", task: Number(dataset.task) }),
      "plan-copy": ({ dataset }) => this.send({ type: "plan-copy", task: Number(dataset.task) }),
      "own-begin": step({ type: "own-begin" }),
      "own-end": step({ type: "own-end" }),
      "round-play": ({ dataset }) => this.press({ type: "round-play", by: dataset.by }),
      "round-again": step({ type: "round-again" }),
      wall: () => window.open(`/wall#${this.secret}`, "_blank", "noopener"),
    };
  }
}

new TeacherPage(document.getElementById("page"));
