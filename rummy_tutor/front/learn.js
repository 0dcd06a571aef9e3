// Learn: the two doors of a first visit, the path of lessons, one lesson with its cards and tasks, the progress.

import { CardTableView } from "./card_table.js";
import { drawHome, drawProgress, drawQuestion, findPicked } from "./learn_home.js";
import {
  drawChoice,
  drawHead,
  drawNote,
  drawPlace,
  drawPractice,
  drawPracticeDock,
  drawRound,
  drawTurned,
  drawVerdict,
  fitSide,
  tutor,
} from "./learn_task.js";
import { cited } from "./shared/cards.js";
import { actionButton } from "./shared/controls.js";
import { addNode, addStatus, h, icon, redraw } from "./shared/dom.js";
import { giveFile, sheetAddress } from "./shared/files.js";
import { tableHost } from "./shared/host.js";
import { Keeper, readKept, writeKept, writeRules } from "./shared/keep.js";
import { celebrate, MANY_PETALS, shakeCards, snapGroup, turnUp } from "./shared/motion.js";
import { registerPanel } from "./shared/panel.js";
import { TurnTableView } from "./turn_table.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */
/**
 * What can be asked of Learn, without the name of the panel.
 *
 * @template Any
 * @typedef {Any extends { type: "learn" } ? Omit<Any, "type"> : never} LearnAction
 */

const TELL_AFTER = 300; // ms until it is said that something is being made
const REST = 400; // ms until the row of a move that has just come can be answered
const FACE = "rummy-tutor-face"; // what the browser keeps of whether the tutor is seen
const COURSES = "rummy-tutor-progress"; // what the browser keeps of the progress

/** A lesson that was answered in two tabs at once is mastered if it is in one of them. */
const eitherMastered = (mine, theirs) => (mine?.mastered === false && theirs?.mastered ? theirs : mine);

export class LearnView {
  /** @type {page.LearnView} null before the first */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.vm = null;
    this.chosen = []; // what is selected of several choices
    this.shown = {}; // which screen, step or task was drawn last, and whether with its verdict
    this.face = readKept(FACE) !== "away"; // whether the tutor is seen
    this.picked = null; // the card chosen in the question of the first screen, or of a step
    this.listed = false; // whether the lessons are listed to somebody new
    this.sure = false; // whether deleting everything has been asked for
    this.noNumber = false; // whether what was answered is no number
    this.noneSure = false; // whether an answer without a card has been asked about
    this.going = false; // whether what comes next has been asked for
    this.waits = false; // and takes its time
    this.resting = false; // whether the row of a move has just come or been answered
    this.answeredRows = 0; // how many rows have been answered
    this.inPage = document.body.hasAttribute("data-voila");
    this.kept = new Keeper(COURSES, 4, eitherMastered); // game by game, lesson by lesson
    if (this.inPage) this.kept.follow((data) => this.send({ do: "join", data, stamp: this.vm.stamp }));
    this.body = addNode(root, h("div.rt-fill.rt-learn"));
    this.head = addNode(this.body, h("div.rt-stack.rt-learnhead"));
    this.side = addNode(this.body, h("section.rt-fill.rt-taskside.rt-learnside"));
    this.ask = addNode(this.side, h("div.rt-taskask"));
    this.tablePlace = addNode(this.side, h("div.rt-tasktable.rt-learntable"));
    this.turnPlace = addNode(this.side, h("div.rt-learnturn"));
    this.answers = addNode(this.side, h("div.rt-taskanswers"));
    this.foot = addNode(this.side, h("div.rt-taskfoot"));
    this.status = addStatus(this.body);
    this.inner = tableHost(host, (move) => this.send({ do: "table", move: { ...move } }));
    this.inner.selected.add(() => this.noneSure && this.drawSide());
    this.table = new CardTableView(this.tablePlace, this.inner);
    this.turn = new TurnTableView(
      this.turnPlace,
      (action) => this.send(action),
      () => this.drawSide(),
    );
    host.laidOut.add(() => {
      this.focus();
      this.turn.fitTable();
      fitSide(this.side);
    });
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.ask.addEventListener("toggle", () => this.host.laidOut.emit(), true); // what is unfolded takes room of the cards
    this.side.addEventListener("pointermove", () => delete this.side.dataset.fresh);
    this.body.addEventListener("change", (event) => this.onChange(event));
    this.body.addEventListener("submit", (event) => {
      event.preventDefault();
      if (event.target.matches(".rt-choosing")) this.submitChoosing(event.target);
      else this.answerNumber();
    });
  }

  /** @param {LearnAction<page.Action>} action */
  send(action) {
    this.host.send({ type: "learn", ...action });
  }

  /** Ask for what comes next; where that takes its time it is said, and the page can be used meanwhile. */
  async go(/** @type {"next" | "step"} */ what) {
    if (this.going) return; // a second press would go on from what is not there yet
    this.going = true;
    this.send({ do: what });
    const timer = setTimeout(() => {
      this.waits = true;
      this.draw();
    }, TELL_AFTER);
    await this.host.answered();
    clearTimeout(timer);
    this.going = false;
    if (!this.waits) return;
    this.waits = false;
    this.draw();
  }

  waiting() {
    return this.waits || this.vm.waiting
      ? h("span.rt-quiet", { key: "waits", role: "status" }, this.vm.words.waits)
      : null;
  }

  /** @param {page.LearnView} vm */
  update(vm) {
    const first = this.vm === null;
    this.vm = vm;
    const { lesson } = vm;
    const verdict = lesson?.task?.verdict;
    const place = JSON.stringify([
      vm.screen,
      lesson?.key,
      lesson?.step?.place,
      lesson?.task?.key,
      lesson?.practice?.key,
    ]);
    this.place = place;
    const other = place !== this.shown.place;
    if (other) [this.chosen, this.noNumber, this.noneSure, this.picked] = [[], false, false, null];
    const picture = JSON.stringify([place, Boolean(verdict), lesson?.task?.laid_text]);
    if (picture !== this.shown.picture) {
      Object.assign(this.table, { selected: [], anchor: null });
      this.table.status.textContent = "";
    }
    if (vm.recalled && this.inPage) this.kept.write(vm.data);
    const answers = lesson?.task?.asking ? lesson.task.rows.filter((row) => row.right !== null).length : 0;
    const answered = answers > this.answeredRows;
    this.answeredRows = answers;
    if (answered) this.rest();
    this.draw();
    if (answered) {
      const latest = lesson.task.rows.find((row) => row.latest);
      this.status.textContent = `${latest.word} ${latest.line.text}`;
      this.side.querySelector("[data-act=allow]")?.focus({ preventScroll: true });
    }
    if (lesson?.step?.tried && !other && document.activeElement === document.body) this.goOn(".rt-turnsaid");
    const declared = Boolean(lesson?.turn?.slot?.card) && lesson.turn.said?.tone === "good";
    if (declared && !other && !this.shown.declared) this.win();
    else if (lesson?.step && lesson.turn?.said && !other) this.snapMade();
    if (!first && other) this.arrive();
    else if (verdict && !this.shown.verdict) this.answered(verdict);
    else if (lesson?.task?.laid_text && !this.shown.laid) this.goOn(".rt-laidnote");
    this.shown = { place, picture, declared, verdict: Boolean(verdict), laid: Boolean(lesson?.task?.laid_text) };
    if (first) this.send({ do: "recall", data: this.inPage ? this.kept.read() : null });
  }

  /** What is new stands at the top and takes the focus. */
  arrive() {
    if (this.inPage) window.scrollTo({ top: 0 });
    this.status.textContent = "";
    this.side.dataset.fresh = "true"; // until the pointer moves, no answer that came up under it is marked
    const target = this.body.querySelector("[data-first]");
    if (target) target.focus({ preventScroll: true });
  }

  /** A declaration that holds wins the round: the hand is celebrated. */
  win() {
    celebrate([...this.turnPlace.querySelectorAll("[data-hand]")], MANY_PETALS);
  }

  /** The meld that a card just drawn makes snaps together. */
  snapMade() {
    const made = this.turnPlace.querySelector(".rt-handgroup[data-tone]:not([data-tone=none]):has(.rt-moved)");
    if (made) snapGroup(made);
  }

  /** The verdict is said aloud, and a lesson that has been mastered with it. */
  answered(/** @type {page.VerdictView} */ verdict) {
    const { after } = this.vm.lesson;
    this.status.textContent = [verdict.head, verdict.praise, verdict.expected, after?.head, after?.more]
      .filter(Boolean)
      .join(" ");
    this.goOn(".rt-taskfoot"); // the verdict itself is still rising: the page would be scrolled after it
    const cards = [...this.side.querySelectorAll(":is(.rt-learntable, .rt-learnturn) [data-card]")];
    const won = /** @type {HTMLElement | null} */ (this.foot.querySelector(".rt-mastered"));
    if (!verdict.right) shakeCards(cards);
    else if (won) {
      turnUp(won);
      celebrate(cards, MANY_PETALS, won);
    } else celebrate(cards);
  }

  /** The way on has the focus, and what was said is in sight. */
  goOn(said) {
    this.side.querySelector("[data-next]")?.focus({ preventScroll: true });
    this.side.querySelector(said)?.scrollIntoView({ block: "nearest" });
  }

  draw() {
    const { vm } = this;
    const inLesson = vm.screen === "lesson";
    this.body.dataset.screen = vm.screen;
    const { table, turn } = vm.lesson ?? {};
    this.tablePlace.hidden = !table;
    this.turnPlace.hidden = !turn;
    this.side.hidden = !inLesson;
    this.focus();
    if (inLesson) {
      redraw(this.head, drawHead(vm.lesson, vm.words));
      const { task } = vm.lesson;
      Object.assign(this.tablePlace.dataset, {
        about: task ? task.about : "step",
        whole: String(task?.whole ?? true),
        laid: String(Boolean(task?.laid_text)),
        asks: task && !task.verdict ? task.asks : "",
        still: String(!this.isLaid()),
        marks: String(this.isMarked()),
        answered: String(Boolean(task?.verdict && !task.laid_text)),
      });
      Object.assign(this.body.dataset, {
        played: String(Boolean(vm.lesson.practice)),
        turn: String(Boolean(turn)),
        answered: String(Boolean(task?.verdict)),
      });
      this.turn.guides = Boolean(vm.lesson.step);
      if (turn) this.turn.update(turn, this.place);
      // what is said and asked is there before the table is fitted into the room that it leaves
      this.drawSide();
      if (table) this.table.update(table);
      if (turn) this.turn.fitTable(); // what stands above it has now its height
      fitSide(this.side);
    } else this.host.root.classList.toggle("rt-newcomer", this.isNewcomer());
    if (vm.screen === "progress") redraw(this.head, drawProgress(vm, this.sure, this.face));
    else if (vm.screen === "home")
      redraw(
        this.head,
        drawHome(vm, {
          picked: this.picked,
          listed: this.listed,
          waits: this.waitsForKept(),
          hasPuzzles: this.host.dayAsked.heard,
        }),
      );
  }

  /** A lesson has the window to itself, but before a class, which has a bar of its own. */
  focus() {
    const alone = this.vm?.screen === "lesson";
    this.body.classList.toggle("rt-onfelt", alone);
    for (const part of [this.head, this.ask, this.answers, this.tablePlace, this.turnPlace])
      part.classList.toggle("rt-feltcloth", alone);
    this.body.classList.toggle("rt-focus", alone && !this.host.root.classList.contains("rt-classroom"));
  }

  /** Whether somebody began here who knows less than half of the lessons: the rail has fewer entries then. */
  isNewcomer() {
    const { home } = this.vm;
    if (!home || this.waitsForKept() || this.host.root.dataset.began !== "learn") return false;
    return home.lessons.filter(({ state }) => ["new", "begun"].includes(state)).length > home.lessons.length / 2;
  }

  /** Whether this browser keeps progress that Python has not been told yet; whoever only looked on has none. */
  waitsForKept() {
    if (!this.inPage || this.vm.recalled) return false;
    const kept = this.kept.read();
    return Boolean(kept?.reached || Object.keys(kept?.courses ?? {}).length);
  }

  /** A card chosen in a question: a right one goes to its place, where it is celebrated, and the way on has the focus. */
  pick(key) {
    this.picked = key;
    this.draw();
    const run = /** @type {HTMLElement} */ (this.body.querySelector(".rt-tryrun"));
    if (run.dataset.tone === "none") shakeCards([this.body.querySelector(`[data-offer="${key}"]`)]);
    else {
      snapGroup(run);
      celebrate([...run.querySelectorAll(".rt-card")]);
      this.side.querySelector("[data-next]")?.focus({ preventScroll: true });
    }
  }

  showRight(/** @type {page.PickView} */ { offers }) {
    this.pick(offers.find((offer) => offer.right).card.key);
  }

  drawSide() {
    if (!this.isEmpty()) this.noneSure = false;
    const { ask, answers, foot } = this.parts(this.vm.lesson);
    redraw(this.ask, [ask]);
    redraw(this.answers, [answers]);
    redraw(this.foot, [foot]);
    fitSide(this.side);
  }

  /** Whether the answer is how the cards are laid, and has not been given yet. */
  isLaid() {
    const task = this.vm.lesson?.task;
    return Boolean(task && task.asks === "groups" && !task.verdict);
  }

  /** Whether an answer of cards that are grouped or selected has none. */
  isEmpty() {
    return this.isLaid() ? !this.vm.lesson.table.trays.length : !this.table.selected.length;
  }

  /** Whether cards are selected for an answer. */
  isMarked() {
    const task = this.vm.lesson?.task;
    return Boolean(task && task.asks === "cards" && !task.verdict);
  }

  // ---- one lesson ----------------------------------------------------------------------------
  /** What is asked above the cards, the answers below them, and at the foot what acts or what is said of the answer. */
  parts(/** @type {page.LessonView} */ lesson) {
    if (lesson.practice) return { ask: drawPractice(lesson.practice), foot: drawPracticeDock(lesson.practice) };
    if (lesson.step) return this.step(lesson);
    return lesson.task ? this.task(lesson) : { ask: this.waiting() };
  }

  step(/** @type {page.LessonView} */ lesson) {
    const { words } = this.vm;
    const { step } = lesson;
    const { question } = step;
    const done = question ? Boolean(findPicked(question, this.picked)?.right) : step.tried;
    return {
      ask: [
        drawPlace(lesson),
        h("div.rt-says", { key: "says" }, [
          tutor(this.face),
          h("div.rt-bubble", [
            step.won
              ? h("p", { key: "won" }, h("span.rt-badge", { "data-tone": "sun" }, icon("jokers"), step.won))
              : null,
            h("p.rt-steptext", { key: "text", "data-first": true, tabindex: "-1" }, step.text),
            step.try ? h("p.rt-note", { key: "try" }, step.try) : null,
            step.note
              ? h("details.rt-stepnote", { key: "note" }, h("summary", step.note_fold), h("p", cited(step.note)))
              : null,
          ]),
        ]),
        drawTurned(lesson, words),
      ],
      answers: question ? drawQuestion(question, this.picked) : null,
      // the place of the main button has what comes next, and nothing before: help stands elsewhere
      foot: h("div.rt-row.rt-dock", { key: "dock" }, [
        step.first ? null : actionButton("step-back", words.back, { class: "rt-text" }),
        step.kept ? actionButton("next", words.back_to_task) : null,
        lesson.play && step.first ? actionButton("practise", lesson.play, { name: "cards" }) : null,
        done ? null : actionButton("show", words.show_step, { name: "eye", class: "rt-text" }),
        this.waiting(),
        done
          ? actionButton("step", step.last ? words.start_tasks : words.next_step, {
              primary: !this.turn.chosen.length, // a card that is selected has a button of its own
              "data-next": true,
            })
          : null,
      ]),
    };
  }

  task(/** @type {page.LessonView} */ lesson) {
    const { words } = this.vm;
    const { task } = lesson;
    return {
      ask: [
        drawPlace(lesson, task.stage),
        h("h3.rt-ask", { key: "ask", "data-first": true, tabindex: "-1" }, task.ask),
        drawNote(task),
        drawTurned(lesson, words),
        drawRound(task),
      ],
      answers: [this.rows(task), task.asks === "moves" ? null : this.choices(task)],
      foot: task.verdict
        ? drawVerdict(lesson, { face: this.face, onward: this.onward(lesson, task) })
        : h("div.rt-row.rt-dock", { key: "dock" }, [
            task.hints.map((hint, at) => h("p.rt-note", { key: `hint-${at}` }, hint)),
            this.noneSure
              ? h("p.rt-note", { key: "none", role: "alert" }, this.isLaid() ? words.none_grouped : words.none_sure)
              : null,
            h("div.rt-row.rt-helpers", { key: "helpers" }, [
              task.more_hints ? actionButton("hint", task.hint_word, { name: "eye" }) : null,
              actionButton("example", words.again_example, { name: "book" }),
            ]),
            lesson.counts ? h("p.rt-counts.rt-quiet", { key: "counts" }, lesson.counts) : null,
            this.checks(task)
              ? actionButton("answer", words.answer, {
                  primary: true,
                  off: task.asks === "rulebooks" && !this.chosen.length,
                })
              : null,
          ]),
    };
  }

  /** Whether an answer is put together first and then given; else pressing it gives it. */
  checks(/** @type {page.TaskView} */ { asks }) {
    return ["number", "groups", "cards", "rulebooks"].includes(asks);
  }

  choices(/** @type {page.TaskView} */ task) {
    const { words } = this.vm;
    if (task.asks === "number" && !task.verdict)
      return h("form.rt-row.rt-answernumber", { key: "number" }, [
        h(
          "label.rt-row",
          h("span", words.points_label),
          h("input", {
            type: "text",
            // the number pad of some phones has no minus
            inputmode: task.signed ? "text" : "numeric",
            autocomplete: "off",
            "aria-invalid": String(this.noNumber),
            "data-number": true,
            focus: "n",
          }),
        ),
        this.noNumber ? h("p", { key: "refused", role: "alert" }, task.not_a_number) : null,
      ]);
    const many = task.asks === "rulebooks";
    return task.choices.length
      ? h("div", { class: `rt-row rt-choices rt-choices-${task.asks}`, key: "choices" }, [
          task.choices.map((one, at) => drawChoice(one, at, many && !task.verdict ? this.chosen : null)),
        ])
      : null;
  }

  /** The moves that are asked about: each is made on the table or held for forbidden, and then has its rule. */
  rows(/** @type {page.TaskView} */ task) {
    if (!task.rows.length) return null;
    const { asking } = task; // none once all have been answered
    const label = (/** @type {page.MoveRowView} */ row) =>
      row.right === null
        ? [
            h("span", row.label),
            row.current
              ? h("span.rt-buttons", [
                  this.decision(row, "allow", asking.allow),
                  this.decision(row, "refuse", asking.not_allowed),
                ])
              : null,
          ]
        : [
            h("span.rt-rowmark", icon(row.right ? "check" : "invalid")),
            h("span", h("b", row.word), " ", cited(row.line)),
          ];
    return [
      asking ? h("p.rt-quiet", { key: "how" }, [h("b", asking.count), ` ${asking.how}`]) : null,
      h("ol.rt-stack.rt-moverows", { key: "rows", "data-done": String(!asking) }, [
        task.rows.map((row) =>
          h(
            "li.rt-row.rt-box",
            {
              key: row.move,
              "data-current": String(row.current),
              "data-latest": String(row.latest),
              "data-right": String(row.right),
            },
            label(row),
          ),
        ),
      ]),
    ];
  }

  /** A button that holds a move for allowed, which makes it, or for forbidden. */
  decision(/** @type {page.MoveRowView} */ row, act, word) {
    const off = this.resting && "true";
    const attrs = { act, focus: act, key: act, "data-move": row.move, "aria-label": row[act], "aria-disabled": off };
    return h("button.rt-button", attrs, word);
  }

  setResting(on) {
    this.resting = on;
    this.side.dataset.resting = String(on);
  }

  /** For a moment nothing beside the table can be pressed: a finger that taps twice must not answer the next row. */
  rest() {
    clearTimeout(this.restTimer);
    this.setResting(true);
    this.restTimer = setTimeout(() => {
      this.setResting(false);
      this.draw();
    }, REST);
  }

  /** What comes after an answer. */
  onward(/** @type {page.LessonView} */ lesson, task) {
    const { words } = this.vm;
    const { after, why_more: why } = lesson;
    const goes = after?.following;
    return [
      goes
        ? h("div.rt-row", { key: "goes" }, [
            actionButton("lesson", after.go, { primary: true, "data-next": true, "data-lesson": goes }),
            actionButton("next", words.practise, { class: "rt-text" }),
          ])
        : actionButton("next", words.next, { primary: true, "data-next": true }),
      h("div.rt-row", { key: "more" }, [
        why && !after ? h("p.rt-quiet", { key: "why" }, why) : null,
        task.can_lay ? actionButton("lay", words.show_right, { name: "eye", class: "rt-text" }) : null,
        this.waiting(),
      ]),
    ];
  }

  // ---- acting --------------------------------------------------------------------------------
  onClick(event) {
    if (event.target.closest(".rt-learnturn")) return undefined;
    if (event.target.closest(".rt-learntable")) return this.onTable(event);
    const target = event.target.closest("[data-act]");
    if (!target || target.getAttribute("aria-disabled") === "true") return undefined;
    // the second press of two quick ones meets what was drawn after the first: a hint or an answer nobody wanted
    if (event.detail > 1 && ["choose", "allow", "refuse", "hint", "example"].includes(target.dataset.act))
      return undefined;
    return this.act(target.dataset.act, target.dataset);
  }

  /** Where a group is asked for, a group pressed on the table is the answer. */
  onTable(event) {
    const { task } = this.vm.lesson;
    const tray = event.target.closest(".rt-tray");
    if (tray && task?.asks === "group" && !task.verdict)
      this.act("choose", { value: task.choices[tray.dataset.tray].value });
  }

  /** A game chosen: the questions and the names fold up, so that its lessons are in sight. */
  foldGames() {
    const list = this.body.querySelector(".rt-apart");
    list.open = false;
    list.querySelector("summary").focus();
  }

  /**
   * Ask which game is played, or answer that; what is asked next has the focus.
   * @param {page.ChoosingValues} values
   */
  async choosing(values) {
    this.send({ do: "choosing", ...values });
    await this.host.answered();
    if (values.what !== "open") this.head.querySelector("[data-asked]")?.focus();
  }

  /** The number typed answers the question; once the game is known it is taken under its name. */
  async submitChoosing(form) {
    const field = form.querySelector("input");
    const typed = field?.value.trim() ?? "";
    if (form.dataset.asks !== "number") {
      this.foldGames();
      this.send({ do: "take_game", title: typed });
      await this.host.answered();
      const { taken } = this.vm.home;
      if (taken && this.inPage) writeRules({ books: [taken] });
    } else if (/^[0-9]{1,5}$/.test(typed)) this.choosing({ what: "number", value: Number(typed) });
    else field.focus();
  }

  act(act, data = {}) {
    if (act === "game") {
      this.foldGames();
      this.host.send({ type: "set", rulebook: data.book });
    } else if (act === "apart") {
      if (!this.vm.home.choosing) this.choosing({ what: "open" });
    } else if (act === "choosing-answer") this.choosing({ what: "answer", value: Number(data.at) });
    else if (act === "choosing-skip") this.choosing({ what: "skip" });
    else if (act === "choosing-back") this.choosing({ what: "back" });
    else if (act === "door-new") this.send({ do: "lesson", lesson: this.vm.home.first });
    else if (act === "door-know") this.openTable();
    else if (act === "pick") this.pick(data.offer);
    else if (act === "list") {
      this.listed = true;
      this.draw();
    } else if (act === "play") this.host.send({ type: "mode", mode: "play" });
    else if (act === "puzzle") this.host.dayAsked.emit();
    else if (act === "lesson") this.send({ do: "lesson", lesson: data.lesson });
    else if (act === "progress") this.send({ do: "home", show: "progress" });
    else if (act === "print") this.print();
    else if (act === "step-back") this.send({ do: "step", by: -1 });
    else if (act === "example") this.send({ do: "step", from_start: true });
    else if (act === "choose") this.send({ do: "answer", answer: data.value });
    else if (act === "refuse" || act === "allow") {
      this.send({ do: act === "allow" ? "play" : "refuse", move: data.move });
    } else if (act === "answer") this.answer();
    else if (act === "face") {
      this.face = !this.face;
      writeKept(FACE, this.face ? "there" : "away");
      this.draw();
    } else if (act === "export") giveFile({ name: "rummy-progress.json", text: JSON.stringify(this.vm.data) });
    else if (act === "import") this.body.querySelector("[data-file]").click();
    else if (act === "clear-yes") {
      this.sure = false;
      if (this.inPage) this.kept.clear();
      this.send({ do: "forget" });
    } else if (act === "clear" || act === "clear-no") {
      this.sure = act === "clear";
      this.draw();
    } else if (act === "toggle") {
      const { value } = data;
      this.chosen = this.chosen.includes(value) ? this.chosen.filter((one) => one !== value) : [...this.chosen, value];
      this.draw();
    } else if (act === "next") this.go("next");
    else if (act === "show" && this.vm.lesson.step.question) this.showRight(this.vm.lesson.step.question);
    else if (act === "step" || act === "show") this.go("step");
    else this.send({ do: act });
  }

  /** Show the table of the analysis, with the focus on a card. */
  async openTable() {
    this.host.send({ type: "mode", mode: "analyse" });
    await this.host.answered();
    this.host.handLaid.emit();
  }

  /** A worksheet of the lesson, every time with other tasks. */
  print() {
    const seed = 1 + Math.floor(Math.random() * 9999);
    const url = sheetAddress(this.inPage);
    this.host.send({ type: "class", do: "sheet", lesson: this.vm.lesson.key, n: 8, seed, url });
  }

  answer() {
    const { lesson } = this.vm;
    const { asks } = lesson.task;
    if (asks === "number") this.answerNumber();
    else if (asks === "rulebooks") this.send({ do: "answer", answer: this.chosen });
    else if (!this.isEmpty() || this.noneSure)
      this.send(asks === "groups" ? { do: "answer" } : { do: "answer", cards: this.table.selected });
    else {
      this.noneSure = true; // a slip is not taken for the answer that none is
      this.draw();
    }
  }

  answerNumber() {
    const { task } = this.vm.lesson;
    const text = this.side.querySelector("[data-number]").value.trim().replace("−", "-");
    this.noNumber = !(task.signed ? /^[-+]?\d+$/ : /^\d+$/).test(text);
    if (this.noNumber) this.draw();
    else this.send({ do: "answer", answer: Number(text) });
  }

  async onChange(event) {
    const { target } = event;
    if (target.dataset.game !== undefined) this.host.send({ type: "set", rulebook: target.value });
    else if (target.dataset.file !== undefined && target.files.length) {
      const [file] = target.files;
      const text = file.size > 4e6 ? "" : await file.text();
      target.value = "";
      this.send({ do: "load", text });
    }
  }

  /** Digits choose, and on a table of its own the table's keys play. */
  onKey(event) {
    const task = this.vm?.lesson?.task;
    if (this.vm?.lesson?.turn && this.turn.onKey(event)) return true;
    if (!task || event.ctrlKey || event.metaKey || event.altKey) return this.isLaid() && this.table.onKey(event);
    if (this.isLaid() || this.isMarked()) return this.table.onKey(event);
    const at = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : -1;
    if (task.verdict || at < 0 || at >= task.choices.length || task.asks === "moves") return false;
    this.act(task.asks === "rulebooks" ? "toggle" : "choose", { value: task.choices[at].value });
    return true;
  }
}

export default registerPanel("learn", LearnView);
