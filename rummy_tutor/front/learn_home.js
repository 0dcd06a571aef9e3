// The first screen of Learn with the path of lessons, and the progress: what they show, of their view model alone.

import { actionButton, choiceOptions } from "./shared/controls.js";
import { h, icon } from "./shared/dom.js";

/** @import * as page from "./page.js" */

/**
 * The two doors of a first visit, the game, and the path of lessons.
 *
 * @param {page.LearnView} vm
 */
export function drawPath(vm) {
  const { words } = vm;
  const door = (act, name, title, more) =>
    h("button.rt-door", { act, focus: act, key: act, "data-first": act === "door-new" }, [
      icon(name),
      h("span", h("b", title), h("span", more)),
    ]);
  return [
    drawSaid(vm),
    vm.is_new
      ? h("div.rt-doors", { key: "doors" }, [
          door("door-new", "book", words.door_new, words.door_new_more),
          door("door-know", "cards", words.door_know, words.door_know_more),
        ])
      : null,
    h("div.rt-learnbar", { key: "bar" }, [
      h("label.rt-field", [
        h("span", words.game),
        h(
          "select",
          { "data-game": true, focus: "game", value: vm.game },
          choiceOptions(
            vm.games.map((one) => ({ key: one.key, label: one.name })),
            vm.game,
          ),
        ),
      ]),
      h("span.rt-quiet", vm.known),
      actionButton("progress", words.progress, { name: "check" }),
      drawApart(vm),
    ]),
    h("h2", { key: "path" }, words.path),
    h("ol.rt-path", { key: "lessons" }, [vm.lessons.map((stop) => drawStop(stop, vm.is_new))]),
  ];
}

/**
 * A line about each game, to find one's own by; pressed, a game is chosen.
 *
 * @param {page.LearnView} vm
 */
function drawApart({ apart, game, words }) {
  return h("details.rt-apart", { key: "apart" }, [
    h("summary", { focus: "apart" }, words.game_apart),
    h("ul", [
      apart.map((one) =>
        h("li", { key: one.key }, [
          h(
            "button.rt-button",
            { act: "game", "data-book": one.key, focus: `game-${one.key}`, "aria-current": one.key === game && "true" },
            [h("b", one.name), h("span", one.line)],
          ),
        ]),
      ),
    ]),
    h("p", words.game_own),
  ]);
}

/** @param {page.StopView} stop */
function drawStop(stop, isNew) {
  const primary = stop.following && !isNew;
  return h("li.rt-stop", { key: stop.key, "data-state": stop.state, "data-following": String(stop.following) }, [
    h("span.rt-stopnumber", { "aria-hidden": "true" }, stop.state === "mastered" ? icon("check") : stop.number),
    h("div", h("h3", stop.title), h("p", stop.aim)),
    h("span.rt-state", { "data-state": stop.state }, stop.state_word),
    h(
      "button.rt-button",
      {
        class: primary && "rt-primary",
        act: "lesson",
        "data-lesson": stop.key,
        focus: `lesson-${stop.key}`,
        "data-first": primary,
        "aria-label": `${stop.go}: ${stop.title}`,
      },
      stop.go,
    ),
  ]);
}

/** @param {page.LearnView} vm */
function drawSaid({ said }) {
  return said ? h("p.rt-message", { key: "said", "data-tone": said.tone, role: "status" }, said.text) : null;
}

/**
 * What is known, due and was believed; asked whether everything is to be deleted if `sure`.
 *
 * @param {page.LearnView} vm
 */
export function drawProgress(vm, sure) {
  const { words } = vm;
  return [
    drawSaid(vm),
    h("div.rt-learnbar", { key: "bar" }, [
      h("button.rt-button", { act: "home", focus: "home", "data-first": true }, words.all_lessons),
      h("h2", vm.progress.title),
    ]),
    h("div.rt-progressparts", { key: "parts" }, [
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
