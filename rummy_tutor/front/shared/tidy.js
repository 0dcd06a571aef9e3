// Memory that a page has used and needs no more: a browser that is not asked lets it grow for a long time.

const UNUSED = 96 << 20; // bytes; nothing is written to them, so that they take no memory themselves
const EVERY = 12; // answers drawn, after which the page is tidied

/** Have the browser look for what is no longer in use: it does so when much memory is asked for at once. */
export function tidyMemory() {
  try {
    return new ArrayBuffer(UNUSED).byteLength;
  } catch {
    return 0; // so little is left that the browser looks for more by itself
  }
}

/** Calls `tidy` when nothing else is to be done, after every few answers. */
export class Tidying {
  constructor(tidy = tidyMemory, soon = globalThis.requestIdleCallback ?? setTimeout) {
    this.answers = 0;
    this.tidy = tidy;
    this.soon = soon;
  }

  answered() {
    this.answers = (this.answers + 1) % EVERY;
    if (!this.answers) this.soon.call(globalThis, () => this.tidy());
  }
}
