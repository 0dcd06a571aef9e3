// What stands beside the cards of a lesson, drawn of its view model alone: turns played for practice, what a question
// needs, and what is said of an answer.

import { tutorFace } from "./shared/card_faces.js";
import { cited, drawReasons, plainCard, plainTray } from "./shared/cards.js";
import { actionButton, drawStars } from "./shared/controls.js";
import { h, icon } from "./shared/dom.js";
import { CLASS_WINDOW } from "./shared/fans.js";

/** @import * as page from "./page.js" */

const LEAST_TOLD = 72; // px of a verdict that are in sight at least

/**
 * Before a class what stands beside the cards is as large as the window leaves room for; a verdict that is longer
 * still is scrolled.
 */
export function fitSide(side) {
  const isClass = Boolean(side.closest(".rt-classroom"));
  const over = () => side.querySelector(".rt-taskfoot").getBoundingClientRect().bottom + scrollY - innerHeight;
  const foot = /** @type {HTMLElement} */ (side.querySelector(".rt-taskfoot"));
  side.style.setProperty("--rt-taskfoot", `${foot.offsetHeight}px`); // above which the tools of a phone stay
  side.style.removeProperty("--rt-told");
  for (const size of isClass && innerWidth >= CLASS_WINDOW ? ["l", "m", "s", "xs"] : [""]) {
    side.dataset.size = size;
    if (over() <= 0) return;
  }
  const told = isClass && side.querySelector(".rt-verdicttext");
  if (told) side.style.setProperty("--rt-told", `${Math.max(told.clientHeight - Math.ceil(over()), LEAST_TOLD)}px`);
}

/**
 * Some turns played for practice: what to do now, and what the others did.
 *
 * @param {page.PracticeView} practice
 */
export const drawPractice = ({ title, about, turn, now, news, result }) => [
  h("p.rt-quiet", { key: "turn" }, turn),
  h("h3.rt-ask", { key: "ask", "data-first": true, tabindex: "-1" }, title),
  h("p.rt-quiet", { key: "about" }, about),
  h("p.rt-note", { key: "now", role: "status" }, now),
  h("ul.rt-stack.rt-news", { key: "news" }, [news.map((line, at) => h("li", { key: at }, line))]),
  result ? h("ul.rt-minitrays.rt-small", { key: "shown" }, [result.shown.map(plainTray)]) : null,
  result?.head ? h("h4", { key: "payments" }, result.head) : null,
  result
    ? h("ul.rt-stack.rt-close.rt-whylines", { key: "lines" }, [result.lines.map((line) => h("li", cited(line)))])
    : null,
];

/** @param {page.PracticeView} practice */
export const drawPracticeDock = ({ over, words }) =>
  h("div.rt-row.rt-dock", { key: "dock" }, [
    over ? null : actionButton("group", words.group, { name: "group" }),
    actionButton("next", words.leave),
    actionButton("practise", words.again, { primary: over }),
  ]);

/**
 * What no lesson has said yet and the question needs.
 *
 * @param {page.TaskView} task
 */
export function drawNote({ note }) {
  if (!note) return null;
  if (!note.fold) return h("p.rt-quiet", { key: "note" }, note.text);
  const lines = note.rules.map((rule, at) => h("li", { key: at }, rule));
  return h(
    "details.rt-rulesof",
    { key: "note" },
    h("summary", note.fold),
    h("ul.rt-stack.rt-close.rt-whylines", [lines]),
  );
}

/**
 * The players of a round that a task is about.
 *
 * @param {page.TaskView} task
 */
export function drawRound(task) {
  if (!task.round.length) return null;
  return h("ul.rt-stack.rt-learnround", { key: "round" }, [
    task.round.map((one) => h("li", h("b", one.name), h("span", one.ending), h("span", one.stated.join(", ")))),
  ]);
}

/** The tutor, where the learner wants to see them. */
export const tutor = (shown) => (shown ? tutorFace() : null);

/**
 * The tasks of a sitting as a bar that fills: solid where the answer was right, hatched where it was wrong.
 *
 * @param {page.LearnSittingView} sitting
 */
function drawSitting({ answers, all, word }) {
  const states = answers.map((right) => (right ? "right" : "wrong"));
  return h("div.rt-line.rt-sitting", { key: "sitting" }, [
    h("span.rt-row.rt-sittingbar", { "aria-hidden": "true" }, [
      Array.from({ length: all }, (_, at) => h("i", { "data-state": states[at] })),
    ]),
    h("span.rt-quiet", word),
  ]);
}

/**
 * The line above a lesson: the way out, and how far the learner has come in this sitting.
 *
 * @param {page.LessonView} lesson
 * @param {page.LearnWords} words
 */
export function drawHead(lesson, words) {
  const { sitting, step, task, practice } = lesson;
  return [
    h("div.rt-line.rt-learnbar", { key: "bar" }, [
      h(
        "button.rt-button.rt-text.rt-leave",
        { act: "home", focus: "home", "aria-label": words.all_lessons, title: words.all_lessons },
        icon("close"),
      ),
      task && !practice ? drawSitting(sitting) : h("span.rt-line.rt-sitting", step?.place ?? ""),
      h(
        "button.rt-button.rt-text",
        { act: "print", focus: "print", "aria-label": words.print, title: words.print },
        icon("print"),
      ),
    ]),
  ];
}

/**
 * Which lesson this is, above what is asked.
 *
 * @param {page.LessonView} lesson
 */
export const drawPlace = ({ number, title, state, state_word }, more = "") =>
  h("p.rt-quiet.rt-row.rt-lessonplace", { key: "place" }, [
    h("span", `${number}: ${title}`),
    more ? h("span.rt-stage", `· ${more}`) : null,
    h("span.rt-state.rt-sr", { "data-state": state }, state_word),
  ]);

/**
 * What the learner may be thinking, in their words, and what is so; they can deny it.
 *
 * @param {page.VerdictView} verdict
 */
function drawThought({ thought }) {
  if (!thought) return null;
  return h("div.rt-thought.rt-belief", { key: "thought" }, [
    h("p", thought.head),
    thought.beliefs.map((belief) => h("q", belief)),
    h("div.rt-row", [
      thought.so.map((line) => h("p", line)),
      thought.deny ? actionButton("deny", thought.deny, { class: "rt-text" }) : null,
    ]),
  ]);
}

/** The card of a lesson that has just been mastered, which turns up. */
const masteredCard = (/** @type {page.AfterView} */ { card }) =>
  h("span.rt-holder.rt-mastered", { key: "mastered", "aria-hidden": "true" }, [
    plainCard(card, " rt-small"),
    h("span.rt-mark.rt-lessontick", icon("check")),
  ]);

/**
 * A few cards that show why an answer is wrong.
 *
 * @param {page.VerdictView} verdict
 */
const drawProof = ({ proof }) =>
  proof ? h("ul.rt-minitrays.rt-proof", { key: "proof", title: proof.text }, [proof.groups.map(plainTray)]) : null;

/**
 * What is said of an answer, at the foot of the felt: right or not, what one may have thought, why, and the way on.
 *
 * @param {page.LessonView} lesson
 * @param {{ face: boolean, onward: unknown }} how
 */
export function drawVerdict({ task, after, stars, stars_word: word }, { face, onward }) {
  const { verdict } = task;
  const marked = task.choices.length > 0; // the answers themselves show what was given, and what is right
  return h("div.rt-verdict", { key: "verdict", "data-tone": verdict.right ? "good" : "bad" }, [
    after ? masteredCard(after) : tutor(face && verdict.right), // nobody smiles at a wrong answer
    h("div.rt-verdicttext.rt-stack", [
      h("h2.rt-line.rt-verdicthead", [
        icon(verdict.right ? "check" : "invalid"),
        h("span", after?.head ?? verdict.head),
        after ? null : h("span", verdict.praise),
        verdict.row ? h("span.rt-badge", { "data-tone": "sun" }, icon("jokers"), verdict.row) : null,
      ]),
      after ? h("p.rt-row", { key: "stars" }, [drawStars(stars, word), after.more]) : null,
      verdict.expected && !marked ? h("p.rt-expected", verdict.expected) : null,
      drawThought(verdict),
      task.laid_text ? h("p.rt-laidnote", { key: "laid" }, task.laid_text) : null,
      verdict.given && !marked ? h("p.rt-quiet", { key: "given" }, verdict.given) : null,
      drawReasons(verdict.lines, (line) => h("p.rt-quiet", cited({ ...line, text: "" }), " ", verdict.cites)),
    ]),
    drawProof(verdict),
    h("div.rt-verdictgo.rt-stack", { key: "go" }, [onward]),
  ]);
}

/**
 * The turned card, and the card that lies open, where a lesson has them.
 *
 * @param {page.LessonView} lesson
 * @param {page.LearnWords} words
 */
export function drawTurned(lesson, words) {
  const { task } = lesson;
  const named = (word, card) =>
    h("span.rt-line.rt-lesser.rt-namedcard", { key: word }, h("span", word), plainCard(card, " rt-small"));
  return lesson.turned || task?.open
    ? h("div.rt-line.rt-learncards", { key: "turned" }, [
        lesson.turned ? named(words.turned, lesson.turned) : null,
        task?.open ? named(task.open_word, task.open) : null,
      ])
    : null;
}

/**
 * An answer to choose: one of several that are `chosen`, or where that is null the only one.
 *
 * @param {page.ChoiceView} one
 * @param {number} at
 * @param {string[]} chosen
 */
export function drawChoice(one, at, chosen) {
  const on = Boolean(chosen?.includes(one.value));
  const { mark } = one;
  const attrs = {
    act: chosen ? "toggle" : "choose",
    "data-value": one.value,
    focus: `choice-${at}`,
    key: one.value,
    "aria-pressed": chosen ? String(on) : null,
    "aria-disabled": mark === undefined ? null : "true",
    "data-mark": mark || null,
    "data-tone": one.tone,
    title: at < 9 ? `${one.label} (${at + 1})` : null,
  };
  const face = one.card ? plainCard(one.card, " rt-small") : [one.icon ? icon(one.icon) : null, h("span", one.label)];
  const sign = { right: "check", wrong: "invalid" }[mark];
  return h("button.rt-button.rt-choice", attrs, on ? icon("check") : null, face, sign ? icon(sign) : null);
}
