// Icons and suits as outlines on a field of 24 by 24: the data of SVG paths.

import { moveOutline, SUIT_OUTLINES } from "./outlines.js";

/** What stands beside a word, or alone on a small button. */
export const ICONS = {
  "pure-sequence": "M3 17h4v-4h4v-4h4V5h4v15H3z",
  "impure-sequence": [
    "M3 20v-5h4v5zm6 0v-9h4v9zM17.5 3l1.6 3.4 3.7.5-2.7 2.6.7 3.7-3.3-1.8-3.3 1.8.7-3.7-2.7-2.6 3.7-.5zM15 20",
    "v-5h4v5z",
  ].join(""),
  set: "M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm9 0h7v7h-7z",
  tunnela: "M4 3h10v13H4zm12 3h1.500v12.500H7V17h9zm3.500 2.500H21V21H10v-1.500h9.500z",
  dublee: "M4 4h9v13H4zm11 3h5v13h-9v-2h4z",
  jokers: [
    "M12 2l2.900 6.300 6.900.800-5.100 4.700 1.400 6.800L12 17.200 5.900 20.600l1.400-6.800L2.200 9.100",
    "l6.900-.800z",
  ].join(""),
  invalid: [
    "M6.200 4.100L12 9.900l5.800-5.800 2.100 2.100-5.800 5.800 5.800 5.800-2.100 2.100-5.800-5.800-5.800",
    " 5.800-2.100-2.100L9.900 12 4.100 6.200z",
  ].join(""),
  loose: "M12 7a5 5 0 1 0 .01 0z",
  undo: "M9 4L3 10l6 6v-4h5a4 4 0 0 1 0 8h-3v2h3a6 6 0 0 0 0-14H9z",
  redo: "M15 4l6 6-6 6v-4h-5a4 4 0 0 0 0 8h3v2h-3a6 6 0 0 1 0-14h5z",
  group: "M3 5h5v14H3zm7 0h5v14h-5zM17 5h4v14h-4z",
  ungroup: "M3 5h4v14H3zm14 0h4v14h-4zM10 11h1.500v2H10zm3 0h1.500v2H13z",
  sort: "M4 6h12v2H4zm0 5h9v2H4zm0 5h6v2H4zM17 9h2v8h2.500L18 21l-3.500-4H17z",
  clear: "M6 6h12v12H6z",
  check: "M9.500 16.200L4.800 11.500l-2 2 6.700 6.700L21.500 8.200l-2-2z",
  eye: [
    "M12 5C6.500 5 2.700 9.700 1.500 12c1.200 2.300 5 7 10.500 7s9.300-4.700 10.500-7",
    "C21.300 9.700 17.500 5 12 5zm0 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8z",
  ].join(""),
  sun: [
    "M12 7a5 5 0 1 0 .01 0zM11 1h2v4h-2zm0 18h2v4h-2zM1 11h4v2H1zm18 0h4v2h-4zM4.200 2.800",
    "l2.900 2.900-1.400 1.400-2.900-2.900zm14.100 14.100l2.900 2.900-1.400 1.400-2.900-2.900zM19.800 2.800",
    "l1.400 1.400-2.900 2.900-1.400-1.400zM5.700 16.900l1.400 1.400-2.900 2.900-1.400-1.400z",
  ].join(""),
  moon: "M20 15.500A9 9 0 0 1 8.500 4a8.500 8.500 0 1 0 11.500 11.500z",
  suits: "M12 3l4 5-4 5-4-5zM6 12l3.500 4.500L6 21l-3.500-4.500zm12 0l3.500 4.500L18 21l-3.500-4.500z",
  share: [
    "M18 15a3 3 0 0 0-2.200 1L9 12.500v-1l6.800-3.600A3 3 0 1 0 15 6l.1.700-6.700 3.500a3 3 0 1 0 0 3.600",
    "l6.700 3.500A3 3 0 1 0 18 15z",
  ].join(""),
  teach: "M2 4h20v12h-8.500l3 5h-2.300L12 17l-2.200 4H7.500l3-5H2zm2 2v8h16V6z",
  cards: "M8 3h11v15H8zM5 6h1.500v13.500H16V21H5z",
  hands: "M2 7.500l7-2.500 4.500 12.500-7 2.500zM12 3h9v13h-4.500L13 6.500z",
  cap: "M12 4L1 9.500l11 5.500 9-4.500V17h2V9.500zM5 13.500V17c0 1.700 3.100 3 7 3s7-1.300 7-3v-3.500l-7 3.500z",
  words: [
    "M1 18L5.800 5h2.400L13 18h-2.500l-1-3H4.500l-1 3zM5.200 13h3.600L7 7.500zM18 9.500",
    "a4.200 4.200 0 1 0 2.600 7.500v1H23V9.500h-2.400v1A4.200 4.200 0 0 0 18 9.500zM18.400 11.700",
    "a2.100 2.100 0 1 1-.010 0z",
  ].join(""),
  print: "M7 3h10v5H7zM4 9h16a2 2 0 0 1 2 2v6h-4v4H6v-4H2v-6a2 2 0 0 1 2-2zm4 6v4h8v-4z",
  more: "M5 9.500a2.500 2.500 0 1 0 .01 0zm7 0a2.500 2.500 0 1 0 .01 0zm7 0a2.500 2.500 0 1 0 .01 0z",
  book: "M4 4h7a2 2 0 0 1 1 .300A2 2 0 0 1 13 4h7v15h-7l-1 1-1-1H4zm2 2v11h5V6zm7 0v11h5V6z",
  next: "M12.500 4.500L20.500 12l-8 7.500-1.800-1.900 4.500-4.200H4v-2.800h11.200l-4.500-4.200z",
};
ICONS.close = ICONS.invalid;

/** The four suits. */
export const SUIT_PATHS = Object.fromEntries(
  Object.entries(SUIT_OUTLINES).map(([suit, outline]) => [suit, moveOutline(outline, 12, 12)]),
);
