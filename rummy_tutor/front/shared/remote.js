// A model as a widget has it, for pages whose Python is elsewhere: in a server, or in a worker of the browser.

/**
 * What `model` is to views in a notebook: `get`, `on`, `off`, `set`, `save_changes`; `send` is the transport's.
 *
 * `values` are those that came with the page.
 */
export class RemoteModel {
  constructor(values = {}) {
    this.values = new Map(Object.entries(values));
    this.listeners = new Map();
  }

  get(name) {
    return this.values.get(name);
  }

  on(event, listener) {
    this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
  }

  off(event, listener) {
    const left = (this.listeners.get(event) ?? []).filter((known) => known !== listener);
    this.listeners.set(event, left);
  }

  /** Take values, then tell of those that have come. */
  take(values) {
    for (const [name, value] of Object.entries(values)) this.values.set(name, value);
    for (const name of Object.keys(values)) this.tell(name);
  }

  tell(name) {
    for (const listener of this.listeners.get(`change:${name}`) ?? []) listener();
  }

  set(name, value) {
    this.take({ [name]: value });
  }

  save_changes() {} // nothing of a view is kept elsewhere
}

/** JSON that came with the page, under the name of its element. */
export function pageValues(name = "values") {
  return JSON.parse(document.getElementById(name).textContent);
}
