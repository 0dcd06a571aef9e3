// The teacher's page of a class: ask, watch the answers come in, reveal them, and take the class home as a file.

import {
  ClassClock,
  classCards,
  classDoor,
  classFonts,
  classTally,
  classTask,
  classTexts,
  classVerdict,
} from "./class_parts.js";
import { h, icon, redraw } from "./shared/dom.js";
import { Host } from "./shared/host.js";
import { fillTemplate } from "./shared/logic.js";
import { pageValues } from "./shared/remote.js";
import { SocketModel, secretOfPage } from "./shared/socket.js";

const STEPS = { open: "freeze", frozen: "reveal-tally", tally: "reveal-answer", answer: "reveal-why", why: null };

/** Hand a text to the browser as a file to keep. */
function saveText({ name, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

class TeacherPage {
  constructor(root) {
    this.secret = secretOfPage("rummy-tutor-teacher");
    this.form = {
      rulebook: "gorummy-13",
      lesson: "",
      kind: "",
      level: "1",
      seed: "1",
      n: "5",
      seconds: "",
      hand: "",
      turned: "",
    };
    this.names = false;
    root.className = "rt rt-class rt-teacher";
    this.model = new SocketModel(() => ({ role: "teacher", token: this.secret }), pageValues());
    this.t = classTexts(this.model, fillTemplate);
    this.host = new Host(this.model, root);
    this.body = document.createElement("div");
    this.body.className = "rt-classbody";
    root.append(this.body);
    this.clock = new ClassClock(() => this.draw());
    for (const name of ["door", "task", "wall", "desk", "said", "repeat"])
      this.model.on(`change:${name}`, () => this.draw());
    this.model.on("change:wall", () => {
      this.clock.set(this.model.get("wall").left);
      this.model.values.delete("said");
    });
    this.model.on("change:file", () => saveText(this.model.get("file")));
    root.addEventListener("click", (event) => this.onClick(event));
    root.addEventListener("change", (event) => this.onChange(event));
    this.model.connect();
    this.draw();
  }

  draw() {
    const [door, task, wall, desk, said] = ["door", "task", "wall", "desk", "said"].map((name) => this.model.get(name));
    const { t } = this;
    if (!desk) {
      redraw(this.body, [h("p.rt-waiting", { key: "wait" }, said?.text ?? t("connecting"))]);
      return;
    }
    redraw(this.body, [
      classDoor(door, t, { small: true }),
      h("p", { key: "wall" }, h("button.rt-button", { act: "wall" }, icon("teach"), " ", t("open-wall"))),
      said ? h("p.rt-message", { "data-tone": "bad", role: "alert", key: "said" }, said.text) : null,
      this.steps(wall, desk),
      h("div.rt-teachergrid", { key: "grid" }, [
        h("div.rt-teachertask", { key: "task" }, [
          task ? [classTask(task, t), classCards(task, t)] : h("p.rt-quiet", t("nothing-yet")),
          desk.tally ? classTally(desk.tally, t, { open: true, shown: wall.shown?.key ?? null, pick: true }) : null,
          desk.verdict ? classVerdict(desk.verdict, t) : null,
        ]),
        h("div.rt-teacherside", { key: "side" }, [this.asking(), this.plan(desk), this.people(desk), this.after()]),
      ]),
    ]);
  }

  steps(wall, desk) {
    const { t } = this;
    const step = wall.stage ? STEPS[wall.stage] : null;
    return h("div.rt-steps", { key: "steps", role: "toolbar", "aria-label": t("steps") }, [
      wall.stage
        ? h("b.rt-count", t("answered-of", { n: wall.answered, here: wall.here }))
        : h("b.rt-count", t("here", { n: wall.here })),
      this.clock.text() ? h("span.rt-clock", { role: "timer" }, this.clock.text()) : null,
      step
        ? h("button.rt-button.rt-primary", { act: step === "freeze" ? "freeze" : "reveal", focus: "step" }, t(step))
        : null,
      wall.stage === "frozen" ? h("button.rt-button", { act: "unfreeze", focus: "unfreeze" }, t("unfreeze")) : null,
      wall.stage === "open" ? h("button.rt-button", { act: "minute", focus: "minute" }, t("minute")) : null,
      desk.plan.length
        ? h(
            "button",
            { class: `rt-button${step ? "" : " rt-primary"}`, act: "next", focus: "next" },
            t("next", { n: desk.plan.length }),
          )
        : null,
    ]);
  }

  field(name, label, control) {
    return h("label.rt-field", { key: name }, h("span", label), control);
  }

  choose(name, options) {
    const chosen = this.form[name];
    return h("select", { "data-field": name, value: chosen, focus: name }, [
      options.map(([key, word]) => h("option", { value: key, selected: key === chosen }, word)),
    ]);
  }

  asking() {
    const { t, form } = this;
    const { rulebooks, lessons } = this.model.get("choices");
    const found = lessons.filter((one) => form.rulebook in one.kinds);
    if (!found.some((one) => one.key === form.lesson)) form.lesson = found[0].key;
    const kinds = found.find((one) => one.key === form.lesson).kinds[form.rulebook];
    if (!kinds.some((one) => one.key === form.kind)) form.kind = "";
    const text = (name, type = "text", more = {}) =>
      h("input", { "data-field": name, type, value: form[name], focus: name, ...more });
    return h("section.rt-panel", { key: "ask" }, [
      h("h2", t("ask")),
      this.field(
        "rulebook",
        t("rulebook-label"),
        this.choose(
          "rulebook",
          rulebooks.map((one) => [one.key, one.name]),
        ),
      ),
      this.field(
        "lesson",
        t("lesson-label"),
        this.choose(
          "lesson",
          found.map((one) => [one.key, one.title]),
        ),
      ),
      this.field(
        "kind",
        t("kind-label"),
        this.choose("kind", [["", t("any-kind")], ...kinds.map((one) => [one.key, one.word])]),
      ),
      h("div.rt-fields", [
        this.field(
          "level",
          t("level"),
          this.choose(
            "level",
            ["1", "2", "3"].map((one) => [one, one]),
          ),
        ),
        this.field("seed", t("seed"), text("seed", "number", { min: 0, max: 999999 })),
        this.field("seconds", t("seconds"), text("seconds", "number", { min: 0, max: 3600 })),
      ]),
      h("div.rt-buttons", [
        h("button.rt-button.rt-primary", { act: "push", focus: "push" }, t("push")),
        this.field("n", t("how-many"), text("n", "number", { min: 1, max: 50 })),
        h("button.rt-button", { act: "plan", focus: "plan" }, t("plan-lesson")),
      ]),
      h("details", { key: "hand" }, [
        h("summary", t("own-hand")),
        this.field("hand", t("hand-label"), text("hand", "text", { placeholder: "5H 6H 7H PJ …" })),
        this.field("turned", t("turned-label"), text("turned", "text", { placeholder: "QD" })),
        h("button.rt-button", { act: "push-hand", focus: "push-hand" }, t("push-hand")),
      ]),
    ]);
  }

  plan(desk) {
    if (!desk.plan.length) return null;
    return h("section.rt-panel", { key: "plan" }, [
      h("h2", this.t("to-come")),
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

  onChange(event) {
    const { field } = event.target.dataset;
    if (!field) return;
    if (field === "names") this.names = event.target.checked;
    else this.form[field] = event.target.value;
    this.draw();
  }

  request() {
    const { rulebook, lesson, kind, level, seed, seconds } = this.form;
    const more = { ...(kind ? { kind } : {}), ...(Number(seconds) ? { seconds: Number(seconds) } : {}) };
    return { rulebook, lesson, level: Number(level), seed: Number(seed) || 0, ...more };
  }

  onClick(event) {
    const node = event.target.closest("[data-act]");
    if (!node) return;
    const { act } = node.dataset;
    const send = (message) => this.model.send(message);
    const { form } = this;
    if (act === "push") {
      send({ type: "push", ...this.request() });
      form.seed = String(Number(form.seed) + 1);
    } else if (act === "plan") send({ type: "plan", ...this.request(), n: Number(form.n) || 5 });
    else if (act === "push-hand")
      send({ type: "push", rulebook: form.rulebook, hand: form.hand, turned: form.turned.trim() || null });
    else if (act === "show")
      send({ type: "show", key: node.getAttribute("aria-pressed") === "true" ? null : node.dataset.answer });
    else if (act === "freeze") send({ type: "freeze", on: true });
    else if (act === "unfreeze") send({ type: "freeze", on: false });
    else if (act === "minute") send({ type: "timer", seconds: 60 });
    else if (act === "export-json" || act === "export-csv")
      send({ type: "export", as: act.slice(7), names: this.names });
    else if (act === "wall") window.open(`/wall#${this.secret}`, "_blank", "noopener");
    else if (act === "reveal" || act === "next" || act === "repeat") send({ type: act });
  }
}

classFonts();
new TeacherPage(document.getElementById("page"));
