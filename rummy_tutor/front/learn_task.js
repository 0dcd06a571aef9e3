// What stands beside the cards of a lesson, drawn of its view model alone: turns played for practice, what a question
// needs, and what is said of an answer.

import { cited, plainCard, plainTray } from "./shared/cards.js";
import { actionButton } from "./shared/controls.js";
import { h, icon } from "./shared/dom.js";
import { CLASS_WINDOW } from "./shared/fans.js";

/** @import * as page from "./page.js" */

/** Before a class on a projector what stands beside the cards is as large as the window leaves room for. */
export function fitSide(side) {
  const sizes = window.innerWidth >= CLASS_WINDOW && side.closest(".rt-classroom") ? ["l", "m", "s", "xs"] : [""];
  for (const size of sizes) {
    side.dataset.size = size;
    if (side.getBoundingClientRect().bottom + window.scrollY <= window.innerHeight) return;
  }
}

/**
 * Some turns played for practice: what to do now, and what the others did.
 *
 * @param {page.PracticeView} practice
 */
export function drawPractice({ title, about, turn, now, over, news, result, words }) {
  return [
    h("p.rt-quiet", { key: "turn" }, turn),
    h("h3.rt-ask", { key: "ask", "data-first": true, tabindex: "-1" }, title),
    h("p.rt-quiet", { key: "about" }, about),
    h("ul.rt-news", { key: "news" }, [news.map((line, at) => h("li", { key: at }, line))]),
    h("p.rt-note", { key: "now", role: "status" }, now),
    result ? h("ul.rt-minitrays.rt-small", { key: "shown" }, [result.shown.map(plainTray)]) : null,
    result?.head ? h("h4", { key: "payments" }, result.head) : null,
    result ? h("ul.rt-whylines", { key: "lines" }, [result.lines.map((line) => h("li", cited(line)))]) : null,
    h("div.rt-buttons", { key: "go" }, [
      actionButton("practise", words.again, { primary: over }),
      over ? null : actionButton("group", words.group, { name: "group" }),
      actionButton("next", words.leave),
    ]),
  ];
}

/**
 * What no lesson has said yet and the question needs.
 *
 * @param {page.TaskView} task
 */
export function drawNote({ note, verdict }) {
  if (!note || verdict) return null;
  if (!note.fold) return h("p.rt-quiet", { key: "note" }, note.text);
  const lines = note.rules.map((rule, at) => h("li", { key: at }, rule));
  return h("details.rt-rulesof", { key: "note" }, h("summary", note.fold), h("ul.rt-whylines", [lines]));
}

/**
 * The players of a round that a task is about.
 *
 * @param {page.TaskView} task
 */
export function drawRound(task) {
  if (!task.round.length) return null;
  return h("ul.rt-learnround", { key: "round" }, [
    task.round.map((one) => h("li", h("b", one.name), h("span", one.ending), h("span", one.stated.join(", ")))),
  ]);
}

/**
 * The last answers given without help, as dots.
 *
 * @param {page.LessonView} lesson
 */
export function drawDots(lesson) {
  const label = { role: "img", "aria-label": lesson.latest_word, title: lesson.latest_word };
  const five = Array.from({ length: 5 }, (_, at) => lesson.latest[at]);
  return h("span.rt-dots", label, [
    five.map((right) => h("i", { class: right === true ? "rt-on" : right === false ? "rt-off" : null })),
  ]);
}

/** @param {page.TaskView} task */
export function drawVerdict(task) {
  const { verdict } = task;
  return h("div.rt-verdict", { key: "verdict", "data-tone": verdict.right ? "good" : "bad" }, [
    h("p.rt-verdicthead", icon(verdict.right ? "check" : "invalid"), h("b", verdict.head), " ", verdict.expected),
    verdict.given ? h("p", { key: "given" }, verdict.given) : null,
    verdict.belief.map((line) => h("p.rt-belief", line)),
    task.laid_text ? h("p.rt-note.rt-laidnote", { key: "laid" }, task.laid_text) : null,
    verdict.lines.length ? h("ul.rt-whylines", [verdict.lines.map((line) => h("li", cited(line)))]) : null,
    verdict.cites ? h("p.rt-quiet", { key: "cites" }, verdict.cites) : null,
  ]);
}

/**
 * What stands above the cards of a lesson: its title and its goal.
 *
 * @param {page.LessonView} lesson
 * @param {page.LearnWords} words
 */
export function drawHead(lesson, words) {
  return [
    h("div.rt-learnbar", { key: "bar" }, [
      h("button.rt-button", { act: "home", focus: "home" }, words.all_lessons),
      h("p.rt-quiet", lesson.number),
      h("h2", lesson.title),
      h("span.rt-state", { "data-state": lesson.state }, lesson.state_word),
      actionButton("print", words.print, { name: "print" }),
    ]),
    h("p.rt-aim", { key: "aim" }, lesson.aim),
  ];
}

/**
 * The turned card, and the card that lies open, where a lesson has them.
 *
 * @param {page.LessonView} lesson
 * @param {page.LearnWords} words
 */
export function drawTurned(lesson, words) {
  const { task } = lesson;
  const named = (word, card) => h("span.rt-namedcard", { key: word }, h("span", word), plainCard(card, " rt-small"));
  return lesson.turned || task?.open
    ? h("div.rt-learncards", { key: "turned" }, [
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
  const attrs = {
    act: chosen ? "toggle" : "choose",
    "data-value": one.value,
    focus: `choice-${at}`,
    key: one.value,
    "aria-pressed": chosen ? String(on) : null,
    "data-tone": one.tone,
    title: at < 9 ? `${one.label} (${at + 1})` : null,
  };
  const face = one.card ? plainCard(one.card, " rt-small") : [one.icon ? icon(one.icon) : null, h("span", one.label)];
  return h("button.rt-choice", attrs, on ? icon("check") : null, face);
}
