// Where the bands of the chart lie.
import assert from "node:assert/strict";
import { test } from "node:test";
import { layFlows } from "../../../rummy_tutor/front/round_chart.js";

const flows = [
  { payer: 0, payee: 1, amount: 70 },
  { payer: 2, payee: 4, amount: 30 },
  { payer: 4, payee: 0, amount: 18 },
  { payer: 4, payee: 1, amount: 40 },
  { payer: 5, payee: 4, amount: 70 },
];

test("bands are as thick as their amounts, and each side holds them without overlap", () => {
  const { bands, left, right } = layFlows(flows);
  const scale = bands[0].thick / bands[0].amount;
  for (const band of bands) assert.ok(Math.abs(band.thick / band.amount - scale) < 1e-9);
  for (const [side, key, at] of [
    [left, "payer", "from"],
    [right, "payee", "to"],
  ]) {
    for (const node of side) {
      const own = bands.filter((band) => band[key] === node.player);
      assert.equal(
        own.reduce((sum, band) => sum + band.amount, 0),
        node.amount,
      );
      let edge = node.at;
      for (const band of own) {
        assert.ok(Math.abs(band[at] - edge) < 1e-9);
        edge += band.thick;
      }
      assert.ok(node.top <= node.at + 1e-9 && edge <= node.top + node.height + 1e-9);
    }
    for (let i = 1; i < side.length; i += 1) assert.ok(side[i].top >= side[i - 1].top + side[i - 1].height);
  }
});

test("both sides are centred on the higher one, and a player may stand on both", () => {
  const { height, left, right } = layFlows(flows);
  const tall = (side) => side.at(-1).top + side.at(-1).height - side[0].top;
  assert.ok(Math.abs(Math.max(tall(left), tall(right)) - height) < 1e-9);
  assert.deepEqual(
    left.map((node) => node.player),
    [0, 2, 4, 5],
  );
  assert.deepEqual(
    right.map((node) => node.player),
    [0, 1, 4],
  );
});
