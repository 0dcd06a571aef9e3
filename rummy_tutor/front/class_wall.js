// The wall of a class, for a projector: how to come in, the task, how many have answered, and what is revealed.

import { ClassPage, classAnswer, classCards, classDoor, classTally, classTask, classVerdict } from "./class_parts.js";
import { h, redraw } from "./shared/dom.js";
import { secretOfPage } from "./shared/socket.js";

/** @import * as page from "./page.js" */

// how large everything is, largest first: as large as fits, since nobody scrolls a wall
const SIZES = [1.5, 1.35, 1.2, 1.1, 1, 0.9, 0.8, 0.72, 0.65, 0.58];

class WallPage extends ClassPage {
  constructor(root) {
    const token = secretOfPage("rummy-tutor-teacher");
    /** @type {() => page.TeacherGreeting} */
    const greeting = () => ({ role: "teacher", token });
    super(root, { role: "wall", greeting, views: ["wall", "door", "task", "said"] });
    this.fitted = null; // what the size was found out for
    const again = () => {
      this.fitted = null;
      this.fit();
    };
    window.addEventListener("resize", again);
    document.fonts.ready.then(again);
    this.model.connect();
    this.draw();
  }

  /** What stands there is as large as the screen has room for. */
  fit() {
    const [task, wall] = [this.get("task"), this.get("wall")];
    const shown = JSON.stringify([task, { ...wall, left: null }]);
    if (shown === this.fitted) return;
    this.fitted = shown;
    for (const size of task ? SIZES : [1]) {
      this.body.style.setProperty("--rt-fit", String(size));
      if (document.documentElement.scrollHeight <= window.innerHeight) return;
    }
  }

  draw() {
    const [door, task, wall] = [this.get("door"), this.get("task"), this.get("wall")];
    const { t } = this;
    if (!wall) {
      this.drawWaiting();
      return;
    }
    redraw(this.body, [
      classDoor(door, t, { small: Boolean(task) }),
      this.count(wall, "p.rt-count"),
      task
        ? h("section.rt-walltask", { key: "task" }, [
            classTask(task, t),
            classCards(task, t),
            wall.shown
              ? h("section.rt-shown", { key: "shown" }, h("h2", t("one-answer")), classAnswer(wall.shown))
              : null,
            wall.verdict ? classVerdict(wall.verdict, t) : null,
          ])
        : null,
      wall.tally ? classTally(wall.tally, t, { open: Boolean(wall.verdict) }) : null,
    ]);
    this.fit();
  }
}

new WallPage(document.getElementById("page"));
