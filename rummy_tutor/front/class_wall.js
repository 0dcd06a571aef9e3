// The wall of a class, for a projector: how to come in, the task, how many have answered, and what is revealed.

import {
  ClassClock,
  classAnswer,
  classCards,
  classDoor,
  classFonts,
  classTally,
  classTask,
  classTexts,
  classVerdict,
} from "./class_parts.js";
import { h, redraw } from "./shared/dom.js";
import { Host } from "./shared/host.js";
import { fillTemplate } from "./shared/logic.js";
import { pageValues } from "./shared/remote.js";
import { SocketModel, secretOfPage } from "./shared/socket.js";

class WallPage {
  constructor(root) {
    const token = secretOfPage("rummy-tutor-teacher");
    root.className = "rt rt-class rt-wall";
    this.model = new SocketModel(() => ({ role: "teacher", token }), pageValues());
    this.t = classTexts(this.model, fillTemplate);
    this.host = new Host(this.model, root);
    this.body = document.createElement("div");
    this.body.className = "rt-classbody";
    root.append(this.body);
    this.clock = new ClassClock(() => this.draw());
    for (const name of ["door", "task", "wall", "said"]) this.model.on(`change:${name}`, () => this.draw());
    this.model.on("change:wall", () => this.clock.set(this.model.get("wall").left));
    this.model.connect();
    this.draw();
  }

  draw() {
    const [door, task, wall, said] = ["door", "task", "wall", "said"].map((name) => this.model.get(name));
    const { t } = this;
    if (!wall) {
      redraw(this.body, [h("p.rt-waiting", { key: "wait" }, said?.text ?? t("connecting"))]);
      return;
    }
    redraw(this.body, [
      classDoor(door, t, { small: Boolean(task) }),
      h("p.rt-count", { key: "count" }, [
        task ? t("answered-of", { n: wall.answered, here: wall.here }) : t("here", { n: wall.here }),
        this.clock.text() ? h("span.rt-clock", { role: "timer" }, this.clock.text()) : null,
      ]),
      task ? h("section.rt-walltask", { key: "task" }, [classTask(task, t), classCards(task, t)]) : null,
      wall.shown ? h("section.rt-shown", { key: "shown" }, h("h2", t("one-answer")), classAnswer(wall.shown)) : null,
      wall.tally ? classTally(wall.tally, t, { open: Boolean(wall.verdict) }) : null,
      wall.verdict ? classVerdict(wall.verdict, t) : null,
    ]);
  }
}

classFonts();
new WallPage(document.getElementById("page"));
