// Puzzles: one hand with a goal at a time on the felt, with hints, and a verdict with its why at the foot; the others to
// choose from are in a sheet.

import { CardTableView } from "./card_table.js";
import { tutorFace } from "./shared/card_faces.js";
import { cited, drawReasons, plainCard } from "./shared/cards.js";
import { actionButton, choiceOptions, stepPips } from "./shared/controls.js";
import { addNode, addStatus, h, icon, redraw } from "./shared/dom.js";
import { tableHost } from "./shared/host.js";
import { Keeper } from "./shared/keep.js";
import { celebrate, shakeCards } from "./shared/motion.js";
import { registerPanel } from "./shared/panel.js";
import { openMoment, ownMoments, tellRounds } from "./shared/rounds.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

const TAKEN = "take"; // the answer that takes the open card
const SOLVED = "rummy-tutor-puzzles"; // what the browser keeps of solved puzzles

/** Of a row of solved puzzles that two tabs have changed, the longer one counts. */
const longer = (mine, theirs) => (typeof mine === "number" ? Math.max(mine, Number(theirs) || 0) : mine);

/** The day of the reader's own calendar, as 2026-11-22. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
}

export class PuzzlesView {
  /** @type {page.PuzzleView} once they have been opened */
  vm;

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   */
  constructor(root, host) {
    this.host = host;
    this.vm = null;
    this.asked = false;
    this.dayWanted = false; // whether the puzzle of the day is to be shown once the puzzles are open
    this.day = { asked: false, key: "" }; // whether that of the day is on its way, and which it is
    this.wish = { goal: "", rulebook: null }; // what the next puzzle must be; empty for any, null for the own game
    this.laid = ""; // the table that was drawn last
    this.kept = new Keeper(SOLVED, 2, longer);
    this.body = addNode(root, h("div.rt-fill.rt-puzzles.rt-onfelt"));
    this.side = addNode(this.body, h("section.rt-fill.rt-taskside.rt-puzzleside"));
    this.head = addNode(this.side, h("div.rt-taskask.rt-puzzlehead.rt-feltcloth"));
    this.tablePlace = addNode(this.side, h("div.rt-fill.rt-tasktable.rt-puzzletable.rt-feltcloth"));
    this.tablePlace.dataset.about = "hand";
    this.answers = addNode(this.side, h("div.rt-taskanswers.rt-puzzleanswers.rt-feltcloth"));
    this.foot = addNode(this.side, h("div.rt-taskfoot"));
    this.more = addNode(this.body, h("dialog.rt-sheet.rt-puzzlemore"));
    this.status = addStatus(root);
    this.body.hidden = true;
    const inner = tableHost(host, (move) => host.send({ type: "puzzle", do: "move", move: { ...move } }));
    inner.selected.add(() => this.vm.goal === "throw" && this.drawFoot());
    this.table = new CardTableView(this.tablePlace, inner);
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.more.addEventListener("change", (event) => this.onChange(event));
    this.more.addEventListener("keydown", (event) => event.stopPropagation()); // its keys are its own
    host.dayAsked.add(() => this.showDay());
  }

  /** @param {page.PuzzleView & Partial<page.ClosedView>} vm */
  update(vm) {
    if (vm.closed) {
      if (!this.asked) this.host.send({ type: "puzzle", do: "open", kept: this.kept.read() });
      this.asked = true;
      return;
    }
    const before = this.vm;
    const other = before?.key !== vm.key;
    this.vm = vm;
    tellRounds(this.host);
    if (this.dayWanted) this.askDay();
    else if (this.day.asked && other) this.day = { asked: false, key: vm.key };
    this.body.hidden = false;
    if (vm.record) this.kept.write(vm.record);
    if (other) this.keepWish();
    redraw(this.head, this.heading());
    redraw(this.answers, this.choiceList());
    this.tablePlace.hidden = !vm.table;
    const found = vm.verdict?.tone === "good"; // cards keep their size and place then
    const still = vm.shown || vm.goal === "allow";
    this.body.dataset.shown = String(vm.shown);
    Object.assign(this.tablePlace.dataset, { goal: vm.goal, answered: String(found), still: String(still) });
    this.selectThrown(before);
    this.drawFoot(); // what is said is there before the table is fitted into the room that it leaves
    // cards that stay where they lie keep their size, however much is said below them, but not before a class
    const laid = JSON.stringify([vm.key, vm.shown, vm.table]);
    const inClass = this.host.root.classList.contains("rt-classroom");
    if (vm.table && (inClass || laid !== this.laid)) this.table.update(vm.table);
    this.laid = laid;
    redraw(this.more, this.ladder());
    if (!other) this.tell(before);
    else if (before) this.arrive();
  }

  /** Of a card to throw the answer is the card itself, which is selected. */
  selectThrown(before) {
    const { vm } = this;
    if (before?.key !== vm.key) this.table.selected = [];
    if (vm.goal !== "throw" || !vm.shown || before?.shown) return;
    const [right] = vm.choices.filter((one) => one.chosen);
    const card = this.cards().find((one) => one.suit === right?.card.suit && one.rank === right.card.rank);
    this.table.selected = card ? [card.id] : [];
  }

  cards() {
    const { trays, loose } = this.vm.table;
    return [...trays.flatMap((tray) => tray.cards), ...loose.cards];
  }

  /** The card that is selected to be thrown, as an answer; none unless there is one. */
  thrown() {
    const { selected } = this.table;
    if (selected.length !== 1) return null;
    const card = this.cards().find((one) => one.id === selected[0]);
    return this.vm.choices.find((one) => one.card.suit === card.suit && one.card.rank === card.rank).value;
  }

  /** What is said of an answer is heard too, and seen on the cards. */
  tell(/** @type {page.PuzzleView} */ before) {
    const { verdict, hints, shown } = this.vm;
    if (shown && !before.shown) this.foot.scrollIntoView({ block: "nearest" });
    if (verdict && before.verdict?.text !== verdict.text) {
      this.status.textContent = verdict.text;
      const cards = [...this.tablePlace.querySelectorAll("[data-card]")];
      if (verdict.tone === "bad") shakeCards(cards);
      else celebrate(cards);
      this.foot.querySelector("[data-puzzle=next].rt-main")?.focus({ preventScroll: true });
    } else if (hints.length > before.hints.length) this.status.textContent = hints.at(-1).text;
  }

  /** Show the screen of the puzzles with that of the day. */
  showDay() {
    this.host.send({ type: "mode", mode: "puzzles" });
    this.dayWanted = true;
    if (this.vm) this.askDay();
  }

  askDay() {
    this.dayWanted = false;
    this.day = { asked: true, key: "" };
    this.host.send({ type: "puzzle", do: "day", day: today() });
  }

  /** The kind that was chosen for the next puzzle holds as long as it is that of the one that came. */
  keepWish() {
    const { goal, rulebook } = this.wish;
    if (goal && goal !== this.vm.goal) this.wish.goal = "";
    if (rulebook && rulebook !== this.vm.game) this.wish.rulebook = null;
  }

  /** The kind and the game of the next puzzle: the learner's own game unless another one was asked for. */
  wanted() {
    return { goal: this.wish.goal, rulebook: this.wish.rulebook ?? this.vm.own_game };
  }

  /** Another puzzle lies there: bring its question into view and put the focus there. */
  arrive() {
    const title = this.head.querySelector("h2");
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
    this.head.scrollIntoView({ block: "nearest" });
  }

  onClick(event) {
    if (event.target === this.more) this.more.close(); // a press beside the sheet
    if (openMoment(this.host, event)) this.more.close();
    const target = event.target.closest("[data-puzzle]");
    if (!target || target.getAttribute("aria-disabled") === "true") return;
    const { puzzle: what, key } = target.dataset;
    // the second press of two quick ones meets what was drawn after the first
    if (event.detail > 1 && ["next", "restart", "analyse", "previous"].includes(what)) return;
    if (what === "more") this.more.showModal();
    else if (this.more.contains(target)) this.more.close();
    if (what === "more" || what === "close") return;
    const { goal, rulebook } = this.wanted();
    if (what === "day") this.askDay();
    else if (what === "check" && this.vm.goal === "throw")
      this.host.send({ type: "puzzle", do: "choose", key: this.thrown() });
    else if (what === "new") this.host.send({ type: "puzzle", do: "new", goal, rulebook });
    else if (what === "next") this.host.send({ type: "puzzle", do: "next", goal, rulebook });
    else if (what === "choose") this.host.send({ type: "puzzle", do: "choose", key });
    else if (what === "go") this.host.send({ type: "puzzle", do: "go", key });
    else this.host.send({ type: "puzzle", do: what });
  }

  onChange({ target }) {
    const { wish } = target.dataset;
    if (!wish) return;
    this.wish[wish] = target.value;
    redraw(this.more, this.ladder());
  }

  onKey(event) {
    return Boolean(this.vm?.table) && this.table.onKey(event);
  }

  // ---- the question --------------------------------------------------------------------------
  /** What is asked, in one bubble; above it how hard it is and the way to other puzzles. */
  heading() {
    const { vm } = this;
    const t = this.host.t;
    return [
      h("div.rt-row.rt-puzzleplace", { key: "place" }, [
        this.day.key === vm.key ? h("span.rt-badge", { "data-tone": "sun" }, icon("jokers"), t("puzzle_day")) : null,
        h("span.rt-line.rt-near.rt-quiet", [stepPips(vm.level, vm.levels, vm.level_text), vm.level_text]),
        vm.is_known ? h("span.rt-badge.rt-puzzledone", { "data-tone": "good" }, icon("check"), t("puzzle_done")) : null,
        this.button("more", t("puzzle_more"), { class: "rt-text" }),
      ]),
      h("div.rt-says", { key: "says" }, [
        tutorFace(),
        h("div.rt-bubble", [
          h("h2", vm.title),
          h("p.rt-puzzleask", vm.question),
          h("p.rt-row.rt-quiet.rt-puzzlerules", [
            vm.kind ? h("span", vm.kind) : null,
            vm.rulebook ? h("b", vm.rulebook) : null,
            vm.players ? [h("span", vm.players), this.turned()] : null,
            vm.open ? h("span.rt-line.rt-lesser.rt-namedcard", t("puzzle_open"), plainCard(vm.open, " rt-tiny")) : null,
            vm.help ? h("span.rt-puzzlelessons", vm.help) : null,
          ]),
          vm.rules.length
            ? h("details", { key: "rules" }, [
                h("summary", { focus: "rules" }, t("puzzle_rules")),
                h("dl", [vm.rules.map((one) => [h("dt", one.name), one.ways.map((way) => h("dd", way))])]),
              ])
            : null,
        ]),
      ]),
    ];
  }

  turned() {
    const { vm, host } = this;
    return vm.turned
      ? h("span.rt-line.rt-lesser.rt-namedcard", host.t("puzzle_turned"), plainCard(vm.turned, " rt-tiny"))
      : h("span", host.t("puzzle_no_turned"));
  }

  /** A button that chooses an answer: a card, or words. */
  pick(/** @type {page.SeatCardView} */ one) {
    const attrs = {
      "data-puzzle": "choose",
      "data-key": one.card ? one.value : one.key,
      focus: `choice-${one.key}`,
      key: one.key,
      "aria-pressed": one.chosen ? "true" : "false",
      "aria-label": one.card ? one.card.name : null,
    };
    return one.card
      ? h("button.rt-holder.rt-pickcard", attrs, plainCard(one.card, one.chosen ? " rt-moved" : ""))
      : h("button.rt-button.rt-choice", attrs, [
          one.chosen ? icon("check") : null,
          one.value === TAKEN ? plainCard(this.vm.open, " rt-small") : null,
          one.label,
        ]);
  }

  /** The lines of a published table, the cards of some are chosen where they lie; and the answers to choose from. */
  choiceList() {
    const { vm } = this;
    const seat = (/** @type {page.SeatView} */ one) =>
      h("li.rt-row.rt-box.rt-seatline", { key: one.name }, [
        one.text
          ? h("span", one.text)
          : [h("b", one.name), one.groups.map((group) => h("div.rt-cards", [group.map((card) => this.pick(card))]))],
      ]);
    return [
      vm.seats.length ? h("ol.rt-stack.rt-near.rt-seatlist", { key: "seats" }, [vm.seats.map(seat)]) : null,
      vm.choices.length && !vm.choices[0].card
        ? h("div.rt-row.rt-choices.rt-puzzlechoices", { key: "choices", role: "group", "aria-label": vm.title }, [
            vm.choices.map((one) => this.pick(one)),
          ])
        : null,
    ];
  }

  button(what, label, more = {}) {
    return actionButton(null, label, { "data-puzzle": what, key: what, focus: `puzzle-${what}`, ...more });
  }

  // ---- the foot ------------------------------------------------------------------------------
  drawFoot() {
    redraw(this.foot, [this.said(), this.vm.shown ? null : this.dock()]);
    this.side.style.setProperty("--rt-taskfoot", `${this.foot.offsetHeight}px`); // above which the tools of a phone stay
  }

  /** What is said of an answer; once the answer is there, also why, and what comes next. */
  said() {
    const { vm } = this;
    const t = this.host.t;
    if (!vm.verdict && !vm.shown) return null;
    const record = vm.shown && [vm.streak, vm.longest, vm.source].filter(Boolean).join(" ");
    const tone = vm.verdict?.tone ?? "good";
    return h("div.rt-verdict.rt-puzzleverdict", { key: "verdict", "data-tone": vm.verdict ? tone : "shown" }, [
      vm.shown ? tutorFace() : null,
      h("div.rt-verdicttext.rt-stack", [
        h("h2.rt-line.rt-verdicthead", [
          icon(vm.verdict ? (tone === "good" ? "check" : "invalid") : "eye"),
          h("span", vm.verdict?.text ?? t("puzzle_answer")),
        ]),
        drawReasons(vm.why),
        record ? h("p.rt-quiet.rt-puzzlestreak", { key: "record" }, record) : null,
      ]),
      vm.shown
        ? h("div.rt-verdictgo.rt-stack", { key: "go" }, [
            this.button("next", t("puzzle_next"), { primary: true }),
            h("div.rt-row", [
              this.button("restart", t("puzzle_restart"), { class: "rt-text" }),
              vm.table ? this.button("analyse", t("puzzle_analyse"), { class: "rt-text" }) : null,
              vm.has_previous ? this.button("previous", t("puzzle_previous"), { class: "rt-text" }) : null,
            ]),
          ])
        : null,
    ]);
  }

  /** What acts: hints, the answer and another puzzle are quiet, Check is not. */
  dock() {
    const { vm } = this;
    const t = this.host.t;
    const quiet = (what, label, name = null) => this.button(what, label, { name, class: "rt-text" });
    return h("div.rt-row.rt-dock", { key: "dock" }, [
      vm.hints.length
        ? h("ol.rt-note.rt-puzzlehints", { key: "hints" }, [vm.hints.map((line) => h("li", cited(line)))])
        : null,
      h("div.rt-row.rt-helpers", { key: "helpers" }, [
        vm.next_hint ? quiet("hint", vm.next_hint, "eye") : null,
        vm.verdict && vm.table ? quiet("restart", t("puzzle_restart"), "undo") : null,
        quiet("show", t("puzzle_show")),
        quiet("next", t("puzzle_skip")),
        vm.has_previous ? quiet("previous", t("puzzle_previous")) : null,
      ]),
      vm.table ? h("p.rt-counts.rt-quiet", { key: "how" }, vm.table.caption.text) : null,
      vm.can_check
        ? this.button("check", t("puzzle_check"), { primary: true, off: vm.goal === "throw" && !this.thrown() })
        : null,
    ]);
  }

  // ---- other puzzles -------------------------------------------------------------------------
  /** That of the day, a new one, and the steps of the ladder that are of the chosen kind and game. */
  ladder() {
    const { vm } = this;
    const t = this.host.t;
    const any = { key: "", label: t("puzzle_any") };
    const { goal, rulebook } = this.wanted();
    const game = vm.games.find((one) => one.key === rulebook);
    // a kind that the game does not have is not offered, nor a game that does not have the kind
    const goals = vm.goals.filter((one) => !game || game.goal_keys.includes(one.key));
    const games = vm.games.filter((one) => !goal || one.goal_keys.includes(goal));
    const steps = vm.ladder.filter((one) => ["", one.goal].includes(goal) && ["", one.game_key].includes(rulebook));
    const choice = (wish, label, choices, value) =>
      h("label.rt-field", { key: wish }, [
        h("span", t(label)),
        h("select", { "data-wish": wish, focus: wish, value }, choiceOptions([any, ...choices], value)),
      ]);
    return [
      h("header.rt-line.rt-sheethead", { key: "head" }, [
        h("h2", t("puzzle_more")),
        h("button.rt-barbutton", { "data-puzzle": "close", focus: "close-more" }, icon("close"), t("sheet_close")),
      ]),
      h("div.rt-sheetbody.rt-stack", { key: "body" }, [
        h("div.rt-row", [
          this.button("day", t("puzzle_day"), { name: "jokers" }),
          choice("goal", "puzzle_goal", goals, goal),
          choice("rulebook", "puzzle_game", games, rulebook),
          this.button("new", t("puzzle_new")),
        ]),
        h("p.rt-quiet", t("puzzle_keeps")),
        ownMoments(vm.own),
        h("h3", t("puzzle_all"), " ", h("span.rt-badge.rt-puzzlestep", vm.step)),
        h("ol.rt-grid.rt-ladder", [steps.map((one) => h("li", { key: one.key }, this.rung(one)))]),
      ]),
    ];
  }

  rung(/** @type {page.RungView} */ one) {
    const attrs = {
      "data-puzzle": "go",
      "data-key": one.key,
      focus: `rung-${one.key}`,
      "aria-current": one.key === this.vm.key ? "step" : null,
    };
    return h("button.rt-button.rt-wide.rt-rung", attrs, [
      h("span", one.title, h("small", one.game)),
      one.done ? [icon("check"), h("span.rt-sr", this.host.t("puzzle_done"))] : null,
    ]);
  }
}

export default registerPanel("puzzles", PuzzlesView);
