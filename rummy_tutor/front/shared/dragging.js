// Dragging cards by mouse or finger: a copy of them follows the pointer, and the place under it shows where they fall.

import { isDrag, touchMeaning } from "./logic.js";

const HOLD = 260; // ms a finger rests on a card before it can be dragged any way
const EDGE = 56; // px from the window's edge within which a drag scrolls the page
const CARRIED = 6; // cards at most that follow the pointer

export class Dragging {
  /**
   * `pick(event)` says what is picked up, null for nothing; `nodes(what)` which elements it is; `target(element)` the
   * place that an element belongs to, null for none; `drop(what, place)` is called where it falls, and `cancel()` where
   * it falls nowhere.
   */
  constructor(body, { pick, nodes, target, drop, cancel }) {
    this.body = body;
    this.pick = pick;
    this.nodes = nodes;
    this.target = target;
    this.drop = drop;
    this.cancel = cancel;
    body.addEventListener("pointerdown", (event) => this.onDown(event));
    // a card being dragged by a finger does not scroll the page
    body.addEventListener(
      "touchmove",
      (event) => {
        if (this.drag && (this.drag.ghost || this.drag.held) && event.cancelable) event.preventDefault();
      },
      { passive: false },
    );
    body.addEventListener("contextmenu", (event) => {
      if (this.drag?.touch) event.preventDefault();
    });
  }

  onDown(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const what = this.pick(event);
    if (what === null) return;
    const drag = {
      what,
      pointer: event.pointerId,
      start: { x: event.clientX, y: event.clientY },
      ghost: null,
      over: null,
      held: false,
      touch: event.pointerType === "touch",
    };
    this.drag = drag;
    if (drag.touch) drag.timer = setTimeout(() => this.hold(drag), HOLD);
    const move = (next) => next.pointerId === drag.pointer && this.onMove(drag, next);
    const end = (next) => {
      if (next.pointerId !== drag.pointer) return;
      window.removeEventListener("pointermove", move, true);
      window.removeEventListener("pointerup", end, true);
      window.removeEventListener("pointercancel", end, true);
      clearTimeout(drag.timer);
      this.drag = null;
      this.onEnd(drag, next.type === "pointerup");
    };
    window.addEventListener("pointermove", move, true);
    window.addEventListener("pointerup", end, true);
    window.addEventListener("pointercancel", end, true);
  }

  /** A finger has rested on a card: it is lifted, and follows from now on. */
  hold(drag) {
    if (this.drag !== drag || drag.ghost || drag.scrolls) return;
    drag.held = true;
    this.lift(drag, drag.start);
  }

  lift(drag, now) {
    clearTimeout(drag.timer);
    drag.ghost = this.ghost(this.nodes(drag.what));
    this.follow(drag, now);
    this.body.classList.add("rt-dragging");
    try {
      this.body.setPointerCapture(drag.pointer);
    } catch (error) {
      if (error.name !== "NotFoundError") console.error(error); // else the pointer is gone already
    }
  }

  follow(drag, now) {
    const zoom = drag.ghost.currentCSSZoom ?? 1; // the pointer is told of in px of the window
    drag.ghost.style.transform = `translate(${now.x / zoom - 24}px, ${now.y / zoom - 34}px) rotate(2deg)`;
  }

  onMove(drag, event) {
    const now = { x: event.clientX, y: event.clientY };
    if (!drag.ghost) {
      if (drag.touch) {
        const meaning = drag.scrolls ? "scroll" : touchMeaning(drag.start, now, drag.held);
        if (meaning === "scroll") {
          drag.scrolls = true;
          clearTimeout(drag.timer);
        }
        if (meaning !== "drag") return;
      } else if (!isDrag(drag.start, now)) return;
      this.lift(drag, now);
    }
    drag.moved = drag.moved || isDrag(drag.start, now);
    event.preventDefault();
    this.follow(drag, now);
    if (now.y < EDGE) window.scrollBy(0, -12);
    else if (now.y > window.innerHeight - EDGE) window.scrollBy(0, 12);
    const under = document.elementFromPoint(now.x, now.y);
    const place = under && this.body.contains(under) ? this.target(under) : null;
    if (drag.over !== place) {
      if (drag.over) drag.over.classList.remove("rt-over");
      if (place) place.classList.add("rt-over");
      drag.over = place;
    }
  }

  ghost(nodes) {
    const ghost = document.createElement("div");
    ghost.className = "rt-ghost-cards";
    for (const node of nodes.filter(Boolean).slice(0, CARRIED)) {
      const copy = node.cloneNode(true);
      for (const name of ["data-card", "data-key", "data-focus", "data-act", "id"]) copy.removeAttribute(name);
      copy.setAttribute("aria-hidden", "true");
      copy.tabIndex = -1;
      ghost.append(copy);
      node.classList.add("rt-lifted");
    }
    this.body.append(ghost);
    return ghost;
  }

  onEnd(drag, dropped) {
    if (!drag.ghost) return;
    drag.ghost.remove();
    this.body.classList.remove("rt-dragging");
    if (drag.over) drag.over.classList.remove("rt-over");
    // the click that follows in this very moment is none, whatever lies there
    const drop = (event) => event.stopPropagation();
    window.addEventListener("click", drop, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", drop, true), 0);
    if (dropped && drag.moved && drag.over) this.drop(drag.what, drag.over);
    else this.cancel();
  }
}
