// The wall of a class, for a projector: how to come in, the task, how many have answered, and what is revealed.

import { ClassPage, classAnswer, classCards, classDoor, classTally, classTask, classVerdict } from "./class_parts.js";
import { h, redraw } from "./shared/dom.js";
import { secretOfPage } from "./shared/socket.js";

class WallPage extends ClassPage {
  constructor(root) {
    const token = secretOfPage("rummy-tutor-teacher");
    const greeting = () => ({ role: "teacher", token });
    super(root, { role: "wall", greeting, views: ["wall", "door", "task", "said"] });
    this.model.connect();
    this.draw();
  }

  draw() {
    const [door, task, wall] = this.values("door", "task", "wall");
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
          ])
        : null,
      wall.tally || wall.verdict
        ? h("section.rt-wallanswers", { key: "answers" }, [
            wall.tally ? classTally(wall.tally, t, { open: Boolean(wall.verdict) }) : null,
            wall.verdict ? classVerdict(wall.verdict, t) : null,
          ])
        : null,
    ]);
  }
}

new WallPage(document.getElementById("page"));
