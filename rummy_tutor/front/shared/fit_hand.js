// How a hand fits a place: how wide its cards are, and how much of one is seen that lies under another.

const SHARES_TRIED = [1.06, 0.92, 0.84, 0.76, 0.68, 0.62, 0.54, 0.46]; // of a card's width, the largest first
const ALL_SIGNS = 0.62; // the share at which a card still shows what it stands for
const HIGH = 1.4; // times its width a card is high
const CUT = 1.05; // and where only its upper part is shown
const ROW = 11; // px of a card's width that another row of the hand is worth

/**
 * @typedef {object} HandFit
 * @property {number} width px of a card.
 * @property {number} share of its width from one card to the next; above 1 there is a gap.
 * @property {number} rows
 * @property {boolean} cut whether only the upper part of each card has room.
 */

/**
 * The rows of cards that groups take side by side, and the rows of groups: one that is wider than all the room breaks
 * into rows of its own.
 * @param {number[]} counts
 * @param {number} room
 */
function countRows(counts, room, { width, step, gap, pad, narrowest }) {
  const each = 1 + Math.floor((room - pad - width) / step + 0.001);
  if (each < 1) return { rows: Number.POSITIVE_INFINITY, trays: 0 };
  let [rows, trays, used] = [0, 0, Number.POSITIVE_INFINITY];
  for (const count of counts) {
    const wide = Math.max(narrowest, width + (count - 1) * step + pad);
    if (count <= each && used + gap + wide <= room) used += gap + wide;
    else {
      rows += Math.ceil(count / each);
      trays += 1;
      used = count > each ? Number.POSITIVE_INFINITY : wide;
    }
  }
  return { rows, trays };
}

/**
 * The cards of a hand, as large as they fit: what shows most of each card in fewest rows.
 *
 * @param {number[]} counts how many cards each group holds.
 * @param {{ width: number, height: number }} room px.
 * @param {object} how
 * @param {number} how.most px that a card is wide at most.
 * @param {number} [how.least] px that it is wide at least.
 * @param {number} [how.seen] px that are seen of each card at least, as wide as a finger needs.
 * @param {number} [how.size] how much of a larger card counts although the next one covers it.
 * @param {number} [how.gap] px between two groups.
 * @param {number} [how.foot] px of a group above and below its cards.
 * @param {number} [how.pad] px of a group beside its cards.
 * @param {number} [how.narrowest] px of a group at least.
 * @param {boolean} [how.stands] whether a card of the hand shows what it stands for.
 * @returns {HandFit}
 */
export function fitHand(
  counts,
  room,
  { most, least = 40, seen = 40, size = 0.12, gap = 10, foot = 34, pad = 16, narrowest = 0, stands = false },
) {
  const shares = stands ? SHARES_TRIED.filter((share) => share >= ALL_SIGNS) : SHARES_TRIED;
  for (const high of [HIGH, CUT]) {
    let best = null;
    for (const share of shares) {
      for (let width = most; width >= least; width -= 2) {
        if (width * Math.min(1, share) < seen) break;
        const { rows, trays } = countRows(counts, room.width, { width, step: width * share, gap, pad, narrowest });
        if (rows * width * high + trays * foot + (rows - 1) * gap > room.height) continue;
        const value = width * (Math.min(1, share) + size) - ROW * rows;
        if (!best || value > best.value) best = { width, share, rows, cut: high === CUT, value };
        break;
      }
    }
    if (best) return { width: best.width, share: best.share, rows: best.rows, cut: best.cut };
  }
  return leastHigh(counts, room.width, { shares, least, seen, gap, foot, pad, narrowest });
}

/** Where a hand has no room at all: the smallest cards, cut, and laid so that all of it is as low as can be. */
function leastHigh(counts, room, { shares, least, seen, gap, foot, pad, narrowest }) {
  let best = null;
  for (const share of shares) {
    const width = Math.max(least, 2 * Math.ceil(seen / Math.min(1, share) / 2));
    const { rows, trays } = countRows(counts, room, { width, step: width * share, gap, pad, narrowest });
    const high = rows * width * CUT + trays * foot;
    if (!best || high < best.high) best = { width, share, rows, high };
  }
  return { width: best.width, share: best.share, rows: best.rows, cut: true };
}
