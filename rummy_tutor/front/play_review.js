// A look back at a played round: the line of the chances, and each mistake at its table with both moves side by side.

import { foldedLine, plainCard } from "./shared/cards.js";
import { actionButton } from "./shared/controls.js";
import { addNode, h, icon, redraw } from "./shared/dom.js";
import { celebrate } from "./shared/motion.js";
import { TurnTableView } from "./turn_table.js";

/** @import * as page from "./page.js" */

/** A share of a hundred as a bar, in the colour of the words beside it. */
const shareBar = (/** @type {number} */ share) =>
  h(
    "svg.rt-lookbar",
    { viewBox: "0 0 100 8", width: "100%", height: 8, preserveAspectRatio: "none", "aria-hidden": "true" },
    [
      h("rect", { width: 100, height: 8, fill: "var(--rt-sunk)" }),
      h("rect", { width: share, height: 8, fill: "currentColor" }),
    ],
  );

/**
 * Cards that help, each over the next one; those that help after one move alone are marked.
 * @param {(page.FaceView & { alone?: boolean })[]} cards
 */
const helpfulCards = (cards) =>
  cards.length
    ? h("div.rt-fan.rt-small.rt-lookhelps", [
        cards.map((card) => plainCard({ ...card, key: card.name }, card.alone ? " rt-alone" : "")),
      ])
    : null;

/** Whether a move is to be made anew: the answer is hidden meanwhile. */
export const isLive = (/** @type {page.ReviewView | null | undefined} */ vm) =>
  Boolean(vm?.moment) && !vm.moment.answer;

/** What a look back asks for: a place to go to, a move to try, or what a button says. */
export class PlayReview {
  /** @type {page.ReviewView | null} null while nobody looks back */
  vm = null;

  /**
   * @param {HTMLElement} root
   * @param {(action: { do: "try_move", move: string } | { do: "step", at: number }) => void} act
   * @param {HTMLElement} status where it is said aloud what has changed
   */
  constructor(root, act, status) {
    this.act = act;
    this.status = status;
    this.body = addNode(root, h("div.rt-look"));
    this.head = addNode(this.body, h("div.rt-lookhead"));
    const side = addNode(this.body, h("div.rt-stack.rt-lookside"));
    this.title = addNode(side, h("div.rt-stack.rt-close.rt-looktitle"));
    this.text = addNode(side, h("div.rt-stack.rt-looktext"));
    this.ways = addNode(side, h("div.rt-place"));
    this.tablePlace = addNode(this.body, h("div.rt-looktable"));
    this.table = new TurnTableView(
      this.tablePlace,
      (action) => action.do === "play" && act({ do: "try_move", move: action.move }),
      () => this.tablePlace.querySelector(".rt-turnfelt").scrollIntoView({ block: "nearest" }), // what to do with a card
    );
  }

  /**
   * @param {page.ReviewView | null} vm
   * @param {boolean} opens whether it is what the page opens with: the focus stays where it is then
   */
  update(vm, opens) {
    const before = this.vm;
    const held = this.body.contains(document.activeElement) || (!before && !opens);
    this.vm = vm;
    this.body.hidden = !vm;
    if (!vm) redraw(this.ways, []);
    if (!vm) return;
    const { moment, head, well, step } = vm;
    const stop = moment ?? step ?? well;
    const live = isLive(vm); // the room is the table's then
    this.body.dataset.at = live ? "live" : moment ? "moment" : stop ? "round" : "whole";
    redraw(this.head, [head && !moment ? this.whole(vm, !step) : null]);
    this.title.hidden = !stop;
    if (stop) redraw(this.title, this.heading(stop, stop === well));
    redraw(this.text, head ? this.told(vm, stop) : [this.waiting(vm)]);
    const ways = [vm.main ? this.button(vm.main, true) : null, vm.buttons.map((button) => this.button(button))];
    redraw(this.ways, [h("div.rt-row.rt-dock", { key: "ways" }, ways)]);
    this.tablePlace.hidden = !stop;
    if (stop) this.table.update(stop.table, `review-${step ? "step" : vm.at}`, !live);
    this.tell(before, held);
  }

  /** What has changed is heard, and the focus goes to the head of another place. */
  tell(/** @type {page.ReviewView | null} */ before, held) {
    const { vm } = this;
    const found = Boolean(vm.moment?.good && !before?.moment?.good && before?.at === vm.at);
    if (found) {
      this.status.textContent = vm.moment.good;
      celebrate([...this.tablePlace.querySelectorAll(".rt-handcard")]);
    }
    const other = before?.at !== vm.at || before.wait !== vm.wait || isLive(before) !== isLive(vm);
    if (other && held) this.body.querySelector("h2")?.focus(); // it stands above the table, which is seen then
  }

  /** The line of the chances is pressed: the table stands there as it stood then. */
  goTo(/** @type {MouseEvent} */ event) {
    const box = this.head.querySelector(".rt-coursebox").getBoundingClientRect();
    const { steps } = this.vm.course;
    const point = Math.round(((event.clientX - box.left) / box.width) * (steps.length - 1));
    this.act({ do: "step", at: steps[Math.min(Math.max(point, 0), steps.length - 1)] });
  }

  /** The arrows lead through the moves; returns whether the key was used. */
  onKey(/** @type {KeyboardEvent} */ event) {
    if (isLive(this.vm)) return this.table.onKey(event);
    const { step, main, buttons } = this.vm;
    const [forth, back] = step ? [main, buttons[0]] : [buttons[0], null];
    const button = { ArrowRight: forth, ArrowLeft: back }[event.key];
    if (button?.act !== "step") return false;
    this.act({ do: "step", at: button.at });
    return true;
  }

  waiting(/** @type {page.ReviewView} */ vm) {
    return h("section.rt-panel.rt-stack", { key: "wait" }, [
      h("h2", { tabindex: "-1", role: "status" }, vm.problem || vm.wait),
      vm.problem ? null : h("progress", { max: 100, value: vm.progress, "aria-label": vm.wait }),
      vm.problem ? null : h("p.rt-quiet", vm.judged || "\u00a0"),
    ]);
  }

  button(/** @type {page.ReviewButtonView} */ { act, label, at }, primary = false) {
    const name = `${act}-${act === "step" ? label : at}`; // who goes through the moves stays on a button
    return actionButton(act, label, { primary, "data-at": at, key: name, focus: name });
  }

  /** The whole round: what is said of it, and the line of the chances. */
  whole(/** @type {page.ReviewView} */ { head, course, tip_word: tipWord }, open) {
    return h("section.rt-panel.rt-lookround", { key: "whole" }, [
      open
        ? h("div.rt-says", { key: "told" }, [
            head.figure ? this.ring(head) : null,
            h("div", [
              h("h2", { tabindex: "-1" }, head.head),
              head.lines.map((line) => h("p", line)),
              head.accuracy ? h("p", h("b", head.accuracy), " ", head.accuracy_word) : null,
              head.next ? h("p", h("b", tipWord), " ", head.next) : null,
            ]),
          ])
        : null,
      course ? this.course(course) : null,
    ]);
  }

  /** How many moves were good, as a figure in a ring that is closed as far. */
  ring(/** @type {page.ReviewHeadView} */ { figure, share }) {
    const ring = { cx: 50, cy: 50, r: 44, pathLength: 100, fill: "none", "stroke-width": 9 };
    const closed = {
      stroke: "var(--rt-good-fill)",
      "stroke-dasharray": `${share} 100`,
      transform: "rotate(-90 50 50)",
    };
    const words = { x: 50, y: 58, "text-anchor": "middle", fill: "var(--rt-ink)", "font-size": 24, "font-weight": 850 };
    return h("svg.rt-lookring", { viewBox: "0 0 100 100", width: "6rem", "aria-hidden": "true" }, [
      h("circle", { ...ring, stroke: "var(--rt-sunk)" }),
      h("circle", { ...ring, ...closed }),
      h("text", words, figure),
    ]);
  }

  /** The line of the chances with hard choices and mistakes, which lead to their tables, and the move that is shown. */
  course(/** @type {page.CourseView} */ { title, label, scale, points, marks, turns, turns_word: turnsWord, here }) {
    const x = (point) => (100 * point) / (points.length - 1);
    const path = points
      .map((chance, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${(100 - chance).toFixed(1)}`)
      .join("");
    const place = (point) => `left:${x(point).toFixed(1)}%`;
    const level = (point) => `${place(point)};top:${(100 - points[point]).toFixed(1)}%`;
    const step = Math.ceil(turns.length / 10);
    const word = (key, style, text) => h("small.rt-courseat", { style, key, "aria-hidden": "true" }, text);
    return h("div.rt-course", { key: "course" }, [
      h("p.rt-quiet", title),
      h("div.rt-coursebox", { act: "course" }, [
        h(
          "svg",
          {
            viewBox: "0 0 100 100",
            width: "100%",
            height: "100%",
            preserveAspectRatio: "none",
            fill: "none",
            role: "img",
            "aria-label": label,
          },
          [
            h("path.rt-coursegrid", { d: "M0 0H100M0 50H100M0 100H100" }),
            h("path.rt-coursearea", { d: `${path}L100 100L0 100Z` }),
            here === null ? null : h("path", { d: `M${x(here)} 0V100` }),
            h("path.rt-courseline", { d: path }),
          ],
        ),
        scale.map((text, at) => word(`scale-${at}`, `left:-1.6rem;top:${50 * at}%`, text)),
        word("turns", "left:-1.6rem;top:130%", turnsWord),
        turns
          .filter((_, at) => at % step === 0)
          .map((turn) => word(`turn-${turn.word}`, `${place(turn.point)};top:130%`, turn.word)),
        here === null ? null : h("i.rt-courseat.rt-coursehere", { key: "here", style: level(here) }),
        marks.map((mark) =>
          h(
            "button.rt-courseat.rt-coursemark",
            {
              act: "look_at",
              key: `mark-${mark.at}`,
              focus: `mark-${mark.at}`,
              "data-at": mark.at,
              "aria-current": mark.here ? "step" : null,
              title: mark.word,
              "aria-label": mark.word,
              "data-tone": mark.at ? "bad" : "good",
              style: level(mark.point),
            },
            icon(mark.at ? "invalid" : "jokers"),
          ),
        ),
      ]),
    ]);
  }

  /** Which move is looked at, and what was better; beside what is said of the whole round it has a smaller title. */
  heading(/** @type {page.ReviewStopView} */ { badge, tone, title, better }, small) {
    const sign = { good: "jokers", bad: "invalid" }[tone];
    return [
      h("p.rt-row", { key: "badge" }, [
        h("span.rt-badge", { "data-tone": tone }, sign ? icon(sign) : null, h("span", badge)),
      ]),
      small ? h("h3", title) : h("h2", { tabindex: "-1" }, title),
      better ? h("p.rt-lookgood", { key: "better" }, icon("check"), " ", h("b", better)) : null,
    ];
  }

  /** What is said here: why, the cards that show it, what to think of next time; all else when it is asked for. */
  told(/** @type {page.ReviewView} */ vm, /** @type {page.ReviewStopView | null} */ stop) {
    const { moment, step, others, tip_word: tipWord, more } = vm;
    const answer = moment?.answer;
    const { tip = "", lesson = null } = answer ?? {};
    const folded = [...(answer ? this.figures(answer, moment) : moment || step ? [] : this.notes(vm))];
    return [
      stop?.text ? h("p", { key: "why" }, stop.text) : null,
      stop?.moves.length ? h("div.rt-panel", { key: "moves" }, [stop.moves.map((move) => this.helpful(move))]) : null,
      tip
        ? h("p", { key: "tip" }, h("b", tipWord), " ", tip, [
            lesson
              ? [" ", actionButton("lesson", lesson.label, { class: "rt-text", "data-lesson": lesson.key })]
              : null,
          ])
        : null,
      folded.length || others.length
        ? h("details", { key: `more-${vm.at}` }, h("summary", more), [
            h("div.rt-stack", [...folded, h("div.rt-buttons", [others.map((button) => this.button(button))])]),
          ])
        : null,
    ];
  }

  /** A move, and the cards that help after it: first those that help after no other one. */
  helpful(/** @type {page.ComparedMoveView} */ { word, move, tone, told, cards }) {
    return h("div.rt-stack.rt-close", { key: move }, [
      h("p.rt-row", [
        h("span.rt-badge", { "data-tone": tone }, icon(tone === "good" ? "check" : "invalid"), word),
        h("b", move),
        told,
      ]),
      helpfulCards(cards),
    ]);
  }

  /** What else there is of the whole round: the mistakes, and how to read it. */
  notes(/** @type {page.ReviewView} */ { steps, steps_word: stepsWord, head }) {
    return [
      steps.length > 1
        ? h("div.rt-buttons", { role: "group", "aria-label": stepsWord, key: "steps" }, [
            steps.slice(1).map((step) => this.button({ act: "look_at", label: step.word, at: step.at })),
          ])
        : null,
      ...head.notes.map((line) => h("p.rt-quiet", line)),
    ];
  }

  /** What one may have thought, all figures of the moves, and the rule behind a mistake. */
  figures(/** @type {page.ReviewAnswerView} */ answer, /** @type {page.ReviewStopView} */ { moves }) {
    const { rule, thought, thought_word: thoughtWord, rows, cost } = answer;
    return [
      thought ? h("div.rt-thought", { key: "thought" }, h("p", thoughtWord), h("q", thought)) : null,
      cost ? h("p", cost) : null,
      rows.length ? h("div.rt-scroll", { key: "rows" }, [this.comparison(moves, rows)]) : null,
      rule ? h("div", { key: "rule" }, foldedLine(rule)) : null,
    ];
  }

  /** Moves side by side: what each comes to. */
  comparison(/** @type {page.ComparedMoveView[]} */ moves, /** @type {page.ComparedRowView[]} */ rows) {
    const cell = (/** @type {page.ComparedRowView} */ { cells, shares }, at) => [
      cells[at],
      shares[at] === null ? null : shareBar(shares[at]),
    ];
    return h("table.rt-playpays.rt-lookrows", [
      h("thead", [
        h("tr", [
          h("td"),
          moves.map((move) =>
            h("th", { scope: "col" }, [
              h(
                "span.rt-badge",
                { "data-tone": move.tone },
                icon(move.tone === "good" ? "check" : "invalid"),
                move.word,
              ),
              h("small", move.move),
            ]),
          ),
        ]),
      ]),
      h("tbody", [
        rows.map((row) =>
          h("tr", { key: row.name }, [
            h("th", { scope: "row" }, row.name),
            moves.map(({ tone }, at) => h("td.rt-num", { "data-tone": tone }, cell(row, at))),
          ]),
        ),
      ]),
    ]);
  }
}
