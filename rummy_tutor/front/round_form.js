// The form of a round: which one it is, what is played, and how it ended for each player.

import { foldRow, roundFold } from "./round_fold.js";
import { actionButton, choiceOptions, named, turnedChoice } from "./shared/controls.js";
import { h, icon } from "./shared/dom.js";

/** @import * as page from "./page.js" */
/** @import { RoundTableView } from "./round_table.js" */

// what can be typed, shown where nothing is typed yet
const EXAMPLES = {
  cards_lost: { hand: "2H 3H 4H | KS QS", number: 45 },
  cards_score: { hand: "2H 3H 4H | KS QS", number: "−20" },
  cards_won: { hand: "2H 3H 4H | 7C 8C 9C" },
  value: { cards: "AS KS" },
};

/**
 * What was played, and how it ended for each player.
 * @param {RoundTableView} view
 */
export function roundForm(view) {
  const { vm, t } = view;
  const { game } = vm;
  const copied = view.copied ? h("span.rt-said", { key: "copied" }, t(view.copied)) : null;
  return h("section.rt-panel.rt-roundform", { key: "form", "aria-label": t("round_form") }, [
    h("header.rt-row.rt-panelhead", [
      h("h2", t("round_form")),
      h("div.rt-buttons", [
        copied,
        iconButton("undo", t("round_undo"), !vm.can_undo),
        iconButton("redo", t("round_redo"), !vm.can_redo),
        view.host.history
          ? actionButton("copy-link", t("round_copy_link"), { name: "share", title: t("round_copy_help") })
          : null,
      ]),
    ]),
    roundPicker(view),
    roundFold(view, "game", game.summary, [
      h("div.rt-row.rt-gamefields", gameFields(view), game.options.length ? roundOptions(game, t) : null),
      game.locked ? h("p.rt-quiet", { key: "locked" }, t("round_keeps")) : null,
      game.as_table ? actionButton("as_table", game.as_table, { class: "rt-text" }) : null,
    ]),
    h("ol.rt-seats", { key: "seats" }, [vm.seats.map((seat, at) => new SeatFields(view, seat, at).draw())]),
    roundNow(vm),
  ]);
}

const iconButton = (act, label, off) =>
  h(
    "button.rt-button.rt-ghost",
    { act, key: act, focus: act, "aria-disabled": off && "true", ...named(label) },
    icon(act),
  );

/**
 * Which round: an empty one, or folded, since most have come with their own, a worked one or one that is dealt.
 * @param {RoundTableView} view
 */
function roundPicker({ vm: { worked }, t }) {
  const seed = { type: "number", min: 1, max: 999999, step: 1, "data-seed": "", focus: "round-seed" };
  return h("div.rt-row.rt-roundpick", { key: "pick" }, [
    actionButton("new", t("round_new"), { primary: Boolean(worked.key), title: t("round_new_help") }),
    h("details", { key: "worked" }, [
      h("summary", { focus: "worked" }, t("round_worked")),
      h("div.rt-stack.rt-near", [
        h("select", { act: "preset", focus: "preset", value: worked.key, "aria-label": t("round_worked") }, [
          h("option", { value: "", selected: !worked.key }, worked.key ? t("round_choose") : t("round_own")),
          worked.groups.map((group) =>
            h("optgroup", { label: group.label }, [
              group.rounds.map((round) =>
                h("option", { value: round.key, selected: round.key === worked.key }, round.label),
              ),
            ]),
          ),
        ]),
        h("div.rt-row", [
          actionButton("deal", t("round_deal"), { title: t("round_deal_help") }),
          h("label.rt-row.rt-quiet.rt-seed", { title: t("deal_number_help") }, [
            h("span", t("round_deal_number")),
            h("input", seed),
          ]),
        ]),
      ]),
    ]),
  ]);
}

/**
 * What the round comes to, or what it still needs, where the ledger is not in sight beside the form.
 * @param {page.RoundView} vm
 */
function roundNow({ ledger }) {
  const text = ledger.hint || ledger.lead;
  return text ? h("p.rt-note.rt-roundnow", { key: "now", "aria-hidden": "true" }, text) : null;
}

/**
 * The player whose fields are all shown: who was opened, or the first who needs what their line does not ask for.
 * @param {RoundTableView} view
 */
function openSeat({ seat, vm }) {
  const isAsked = (seat) => seat.asks.cards && isOneLine(vm, seat);
  return seat ?? vm.seats.findIndex((seat) => seat.error || (seat.missing && !isAsked(seat)));
}

/**
 * Whether how it ended for a player and their points are told in their line, in a round of one's own: a hand in cards
 * needs more room.
 * @param {page.RoundView} vm
 * @param {page.RoundSeatView} seat
 */
const isOneLine = ({ worked }, seat) =>
  !worked.key && !seat.won && !seat.error && !(seat.asks.cards && /[^\s\d−-]/.test(seat.cards));

/** @param {RoundTableView} view */
function gameFields(view) {
  const { t } = view;
  const { game } = view.vm;
  const field = (name, label, control) =>
    h("label.rt-field", { "data-name": name, key: name }, h("span", label), control);
  const select = (name, held, choices, off = false) => {
    const value = view.shown(`round-${name}`, held);
    const attrs = { "data-field": name, focus: `round-${name}`, value, disabled: off };
    return h("select", attrs, choiceOptions(choices, value));
  };
  const books = game.rulebooks.map((book) => ({ key: book.key, label: book.name }));
  const counts = game.player_choices.map((n) => ({ key: String(n), label: String(n) }));
  const rate = {
    inputmode: "decimal",
    autocomplete: "off",
    size: 5,
    "data-field": "rate",
    focus: "round-rate",
    value: view.shown("round-rate", game.rate),
    disabled: game.locked,
  };
  return [
    field("rulebook", t("round_game"), select("rulebook", game.rulebook, books, game.locked)),
    field("turned", t("turned"), turnedChoice(game, "round-turned")),
    field("players", t("round_players"), select("players", String(game.players), counts)),
    game.ends.length > 1 ? field("end", t("round_end"), select("end", game.end, game.ends)) : null,
    game.rate !== null ? field("rate", game.rate_label, h("input", { type: "text", ...rate })) : null,
  ];
}

/**
 * House rules to tick, those that hold named outside.
 * @param {page.RoundGameView} game
 * @param {RoundTableView["t"]} t
 */
function roundOptions({ options, locked }, t) {
  const held = options.filter((option) => option.on).map((option) => option.label);
  const box = ({ key, on }) => ({
    type: "checkbox",
    value: key,
    "data-field": "option",
    focus: `round-option-${key}`,
    checked: on,
    disabled: locked,
  });
  return h("details.rt-roundoptions", { key: "options" }, [
    h("summary", { focus: "round-options" }, t("round_options"), ": ", held.join(", ") || t("round_no_option")),
    options.map((option) =>
      h("label.rt-line.rt-near.rt-check", { key: option.key }, h("input", box(option)), option.label),
    ),
  ]);
}

/** What is asked about one player. */
class SeatFields {
  /**
   * @param {RoundTableView} view
   * @param {page.RoundSeatView} seat
   * @param {number} at
   */
  constructor(view, seat, at) {
    this.view = view;
    this.t = view.t;
    this.seat = seat;
    this.at = at;
    this.help = `${view.host.name}-seat-${at}`; // the line that says what is wrong or missing
  }

  draw() {
    const { seat, at } = this;
    const state = [seat.error ? "rt-wrong" : seat.missing && "rt-missing", seat.won && "rt-won"].filter(Boolean);
    const open = openSeat(this.view) === at;
    const shown = open ? "true" : isOneLine(this.view.vm, seat) ? "line" : "false";
    return h("li.rt-stack.rt-near.rt-seat", { key: at, class: state.join(" "), "data-open": shown }, [
      this.row(open),
      h("div.rt-row.rt-seatmore", [
        this.input("name", this.t("round_name", { n: at + 1 }), ""),
        this.select("ending", this.of("round_ending"), seat.endings),
        this.asked(),
      ]),
      seat.error
        ? h("p.rt-error", { id: this.help, role: "alert", key: "error" }, icon("invalid"), " ", seat.error)
        : null,
      seat.missing ? h("p.rt-quiet", { id: this.help, key: "missing" }, this.t("missing_here")) : null,
      open && at + 1 < this.view.vm.seats.length ? this.next() : null,
    ]);
  }

  /** The player in one line, which shows their fields and puts them away. */
  row(open) {
    const { seat, at } = this;
    const ending = seat.endings.find((choice) => choice.key === seat.ending);
    const attrs = { act: "seat-open", "data-at": at, focus: `row-${at}`, key: "row" };
    return foldRow(open, attrs, [
      h("b", [seat.called, seat.won ? [" ", icon("check")] : null]),
      h("span.rt-quiet", ending.label),
      seat.verdict ? h("span.rt-seatverdict.rt-quiet", seat.verdict) : null,
    ]);
  }

  next() {
    const to = this.at + 1;
    const attrs = { act: "seat-next", "data-at": to, focus: `next-${to}`, key: "next" };
    return h("button.rt-button", attrs, this.t("round_next_player", { name: this.view.vm.seats[to].called }));
  }

  /** What this game asks of a player who ended so. */
  asked() {
    const { seat, t } = this;
    const { asks } = seat;
    const words = (prefix, keys) => keys.map((key) => ({ key, label: t(`${prefix}_${key}`) }));
    const moves = ["", "first-turn", "before-drawing"];
    return [
      asks.cards ? this.hand() : null,
      asks.value ? this.input("value", this.of("round_value"), t("value_hint", EXAMPLES.value)) : null,
      asks.laid ? this.input("laid", this.of("round_laid"), t("laid_hint")) : null,
      asks.seen ? this.select("seen", this.of("round_seen"), words("seen", ["", "yes", "no"])) : null,
      asks.dublees ? this.select("dublees", this.of("round_dublees"), words("dublees", ["", "yes", "no"])) : null,
      asks.declared_on ? this.select("declared_on", this.of("round_declared_on"), words("declared", moves)) : null,
      asks.objective
        ? this.select("objective", this.of("round_objective"), [
            { key: "", label: t("objective_") },
            ...seat.objectives,
          ])
        : null,
      asks.stake ? this.input("stake", this.of("round_stake"), t("stake_hint")) : null,
      asks.drew ? h("label.rt-drew", h("input", this.drew()), " ", t("round_drew")) : null,
    ];
  }

  hand() {
    const { seat } = this;
    const kind = seat.cards_kind;
    const take = seat.can_take ? this.link("from_table", "take") : null;
    const inLine = openSeat(this.view) !== this.at;
    const hint = inLine ? this.t(`seat_${kind}`) : this.t(`${kind}_hint`, EXAMPLES[kind]);
    return h("div.rt-seathand", { key: "hand" }, [
      this.input("cards", this.of(`round_${kind}`), hint, "textarea"),
      seat.can_open ? this.link("to_table", "open") : take,
    ]);
  }

  /** A text that names the player. */
  of(key) {
    return this.t(key, { name: this.seat.called });
  }

  field(name, control) {
    const heading = this.t(`seat_${name === "cards" ? this.seat.cards_kind : name}`);
    return h("label.rt-field", { "data-name": name, key: name }, h("span", heading), control);
  }

  /**
   * The attributes of every control of this player.
   * @param {keyof page.SeatValues} name
   * @param {(focus: string) => any} held
   */
  control(name, held) {
    const focus = `seat-${this.at}-${name}`;
    return { "data-field": name, "data-at": this.at, focus, ...held(focus) };
  }

  /**
   * @param {keyof page.SeatFormValues} name
   * @param {string} label
   * @param {string} hint
   */
  input(name, label, hint, tag = "input") {
    const { seat } = this;
    const attrs = this.control(name, (focus) => ({ value: this.view.shown(focus, seat[name]) }));
    return this.field(
      name,
      h(tag, {
        ...attrs,
        ...(tag === "textarea" ? { rows: 1 } : { type: "text" }),
        "aria-label": label,
        placeholder: hint,
        spellcheck: "false",
        autocomplete: "off",
        autocapitalize: name === "name" ? "words" : "characters",
        "aria-invalid": seat.error_field === name && "true",
        "aria-describedby": seat.error || seat.missing ? this.help : null,
      }),
    );
  }

  /**
   * @param {keyof page.SeatFormValues} name
   * @param {string} label
   * @param {{ key: string, label: string }[]} choices
   */
  select(name, label, choices) {
    const wrong = this.seat.error_field === name;
    const attrs = this.control(name, (focus) => ({ value: this.view.shown(focus, this.seat[name]) }));
    const more = { "aria-label": label, "aria-invalid": wrong && "true", "aria-describedby": wrong && this.help };
    return this.field(name, h("select", { ...attrs, ...more }, choiceOptions(choices, attrs.value)));
  }

  drew() {
    const attrs = this.control("drew", (focus) => ({ checked: this.view.shown(focus, this.seat.drew) }));
    return { type: "checkbox", ...attrs };
  }

  /** A link between this player's cards and the table. */
  link(act, name) {
    const attrs = {
      act,
      "data-at": this.at,
      focus: `${name}-${this.at}`,
      key: name,
      ...named(this.of(`round_${name}`)),
    };
    return h("button.rt-button.rt-text", attrs, this.t(`round_${name}_short`));
  }
}
