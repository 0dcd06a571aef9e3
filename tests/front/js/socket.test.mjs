// A page's connection to its server: who has left comes in again over a new one.

import assert from "node:assert/strict";
import test from "node:test";

const sockets = [];

class Socket {
  static OPEN = 1;
  static CLOSING = 2;

  constructor() {
    this.readyState = Socket.OPEN;
    this.sent = [];
    this.listeners = {};
    sockets.push(this);
  }

  addEventListener(name, listener) {
    this.listeners[name] = listener;
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = Socket.CLOSING;
  }
}

const nobody = { addEventListener() {}, querySelector: () => null, getElementById: () => null };
Object.assign(globalThis, {
  WebSocket: Socket,
  window: nobody,
  document: nobody,
  location: { protocol: "http:", host: "localhost" },
});
const { SocketModel } = await import("../../../rummy_tutor/front/shared/socket.js");

test("who has left comes in again at once, though the server has not closed the old connection yet", () => {
  const model = new SocketModel(() => ({ role: "student" }));
  model.connect();
  const [first] = sockets;
  first.listeners.open();
  first.listeners.message({ data: JSON.stringify({ own: { name: "Asha" } }) });
  model.connect();
  assert.equal(sockets.length, 1); // there is a connection already

  model.leave();
  model.connect();
  assert.equal(sockets.length, 2);
  sockets[1].listeners.open();
  assert.deepEqual(sockets[1].sent, [{ role: "student" }]);

  sockets[1].listeners.message({ data: JSON.stringify({ own: { name: "Bela" } }) });
  first.listeners.close({ code: 4010 }); // of the old one
  assert.equal(model.get("connection"), "alive");
  model.send({ type: "class-next" });
  assert.deepEqual(sockets[1].sent[1], { type: "class-next" });
});

test("what is sent before the server lets somebody in, or while it is gone, comes after that in order", () => {
  sockets.length = 0;
  const model = new SocketModel(() => ({ role: "student" }));
  model.send({ n: 1 });
  model.connect();
  const [socket] = sockets;
  socket.listeners.open();
  model.send({ n: 2 });
  assert.deepEqual(socket.sent, [{ role: "student" }]);
  socket.listeners.message({ data: "{}" });
  assert.deepEqual(socket.sent.slice(1), [{ n: 1 }, { n: 2 }]);

  socket.readyState = Socket.CLOSING;
  socket.listeners.close({ code: 1006 });
  clearTimeout(model.timer); // it would try again by itself
  model.send({ n: 3 });
  model.connect();
  sockets[1].listeners.open();
  sockets[1].listeners.message({ data: "{}" });
  assert.deepEqual(sockets[1].sent, [{ role: "student" }, { n: 3 }]);
});
