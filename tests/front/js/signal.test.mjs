import assert from "node:assert/strict";
import test from "node:test";
import { RemoteModel } from "../../../rummy_tutor/front/shared/remote.js";
import { Lifetime, Signal } from "../../../rummy_tutor/front/shared/signal.js";

test("whoever listens hears what happens, until that is ended", () => {
  const signal = new Signal();
  const told = [];
  assert.equal(signal.heard, false);
  const end = signal.add((value) => told.push(value));
  const other = signal.add((value) => value * 2);
  assert.equal(signal.heard, true);
  assert.deepEqual(signal.emit(3), [1, 6]);
  end();
  signal.emit(4);
  other();
  signal.emit(5);
  assert.deepEqual(told, [3]);
  assert.equal(signal.heard, false);
});

test("a listener may end itself while it is told, and the others are told all the same", () => {
  const signal = new Signal();
  const told = [];
  const end = signal.add(() => {
    told.push("first");
    end();
  });
  signal.add(() => told.push("second"));
  signal.emit();
  signal.emit();
  assert.deepEqual(told, ["first", "second", "second"]);
});

test("what was begun ends with one call, on models and in the document", () => {
  const life = new Lifetime();
  const [model, place, told] = [new RemoteModel({ hand: "" }), new EventTarget(), []];
  life.follow(model, "change:hand", () => told.push("hand"));
  life.follow(place, "resize", () => told.push("resize"));
  life.follow(place, "keydown", () => told.push("key"), { capture: true });
  life.over.add(() => told.push("over"));
  const happen = () => {
    model.set("hand", "2H");
    place.dispatchEvent(new Event("resize"));
    place.dispatchEvent(new Event("keydown"));
  };
  happen();
  assert.deepEqual(told.splice(0), ["hand", "resize", "key"]);
  life.stop();
  happen();
  life.stop();
  assert.deepEqual(told, ["over"]);
});
