// A panel whose code comes when its tab is first opened.
import { tabMemory } from "./address.js";
import { importText } from "./import_text.js";
import { PanelView } from "./panel.js";

/** @import { Host } from "./host.js" */
/** @import * as page from "../page.js" */

/**
 * How a view is made of its code; code that fails is told in the panel's place, as a drawing that fails is.
 * @param {page.PanelCode} part
 */
async function viewMaker(part) {
  try {
    const { View } = await importText(part.esm);
    return (place, host) => new View(place, host);
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/**
 * A view class that stands in for the one of a panel: when it is first shown it sends the action that `open` makes of
 * what the browser tab remembers under `memoryName`, and draws with the code that comes back.
 */
export function lazyView(key, open, memoryName) {
  return class {
    /**
     * @param {HTMLElement} root
     * @param {Host} host
     */
    constructor(root, host) {
      this.root = root;
      this.host = host;
      this.view = null;
      this.inPage = document.body.hasAttribute("data-voila");
    }

    update(vm) {
      this.latest = vm;
      if (this.view) this.view.update(vm);
      else if (!vm.closed) this.load();
      else if (!this.asked) {
        this.asked = true;
        const memory = this.inPage ? tabMemory(memoryName) : null;
        // a page that is left before the answer came keeps what it remembered
        this.host.follow(window, "pagehide", () => {
          if (!this.view && memory) tabMemory(memoryName, memory);
        });
        this.host.send(open(memory));
      }
    }

    async load() {
      const { model } = this.host;
      const part = model.get("parts")?.[key];
      if (this.loading || !part) return;
      this.loading = true;
      const style = document.createElement("style");
      style.textContent = part.css;
      const place = document.createElement("div");
      this.root.append(style, place);
      this.view = new PanelView(place, this.host, await viewMaker(part));
      this.view.update(this.latest);
    }

    onKey(event) {
      return Boolean(this.view?.onKey?.(event));
    }
  };
}
