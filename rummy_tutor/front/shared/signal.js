// What the parts of a page tell each other, and what ends with the page.

/** Something that happens: whoever wants to know adds a listener. */
export class Signal {
  constructor() {
    this.listeners = new Set();
  }

  /** Call `listener` whenever it happens; returns what ends that. */
  add(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** It has happened: returns what the listeners answer. */
  emit(...values) {
    return [...this.listeners].map((listener) => listener(...values));
  }

  /** Whether anybody listens. */
  get heard() {
    return this.listeners.size > 0;
  }
}

/** The time that something stands on the page: what was begun in it ends with it. */
export class Lifetime {
  constructor() {
    this.over = new Signal();
  }

  /** Listen to a model or to a part of the document until all is over. */
  follow(target, event, listener, options = undefined) {
    if (target.on) {
      target.on(event, listener);
      this.over.add(() => target.off(event, listener));
    } else {
      target.addEventListener(event, listener, options);
      this.over.add(() => target.removeEventListener(event, listener, options));
    }
  }

  /** End all that was begun; a second time there is nothing left to end. */
  stop() {
    this.over.emit();
    this.over.listeners.clear();
  }
}
