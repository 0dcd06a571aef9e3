// A student's page in a class: come in, answer what is asked, see what came of it, go on with further tasks.

import { CardTableView } from "./card_table.js";
import { ClassPage, classAnswer, classCards, classRound, classTask, classVerdict } from "./class_parts.js";
import { plainCard } from "./shared/cards.js";
import { actionButton } from "./shared/controls.js";
import { h, icon, redraw } from "./shared/dom.js";
import { browserStore, tabStore } from "./shared/socket.js";

/** @import * as page from "./page.js" */

const TOKEN = "rummy-tutor-student";
const UNSENT = "rummy-tutor-unsent"; // the answer that is not known to be kept

class StudentPage extends ClassPage {
  constructor(root) {
    /** @type {() => page.StudentGreeting} */
    const greeting = () => ({
      role: "student",
      code: this.code,
      token: this.token,
      left: this.left,
      name: this.name,
      word: this.word,
      ...this.speaks(),
    });
    super(root, { role: "student", greeting, views: ["own", "task", "practice", "said", "connection"] });
    this.code = location.hash.slice(1, 20);
    this.token = tabStore(TOKEN);
    this.left = this.token ? null : browserStore(TOKEN); // of a tab that was closed
    this.name = this.makeName(); // what they are called if they say nothing else
    this.word = ""; // by which they are known in other classes
    this.picked = null; // what is chosen and not handed in yet
    this.at = null; // the task that it belongs to
    this.unsure = null; // the task that was to be handed in with no cards grouped
    this.renaming = false;
    this.named = false; // whether they have said what they are called
    this.tablePlace = this.place("rt-classfelt");
    this.foot = this.place("rt-classfoot");
    this.table = new CardTableView(this.tablePlace, this.host);
    this.acts = this.makeActs();
    this.listen(root);
    if (this.token || this.left || this.code || location.search) this.connect();
    this.draw();
  }

  /** Hear what the server says and what the student presses. */
  listen(root) {
    this.model.on("change:token", () => {
      this.model.values.delete("said"); // that the teacher was asked
      this.token = this.get("token");
      tabStore(TOKEN, this.token);
      browserStore(TOKEN, this.token);
    });
    this.model.on("change:own", () => this.sendAgain());
    this.model.on("change:table", () => {
      this.table.update(this.get("table"));
      if (this.unsure !== null) this.draw();
    });
    root.addEventListener("click", (event) => this.onClick(event));
    root.addEventListener("submit", (event) => this.onSubmit(event));
    this.model.on("change:said", () => {
      const code = this.get("said")?.code;
      // the second: another class is held at this address now, which has another code
      if (code === "taken-away" || (code === "wrong-code" && this.get("own"))) {
        this.leave();
        this.draw();
        return;
      }
      // nobody has typed a code yet: the door asks for one
      if (!this.code && !this.get("own")) this.model.values.delete("said");
    });
  }

  draw() {
    const [own, task] = [this.get("own"), this.get("task")];
    const mark = task ? `${task.at} ${task.further}` : null;
    if (mark !== this.at) {
      [this.at, this.picked] = [mark, null];
      window.scrollTo({ top: 0 }); // a task is read from its head
    }
    const laid = Boolean(own && task?.asks === "table" && this.canAnswer());
    this.tablePlace.hidden = !laid;
    if (!own) {
      redraw(this.body, [this.door()]);
      redraw(this.foot, []);
      return;
    }
    redraw(this.body, [
      this.bar(own),
      this.said(),
      own.pace && task ? this.pace(own.pace) : null,
      task ? classTask(task, this.t) : own.pace ? this.allDone(own.pace) : this.waiting(own),
      task && !laid ? this.cards(own, task) : null,
    ]);
    redraw(this.foot, task ? [this.answers(task), this.state(own, task)] : []);
  }

  /**
   * The cards of a task; not those which the choices or the answer show as well.
   * @param {page.OwnView} own
   * @param {page.ClassTaskView} task
   */
  cards(own, task) {
    const chosen = this.canAnswer() && task.choices.some((choice) => choice.card);
    if (task.round) return classRound(task, task.round, this.t, !chosen);
    const names = (cards) => cards.map((card) => card?.name).join();
    const twice = names(task.groups.flat()) === names(task.choices.map((choice) => choice.card));
    const isShown = task.asks === "table" ? own.answered && !task.further : chosen && twice;
    return isShown ? null : classCards(task, this.t);
  }

  /** One of the names that the class gives. */
  makeName() {
    const names = Object.entries(this.get("words")).filter(([key]) => key.startsWith("animal-"));
    return names[Math.floor(Math.random() * names.length)][1];
  }

  /**
   * What stands there until the first task: the student has joined, and may say what they are called.
   * @param {page.OwnView} own
   */
  waiting(own) {
    if (this.model.get("over")) return h("p.rt-waiting", { key: "over" }, this.t("ended"));
    return h("div.rt-stack.rt-waiting", { key: "wait" }, h("p", this.t("wait")), [
      this.renaming || this.named ? null : h("div.rt-stack.rt-nameask", h("p", this.t("called")), this.nameForm(own)),
      this.languageChoice(),
    ]);
  }

  /**
   * How far a student is with tasks at their own pace.
   * @param {page.PaceView} pace
   */
  pace({ done, most }) {
    return h("p.rt-quiet", { key: "pace", role: "status" }, this.t("pace", { n: most, done }));
  }

  /** @param {page.PaceView} pace */
  allDone({ right, most }) {
    return h("div.rt-waiting", { key: "done" }, h("p", this.t("all-done", { n: most, right })));
  }

  /** @param {page.OwnView} own */
  nameForm(own) {
    return h("form.rt-row.rt-nameform", { "data-form": "name", key: "name" }, [
      h("input", {
        type: "text",
        name: "name",
        value: own.name,
        maxlength: 24,
        autocomplete: "off",
        "aria-label": this.t("your-name"),
        focus: "name",
      }),
      h("button.rt-button", { type: "submit" }, this.t("keep-name")),
    ]);
  }

  door() {
    return h("form.rt-stack.rt-door", { key: "door", "data-form": "join" }, [
      h("h1", this.t("title")),
      h("label", { for: "code" }, this.t("type-code")),
      h("input.rt-codefield", {
        type: "text",
        id: "code",
        key: "code",
        name: "code",
        autocomplete: "off",
        autocapitalize: "characters",
        maxlength: 12,
        spellcheck: "false",
      }),
      h("label", { for: "name" }, this.t("your-name")),
      h("input.rt-namefield", {
        type: "text",
        id: "name",
        key: "name",
        name: "name",
        value: this.name,
        maxlength: 24,
        autocomplete: "off",
      }),
      h("label", { for: "word" }, this.t("your-word")),
      h("input.rt-namefield", {
        type: "text",
        id: "word",
        key: "word",
        name: "word",
        maxlength: 24,
        autocomplete: "off",
      }),
      h("button.rt-button.rt-main", { type: "submit" }, this.t("join")),
      this.said(),
      this.languageChoice(),
    ]);
  }

  /** @param {page.OwnView} own */
  bar(own) {
    return h("header.rt-row.rt-panelhead.rt-classbar", { key: "bar" }, [
      this.renaming
        ? this.nameForm(own)
        : h("button.rt-button.rt-ghost.rt-who", { act: "rename", title: this.t("change-name") }, [
            h("span", this.t("you-are", { name: own.name })),
            h("span.rt-quiet", this.t("change")),
          ]),
      this.renaming || (this.left && this.left === this.token)
        ? h("button.rt-button.rt-ghost", { act: "not-me", focus: "not-me" }, this.t("not-me", { name: own.name }))
        : null,
      this.time(),
    ]);
  }

  canAnswer() {
    const task = this.get("task");
    if (this.model.get("over")) return false;
    return task.further ? !this.get("practice") : this.get("own").stage === "open";
  }

  /** Whether any cards lie in groups. */
  isGrouped() {
    return this.get("table").trays.some((tray) => tray.cards.length);
  }

  /** @param {page.ClassTaskView} task */
  answers(task) {
    if (!this.canAnswer()) return null;
    if (task.asks === "table")
      return h(
        "div.rt-grid.rt-choices",
        { key: "table" },
        this.unsure === this.at && !this.isGrouped()
          ? h("p", { key: "unsure", role: "alert" }, this.t("nothing-grouped"))
          : null,
        actionButton("hand-in", this.t("hand-in"), { primary: true }),
      );
    if (task.asks === "number")
      return h("form.rt-row.rt-numberform", { "data-form": "number", key: `number-${this.at}` }, [
        h("input", {
          type: "text",
          name: "number",
          inputmode: task.signed ? "text" : "numeric",
          pattern: "-?[0-9]*",
          autocomplete: "off",
          "aria-label": this.t("number"),
          maxlength: 5,
          focus: "number",
        }),
        h("button.rt-button.rt-main", { type: "submit" }, this.t("answer")),
      ]);
    return this.choices(task);
  }

  /**
   * The answers to choose from, one or several of them.
   * @param {page.ClassTaskView} task
   */
  choices(task) {
    const several = task.asks === "several";
    const chosen = /** @type {any} */ (this.chosen() ?? (several ? [] : null));
    const on = (key) => (several ? chosen.includes(key) : chosen === key);
    return h(
      "div",
      {
        key: "choices",
        class: `rt-grid rt-choices${task.choices.some((one) => one.word.length > 24) ? " rt-long" : ""}`,
        role: "group",
        "aria-label": this.t("choose"),
      },
      [
        task.choices.map((choice) =>
          h(
            "button.rt-button.rt-choice",
            {
              act: "choose",
              "data-choice": choice.key,
              key: choice.key,
              focus: `c-${choice.key}`,
              "aria-pressed": String(on(choice.key)),
            },
            [
              choice.card ? plainCard(choice.card) : h("span", choice.word),
              on(choice.key) ? h("span.rt-mark", icon("check")) : null,
            ],
          ),
        ),
        several ? h("button.rt-button.rt-main", { act: "hand-in", key: "hand" }, this.t("answer")) : null,
      ],
    );
  }

  /**
   * @param {page.OwnView} own
   * @param {page.ClassTaskView} task
   */
  state(own, task) {
    const { t } = this;
    if (task.further) {
      const practice = this.get("practice");
      return h("div.rt-stack.rt-state", { key: "state" }, [
        practice ? [this.answered(practice.answered), classVerdict(practice, t)] : null,
        this.model.get("over")
          ? null
          : h("div.rt-buttons", { key: "buttons" }, [
              practice ? actionButton("more", t("next-one"), { primary: true }) : null,
              actionButton("back", t("back")),
            ]),
        own.practised ? h("p.rt-quiet", t("practised", { right: own.practised_right, n: own.practised })) : null,
      ]);
    }
    if (task.round?.end) return null;
    const { answered, kept, pace, stage, verdict } = own;
    const canGoOn = answered && !this.model.get("over");
    return h("div.rt-stack.rt-state", { key: "state" }, [
      answered ? this.answered(answered, kept) : stage === "open" ? null : h("p", t("no-answer")),
      verdict
        ? classVerdict(verdict, t)
        : h("p.rt-quiet", stage !== "open" ? t("closed") : canGoOn ? t("may-change") : ""),
      pace && verdict && kept ? actionButton("next", t("next-one"), { primary: true }) : null,
      canGoOn && !pace && !task.round ? actionButton("more", t("more")) : null,
    ]);
  }

  /**
   * What the student has answered, and whether it is kept.
   * @param {page.AnswerView} answer
   */
  answered(answer, kept = true) {
    return h("div.rt-row.rt-box.rt-yours", { key: "yours", role: "status" }, [
      h("p", this.t(kept ? "your-answer" : "being-kept")),
      classAnswer(answer),
    ]);
  }

  onClick(event) {
    const node = event.target.closest("[data-act]");
    if (node && !this.tablePlace.contains(node)) this.acts[node.dataset.act]?.(node.dataset.choice);
  }

  /** What the buttons do. */
  makeActs() {
    return {
      rename: () => {
        this.renaming = true;
        this.draw();
        this.body.querySelector("input[name=name]")?.focus();
      },
      "not-me": () => {
        this.leave();
        location.reload();
      },
      next: () => this.send({ type: "class-next" }),
      more: () => this.send({ type: "class-more" }),
      back: () => this.send({ type: "class-back" }),
      "hand-in": () => this.handIn(),
      choose: (/** @type {string} */ key) => this.choose(key),
    };
  }

  /** Hand in what lies on the table or is chosen; a table on which nothing is grouped at a second press. */
  handIn() {
    const isTable = this.get("task").asks === "table";
    if (isTable && this.unsure !== this.at && !this.isGrouped()) {
      this.unsure = this.at;
      this.draw();
    } else {
      this.unsure = null; // what was asked is answered
      this.answer(isTable ? null : (this.chosen() ?? []));
      this.draw();
    }
  }

  /** Choose an answer, which is given with that; of several one more, or one less. */
  choose(key) {
    if (this.get("task").asks === "several") {
      const before = /** @type {string[]} */ (this.chosen() ?? []);
      this.picked = before.includes(key) ? before.filter((one) => one !== key) : [...before, key];
    } else {
      this.picked = key;
      this.answer(key);
    }
    this.draw();
  }

  /** What is chosen now: not handed in yet, or given to the task of the class. */
  chosen() {
    return this.picked ?? (this.get("task").further ? null : this.get("own").value);
  }

  /** Be nobody in this class any more: the door comes next. */
  leave() {
    for (const store of [tabStore, browserStore]) store(TOKEN, "");
    tabStore(UNSENT, "");
    [this.token, this.left] = [null, null];
    this.model.values.delete("own");
    this.model.leave();
    this.model.set("connection", "alive"); // there is nothing to lose at the door
  }

  answer(value) {
    const { at, further, asks } = this.get("task");
    if (!further && asks !== "table") tabStore(UNSENT, JSON.stringify({ token: this.token, at, value }));
    this.send({ type: "class-answer", at, further, value });
  }

  /**
   * Send an answer again that was given while the phone slept or had no network, once it is clear that it never came.
   * Cards on a table are the server's: what lies there after such a pause is in sight, and handed in by hand.
   */
  sendAgain() {
    const [own, task] = [this.get("own"), this.get("task")];
    const unsent = JSON.parse(tabStore(UNSENT) || "null");
    if (!unsent || !task || task.further || task.at < unsent.at) return;
    const mine = unsent.token === this.token && unsent.at === task.at;
    const plain = (value) => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
    const there = mine && plain(own.value) === plain(unsent.value);
    const missing = mine && !there && own.stage === "open";
    if (missing && this.model.socket !== this.sentTo) {
      this.sentTo = this.model.socket; // once over each connection
      this.send({ type: "class-answer", at: unsent.at, further: false, value: unsent.value });
    } else if (!missing && !(there && !own.kept)) tabStore(UNSENT, "");
  }

  onSubmit(event) {
    event.preventDefault();
    const fields = new FormData(event.target);
    const { form } = event.target.dataset;
    if (form === "join") {
      this.code = String(fields.get("code")).trim();
      this.named = true;
      this.name = String(fields.get("name")).trim() || this.name;
      this.word = String(fields.get("word")).trim();
      this.model.values.delete("said");
      this.model.connect();
    } else if (form === "name") {
      [this.renaming, this.named] = [false, true];
      this.send({ type: "class-name", name: String(fields.get("name")) });
      this.draw();
    } else if (form === "number") {
      const number = Number(String(fields.get("number")).trim().replace("−", "-"));
      if (String(fields.get("number")).trim() && Number.isInteger(number)) this.answer(number);
    }
  }
}

new StudentPage(document.getElementById("page"));
