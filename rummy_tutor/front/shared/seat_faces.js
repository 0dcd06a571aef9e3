// The faces of the computer players: drawn from a few parts, and told apart by form as well as by colour.

import { foldedLine, plainTray } from "./cards.js";
import { h } from "./dom.js";

/** @import * as page from "../page.js" */

const SKIN = ["var(--rt-c-skin)", "var(--rt-c-shade)"];
const HAIR = "var(--rt-c-hair)";
const GOLD = "var(--rt-c-gold)";
const PLUM = "var(--rt-c-back)";

const fill = (paint, d) => h("path", { d, fill: paint });
const line = (paint, width, d) =>
  h("path", { d, fill: "none", stroke: paint, "stroke-width": width, "stroke-linecap": "round" });
const dot = (paint, cx, cy, r) => h("circle", { cx, cy, r, fill: paint });

// what lies behind a head, and what lies before it, on a field of 48 by 48
const LONG_HAIR = fill(HAIR, "M11,40C9,8 39,8 37,40Z");
const BUN = dot(HAIR, 24, 7, 4.5);
const VEIL = fill(GOLD, "M8,48C6,2 42,2 40,48Z");
const PARTING = fill(HAIR, "M14,21C13,8 35,8 34,21C32,16 28,14 24,12.5C20,14 16,16 14,21Z");
const SHORT_HAIR = fill(HAIR, "M14,19C13,7 35,7 34,19C31,15 27,14.5 24,14.5C21,14.5 17,15 14,19Z");
const TURBAN = fill(PLUM, "M12.5,18C10,3 38,3 35.5,18C30,11.5 18,11.5 12.5,18Z");
const CAP = fill(PLUM, "M14,15C14,10 15,7 17,6L31,6C33,7 34,10 34,15Z");
const BEARD = fill(HAIR, "M14.5,22C14.5,35 33.5,35 33.5,22C32,27 29,26.500 24,26.500C19,26.500 16,27 14.5,22Z");
const MOUSTACHE = line(HAIR, 1.8, "M19.5,25.200Q24,22.800 28.5,25.200");
const BINDI = dot("var(--rt-c-H)", 24, 17, 1.2);
const GLASSES = ["M23,22A3.400,3.400 0 1 1 22.9,21.9", "M32,22A3.400,3.400 0 1 1 31.9,21.9"].map((d) =>
  line(HAIR, 1.2, d),
);

// who they are, in the order of their names: skin, clothes, what lies behind and before
const PEOPLE = [
  { skin: 0, cloth: "var(--rt-c-H)", behind: LONG_HAIR, before: [PARTING, BINDI] },
  { skin: 1, cloth: GOLD, behind: null, before: [SHORT_HAIR, CAP, MOUSTACHE] },
  { skin: 1, cloth: "var(--rt-c-joker)", behind: BUN, before: [PARTING, GLASSES] },
  { skin: 0, cloth: "var(--rt-felt)", behind: null, before: [BEARD, TURBAN] },
  { skin: 0, cloth: PLUM, behind: VEIL, before: [PARTING] },
];

const MOUTHS = {
  calm: "M21,28.500Q24,30.500 27,28.500",
  glad: "M19.500,27.500Q24,33 28.500,27.500",
  sorry: "M21,30Q24,28 27,30",
};

/**
 * A player at a table: face, name, cards, what they did last; and further words.
 * @param {page.PlaySeatView} seat
 */
export function playSeat(seat, more = "") {
  const about = [seat.cards, seat.note, more].filter(Boolean).join(" · ");
  return h(
    "li.rt-line.rt-near.rt-box.rt-playseat",
    { key: seat.face, "data-out": String(seat.out), "data-mine": String(seat.mine) },
    [
      seatFace(seat.face, seat.mood),
      h("div", [
        h("b", seat.name),
        " ",
        h("small", about),
        seat.did ? h("div.rt-playdid", { key: "did" }, seat.did) : null,
        seat.threw ? h("div.rt-playthrew", { key: "threw" }, h("small", seat.threw)) : null,
      ]),
    ],
  );
}

/**
 * A hand that was laid open at the end of a round, below a word on whose it is.
 * @param {string} word
 * @param {page.PlainGroupView[]} groups
 */
export const openHand = (word, groups) => [
  groups.length && word ? h("p.rt-quiet", { key: `${word}-word` }, word) : null,
  groups.length ? h("ul.rt-minitrays", { key: `${word}-hand` }, [groups.map((group) => plainTray(group))]) : null,
];

/**
 * Who wins and who pays what at the end of a round.
 * @param {page.PlayEndView} end
 */
export const playPays = ({ rows }) =>
  h("table.rt-playpays", { key: "pays" }, [
    h("tbody", [
      rows.map((row) =>
        h("tr", { key: row.name, "data-mine": String(row.mine), "data-won": String(row.won) }, [
          h("th", { scope: "row" }, row.name),
          h("td", foldedLine(row.how, row.why)),
          h("td.rt-num", row.net),
        ]),
      ),
    ]),
  ]);

/**
 * The face of a computer player.
 * @param {number} at which of them, from 0.
 * @param {string} mood of those that have a mouth.
 */
export function seatFace(at, mood = "calm") {
  const { skin, cloth, behind, before } = PEOPLE[at % PEOPLE.length];
  return h("svg.rt-seatface", { viewBox: "0 0 48 48", "aria-hidden": "true", "data-face": at % PEOPLE.length }, [
    behind,
    fill(cloth, "M7,48C7,38 15,35 24,35C33,35 41,38 41,48Z"),
    fill(SKIN[skin], "M20,27H28V37Q24,40 20,37Z"),
    fill(SKIN[skin], "M14.5,21C14.5,8 33.5,8 33.5,21C33.5,28 28.5,33 24,33C19.5,33 14.5,28 14.5,21Z"),
    before,
    dot(HAIR, 20.3, 22, 1.3),
    dot(HAIR, 27.7, 22, 1.3),
    line(HAIR, 1.4, MOUTHS[mood]),
  ]);
}
