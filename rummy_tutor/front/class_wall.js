// The wall of a class, for a projector: how to come in, the task, how many have answered, and what is revealed.

import {
  ClassPage,
  classAnswer,
  classCards,
  classChoices,
  classDoor,
  classReasons,
  classTask,
  REVEALED,
} from "./class_parts.js";
import { plainTray } from "./shared/cards.js";
import { h, icon, redraw } from "./shared/dom.js";
import { secretOfPage } from "./shared/socket.js";

/** @import * as page from "./page.js" */

// how large the cards are, and if that is not enough the letters too, largest first: nobody scrolls a wall
const CARD_SIZES = [1.6, 1.45, 1.3, 1.15, 1, 0.9, 0.8, 0.7, 0.6, 0.5];
const LETTER_SIZES = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

class WallPage extends ClassPage {
  constructor(root) {
    const token = secretOfPage("rummy-tutor-teacher");
    const greeting = () => ({ role: "teacher", token, ...this.speaks() });
    super(root, { role: "wall", greeting, views: ["wall", "door", "task", "said"] });
    document.documentElement.dataset.scale = "wall";
    this.fitted = null; // what the size was found out for
    const again = () => {
      this.fitted = null;
      this.fit();
    };
    window.addEventListener("resize", again);
    document.fonts.ready.then(again);
    document.addEventListener("keydown", (event) => this.onKey(event));
    this.connect();
    this.draw();
  }

  /** What stands there is as large as the screen has room for. */
  fit() {
    const [task, wall] = [this.get("task"), this.get("wall")];
    const shown = JSON.stringify([task, { ...wall, left: null, mark: "" }]);
    if (shown === this.fitted) return;
    this.fitted = shown;
    for (const letters of task ? LETTER_SIZES : [1])
      for (const cards of letters === 1 ? CARD_SIZES : CARD_SIZES.slice(-1)) {
        this.body.style.setProperty("--rt-fit", String(cards));
        this.body.style.setProperty("--rt-letters", String(letters));
        if (document.documentElement.scrollHeight <= window.innerHeight) return;
      }
  }

  /** The teacher's keys: a step on, the last step back, the whole screen. */
  onKey(event) {
    const wall = this.get("wall");
    if (event.key === "f" && !event.ctrlKey && !event.metaKey && !event.altKey) {
      if (document.fullscreenElement) document.exitFullscreen();
      else document.documentElement.requestFullscreen();
    }
    if (!wall?.stage || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ArrowRight") {
      if (wall.stage === "open") this.press({ type: "freeze", on: true });
      else if (wall.stage !== "answer") this.press({ type: "reveal" });
      else if (wall.to_come) this.press({ type: "next" });
    } else if (event.key === "ArrowLeft" && REVEALED.includes(wall.stage))
      this.press({ type: "hide", step: /** @type {"tally" | "why" | "answer"} */ (wall.stage) });
  }

  draw() {
    const [door, task, wall] = [this.get("door"), this.get("task"), this.get("wall")];
    const { t } = this;
    if (!wall) {
      this.drawWaiting();
      return;
    }
    redraw(this.body, [
      task ? this.head(door, task, wall) : [classDoor(door, t), this.count(wall, "p.rt-count")],
      this.said(),
      task
        ? h("section.rt-walltask", { key: "task", "data-laid": String(task.asks === "table") }, [
            classTask({ ...task, lesson: `${task.lesson} · ${task.table}`, table: "" }, t),
            wall.tally && task.asks === "table" ? null : classCards(task, t),
            wall.tally ? null : classChoices(task, t),
            wall.shown
              ? h("section.rt-shown", { key: "shown" }, h("h2", t("one-answer")), classAnswer(wall.shown))
              : null,
            wall.tally ? this.rows(task, wall) : null,
            wall.verdict ? this.outcome(wall) : null,
          ])
        : null,
      task ? this.foot(task, wall) : null,
    ]);
    this.fit();
  }

  /**
   * Which task it is, how to come in, and how many have answered, in one line.
   * @param {page.DoorView} door
   * @param {page.ClassTaskView} task
   * @param {page.WallView} wall
   */
  head(door, task, wall) {
    const { t } = this;
    const [n, most] = [task.at + 1, task.at + 1 + wall.to_come];
    return h("header.rt-row.rt-wallhead", { key: "head" }, [
      h("b", t(wall.to_come ? "task-of" : "task-n", { n, most })),
      classDoor(door, t, { small: true }),
      h("span.rt-badge.rt-count", { "data-tone": "sun", key: "count" }, [
        icon("check"),
        t("answered-of", { n: wall.answered, here: wall.here }),
        this.time(),
      ]),
    ]);
  }

  /**
   * A row for each answer: how many gave it, the answer, and from the second step on what is behind it.
   * @param {page.ClassTaskView} task
   * @param {page.WallView} wall
   */
  rows(task, wall) {
    const { t } = this;
    const { tally, stage } = wall;
    const isLast = stage === "answer";
    return h("ol.rt-wallrows", { key: "rows", "data-many": String(tally.rows.length > 3) }, [
      tally.rows.map((row) =>
        h("li.rt-tallyrow.rt-wallrow", { key: row.key, "data-right": isLast ? String(row.right) : null }, [
          h("span.rt-wallbar", { style: `--share:${row.n / tally.answered}`, "aria-hidden": "true" }),
          h("p.rt-wallcount", h("b.rt-figure", row.n), " ", h("span", t("of-all", { n: tally.answered }))),
          row.groups.length
            ? h("ul.rt-minitrays", [row.groups.map((group) => plainTray(group))])
            : h("p.rt-answerword", row.word),
          stage === "tally"
            ? null
            : h("div.rt-wallwords", { key: "words" }, [
                h("div.rt-row", [
                  row.groups.length && row.word ? h("b.rt-answerword", row.word) : null,
                  isLast
                    ? h("span.rt-badge", { "data-tone": row.right ? "good" : "bad", key: "mark" }, [
                        icon(row.right ? "check" : "invalid"),
                        t(!row.right ? "wrong" : task.asks === "table" ? "best" : "right"),
                      ])
                    : null,
                ]),
                row.beliefs.length ? h("p", { key: "belief" }, t("perhaps"), " ", h("q", row.beliefs[0])) : null,
              ]),
        ]),
      ),
      tally.rows.length ? null : h("li.rt-quiet", { key: "none" }, t("no-answers-yet")),
      tally.others ? h("li.rt-quiet", { key: "others" }, t("others", { n: tally.others })) : null,
    ]);
  }

  /**
   * The right answer where nobody gave it, and the reasons.
   * @param {page.WallView} wall
   */
  outcome({ verdict, tally }) {
    const { t } = this;
    const given = tally.rows.some((row) => row.right);
    if (given && !verdict.why.length) return null;
    return h("section.rt-panel.rt-classverdict", { key: "verdict", role: "status" }, [
      given ? null : h("div.rt-expected", h("p", t("expected")), classAnswer(verdict.expected)),
      classReasons(verdict.why),
    ]);
  }

  /**
   * The steps of a task, and which of them the class is at.
   * @param {page.ClassTaskView} task
   * @param {page.WallView} wall
   */
  foot(task, { stage }) {
    const { t } = this;
    const at = REVEALED.indexOf(stage);
    const last = task.asks === "table" ? "best" : "step-answer";
    return h("footer.rt-row.rt-wallfoot", { key: "foot" }, [
      h("ol.rt-row", [
        REVEALED.map((step, n) =>
          h(
            "li.rt-badge",
            {
              key: step,
              "data-tone": n < at ? "good" : n === at ? "sun" : null,
              "aria-current": n === at ? "step" : null,
            },
            [n < at ? icon("check") : `${n + 1}.`, " ", t(step === "answer" ? last : `step-${step}`)],
          ),
        ),
      ]),
      h("p.rt-quiet", [
        stage === "tally" && task.asks === "table" ? t("talk") : [t("wall-keys"), " ", h("kbd", icon("next"))],
      ]),
    ]);
  }
}

new WallPage(document.getElementById("page"));
