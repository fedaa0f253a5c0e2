// SPDX-License-Identifier: Apache-2.0
//
// Pointers, wheels and keys on the stage, as steps of a session. They wait here until the next frame.

import { elementAt } from "./stage.js";

// Points that a finger may move and still tap.
const slop = 8;
// Milliseconds until a finger that rests picks an item up.
const patience = 450;
// Milliseconds of a movement that count for the speed at its end.
const memory = 80;
const lineHeight = 16;
/** The limit of steps in one request (Studio+Requests.swift). */
export const stepLimit = 256;

const keys = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  PageUp: "pageUp",
  PageDown: "pageDown",
  Home: "home",
  End: "end",
  " ": "space",
  Enter: "space",
  Escape: "escape",
  a: "a",
};

export class Input {
  #steps = [];
  #pointer = null;
  #hasMenuKey = false;
  #stage;
  #view;
  #onInput;

  /**
   * @param stage the element that takes pointers and keys
   * @param view gives {zoom, frame, elements, selection, isLive} of what is on screen
   * @param onInput called when there is something to send
   */
  constructor(stage, view, onInput) {
    this.#stage = stage;
    this.#view = view;
    this.#onInput = onInput;
    stage.addEventListener("pointerdown", (event) => this.#down(event));
    stage.addEventListener("pointermove", (event) => this.#move(event));
    stage.addEventListener("pointerup", (event) => this.#up(event));
    stage.addEventListener("pointercancel", (event) => this.#cancel(event));
    stage.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    stage.addEventListener("keydown", (event) => this.#key(event));
    stage.addEventListener("contextmenu", (event) => this.#context(event));
    // The browser's own event for the key may come with the key or after it.
    stage.addEventListener("keyup", () => setTimeout(() => this.#hasMenuKey = false));
  }

  /** Called before a press on the stage is taken; true takes it. */
  onPress = () => false;

  /** True while an earlier frame is shown: what is begun on it would happen later, to another one. */
  get #isPast() {
    return !this.#view().isLive;
  }

  get isEmpty() {
    return this.#steps.length === 0;
  }

  /** Takes the steps that wait, at most as many as one request may have. */
  take() {
    return this.#steps.splice(0, stepLimit);
  }

  add(step) {
    const last = this.#steps.at(-1);
    // Movements of one frame are one movement.
    if (last && last.do === step.do && (step.do === "drag" || step.do === "wheel")) {
      last.by = [last.by[0] + step.by[0], last.by[1] + step.by[1]];
      last.at = step.at;
    } else {
      this.#steps.push(step);
    }
    this.#onInput();
  }

  /** A point of the viewport, points. */
  place(event) {
    const box = this.#stage.getBoundingClientRect(), { zoom } = this.#view();
    return [(event.clientX - box.left) / zoom, (event.clientY - box.top) / zoom];
  }

  #pathAt(at) {
    const { frame, elements } = this.#view();
    const cell = frame && elementAt(frame, elements, ...at, (element) => element[6] === 0);
    return cell ? [cell[7], cell[8]] : null;
  }

  #down(event) {
    if (event.button !== 0 || this.#pointer) return;
    const at = this.place(event);
    this.#stage.focus({ preventScroll: true });
    if (this.onPress(at, event)) return;
    try {
      this.#stage.setPointerCapture(event.pointerId);
    } catch {
      // A pointer that is gone already.
    }
    this.#pointer = { id: event.pointerId, at, last: at, mode: "touch", trail: [] };
    this.#pointer.timer = setTimeout(() => this.#pickUp(), patience);
    this.#note(event, at);
    this.add({ do: "touch", phase: "began", at });
  }

  #note(event, at) {
    const { trail } = this.#pointer;
    trail.push([event.timeStamp, ...at]);
    while (trail.length > 2 && event.timeStamp - trail[0][0] > memory) trail.shift();
  }

  #pickUp() {
    const pointer = this.#pointer, path = pointer && this.#pathAt(pointer.at);
    if (!path || pointer.mode !== "touch") return;
    pointer.mode = "move";
    this.add({ do: "touch", phase: "cancelled", at: pointer.at });
    this.add({ do: "move", phase: "began", from: path, at: pointer.at, catch: true });
  }

  #move(event) {
    const pointer = this.#pointer;
    if (!pointer || pointer.id !== event.pointerId) return;
    const at = this.place(event), by = [at[0] - pointer.last[0], at[1] - pointer.last[1]];
    this.#note(event, at);
    if (pointer.mode === "touch") {
      if (Math.hypot(at[0] - pointer.at[0], at[1] - pointer.at[1]) < slop) return;
      clearTimeout(pointer.timer);
      pointer.mode = "drag";
      this.add({ do: "touch", phase: "cancelled", at: pointer.at });
    }
    pointer.last = at;
    if (pointer.mode === "drag") this.add({ do: "drag", by, at: pointer.at });
    else this.add({ do: "move", phase: "moved", at, catch: true });
  }

  #up(event) {
    const pointer = this.#pointer;
    if (!pointer || pointer.id !== event.pointerId) return;
    this.#end();
    if (pointer.mode === "touch") return this.add({ do: "touch", phase: "ended", at: pointer.at });
    if (pointer.mode === "move") return this.add({ do: "move", phase: "ended", catch: true });
    const [time, x, y] = pointer.trail[0], at = pointer.last;
    const seconds = (event.timeStamp - time) / 1000;
    // One that rested before it left has no speed.
    const speed = (distance) => seconds > 0.004 ? -distance / seconds : 0;
    this.add({ do: "release", velocity: [speed(at[0] - x), speed(at[1] - y)] });
  }

  #cancel(event) {
    const pointer = this.#pointer;
    if (!pointer || pointer.id !== event.pointerId) return;
    this.#end();
    const steps = {
      touch: { do: "touch", phase: "cancelled", at: pointer.at },
      move: { do: "move", phase: "cancelled", catch: true },
      drag: { do: "release", velocity: [0, 0] },
    };
    this.add(steps[pointer.mode]);
  }

  #end() {
    clearTimeout(this.#pointer.timer);
    this.#pointer = null;
  }

  #wheel(event) {
    if (event.ctrlKey) return;
    event.preventDefault();
    if (this.#isPast) return;
    const unit = event.deltaMode === 1 ? lineHeight : event.deltaMode === 2 ? 400 : 1;
    const { zoom } = this.#view();
    const sideways = event.shiftKey && event.deltaX === 0;
    const [dx, dy] = sideways ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    this.add({ do: "wheel", by: [dx * unit / zoom, dy * unit / zoom], at: this.place(event) });
  }

  #key(event) {
    if (this.#isPast) return;
    if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      return this.#menuKey(event);
    }
    const isAll = event.key === "a" && (event.ctrlKey || event.metaKey);
    const name = keys[event.key];
    if (!name || (name === "a" && !isAll)) return;
    event.preventDefault();
    event.stopPropagation();
    const held = { shift: event.shiftKey, control: event.ctrlKey, alt: event.altKey };
    if (event.metaKey) held.command = true;
    const modifiers = Object.keys(held).filter((key) => held[key]);
    this.add({ do: "key", name, modifiers, animated: true });
  }

  /** The menu of the selected item; of several, the first. */
  #menuKey(event) {
    event.preventDefault();
    this.#hasMenuKey = true;
    const [first] = this.#view().selection, path = first?.split(".").map(Number);
    if (path?.length === 2) this.add({ do: "menu", phase: "opened", path });
  }

  #context(event) {
    event.preventDefault();
    if (this.#hasMenuKey || this.#isPast) return;
    const path = this.#pathAt(this.place(event));
    if (path) this.add({ do: "menu", phase: "opened", path });
  }
}
