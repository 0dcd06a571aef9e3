// The drawings of playing cards: every one is made of outlines on a field of 100 by 140.
// An outline is written in pairs of numbers, so that one shape serves for an index, a pip and an icon of any size.

import { h } from "./dom.js";
import { moveOutline, SUIT_OUTLINES } from "./outlines.js";

/** @import * as page from "../page.js" */

// The lines of a rank, 22 high and about 18 wide around their middle; they are drawn with a thick round pen.
const RANK_LINES = {
  A: "M-9.5,22L0,0L9.5,22M-5.8,14.5L5.8,14.5",
  2: "M-7.5,5.6C-7.5,2.2 -4.5,0 -.2,0C4.6,0 7.5,2.3 7.5,6C7.5,9.2 5.4,11.5 1.6,14.6C-2.6,18 -6.6,20.6 -7.5,22L8,22",
  3: "M-7,2.8C-5.4,1 -3,0 -.2,0C4.1,0 6.9,2.1 6.9,5.5C6.9,8.7 4.3,10.4 -1.6,10.4C4.9,10.4 8,12.4 8,16C8,19.7 4.8,22 -.2,22C-3.6,22 -6.6,20.7 -8,18.4",
  4: "M4.2,22L4.2,0L-9.5,15.6L9.5,15.6",
  5: "M6.5,0L-5.6,0L-6.6,9.8C-4.6,8.4 -2.6,7.9 -.2,7.9C4.8,7.9 8,10.6 8,14.8C8,19.2 4.8,22 -.2,22C-3.4,22 -6.2,21 -8,18.9",
  6: "M5.6,.3C-2.5,1.2 -8,7 -8,14.6C-8,19.2 -4.7,22 0,22C4.7,22 8,19.2 8,15C8,10.9 4.9,8.3 .6,8.3C-3.4,8.3 -6.8,10.3 -7.8,13.4",
  7: "M-8,0L8,0C3.4,6.6 .2,14 -1.8,22",
  8: "M0,10.4C-3.8,10.4 -6.5,8.4 -6.5,5.2C-6.5,2.1 -3.8,0 0,0C3.8,0 6.5,2.1 6.5,5.2C6.5,8.4 3.8,10.4 0,10.4C-4.8,10.4 -8,12.5 -8,16.2C-8,19.8 -4.7,22 0,22C4.7,22 8,19.8 8,16.2C8,12.5 4.8,10.4 0,10.4Z",
  9: "M-5.6,21.7C2.5,20.8 8,15 8,7.4C8,2.8 4.7,0 0,0C-4.7,0 -8,2.8 -8,7C-8,11.1 -4.9,13.7 -.6,13.7C3.4,13.7 6.8,11.7 7.8,8.6",
  10: "M-12.1,4.4L-7.6,0L-7.6,22M6.3,0C2.2,0 0.1,4.2 0.1,11C0.1,17.8 2.2,22 6.3,22C10.5,22 12.6,17.8 12.6,11C12.6,4.2 10.5,0 6.3,0Z",
  J: "M5.5,0L5.5,14.6C5.5,19.4 2.8,22 -1.2,22C-4.6,22 -6.9,20.4 -7.8,17.4",
  Q: "M0,0C-5.6,0 -9,4.4 -9,11C-9,17.6 -5.6,22 0,22C5.6,22 9,17.6 9,11C9,4.4 5.6,0 0,0ZM2.6,16.2L9.6,23.6",
  K: "M-7.2,0L-7.2,22M8,0L-6.6,13.2M-2,9.2L9,22",
};

// Where pips lie: the column from 0 to 2, and how far down from 0 to 1; those of the lower half stand on their heads.
const PIP_PLACES = {
  2: [1, 0, 1, 1],
  3: [1, 0, 1, 0.5, 1, 1],
  4: [0, 0, 2, 0, 0, 1, 2, 1],
  5: [0, 0, 2, 0, 1, 0.5, 0, 1, 2, 1],
  6: [0, 0, 2, 0, 0, 0.5, 2, 0.5, 0, 1, 2, 1],
  7: [0, 0, 2, 0, 1, 0.25, 0, 0.5, 2, 0.5, 0, 1, 2, 1],
  8: [0, 0, 2, 0, 1, 0.25, 0, 0.5, 2, 0.5, 1, 0.75, 0, 1, 2, 1],
  9: [0, 0, 2, 0, 0, 0.333, 2, 0.333, 1, 0.5, 0, 0.667, 2, 0.667, 0, 1, 2, 1],
  10: [0, 0, 2, 0, 1, 0.167, 0, 0.333, 2, 0.333, 0, 0.667, 2, 0.667, 1, 0.833, 0, 1, 2, 1],
};

// What a court card is painted with: the names of colours, and "ink" for the colour of the suit.
const PAINT = {
  ink: "currentColor",
  gold: "var(--rt-c-gold)",
  skin: "var(--rt-c-skin)",
  hair: "var(--rt-c-hair)",
  face: "var(--rt-c-face)",
  shade: "var(--rt-c-shade)",
  red: "var(--rt-c-H)",
  plum: "var(--rt-c-back)",
};

/** A shape filled with a paint. */
const paintShape = (paint, d) => h("path", { d, fill: PAINT[paint] });

/** The side of a face that lies away from the light. */
const paintShadow = (d) => h("path", { d, fill: PAINT.shade, "fill-opacity": 0.35 });

/** Two open eyes of a face in front view, as high as y, with a line along the upper lids. */
const paintEyes = (y) => [
  paintShape(
    "face",
    [56.4, 69.6]
      .map(
        (x) =>
          `M${x - 4.8},${y}C${x - 2},${y - 4.2} ${x + 2},${y - 4.2} ${x + 4.8},${y}C${x + 2},${y + 3} ${x - 2},${y + 3} ${x - 4.8},${y}Z`,
      )
      .join(""),
  ),
  [56.6, 69.4].map((x) => paintDisc("hair", x, y - 0.4, 2.3)),
  paintLine(
    "hair",
    1.5,
    [56.4, 69.6].map((x) => `M${x - 5},${y}C${x - 2},${y - 4.4} ${x + 2},${y - 4.4} ${x + 5},${y}`).join(""),
  ),
];

/** A line drawn with a round pen, in px of the field; `dash` draws it as a row of dots, such as pearls. */
const paintLine = (paint, width, d, dash = null) =>
  h("path", {
    d,
    fill: "none",
    stroke: PAINT[paint],
    "stroke-width": width,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "stroke-dasharray": dash,
  });

const paintDisc = (paint, x, y, r) => h("circle", { cx: x, cy: y, r, fill: PAINT[paint] });

/** A king in front view: a tall tiered crown, a full beard, broad shoulders with a shawl on each. */
const drawKing = () => [
  paintShape("ink", "M14,141C15,122 26,113 46,107L80,107C96,112 104,121 106,141Z"),
  paintShape("gold", "M47,106L63,141L51,141L37,110.5ZM79,106L63,141L75,141L89,110.5Z"),
  paintLine("ink", 1.6, "M44,112L57,141M82,112L69,141"),
  paintShape(
    "skin",
    "M48,62L48,71C45,71 44.5,79 48,82C49,95 55,104 63,104C71,104 77,95 78,82C81.5,79 81,71 78,71L78,62Z",
  ),
  paintShadow("M63,62L78,62L78,71C81,71 81.5,79 78,82C77,95 71,104 63,104Z"),
  paintShape(
    "hair",
    "M47.5,76C49,84 52,87.5 56,87C59,85 61,84.5 63,86C65,84.5 67,85 70,87C74,87.5 77,84 78.5,76C80.5,92 77,112 63,116C49,112 45.5,92 47.5,76Z",
  ),
  paintLine("skin", 1.8, "M54,91.5C57,92.5 60,91.5 63,89C66,91.5 69,92.5 72,91.5"),
  paintShape("red", "M59.8,93.5C62,92.8 64,92.8 66.2,93.5C65,96.2 61,96.2 59.8,93.5Z"),
  paintLine("hair", 2.3, "M51.5,72.3C54,70.2 57.5,70.2 59.6,71.9M66.4,71.9C68.5,70.2 72,70.2 74.5,72.3"),
  paintLine("shade", 1.7, "M63.5,75.5L62,82.5C62.8,83.4 63.8,83.5 65,83.1"),
  paintEyes(78.2),
  paintShape(
    "gold",
    "M46.5,62C41,59 37,53 39.5,46C43.5,47.5 46,50 47.5,53C46,44 48.5,37 54,33C58,30 61.5,28 63,21C64.5,28 68,30 72,33C77.5,37 80,44 78.5,53C80,50 82.5,47.5 86.5,46C89,53 85,59 79.5,62Z",
  ),
  paintLine(
    "ink",
    1.9,
    "M48.5,52.5C51.5,46.5 55,44.5 56,40.5C57.5,46 60,50 63,53.5C66,50 68.5,46 70,40.5C71,44.5 74.5,46.5 77.5,52.5",
  ),
  paintShape("ink", "M63,32L66.4,37L63,43L59.6,37Z"),
  paintDisc("ink", 63, 21.5, 2.7),
  paintShape("ink", "M46,56.5C57,60.5 69,60.5 80,56.5L79.5,66.5C69,70 57,70 46.5,66.5Z"),
  paintLine("gold", 3.2, "M51,63.3C59,65.5 67,65.5 75,63.3", "0 6.1"),
  paintLine("face", 2.8, "M50,112C53,124 73,124 76,112", "0 3.9"),
];

/** A queen: a veil with a golden hem over her hair, a jewel on her brow, a ring in her nose, bells at her ears. */
const drawQueen = () => [
  paintShape("ink", "M63,37C43,37 36,53 36,74C36,98 25,116 19,141L107,141C101,116 90,98 90,74C90,53 83,37 63,37Z"),
  paintShape("hair", "M63,46C50,46 45,56 45,72C45,86 44,98 42,108L84,108C82,98 81,86 81,72C81,56 76,46 63,46Z"),
  paintLine("gold", 3, "M40,112C44,100 45,86 45,72C45,56 50,46 63,46C76,46 81,56 81,72C81,86 82,100 86,112"),
  paintShape("gold", "M35,141C36,124 44,113 56,109L70,109C82,113 90,124 91,141Z"),
  paintLine("ink", 2.6, "M42,131L84,131M39,138L87,138"),
  paintShape("skin", "M57,92L69,92L70.5,110C68,117 58,117 55.5,110Z"),
  paintShape("shade", "M57,97C60,101.5 66,101.5 69,97L69,99.5C66,104 60,104 57,99.5Z"),
  paintShape(
    "skin",
    "M63,55C71,57.5 76.5,63 76.5,75C76.5,90 69.5,100 63,100C56.5,100 49.5,90 49.5,75C49.5,63 55,57.5 63,55Z",
  ),
  paintShadow("M63,55C71,57.5 76.5,63 76.5,75C76.5,90 69.5,100 63,100Z"),
  paintLine("hair", 1.9, "M52.5,72.8C54.5,70.8 57.5,70.6 60,72M66,72C68.5,70.6 71.5,70.8 73.5,72.8"),
  paintEyes(78.4),
  paintLine("shade", 1.5, "M63.2,77L62,84.2C62.7,85 63.7,85.1 64.7,84.7"),
  paintShape("red", "M58.5,91.2C60.5,89.3 62,89.4 63,90.1C64,89.4 65.5,89.3 67.5,91.2C65.5,94.8 60.5,94.8 58.5,91.2Z"),
  paintLine("gold", 1.2, "M65,85C64.6,88 68.6,88.2 68.2,85.2C68,84 66.4,83.6 65.6,84.2"),
  paintLine("gold", 1.9, "M63,47L63,61"),
  paintDisc("gold", 63, 64.5, 3.9),
  paintDisc("red", 63, 64.5, 2.1),
  paintShape(
    "gold",
    "M49.5,83C52,84.5 53.5,88 53.5,92.5L45.5,92.5C45.5,88 47,84.5 49.5,83ZM76.5,83C79,84.5 80.5,88 80.5,92.5L72.5,92.5C72.5,88 74,84.5 76.5,83Z",
  ),
  paintLine("gold", 2.4, "M46.5,95.8L53,95.8M73.5,95.8L80,95.8", "0 3"),
  paintLine("face", 2.8, "M55.5,110C57.5,118.5 68.5,118.5 70.5,110", "0 3.7"),
  paintDisc("red", 63, 121.5, 2.9),
  paintShape("gold", "M47,47L44.5,35.5L54,39.5L58,30L63,36L68,30L72,39.5L81.5,35.5L79,47C69,42 57,42 47,47Z"),
  paintDisc("ink", 63, 40.3, 2.1),
];

/** A jack in side view: a wound turban with a feather and a falling end, a thin moustache, a coat closed at the side. */
const drawJack = () => [
  paintShape("ink", "M22,141C24,124 36,115 54,110L77,108C95,112 104,122 107,141Z"),
  paintShape("skin", "M57,95L75,88L77,110L63,121L54,111Z"),
  paintShape("shade", "M56.6,102.5C65,102 71,98 75.2,91.5L75.6,96.5C70,103.5 63,106 56.2,105.5Z"),
  paintShape("gold", "M53,109L63,122L78,107L82,109.5L65,129.5L56,141L49.5,141L59.5,127L49,111.5Z"),
  paintShape(
    "skin",
    "M53,64C50.5,69 49.8,73 49.8,76L44,85C43.7,87 45.5,87.8 48.5,87.8C47.6,89.2 47.3,90.3 47.7,91.5C48.3,92.1 49.3,92.3 49.8,92.5C48.6,93 48.1,94 48.6,95.1C49.4,96.3 48.8,97.5 49,99C49.5,102.5 53,104 57.5,103C65,101.3 71,96 73.5,88L76,64Z",
  ),
  paintShadow("M65,64L76,64L73.5,88C71,96 65,101.3 59,102.6C66,94 68,80 65,64Z"),
  paintShape("hair", "M67,66L78,66C79.5,76 78.5,86 76,93C72.5,94 71.5,89 70.5,84C68,82 66.5,76 67,66Z"),
  paintDisc("skin", 70.5, 83, 4.4),
  paintDisc("gold", 70.5, 90, 2.5),
  paintShape("hair", "M48.2,88.2C52,85.8 55.5,87.5 62.5,84C61,90 54.5,92.5 48.2,90.7Z"),
  paintShape("face", "M51.5,78.5C54,74.8 58.5,75 61.5,78C58.5,80.8 54.5,81 51.5,78.5Z"),
  paintDisc("hair", 55.7, 77.8, 2.2),
  paintLine("hair", 1.8, "M51.2,77.8C54,74.5 58.5,74.7 62,77.6M51,73C53.5,70.3 58,70 62,72.2"),
  paintShape("ink", "M80,64C91,70 96,86 91,106L80.5,101C83.5,90 82,80 75,72Z"),
  paintShape("gold", "M91,106L80.5,101L82,95.5L92.2,100Z"),
  paintShape("ink", "M47.5,70C42,60 46,47 60,43.5C77,39.5 91,48 88.5,62C87.5,69 83,73.5 76.5,74C69,67 58,65 47.5,70Z"),
  paintLine(
    "gold",
    2.3,
    "M47,62.5C56,53.5 72,52.5 86.5,62M50,54C58,46.5 72,45 84,52.5M80,71.5C84.5,69.5 87,66.5 88,63",
  ),
  paintShape("gold", "M54,50C46,42 47,31 57,22C62.5,31 62.5,42 58,50Z"),
  paintLine("ink", 1.7, "M55.5,47C54,40 54.5,34 57,28"),
  paintDisc("gold", 55.5, 52.5, 4.6),
  paintDisc("red", 55.5, 52.5, 2.3),
];

const BEADS = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((at) => [63 + 7.6 * at, 132 - 0.62 * at * at]);

/** The face of the printed joker: a cap of three horns with bells, a wide smile, a garland of marigolds. */
const drawFool = () =>
  h("g", { transform: "translate(8 9.5) scale(.83)" }, [
    paintShape("ink", "M18,170C20,140 34,122 52,116L74,116C92,122 106,140 108,170Z"),
    paintShape("skin", "M55,100L71,100L71,122L55,122Z"),
    paintShape("shade", "M55,104C59,109 67,109 71,104L71,108C67,113 59,113 55,108Z"),
    paintShape("skin", "M47,72C47,62 54,58 63,58C72,58 79,62 79,72C79,94 73,108 63,108C53,108 47,94 47,72Z"),
    BEADS.map(([x, y]) => [paintDisc("gold", x, y, 4.9), paintDisc("red", x, y, 2)]),
    paintShape(
      "ink",
      "M45,76C42,60 33,57 26,66C22,52 36,40 50,50C50,40 55,31 66,27C65,36 68,43 76,50C90,40 104,52 100,66C93,57 84,60 81,76C76,67 70,63.5 63,63.5C56,63.5 50,67 45,76Z",
    ),
    paintShape(
      "gold",
      "M50,50C50,40 55,31 66,27C65,36 68,43 76,50C71,55 69,60 69.5,64.3C65,63.2 61,63.2 56.5,64.3C57,60 55,55 50,50Z",
    ),
    paintDisc("gold", 26, 68.5, 4.6),
    paintDisc("gold", 100, 68.5, 4.6),
    paintDisc("ink", 66.5, 25, 4.2),
    paintLine("hair", 2.4, "M51.5,77C53.5,73.8 57.5,73.8 59.5,77M66.5,77C68.5,73.8 72.5,73.8 74.5,77"),
    paintLine("hair", 1.7, "M51,69.5C53.5,67.5 57,67.5 59.5,69M66.5,69C69,67.5 72.5,67.5 75,69.5"),
    paintLine("shade", 1.7, "M63.5,76L62,85C62.9,86 64,86 65.2,85.5"),
    paintShape("face", "M51.5,88C58,91.5 68,91.5 74.5,88C73.5,97.5 69,101.5 63,101.5C57,101.5 52.5,97.5 51.5,88Z"),
    paintLine(
      "hair",
      1.9,
      "M50,86.5C57,92 69,92 76,86.5M51.5,88C52.5,97.5 57,101.5 63,101.5C69,101.5 73.5,97.5 74.5,88",
    ),
    paintDisc("gold", 51.8, 84, 2.7),
    paintDisc("gold", 74.2, 84, 2.7),
  ]);

const COURTS = { K: drawKing, Q: drawQueen, J: drawJack };

/** A flower seen from above: its number of petals, which reach from one radius to the other. */
function flowerOutline(x, y, inner, outer, petals) {
  const at = (turn, r) => {
    const angle = (2 * Math.PI * turn) / petals;
    return `${(x + r * Math.sin(angle)).toFixed(1)},${(y - r * Math.cos(angle)).toFixed(1)}`;
  };
  const middle = inner + (outer - inner) * 0.75;
  return Array.from(
    { length: petals },
    (_, n) =>
      `M${at(n, inner)}C${at(n - 0.5, middle)} ${at(n - 0.3, outer)} ${at(n, outer)}C${at(n + 0.3, outer)} ${at(n + 0.5, middle)} ${at(n, inner)}Z`,
  ).join("");
}

const starOutline = (x, y, r) =>
  `M${Array.from({ length: 10 }, (_, n) => {
    const [angle, far] = [(Math.PI * n) / 5, n % 2 ? r * 0.45 : r];
    return `${(x + far * Math.sin(angle)).toFixed(1)},${(y - far * Math.cos(angle)).toFixed(1)}`;
  }).join("L")}Z`;

/** A picture that is drawn once under its name, however often it stands in a page. */
const drawPicture = (name, parts) =>
  h(
    "svg.rt-picture",
    { viewBox: "0 0 100 140", preserveAspectRatio: "xMidYMin slice", "aria-hidden": "true", memo: name },
    parts,
  );

const drawIndex = (rank, suit) =>
  h("g.rt-corner", [
    h("path.rt-rank", { d: moveOutline(RANK_LINES[rank], 20.5, 12, 1.08), "data-rank": rank }),
    h("path", { d: moveOutline(SUIT_OUTLINES[suit], 20.5, 57, 0.98) }),
  ]);

function drawPips(rank, suit) {
  const places = PIP_PLACES[rank];
  const pips = [];
  const size = { 2: 1.2, 3: 1.1 }[rank] ?? 0.74; // few are larger
  for (let at = 0; at < places.length; at += 2) {
    const [column, down] = [places[at], places[at + 1]];
    pips.push(moveOutline(SUIT_OUTLINES[suit], 47.5 + 17.5 * column, 25 + 90 * down, down > 0.5 ? -size : size));
  }
  return [
    h("path.rt-pips-large", { d: pips.join("") }),
    h("path.rt-pip", { d: moveOutline(SUIT_OUTLINES[suit], 66, 105, 2.05) }),
  ];
}

function drawAce(suit) {
  return h("g", [
    paintLine("gold", 2.2, "M31,96C31,78 45,64 63,64C81,64 95,78 95,96C95,114 81,128 63,128C45,128 31,114 31,96Z"),
    paintLine(
      "gold",
      3,
      "M37,96C37,81.5 48.5,70 63,70C77.5,70 89,81.5 89,96C89,110.5 77.5,122 63,122C48.5,122 37,110.5 37,96Z",
      "0 6.28",
    ),
    h("path.rt-pip", { d: moveOutline(SUIT_OUTLINES[suit], 63, 96, 1.75) }),
  ]);
}

/** @param {page.FaceView & { wild?: boolean }} card */
function drawFront({ rank, suit, printed, wild }) {
  const marks =
    wild || printed ? h("rect.rt-wildframe", { x: 2.25, y: 2.25, width: 95.5, height: 135.5, rx: 8 }) : null;
  if (printed)
    return [
      h("text.rt-jokerword", { transform: "translate(11 15) rotate(90)", "font-size": 16 }, rank),
      drawFool(),
      marks,
    ];
  const court = COURTS[rank];
  return [
    court ? court() : rank === "A" ? drawAce(suit) : drawPips(rank, suit),
    drawIndex(rank, suit),
    marks,
    wild ? h("path.rt-wildmark", { d: starOutline(20.5, 85, 10.5) }) : null,
  ];
}

function drawBack() {
  const corners = [20, 80].flatMap((x) => [20, 120].map((y) => flowerOutline(x, y, 1, 7, 8)));
  const dots = Array.from({ length: 36 }, (_, n) => {
    const angle = (Math.PI * n) / 18;
    return `M${(50 + 34 * Math.sin(angle)).toFixed(1)},${(70 - 34 * Math.cos(angle)).toFixed(1)}l0,.01`;
  });
  return [
    h("rect", { width: 100, height: 140, fill: PAINT.face }),
    h("rect", { x: 5, y: 5, width: 90, height: 130, rx: 7, fill: PAINT.plum }),
    h("rect", { x: 10, y: 10, width: 80, height: 120, rx: 4, fill: "none", stroke: PAINT.gold, "stroke-width": 1.6 }),
    paintLine("gold", 1.7, dots.join("")),
    paintShape("gold", flowerOutline(50, 70, 9, 30, 14)),
    paintLine("plum", 1.4, flowerOutline(50, 70, 6, 22, 14)),
    paintShape("gold", flowerOutline(50, 70, 3, 21, 10)),
    paintLine("plum", 1.2, flowerOutline(50, 70, 3, 21, 10)),
    paintDisc("plum", 50, 70, 5.6),
    paintDisc("gold", 50, 70, 3.4),
    paintShape("gold", corners.join("")),
  ];
}

const pictures = new Map(); // by name: a face is described once, and told by its name from what stands there already

function keepPicture(name, draw) {
  if (!pictures.has(name)) pictures.set(name, drawPicture(name, draw()));
  return pictures.get(name);
}

/**
 * The picture on a card's face.
 * @param {page.FaceView & { wild?: boolean }} card
 */
export function facePicture(card) {
  return keepPicture(`${card.rank}|${card.suit}|${Boolean(card.wild)}`, () => drawFront(card));
}

/** The head of the printed joker, who is the tutor. */
export const tutorFace = () =>
  h("svg.rt-tutorface", { viewBox: "24 27 72 70", "aria-hidden": "true", key: "face" }, drawFool());

/** The picture on the back of every card. */
export const backPicture = () => keepPicture("back", drawBack);
