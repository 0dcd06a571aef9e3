// A model as a widget has it, over a WebSocket: values that the server sends by name, and messages to it.

import { roundOf } from "./logic.js";
import { RemoteModel } from "./remote.js";

/** @import * as page from "../page.js" */

const PAUSES = [250, 500, 1000, 2000, 4000]; // ms between two tries to connect again
const ENDED = 1001; // the code with which a server closes that ends
const ELSEWHERE = 4009; // and that for a tab whose visit goes on in another one
const TAKEN_AWAY = 4010; // and for one whose place was taken away
const MOST_WAITING = 200; // messages kept while there is no connection
const ASLEEP = 30000; // ms out of sight after which a connection may be dead without this browser knowing

/**
 * `greeting` makes the message that says who this is; `values` are those that came with the page. The value
 * `connection` is "alive", "unreachable" or "elsewhere", and `over` tells whether the server has ended. What is sent meanwhile is
 * kept and sent in order.
 */
export class SocketModel extends RemoteModel {
  /** @param {() => page.Greeting} greeting */
  constructor(greeting, values = {}) {
    super(values);
    this.greeting = greeting;
    this.waiting = [];
    this.tries = 0;
    this.known = false; // whether the server has let this browser in
    this.hiddenAt = Number.POSITIVE_INFINITY; // when the page went out of sight
    const again = () => {
      if (document.hidden) this.hiddenAt = Date.now();
      else if (this.known) this.wake();
    };
    window.addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
  }

  send(message) {
    if (this.known && this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    else if (this.waiting.length < MOST_WAITING) this.waiting.push(message);
  }

  /** Say who this is, over a new connection if there is none. */
  connect() {
    clearTimeout(this.timer);
    if (this.socket?.readyState === WebSocket.OPEN && !this.known) {
      this.socket.send(JSON.stringify(this.greeting()));
      return;
    }
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
    this.socket = socket;
    this.entered = false;
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.greeting())));
    socket.addEventListener("message", (event) => this.receive(event.data));
    socket.addEventListener("close", (event) => this.lost(socket, event.code));
  }

  /** Connect again where there is no connection, or only one that is old: a phone that slept is not told of its end. */
  wake() {
    if (Date.now() - this.hiddenAt > ASLEEP) {
      const { socket } = this;
      this.socket = null;
      socket?.close();
    }
    this.hiddenAt = Number.POSITIVE_INFINITY;
    this.connect();
  }

  /** Be nobody to the server any more: whoever connects next does it over a new connection. */
  leave() {
    this.known = false;
    this.socket?.close();
  }

  receive(data) {
    const values = JSON.parse(data);
    if (!this.entered && !("said" in values)) {
      [this.entered, this.known, this.tries] = [true, true, 0];
      for (const message of this.waiting.splice(0)) this.send(message);
      this.take({ ...values, over: false, connection: "alive" });
    } else this.take(values);
  }

  lost(socket, code) {
    if (socket !== this.socket || !this.known) return;
    if (code === ELSEWHERE) {
      this.known = false; // it comes back only if it is asked to
      this.set("connection", "elsewhere");
      return;
    }
    if (code === TAKEN_AWAY) {
      this.known = false;
      return;
    }
    if (code === ENDED) this.set("over", true);
    this.set("connection", "unreachable");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), PAUSES[Math.min(this.tries, PAUSES.length - 1)]);
    this.tries += 1;
  }
}

/** What this tab keeps under a name, over reloads; storage may be forbidden, then nothing is kept. */
export function tabStore(name, value) {
  return keepIn(() => sessionStorage, name, value);
}

/** What this browser keeps under a name when the tab is closed. */
export function browserStore(name, value) {
  return keepIn(() => localStorage, name, value);
}

/** @param {() => Storage} find */
function keepIn(find, name, value) {
  try {
    const store = find();
    if (value !== undefined) store.setItem(name, value);
    return store.getItem(name);
  } catch (error) {
    if (!(error instanceof DOMException)) console.error(error); // else storage is forbidden or full
    return null;
  }
}

/** The secret in the address, which is kept in the tab and taken out of sight; a round in its place is none. */
export function secretOfPage(name) {
  const given = roundOf(location.hash) ? "" : location.hash.slice(1);
  if (given) history.replaceState(null, "", location.pathname + location.search);
  return tabStore(name, given || undefined) ?? given;
}
