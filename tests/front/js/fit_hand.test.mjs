// How large the cards of a hand are drawn.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fitHand } from "../../../rummy_tutor/front/shared/fit_hand.js";

const DESK = { width: 820, height: 380 };
const PHONE = { width: 392, height: 420 };

test("a small hand has the largest cards there are, side by side", () => {
  const { width, share, rows } = fitHand([3, 3], DESK, { most: 100 });
  assert.deepEqual([width, share >= 1, rows], [100, true, 1]);
});

test("more cards are smaller or lie over each other, and stay within the place", () => {
  for (const counts of [[14], [3, 3, 4, 3], [3, 3, 3, 3, 3, 3, 3], [27], [4, 4, 4, 4, 4, 4, 3]]) {
    for (const room of [DESK, PHONE]) {
      const { width, share, rows, cut } = fitHand(counts, room, { most: 120 });
      assert.ok(width * Math.min(1, share) >= 40, `${counts}: ${width} × ${share}`);
      const feet = 34 * Math.min(rows, counts.length); // a group of several rows has one
      const high = rows * width * (cut ? 1.05 : 1.4) + feet + (rows - 1) * 10;
      assert.ok(high <= room.height, `${counts}: ${rows} rows`);
    }
  }
});

test("cards are larger where there is more room", () => {
  const small = fitHand([3, 3, 4, 3], PHONE, { most: 200 });
  const large = fitHand([3, 3, 4, 3], { width: 1400, height: 700 }, { most: 200 });
  assert.ok(large.width > 1.5 * small.width);
});

test("what a card stands for is never covered", () => {
  assert.ok(fitHand([14], PHONE, { most: 120, stands: true }).share >= 0.62);
});

test("where nothing fits, a finger still has its 40 px", () => {
  const { width, share } = fitHand([27], { width: 300, height: 60 }, { most: 120 });
  assert.ok(width * share >= 40);
});
