// The first screen of Learn and the progress: what they show, of their view model alone.

import { kindBadge, plainCard } from "./shared/cards.js";
import { actionButton, drawStars } from "./shared/controls.js";
import { h, icon } from "./shared/dom.js";

/** @import * as page from "./page.js" */

const SUIT = 13; // cards: lessons of which each may be shown large

/**
 * What the browser itself knows of the first screen: the card chosen in the first question, whether the lessons are
 * shown to somebody new, whether what was kept has yet to be read, and whether there are puzzles on this page.
 * @typedef {{ picked: string | null, listed: boolean, waits: boolean, hasPuzzles: boolean }} HomeState
 */

/**
 * For somebody new a question to answer at once; else what comes next, and the lessons.
 *
 * @param {page.LearnView} vm
 * @param {HomeState} state
 */
export function drawHome(vm, state) {
  const { home } = vm;
  const isNew = home.is_new && !state.waits;
  return [
    drawSaid(vm),
    isNew && !state.listed ? drawHero(vm, state) : drawGoingOn(vm, state),
    isNew && !state.listed
      ? [h("nav.rt-grid", { key: "doors" }, [playDoor(vm), analyseDoor(vm), gameDoor(vm)]), quietLine(vm)]
      : h("div.rt-homegrid", { key: "grid" }, [
          drawCourse(vm),
          h("aside.rt-stack.rt-homeside", [
            isNew ? null : drawGarland(home.week, vm.words),
            home.due && !isNew
              ? door("lesson", "undo", home.due.head, home.due.line, { "data-lesson": home.due.lesson })
              : null,
            state.hasPuzzles && door("puzzle", "jokers", vm.words.door_puzzle, vm.words.door_puzzle_more),
            playDoor(vm),
            gameDoor(vm),
          ]),
        ]),
  ];
}

/** The one main button, with an arrow behind its words. */
const onward = (act, label, attrs = {}) =>
  h("button.rt-button.rt-main", { act, focus: act, key: act, ...attrs }, h("span", label), icon("next"));

const door = (act, name, title, more, attrs = {}) =>
  h("button.rt-line.rt-wide.rt-door.rt-panel", { act, focus: act, key: act, ...attrs }, [
    icon(name),
    h("span.rt-stack.rt-close", h("b", title), h("span.rt-quiet", more)),
  ]);

const playDoor = ({ words }) => door("play", "cards", words.door_play, words.door_play_more);
const analyseDoor = ({ words }) => door("door-know", "eye", words.door_analyse, words.door_analyse_more);

/** What somebody new may look for besides, said quietly. */
const quietLine = ({ words }) =>
  h("div.rt-homequiet.rt-row", { key: "quiet" }, [
    actionButton("list", words.all_lessons, { class: "rt-text" }),
    actionButton("progress", words.progress, { class: "rt-text" }),
  ]);

// ---- the first question -----------------------------------------------------------------------------------
/** The sentence of the tutor with the one main button, and a question with real cards beside it. */
function drawHero(/** @type {page.LearnView} */ { home, words }, { picked }) {
  return h("section.rt-hero.rt-feltcloth", { key: "hero" }, [
    h("div.rt-stack.rt-herotext", [
      h("h2.rt-herohead", words.hero),
      h("p.rt-quiet.rt-herolead", words.hero_more),
      h("div.rt-row", [onward("door-new", words.start_first), h("span.rt-quiet", words.no_account)]),
    ]),
    drawQuestion(home.question, picked),
  ]);
}

/** The card chosen of those that a question offers, if one is. */
export const findPicked = (/** @type {page.PickView} */ question, picked) =>
  question.offers.find((one) => one.card.key === picked);

/** A group that lacks a card, and cards to choose it from; a wrong one is told why, and another try is free. */
export function drawQuestion(
  /** @type {page.PickView} */ question,
  picked,
  /** @type {object | null} */ onward = null,
) {
  const chosen = findPicked(question, picked);
  const solved = Boolean(chosen?.right);
  return h("div.rt-stack.rt-try", { key: "try", role: "group", "aria-label": question.ask }, [
    h("p.rt-tryask", question.ask),
    h("div.rt-well.rt-tryrun", { "data-tone": solved ? question.badge.tone : "none" }, [
      h("div.rt-cards", [
        question.cards.map((card) => plainCard(card)),
        solved
          ? plainCard(chosen.laid ?? chosen.card)
          : h("span.rt-card.rt-nocard.rt-slot", { key: "slot", "aria-hidden": "true" }, "?"),
      ]),
      h("div", { "data-gone": String(!solved) }, [kindBadge(question.badge)]),
    ]),
    h("div.rt-line.rt-offers", { key: "offers" }, [
      question.offers.map(({ card }) =>
        h(
          "button.rt-holder.rt-offer",
          {
            act: "pick",
            key: card.key,
            focus: `offer-${card.key}`,
            "data-offer": card.key,
            "data-first": card === question.offers[0].card,
            "data-gone": String(solved && card.key === picked),
            "aria-label": card.name,
            "aria-disabled": solved ? "true" : null,
          },
          plainCard(card),
        ),
      ),
    ]),
    h("p.rt-line.rt-trysaid", { key: "said", role: "status", "data-tone": solved ? "good" : chosen ? "bad" : null }, [
      chosen ? icon(solved ? "check" : "invalid") : null,
      h("span", chosen ? chosen.said : question.how),
    ]),
    onward,
  ]);
}

// ---- what comes next, and the lessons -------------------------------------------------------------------------
/** The lesson to go on with, and the one main button. */
function drawGoingOn(/** @type {page.LearnView} */ { home, words }, { waits }) {
  const next = home.going_on;
  if (!next || waits)
    return h(
      "section.rt-line.rt-continue.rt-feltcloth",
      { key: "on" },
      h("h2.rt-herohead", waits ? words.welcome_back : home.known),
    );
  return h("section.rt-line.rt-continue.rt-feltcloth", { key: "on" }, [
    h("div.rt-cards", { "aria-hidden": "true" }, [plainCard(next.card)]),
    h("div.rt-continuetext", [
      h("p.rt-quiet", [next.place, next.to_come].filter(Boolean).join(" · ")),
      h("h2.rt-herohead", next.title),
    ]),
    onward("lesson", next.go, {
      "data-lesson": next.lesson,
      "data-first": true,
      "aria-label": `${next.go}: ${next.title}`,
    }),
  ]);
}

/** Every lesson as a card, in trays of those that belong together; a card turns up once its lesson is mastered. */
function drawCourse(/** @type {page.LearnView} */ { home, words }) {
  const units = Map.groupBy(home.lessons, (stop) => stop.unit);
  return h("section.rt-panel.rt-course", { key: "course" }, [
    h("div.rt-row", [
      h("h2", words.course),
      h("span.rt-badge.rt-courseknown", { "data-tone": "sun" }, icon("jokers"), home.known),
      actionButton("progress", words.progress, { class: "rt-text" }),
    ]),
    h("p.rt-quiet", words.course_more),
    h("div.rt-path", { "data-many": home.lessons.length > SUIT }, [
      [...units].map(([title, stops]) =>
        h("section.rt-unit", { key: title }, h("h3", title), h("ol", [stops.map((stop) => drawStop(stop))])),
      ),
    ]),
  ]);
}

/**
 * The days of the week: a marigold for each on which something was answered; a day that was missed stays a ring.
 *
 * @param {page.WeekView} week
 * @param {page.LearnWords} words
 */
function drawGarland({ days, word }, words) {
  return h("section.rt-panel", { key: "garland" }, [
    h("h2", words.garland),
    h("ol.rt-garland", { "aria-label": word }, [
      days.map(({ name, short, practised, today }) =>
        h("li", { key: name, "data-on": String(practised), "aria-current": today ? "date" : null, title: name }, [
          h("span.rt-bud", { "aria-hidden": "true" }, practised ? icon("sun") : null),
          h("span", { "aria-hidden": "true" }, short),
        ]),
      ),
    ]),
    h("p.rt-quiet", word),
  ]);
}

/** @param {page.StopView} stop */
function drawStop(stop) {
  return h(
    "li.rt-stack.rt-close.rt-stop",
    { key: stop.key, "data-state": stop.state, "data-following": String(stop.following) },
    [
      h(
        "button.rt-stack.rt-close.rt-lesson",
        {
          act: "lesson",
          "data-lesson": stop.key,
          focus: `lesson-${stop.key}`,
          "aria-label": `${stop.go}: ${stop.title}`,
          title: stop.aim,
        },
        [
          h("span.rt-holder", { "aria-hidden": "true" }, [
            plainCard(stop.card),
            stop.state === "mastered" ? h("span.rt-mark.rt-lessontick", icon("check")) : null,
          ]),
          h("span.rt-lessontitle", stop.title),
        ],
      ),
      stop.stars ? drawStars(stop.stars, stop.stars_word) : null,
      stop.state === "new" ? null : h("span.rt-fine.rt-state", { "data-state": stop.state }, stop.state_word),
    ],
  );
}

/** The game that is learnt; unfolded, questions that lead to one's own, and the names of all games. */
function gameDoor(/** @type {page.LearnView} */ { home, game, games, words }) {
  return h("details.rt-apart.rt-panel", { key: "apart" }, [
    h("summary.rt-line.rt-wide.rt-door", { act: "apart", focus: "apart" }, [
      icon("book"),
      h("span.rt-stack.rt-close", h("b", home.game_name), h("span.rt-quiet", words.door_game)),
    ]),
    home.choosing ? drawChoosing(home.choosing, words) : null,
    h("p.rt-quiet", { key: "by-name" }, words.by_name),
    h("div.rt-buttons", { key: "names" }, [
      games.map(({ key, name }) =>
        h(
          "button.rt-button",
          { act: "game", key, "data-book": key, focus: `game-${key}`, "aria-current": key === game && "true" },
          name,
        ),
      ),
    ]),
  ]);
}

/** A question with its answers, or the nearest game with what differs and the one button that takes it. */
function drawChoosing(/** @type {page.ChoosingView} */ { place, ask, answers, number, first, nearest }, words) {
  const back = first ? null : actionButton("choosing-back", words.back, { class: "rt-text" });
  const head = (text) => h("h3", { "data-asked": true, tabindex: "-1", focus: "asked" }, text);
  if (nearest)
    return h("form.rt-stack.rt-choosing", { key: "nearest" }, [
      head(nearest.text),
      nearest.options ? h("p", nearest.options) : null,
      h("p", nearest.head),
      h("dl.rt-stack.rt-near.rt-mydiffers", [
        nearest.differences.map(({ term, mine, theirs }) =>
          h("div", { key: term }, [h("dt.rt-quiet", term), h("dd.rt-quiet.rt-mywas", theirs), h("dd", mine)]),
        ),
      ]),
      nearest.title
        ? h("label.rt-row", h("span", words.choosing_name), h("input", { type: "text", value: nearest.title }))
        : null,
      h("div.rt-buttons", [back, h("button.rt-button", { type: "submit", "data-take": true }, words.choosing_take)]),
    ]);
  return h("form.rt-stack.rt-choosing", { key: ask, "data-asks": number ? "number" : "choice" }, [
    h("p.rt-quiet", place),
    head(ask),
    h("ul", [
      answers.map((text, at) =>
        h("li", h("button.rt-button.rt-wide", { act: "choosing-answer", "data-at": at, focus: `at-${at}` }, text)),
      ),
    ]),
    number
      ? h(
          "label.rt-row",
          h("span", words.choosing_number),
          h("input", { type: "text", inputmode: "numeric", autocomplete: "off" }),
        )
      : null,
    h("div.rt-buttons", [
      back,
      actionButton("choosing-skip", words.choosing_unknown, { class: "rt-text" }),
      number ? h("button.rt-button", { type: "submit" }, words.answer) : null,
    ]),
  ]);
}

/** @param {page.LearnView} vm */
function drawSaid({ said }) {
  return said ? h("p.rt-message", { key: "said", "data-tone": said.tone, role: "status" }, said.text) : null;
}

/**
 * What is known, due and was believed; asked whether everything is to be deleted if `sure`; the tutor's `face` is seen.
 *
 * @param {page.LearnView} vm
 */
export function drawProgress(vm, sure, face) {
  const { words } = vm;
  return [
    drawSaid(vm),
    h("div.rt-line.rt-learnbar", { key: "bar" }, [
      h("button.rt-button", { act: "home", focus: "home", "data-first": true }, words.all_lessons),
      h("h2", vm.progress.title),
    ]),
    h("div.rt-grid", { key: "parts" }, [
      vm.progress.parts.map((part) =>
        h("section.rt-panel", { key: part.title }, [
          h("h3", part.title),
          part.lines.length ? h("ul", [part.lines.map((line) => h("li", line))]) : h("p.rt-quiet", part.none),
        ]),
      ),
    ]),
    vm.progress.others ? h("p.rt-quiet", { key: "others" }, vm.progress.others) : null,
    h("div.rt-buttons", { key: "files" }, [
      actionButton("export", words.export, { name: "share" }),
      actionButton("import", words.import, { name: "book" }),
      h("input", { type: "file", accept: ".json,application/json", hidden: true, "data-file": true, key: "file" }),
      actionButton("clear", words.clear, { name: "close" }),
      actionButton("face", face ? words.face_away : words.face_there, { name: "eye" }),
    ]),
    sure
      ? h("div.rt-message", { key: "sure", "data-tone": "bad", role: "alert" }, [
          h("p", words.clear_sure),
          h("div.rt-buttons", [
            actionButton("clear-yes", words.clear_yes, { primary: true }),
            actionButton("clear-no", words.clear_no),
          ]),
        ])
      : null,
  ];
}
