// The wall of a class, for a projector: how to come in, the task, how many have answered, and what is revealed.

import {
  ClassPage,
  classAnswer,
  classCards,
  classChoices,
  classCode,
  classDoor,
  classExpected,
  classPace,
  classTask,
  REVEALED,
} from "./class_parts.js";
import { plainTray } from "./shared/cards.js";
import { h, icon, redraw } from "./shared/dom.js";
import { secretOfPage } from "./shared/socket.js";

/** @import * as page from "./page.js" */

// how many answers and reasons are shown, and whether of these the first sentence alone; first with the names of groups
// and then without, and how large the cards are, what is best first. Letters are larger where all has room, and smaller
// only where one of each is too much too: nobody scrolls a wall
/** @type {{ rows: number, reasons?: number, brief?: boolean }[]} */
const PARTS = [5, 4, 3, 2, 1, 0].flatMap((rows) => [
  { rows },
  { rows, reasons: 4 },
  { rows, reasons: 2 },
  { rows, reasons: 2, brief: true },
  { rows, reasons: 1, brief: true },
]);
const CARD_SIZES = [1.6, 1.45, 1.3, 1.15, 1, 0.9, 0.8, 0.7, 0.6, 0.5];
// how large cards and letters are where all has room; larger letters make no card smaller than it is without them
const LARGER = [1.75, 1.5, 1.25].flatMap((letters) =>
  CARD_SIZES.filter((cards) => cards * letters >= CARD_SIZES[0]).map((cards) => [cards, letters]),
);
const SMALL_LETTERS = [0.9, 0.8, 0.7, 0.6, 0.5];
const MOST_TASKS = 8; // that are listed with what they ask while each works at their own pace
const SENTENCE = /^.*?[.!?।](?=\s)/s; // the first one of several

class WallPage extends ClassPage {
  constructor(root) {
    const token = secretOfPage("rummy-tutor-teacher");
    const greeting = () => ({ role: "teacher", token, ...this.speaks() });
    super(root, { role: "wall", greeting, views: ["wall", "door", "task", "said"] });
    document.documentElement.dataset.scale = "wall";
    this.fitted = null; // what the size was found out for
    this.most = PARTS[0]; // answers and reasons that are shown, see there
    this.named = true; // whether the groups of an answer are named
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

  /** What stands there is as large as the screen has room for: as many answers as fit, then as large cards. */
  fit() {
    const [task, wall] = [this.get("task"), this.get("wall")];
    if (!wall) return;
    const shown = JSON.stringify([task, { ...wall, left: null, mark: "" }]);
    if (shown === this.fitted) return;
    this.fitted = shown;
    for (const parts of PARTS) {
      this.most = parts;
      for (const named of task?.asks === "table" ? [true, false] : [true]) {
        this.named = named;
        this.show();
        const cards = CARD_SIZES.find((size) => this.fits(size, 1));
        if (cards === undefined) continue;
        if (cards === CARD_SIZES[0] && !LARGER.some((sizes) => this.fits(...sizes))) this.fits(cards, 1);
        return;
      }
    }
    if (task) SMALL_LETTERS.some((letters) => this.fits(CARD_SIZES.at(-1), letters));
  }

  /** Whether all has room with cards and letters of these sizes, which they have from then on. */
  fits(cards, letters) {
    this.body.style.setProperty("--rt-fit", String(cards));
    this.body.style.setProperty("--rt-letters", String(letters));
    const { scrollHeight, scrollWidth, clientWidth } = document.documentElement;
    return scrollHeight <= window.innerHeight && scrollWidth <= clientWidth;
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
      else if (this.get("task").round) this.playOn(wall);
      else if (wall.stage !== "answer") this.press({ type: "reveal" });
      else if (wall.to_come) this.press({ type: "next" });
    } else if (event.key === "ArrowLeft" && REVEALED.includes(wall.stage))
      this.press({ type: "hide", step: /** @type {"tally" | "why" | "answer"} */ (wall.stage) });
  }

  /** @param {page.WallView} wall */
  playOn({ vote }) {
    if (vote) this.press({ type: "round-play", by: "class" });
  }

  draw() {
    if (!this.get("wall")) {
      this.drawWaiting();
      return;
    }
    this.show();
    this.fit();
  }

  /** Draw the class, the most frequent answers with as many rows as there is room for. */
  show() {
    const [door, task, wall] = [this.get("door"), this.get("task"), this.get("wall")];
    const { t } = this;
    redraw(this.body, [
      task ? this.head(door, task, wall) : wall.own ? this.pace(door, wall) : this.outside(door, wall),
      this.said(),
      task
        ? h("section.rt-walltask", { key: "task", "data-laid": String(task.asks === "table") }, [
            wall.door && !wall.tally ? classCode(door.qr, t("qr")) : null,
            classTask({ ...task, lesson: task.round ? task.table : `${task.lesson} · ${task.table}`, table: "" }, t),
            wall.tally && task.asks === "table" ? null : classCards(task, t, Boolean(wall.tally)),
            wall.tally ? null : classChoices(task, t),
            wall.shown
              ? h("section.rt-shown", { key: "shown" }, h("h2", t("one-answer")), classAnswer(wall.shown))
              : null,
            wall.tally
              ? h("div.rt-stack.rt-near.rt-walltally", { key: "tally" }, [
                  this.rows(task, wall),
                  wall.verdict ? this.outcome(wall, task) : null,
                ])
              : null,
          ])
        : null,
      task ? this.foot(task, wall) : null,
    ]);
  }

  /**
   * How to come in, before the first task.
   * @param {page.DoorView} door
   * @param {page.WallView} wall
   */
  outside(door, wall) {
    if (this.model.get("over")) return h("p.rt-waiting", { key: "over" }, this.t("ended"));
    return [classDoor(door, this.t), this.count(wall, "p.rt-row.rt-count")];
  }

  /**
   * How far the class is while each works at their own pace.
   * @param {page.DoorView} door
   * @param {page.WallView} wall
   */
  pace(door, { own, door: open }) {
    const { t } = this;
    const { rows } = this.most; // what the tasks ask is the first to go, then how they were answered
    const n = own.tasks.reduce((sum, one) => sum + one.answered, 0);
    const title = [h("h1", t("own-title")), h("p.rt-figure", t("own-answers", { n }))];
    return [
      h("header.rt-row.rt-panelhead.rt-wallhead", { key: "head" }, [
        classDoor(door, t, { small: true }),
        h("span.rt-badge.rt-count", { "data-tone": "sun", key: "count" }, [
          icon("check"),
          t("own-done", { n: own.done, here: own.here }),
        ]),
      ]),
      h("section.rt-walltask", { key: "pace" }, [
        open ? title : h("div.rt-row.rt-panelhead", { key: "title" }, title), // the code stands below two lines
        open ? classCode(door.qr, t("qr")) : null,
        rows ? classPace(own, t, { brief: rows < PARTS[0].rows || own.tasks.length > MOST_TASKS }) : null,
      ]),
    ];
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
    return h("header.rt-row.rt-panelhead.rt-wallhead", { key: "head" }, [
      h("b", task.round ? task.lesson : t(wall.to_come ? "task-of" : "task-n", { n, most })),
      classDoor(door, t, { small: true }),
      task.round?.end
        ? null
        : h("span.rt-badge.rt-count", { "data-tone": "sun", key: "count" }, [
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
    const { rows } = this.most;
    const shown = tally.rows.slice(0, rows);
    const others = tally.rows.slice(rows).reduce((sum, row) => sum + row.n, tally.others);
    const below = [...(others && rows ? [t("others", { n: others })] : []), ...wall.did];
    const mark = ({ n, right }) => ({
      style: `--share:${n / tally.answered}`,
      "data-right": isLast ? String(right) : null,
    });
    return h(
      "ol.rt-stack.rt-close.rt-wallrows",
      { key: "rows", "data-many": String(shown.length > 3), "data-named": String(this.named) },
      [
        shown.map((row) =>
          h("li.rt-box.rt-tallyrow.rt-wallrow", { key: row.key, ...mark(row) }, [
            h(
              "p.rt-line.rt-close.rt-wallcount",
              h("b.rt-figure", row.n),
              " ",
              h("span", t("of-all", { n: tally.answered })),
            ),
            row.groups.length
              ? h("ul.rt-minitrays", [
                  row.groups.map((group) => plainTray(this.named ? group : { ...group, word: "" })),
                ])
              : h("b.rt-answerword", row.word),
            stage === "tally"
              ? null
              : h("div.rt-wallwords", { key: "words" }, [
                  h("div.rt-row.rt-panelhead", [
                    row.groups.length && row.word ? h("b.rt-answerword", row.word) : null,
                    isLast && (row.right || !task.round)
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
        h("li.rt-quiet", { key: "below", "data-others": others }, below.join(" · ")),
      ],
    );
  }

  /**
   * The right answer where nobody gave it, and the reasons.
   * @param {page.WallView} wall
   * @param {page.ClassTaskView} task
   */
  outcome({ verdict, tally }, { round }) {
    const given = round || tally.rows.slice(0, this.most.rows).some((row) => row.right);
    const shown = this.shorten(verdict.why);
    const told = (lines) => lines.map((line) => line.text).join();
    if (given && !verdict.why.length) return null;
    return h("section.rt-panel.rt-classverdict", { key: "verdict", role: "status" }, [
      given ? null : classExpected(verdict),
      shown.length ? h("ul.rt-classwhy", [shown.map((line) => h("li", line.text))]) : null,
      told(shown) === told(verdict.why) ? null : h("p", this.t("reasons-on-phones")),
    ]);
  }

  /**
   * As many reasons as there is room for, and as much of each.
   * @param {page.ReasonView[]} why
   */
  shorten(why) {
    const { reasons, brief } = this.most;
    const first = (text) => SENTENCE.exec(text)?.[0] ?? text;
    return why.slice(0, reasons).map((line) => (brief ? { ...line, text: first(line.text) } : line));
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
    if (task.round) return null;
    return h("footer.rt-row.rt-panelhead.rt-wallfoot", { key: "foot" }, [
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
