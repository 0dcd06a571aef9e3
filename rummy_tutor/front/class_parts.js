// What the pages of a class have in common: a task, an answer, the distribution of the answers.

import { cited, plainCard, plainTray } from "./shared/cards.js";
import { choiceOptions, named } from "./shared/controls.js";
import { h, icon, redraw } from "./shared/dom.js";
import { Host } from "./shared/host.js";
import { fillTemplate, pluralForm } from "./shared/logic.js";
import { pageValues } from "./shared/remote.js";
import { openHand, playPays, playSeat } from "./shared/seat_faces.js";
import { SocketModel } from "./shared/socket.js";
import { stillTurn } from "./shared/turn_still.js";

/** @import * as page from "./page.js" */

/** What is shown of the answers to a task, step by step. */
export const REVEALED = ["tally", "why", "answer"];

const PREVIEW = "?preview"; // of a page that shows what another one hands it, and is in no class
const DOUBLE_CLICK = 400; // ms in which a second press is taken for part of the first

/** @typedef {(key: string, values?: object) => string} Words */

/**
 * The table of a task, its question and its cards.
 * @param {page.ClassTaskView} task
 * @param {Words} t
 */
export function classTask(task, t) {
  return [
    h("p.rt-classlesson", { key: "lesson", "data-task": task.at }, task.lesson),
    task.note ? h("p.rt-ownwords", { key: "note" }, task.note) : null,
    h("h1.rt-question", { key: "question" }, task.question),
    h("p.rt-row.rt-classtable", { key: "table" }, [
      h("span", task.table),
      task.turned ? h("span.rt-row.rt-turnedcard", t("turned"), " ", plainCard(task.turned)) : null,
      task.open ? h("span.rt-row.rt-turnedcard", t("open-card"), " ", plainCard(task.open)) : null,
    ]),
  ];
}

/**
 * The players of a round that a task is about, each with what is told of them or with their cards.
 * @param {page.ClassTaskView} task
 * @param {Words} t
 */
function classRows(task, t) {
  if (!task.rows.length) return null;
  return h("ul.rt-grid.rt-close.rt-classrows", { key: "rows", "aria-label": t("rows") }, [
    task.rows.map((row, at) =>
      h("li.rt-box", { key: at }, [
        row.name ? [h("b", row.name), " "] : null,
        row.told ? h("span", row.told) : null,
        row.groups.length
          ? h("span.rt-cards", [
              row.groups.map((group) =>
                h("span.rt-cards", [group.map((card, place) => plainCard({ ...card, key: String(place) }))]),
              ),
            ])
          : null,
      ]),
    ),
  ]);
}

/**
 * The cards of a task in their groups, single cards together, and the players of a round; or the table of a turn.
 * @param {page.ClassTaskView} task
 * @param {Words} t
 * @param {boolean} small whether there is little room: nothing is shown of the others at the table of a round, and an
 * empty pile has no word in it
 */
export function classCards(task, t, small = false) {
  const { pile } = task.turn ?? {};
  const shown = small && pile ? { ...task, turn: { ...task.turn, pile: { ...pile, empty: "" } } } : task;
  if (task.round) return classRound(shown, { ...task.round, ...(small ? { seats: [] } : {}) }, t);
  return task.turn ? stillTurn(shown.turn) : [classGroups(task, t), classRows(task, t)];
}

/**
 * The table of a round that the class plays, or how it ended; without the `hand` where its cards are to be chosen from.
 * @param {page.ClassTaskView} task
 * @param {page.ClassRoundView} round
 * @param {Words} t
 */
export function classRound(task, { seats, end, moment }, t, hand = true) {
  const score = (seat) => seat.score && t("round-score", { n: seat.score });
  return [
    seats.length
      ? h("ol.rt-row.rt-feltcloth.rt-playseats", { key: "seats" }, [
          seats
            .filter((seat) => !seat.mine || seat.score)
            .map((seat) => playSeat({ ...seat, mine: false }, score(seat))),
        ])
      : null,
    end
      ? h("section.rt-panel.rt-stack.rt-playend", { key: "end", "data-tone": end.tone }, [
          openHand(end.shown_word, end.shown),
          playPays(end),
          openHand(end.held_word, end.held),
          moment.length ? h("div.rt-bubble", { key: "moment" }, [moment.map((line) => h("p", line))]) : null,
        ])
      : stillTurn(hand ? task.turn : { ...task.turn, hand: [] }),
  ];
}

/**
 * The answers to choose from, where they are only to be read and are other cards than those that lie there.
 * @param {page.ClassTaskView} task
 * @param {Words} t
 */
export function classChoices(task, t) {
  const cards = new Set(task.groups.flat().map((card) => card.name));
  if (task.choices.every(({ card }) => card && cards.has(card.name))) return null;
  const shown = task.round ? task.choices.filter((choice) => !choice.card) : task.choices;
  return h("ul.rt-row.rt-wallchoices", { key: "choices", "aria-label": t("choices") }, [
    shown.map(({ key, card, word }) => h(card ? "li" : "li.rt-box", { key }, card ? plainCard(card) : h("span", word))),
  ]);
}

/**
 * @param {page.ClassTaskView} task
 * @param {Words} t
 */
function classGroups(task, t) {
  if (!task.groups.length) return null;
  const groups = task.groups.filter((group) => group.length > 1);
  const single = task.groups.filter((group) => group.length === 1).flat();
  const shown = single.length ? [...groups, single] : groups;
  return h("ol.rt-row.rt-feltcloth.rt-classgroups", { key: "cards" }, [
    shown.map((group, at) =>
      h("li.rt-well.rt-classgroup", { key: at, "aria-label": t("group", { n: at + 1 }) }, [
        shown.length > 1 && at < groups.length ? h("b", { "aria-hidden": "true" }, at + 1) : null,
        h("span.rt-cards", [group.map((card, place) => plainCard({ ...card, key: String(place) }))]),
      ]),
    ),
  ]);
}

/**
 * An answer: words, and groups where it is a way to lay cards out.
 * @param {page.AnswerView} answer
 */
export function classAnswer(answer) {
  return [
    h("b.rt-answerword", answer.word),
    answer.groups.length ? h("ul.rt-minitrays", [answer.groups.map((group) => plainTray(group))]) : null,
  ];
}

/**
 * The right answer.
 * @param {page.ClassVerdictView} verdict
 */
export function classExpected({ head, expected }) {
  return h("div.rt-row.rt-expected", h("p", head), classAnswer(expected));
}

/** Beliefs that a wrong answer would fit, in the words of who believes them. */
export function classBeliefs(told, t) {
  return h("div.rt-thought", h("p", t("belief-fits", { n: told.length })), h("ul", [told.map((one) => h("li", one))]));
}

/**
 * One of the reasons; the marks of its sources open what they say where there are `sources` to be opened.
 * @param {page.ReasonView} line
 */
function classReason(line, at, sources) {
  if (!sources) return h("li", { key: at }, cited(line));
  const code = sources.opened?.at === at ? sources.opened.code : null;
  const mark = (one) => {
    const state = { "data-line": at, focus: `cite-${at}-${one}`, "aria-expanded": String(one === code) };
    return h("button.rt-cite", { "data-cite": one, ...state, ...named(sources.label(one)) }, one);
  };
  const { name, what } = line.says[code] ?? {};
  return h("li", { key: at }, [
    cited(line, mark),
    name ? h("p.rt-box.rt-citecard", { key: "card", role: "status" }, h("b", name), " ", what) : null,
  ]);
}

/**
 * The reasons why an answer is right, if there are any; `sources` as above.
 * @param {page.ReasonView[]} lines
 */
export function classReasons(lines, sources = null) {
  return lines.length ? h("ul.rt-listed.rt-classwhy", [lines.map((line, at) => classReason(line, at, sources))]) : null;
}

/**
 * What the right answer is, and why; `sources` as above, `note` says who sees it.
 * @param {page.ClassVerdictView} verdict
 * @param {Words} t
 */
export function classVerdict(verdict, t, { sources = null, note = null } = {}) {
  const tone = verdict.right === null ? "plain" : verdict.right ? "good" : "bad";
  return h("section.rt-panel.rt-classverdict", { key: "verdict", "data-tone": tone, role: "status" }, [
    note,
    verdict.right === null
      ? null
      : h("p.rt-verdictword", icon(verdict.right ? "check" : "invalid"), " ", t(verdict.right ? "right" : "wrong")),
    verdict.right ? null : classExpected(verdict),
    verdict.beliefs.length ? classBeliefs(verdict.beliefs, t) : null,
    classReasons(verdict.why, sources),
  ]);
}

/**
 * The distribution of the answers for the teacher, by what they are and by belief; `shown` is the key of the answer
 * that is on the wall, and the button beside each puts it there.
 * @param {page.TallyView} tally
 * @param {Words} t
 * @param {string | null} shown
 */
export function classTally(tally, t, shown) {
  const told = tally.beliefs.filter((one) => one.told.length);
  return h("section.rt-stack.rt-near.rt-tally", { key: "tally" }, [
    h("h2", t("tally")),
    tally.rows.length ? null : h("p.rt-quiet", t("no-answers-yet")),
    h("ol.rt-stack.rt-near.rt-tallyrows", [
      tally.rows.map((row) =>
        h("li.rt-box.rt-tallyrow", { key: row.key, "data-right": String(row.right) }, [
          h("div.rt-stack.rt-near.rt-tallyanswer", [
            classAnswer(row),
            row.right ? h("span.rt-badge", { "data-tone": "good" }, icon("check"), t("right")) : null,
          ]),
          h("p.rt-tallycount", { style: `--share:${row.n / tally.answered}` }, [
            h("b", row.n),
            " ",
            h("span", t("of-all", { n: tally.answered })),
          ]),
          h(
            "button.rt-button",
            {
              act: "show",
              "data-answer": row.key,
              focus: `show-${row.key}`,
              "aria-pressed": String(shown === row.key),
            },
            t(shown === row.key ? "unshow" : "show"),
          ),
        ]),
      ),
    ]),
    tally.others ? h("p.rt-quiet", t("others", { n: tally.others })) : null,
    told.length
      ? h("div.rt-thought.rt-tallybeliefs", { key: "beliefs" }, [
          h("h2", t("by-belief")),
          h("ul", [
            told.map((one) =>
              h("li.rt-line", { key: one.key }, [
                h("b", t("of-n", { n: one.n, most: tally.answered })),
                h("div", [one.told.map((line) => h("p", line))]),
              ]),
            ),
          ]),
        ])
      : null,
  ]);
}

/**
 * A page of the class as it would look with values that `showInside` hands it; `screen` is `wall` or `phone`.
 * @param {string} label
 */
export function classScreen(screen, label) {
  const src = `${screen === "wall" ? "/wall" : "/"}${PREVIEW}`;
  return h("figure.rt-screen", { key: screen, "data-screen": screen }, [
    h("div", h("iframe", { src, title: label, inert: true, tabindex: "-1" })),
    h("figcaption.rt-quiet", label),
  ]);
}

/** Hand a page inside this one what it is to show. */
export function showInside(frame, values) {
  frame.contentWindow.postMessage(values, location.origin);
}

/** A QR code from its rows. */
export function classCode(rows, label) {
  if (!rows.length) return null;
  const size = rows.length + 8;
  const cells = rows.flatMap((row, y) => [...row].map((cell, x) => (cell === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  return h(
    "svg.rt-classcode",
    { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, memo: rows.join() },
    [h("rect", { width: size, height: size, fill: "#fff" }), h("path", { d: cells.join(""), fill: "#000" })],
  );
}

/**
 * How to come in: the addresses, the code of the room, a QR code.
 * @param {page.DoorView} door
 * @param {Words} t
 */
export function classDoor(door, t, { small = false } = {}) {
  const [first] = door.addresses;
  return h("section", { class: `rt-row rt-classdoor${small ? " rt-smalldoor" : ""}`, key: "door" }, [
    small ? null : classCode(door.qr, t("qr")),
    h("p", first ? [t("go-to"), " ", h("b", first.split("//")[1].replace("/", ""))] : t("no-phones")),
    h("p", t("room-code"), " ", h("b.rt-roomcode.rt-figure", door.code)),
  ]);
}

/**
 * How far a class is where each works at their own pace: of each task how many answers there are, and how many right;
 * `brief` leaves out what they ask.
 * @param {page.OwnPaceView} own
 * @param {Words} t
 */
export function classPace(own, t, { brief = false } = {}) {
  return h(brief ? "ol.rt-grid.rt-classrows" : "ol.rt-stack.rt-near.rt-tallyrows", { key: "pace" }, [
    own.tasks.map((one, at) =>
      h("li.rt-box.rt-tallyrow", { key: one.at }, [
        h("span", h("b", at + 1), " ", brief ? null : one.question),
        h("p.rt-tallycount", { style: `--share:${one.right / Math.max(1, one.answered)}` }, [
          one.answered ? t("asked-right", { n: one.answered, right: one.right }) : t("no-answers-yet"),
        ]),
      ]),
    ),
  ]);
}

/** A clock of the seconds that are left, counted on where it is shown. */
export class ClassClock {
  constructor(draw) {
    this.end = null;
    this.draw = draw;
    setInterval(() => {
      if (this.end !== null) this.draw();
    }, 500);
  }

  set(left) {
    this.end = left === null || left === undefined ? null : performance.now() + left * 1000;
  }

  text() {
    if (this.end === null) return "";
    const left = Math.max(0, Math.round((this.end - performance.now()) / 1000));
    return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

/**
 * A page of a class: its socket, its clock and its drawing. `role` is what it is called in its frame and `greeting`
 * makes what it says when it comes in; it is drawn anew when one of `views` has come, the first of which has the time.
 */
export class ClassPage {
  constructor(root, { role, greeting, views }) {
    // the page's own fonts are in its style sheet: no view asks for them
    document[Symbol.for("rummy-tutor-fonts")] = { asked: 0, there: true };
    this.root = root;
    root.className = `rt rt-class rt-${role}`;
    this.model = new SocketModel(greeting, pageValues());
    this.model.on("change:over", () => this.sayLost(role));
    this.sayLost(role);
    this.host = new Host(this.model, root);
    this.t = (key, values) => {
      const [words, { lang }] = [this.get("words"), this.model.get("texts")];
      const single = values && "n" in values && pluralForm(lang, values.n) === 0 && words[`${key}:1`];
      return fillTemplate(single || (words[key] ?? key), values, lang);
    };
    this.body = this.place("rt-classbody rt-stack rt-close");
    this.clock = new ClassClock(() => this.draw());
    this.resting = false; // whether a step was pressed a moment ago
    this.opened = null; // the source that is open: the line that cites it, and its number
    root.addEventListener("click", (event) => {
      const { cite, line } = event.target.closest("[data-cite]")?.dataset ?? {};
      if (cite) this.openSource(Number(line), cite);
    });
    root.addEventListener("change", (event) => {
      if (event.target.dataset.field === "language") this.chooseLanguage(event.target.value);
    });
    this.model.on("change:task", () => {
      this.opened = null;
      this.model.values.delete("said");
    });
    this.follow(views[0]);
    for (const name of ["over", ...views]) this.model.on(`change:${name}`, () => this.draw());
  }

  /** Come to the class; or, as a preview, show what the page around this one hands it. */
  connect() {
    if (location.search !== PREVIEW) this.model.connect();
    else
      window.addEventListener("message", ({ origin, data }) => {
        if (origin === location.origin) this.model.take(data);
      });
  }

  /** What the server is told of the page's language. */
  speaks() {
    return { language: this.model.get("texts").lang };
  }

  /** The languages to choose from, if there are several. */
  languageChoice() {
    const languages = this.model.get("languages");
    if (languages.length < 2) return null;
    const { lang, language } = this.model.get("texts");
    return h("label.rt-field.rt-field-language", { key: "language" }, [
      h("span", language),
      h("select", { "data-field": "language", focus: "language", value: lang }, choiceOptions(languages, lang)),
    ]);
  }

  /** Come again in another language, now and on later visits: the server keeps the place. */
  chooseLanguage(code) {
    // biome-ignore lint/suspicious/noDocumentCookie: the other way needs HTTPS, which a class on a network has not
    document.cookie = `rummy-tutor-language=${code}; path=/; max-age=31536000; SameSite=Strict`;
    const address = new URL(location.href);
    address.searchParams.delete("lang");
    if (address.href === location.href) location.reload();
    else location.replace(address);
  }

  /** What is said while the class cannot be reached: that its teacher has ended it, or that the connection is lost. */
  sayLost(role) {
    const key = this.model.get("over") ? "over" : role === "student" ? "lost" : "lost-teacher";
    const { [key]: told } = this.get("words");
    this.model.set("texts", { ...this.model.get("texts"), server_unreachable: told });
  }

  /** Show what a source of a reason says, or put it away again. */
  openSource(at, code) {
    const same = this.opened?.at === at && this.opened.code === code;
    this.opened = same ? null : { at, code };
    this.draw();
  }

  /**
   * A verdict whose sources can be opened.
   * @param {page.ClassVerdictView} verdict
   */
  verdict(verdict, note = null) {
    const label = (code) => this.t("cite", { code });
    return classVerdict(verdict, this.t, { sources: { opened: this.opened, label }, note });
  }

  draw() {} // each page draws for itself

  place(name) {
    const node = document.createElement("div");
    node.className = name;
    this.root.append(node);
    return node;
  }

  /**
   * Follow the seconds left in a value.
   * @param {"own" | "wall"} name
   */
  follow(name) {
    this.model.on(`change:${name}`, () => this.clock.set(this.get(name).left));
  }

  /**
   * What the server has sent under a name.
   * @template {keyof page.ClassValues} Name
   * @param {Name} name
   * @returns {page.ClassValues[Name]}
   */
  get(name) {
    return this.model.get(name);
  }

  /**
   * Ask something of the class; what was refused before is said no longer.
   * @param {page.ClassAction} asked
   */
  send(asked) {
    this.model.values.delete("said");
    this.model.send(asked);
  }

  /**
   * Take a step with the class. It says on which state of the class it was pressed, so that it is done once, whoever
   * else presses; and for a moment no other step can be pressed: the second press of a double click does nothing.
   * @param {page.ClassAction} asked
   */
  press(asked) {
    if (this.resting) return;
    this.send(/** @type {page.ClassAction} */ ({ ...asked, pressed_on: this.get("wall").mark }));
    this.resting = true;
    setTimeout(() => {
      this.resting = false;
      this.draw();
    }, DOUBLE_CLICK);
    this.draw();
  }

  /** What stands there until the class is reached. */
  drawWaiting() {
    redraw(this.body, [h("p.rt-waiting", { key: "wait" }, this.get("said")?.text ?? this.t("connecting"))]);
  }

  /** The last word of the server on something that could not be done. */
  said() {
    const said = this.get("said");
    return said ? h("p.rt-message", { "data-tone": "bad", role: "alert", key: "said" }, said.text) : null;
  }

  /**
   * How many have answered, and the time that is left.
   * @param {page.WallView} wall
   */
  count(wall, selector) {
    const { t } = this;
    return h(selector, { key: "count" }, [
      wall.stage ? t("answered-of", { n: wall.answered, here: wall.here }) : t("here", { n: wall.here }),
      this.time(),
    ]);
  }

  time() {
    return this.clock.text() && !this.model.get("over")
      ? h("span.rt-num.rt-clock", { role: "timer", key: "clock" }, this.clock.text())
      : null;
  }
}
