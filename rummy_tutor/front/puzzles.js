// Puzzles: one hand with a goal at a time on a card table of its own, with hints, a verdict and its why.

import { CardTableView } from "./card_table.js";
import { cited, plainCard } from "./shared/cards.js";
import { actionButton, choiceOptions, stepPips } from "./shared/controls.js";
import { addNode, addStatus, h, icon, redraw } from "./shared/dom.js";
import { tableHost } from "./shared/host.js";
import { Keeper } from "./shared/keep.js";
import { registerPanel } from "./shared/panel.js";

/** @import * as page from "./page.js" */
/** @import { Host } from "./shared/host.js" */

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
    this.wish = { goal: "", rulebook: "" }; // what the next puzzle must be; empty for any
    this.kept = new Keeper(SOLVED, 2, longer);
    this.body = addNode(root, h("div.rt-puzzles"));
    this.head = addNode(this.body, h("section.rt-panel.rt-puzzlehead"));
    this.board = addNode(this.body, h("div.rt-puzzleboard"));
    this.tablePlace = addNode(this.board, h("div.rt-puzzletable"));
    this.seats = addNode(this.board, h("div.rt-puzzleseats"));
    const beside = addNode(this.body, h("div.rt-puzzlebeside"));
    this.side = addNode(beside, h("section.rt-panel.rt-puzzleside"));
    this.more = addNode(beside, h("section.rt-panel.rt-puzzlemore"));
    this.status = addStatus(root);
    this.body.hidden = true;
    this.table = new CardTableView(
      this.tablePlace,
      tableHost(host, (move) => host.send({ type: "puzzle", do: "move", move: { ...move } })),
    );
    this.body.addEventListener("click", (event) => this.onClick(event));
    this.more.addEventListener("change", (event) => this.onChange(event));
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
    this.vm = vm;
    if (this.dayWanted) this.askDay();
    this.body.hidden = false;
    if (vm.record) this.kept.write(vm.record);
    if (before?.key !== vm.key) this.keepWish();
    redraw(this.head, this.heading());
    this.tablePlace.hidden = !vm.table;
    if (vm.table) {
      if (before?.key !== vm.key) this.table.selected = [];
      this.table.update(vm.table);
    }
    redraw(this.seats, [vm.seats.length ? this.seatList() : null]);
    redraw(this.side, this.controls());
    redraw(this.more, this.ladder());
    if (vm.verdict && before?.verdict?.text !== vm.verdict.text) this.status.textContent = vm.verdict.text;
    else if (before && vm.hints.length > before.hints.length) this.status.textContent = vm.hints.at(-1).text;
    if (before && before.key !== vm.key) this.arrive();
  }

  /** Show the screen of the puzzles with that of the day. */
  showDay() {
    this.host.send({ type: "mode", mode: "puzzles" });
    this.dayWanted = true;
    if (this.vm) this.askDay();
  }

  askDay() {
    this.dayWanted = false;
    this.host.send({ type: "puzzle", do: "day", day: today() });
  }

  /** What was chosen for the next puzzle holds as long as it is true of the one that came. */
  keepWish() {
    const { goal, rulebook } = this.wish;
    if (goal && goal !== this.vm.goal) this.wish.goal = "";
    if (rulebook && rulebook !== this.vm.game) this.wish.rulebook = "";
  }

  /** Another puzzle lies there: bring its question into view and put the focus there. */
  arrive() {
    const title = this.head.querySelector("h2");
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
    this.head.scrollIntoView({ block: "nearest" });
  }

  onClick(event) {
    const target = event.target.closest("[data-puzzle]");
    if (!target || target.getAttribute("aria-disabled") === "true") return;
    const { puzzle: what, key } = target.dataset;
    const { goal, rulebook } = this.wish;
    if (what === "day") this.askDay();
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

  heading() {
    const { vm } = this;
    return [
      h("header.rt-panelhead", { key: "head" }, [
        h("h2", vm.title),
        vm.kind ? h("span.rt-quiet", vm.kind) : null,
        stepPips(vm.level, vm.levels, vm.level_text),
        h("span.rt-quiet.rt-puzzlestep", vm.step),
        vm.lessons ? h("span.rt-quiet.rt-puzzlelessons", vm.lessons) : null,
        vm.is_known ? h("span.rt-puzzledone", icon("check"), this.host.t("puzzle_done")) : null,
      ]),
      h("p.rt-puzzleask", { key: "ask" }, vm.question),
      h("p.rt-puzzlerules", { key: "rules" }, [
        vm.rulebook ? h("strong", vm.rulebook) : null,
        h("span", vm.players),
        vm.turned
          ? h("span.rt-puzzlecard", this.host.t("puzzle_turned"), " ", plainCard(vm.turned, " rt-tiny"))
          : h("span", this.host.t("puzzle_no_turned")),
        vm.open ? h("span.rt-puzzlecard", this.host.t("puzzle_open"), " ", plainCard(vm.open, " rt-tiny")) : null,
        h("span.rt-quiet", vm.source),
      ]),
    ];
  }

  /** The lines of a published table; the cards of some are chosen where they lie. */
  seatList() {
    const { vm } = this;
    return h("ol.rt-seatlist", { class: vm.seats[0].text ? "rt-seattexts" : null }, [
      vm.seats.map((seat) =>
        h("li", { key: seat.name }, [
          seat.text
            ? h("span", seat.text)
            : [
                h("strong", seat.name),
                h("div.rt-seatgroups.rt-small", [
                  seat.groups.map((group) => h("div.rt-cards", [group.map((one) => this.pick(one))])),
                ]),
              ],
        ]),
      ),
    ]);
  }

  /** A button that chooses an answer: a card, or words. */
  pick(/** @type {page.SeatCardView} */ one) {
    const attrs = {
      "data-puzzle": "choose",
      "data-key": one.key,
      focus: `choice-${one.key}`,
      key: one.key,
      "aria-pressed": one.chosen ? "true" : "false",
      "aria-label": one.card ? one.card.name : null,
    };
    return one.card
      ? h("button.rt-pickcard", { ...attrs, "data-key": one.value }, plainCard(one.card, one.chosen ? " rt-moved" : ""))
      : h("button.rt-button.rt-choose", attrs, one.chosen ? icon("check") : null, one.label);
  }

  choiceList() {
    const { vm } = this;
    if (!vm.choices.length) return null;
    const label = vm.choices[0].card ? h("h3", { key: "choose" }, this.host.t("puzzle_choose_card")) : null;
    const choices = h(
      "div.rt-puzzlechoices",
      { key: "choices", role: "group", "aria-label": vm.title, class: vm.choices[0].card ? "rt-small" : null },
      [vm.choices.map((one) => this.pick(one))],
    );
    return [label, choices];
  }

  button(what, label, more = {}) {
    return actionButton(null, label, { "data-puzzle": what, key: what, focus: `puzzle-${what}`, ...more });
  }

  controls() {
    const { vm } = this;
    const t = this.host.t;
    return [
      this.choiceList(),
      vm.rules.length
        ? h("details.rt-why", { key: "rules" }, [
            h("summary", { focus: "rules" }, t("puzzle_rules")),
            h("dl", [vm.rules.map((one) => [h("dt", one.name), one.ways.map((way) => h("dd", way))])]),
          ])
        : null,
      vm.verdict
        ? h("p.rt-puzzleverdict", { key: "verdict", "data-tone": vm.verdict.tone }, [
            icon(vm.verdict.tone === "good" ? "check" : "invalid"),
            h("span", vm.verdict.text),
          ])
        : null,
      h("div.rt-buttons", { key: "buttons" }, [
        vm.shown ? this.button("next", t("puzzle_next"), { primary: true }) : null,
        vm.can_check && !vm.shown ? this.button("check", t("puzzle_check"), { primary: true, name: "check" }) : null,
        vm.next_hint ? this.button("hint", vm.next_hint, { name: "eye" }) : null,
        vm.shown ? null : this.button("show", t("puzzle_show")),
        vm.table || vm.shown ? this.button("restart", t("puzzle_restart"), { name: "undo" }) : null,
        vm.shown ? null : this.button("next", t("puzzle_skip")),
        vm.has_previous ? this.button("previous", t("puzzle_previous")) : null,
      ]),
      vm.hints.length
        ? h("ol.rt-steps.rt-puzzlehints", { key: "hints" }, [vm.hints.map((line) => h("li", cited(line)))])
        : null,
      vm.why.length
        ? h("div.rt-puzzlewhy", { key: "why" }, [
            h("h3", t("puzzle_why")),
            h("ul", [vm.why.map((line) => h("li", cited(line)))]),
          ])
        : null,
      vm.shown && vm.table ? h("div.rt-buttons", { key: "then" }, this.button("analyse", t("puzzle_analyse"))) : null,
      vm.streak || vm.longest
        ? h("p.rt-puzzlestreak", { key: "streak" }, [
            h("strong", vm.streak || t("puzzle_no_streak")),
            " ",
            h("span.rt-quiet", vm.longest),
          ])
        : null,
    ];
  }

  /** Other puzzles: that of the day, a new one, and every step of the ladder. */
  ladder() {
    const { vm } = this;
    const t = this.host.t;
    const any = { key: "", label: t("puzzle_any") };
    const { goal, rulebook } = this.wish;
    const game = vm.games.find((one) => one.key === rulebook);
    // a kind that the game does not have is not offered, nor a game that does not have the kind
    const goals = vm.goals.filter((one) => !game || game.goal_keys.includes(one.key));
    const games = vm.games.filter((one) => !goal || one.goal_keys.includes(goal));
    const choice = (wish, label, choices) =>
      h("label.rt-field", { key: wish }, [
        h("span", t(label)),
        h(
          "select",
          { "data-wish": wish, focus: wish, value: this.wish[wish] },
          choiceOptions([any, ...choices], this.wish[wish]),
        ),
      ]);
    return [
      h("div.rt-buttons.rt-puzzlenew", { key: "new" }, [
        this.button("day", t("puzzle_day")),
        choice("goal", "puzzle_goal", goals),
        choice("rulebook", "puzzle_game", games),
        this.button("new", t("puzzle_new")),
      ]),
      h("p.rt-quiet", { key: "keeps" }, t("puzzle_keeps")),
      h("details.rt-why", { key: "ladder" }, [
        h("summary", { focus: "ladder" }, t("puzzle_all")),
        h("ol.rt-ladder", [
          vm.ladder.map((one) =>
            h("li", { key: one.key }, [
              h(
                "button.rt-rung",
                {
                  "data-puzzle": "go",
                  "data-key": one.key,
                  focus: `rung-${one.key}`,
                  "aria-current": one.key === vm.key ? "step" : null,
                },
                [h("span", one.title), h("small", one.game), one.done ? icon("check") : null],
                one.done ? h("span.rt-sr", t("puzzle_done")) : null,
              ),
            ]),
          ),
        ]),
      ]),
    ];
  }
}

export default registerPanel("puzzles", PuzzlesView);
