// SPDX-License-Identifier: Apache-2.0
//
// The stage for assistive technology: an element for each one on the canvas, where it is.

import { nameOf } from "./stage.js";

export class Overlay {
  #grid;
  #nodes = new Map();
  #count = 0;

  constructor(grid, onTap) {
    this.#grid = grid;
    grid.addEventListener("click", (event) => {
      const cell = event.target.closest("[role=gridcell]");
      // A press of the pointer has been taken already; this is one by assistive technology.
      if (cell && event.detail === 0) onTap(cell.dataset.path.split(".").map(Number));
    });
  }

  /**
   * Puts the elements of a frame in place. `facts` are [id, kind, section, item, label, selected].
   *
   * A node stands for an item, not for the view that shows it: scrolled content keeps its nodes, in
   * their order, and the page lays out only what came.
   */
  update(frame, elements, facts, zoom, itemCount) {
    const grid = this.#grid, wanted = new Map();
    set(grid, "aria-rowcount", itemCount);
    for (const fact of facts) {
      const element = elements.get(fact[0]);
      if (element) wanted.set(nameOf(element), { fact, element });
    }
    const spare = this.#takeAllBut(wanted);
    let active = "", place = 0;
    for (const [name, { fact, element }] of wanted) {
      const node = this.#node(name, element[6], spare);
      // Readers go by the order in the page, which is that of the facts.
      const there = grid.children[place];
      if (there !== node.row) grid.insertBefore(node.row, there ?? null);
      place += 1;
      describe(node, fact, element);
      if (element[6] === 0 && fact[5] && !active) active = node.target.id;
      lay(node, element, frame, zoom);
    }
    if (active) set(grid, "aria-activedescendant", active);
    else grid.removeAttribute("aria-activedescendant");
  }

  /** Returns true when most of these elements have a node already. */
  knowsMost(elements) {
    let known = 0;
    for (const element of elements.values()) known += this.#nodes.has(nameOf(element));
    return known * 2 >= elements.size;
  }

  /** Takes out the nodes of what is gone. Those that stay then keep their places. */
  #takeAllBut(wanted) {
    const spare = [];
    for (const [name, node] of this.#nodes) {
      if (wanted.has(name)) continue;
      this.#nodes.delete(name);
      node.row.remove();
      spare.push(node);
    }
    return spare;
  }

  #node(name, category, spare) {
    const known = this.#nodes.get(name);
    if (known) return known;
    const used = spare.findIndex((node) => node.category === category);
    const node = used < 0 ? this.#make(category) : spare.splice(used, 1)[0];
    this.#nodes.set(name, node);
    return node;
  }

  #make(category) {
    const row = document.createElement("div"), target = document.createElement("div");
    row.setAttribute("role", "row");
    target.setAttribute("role", ["gridcell", "rowheader", "presentation"][category]);
    target.id = `element-${this.#count++}`;
    row.append(target);
    return { row, target, category, style: {} };
  }
}

/** Says what an element is. */
function describe({ target, category }, [, kind, section, item, label, isSelected]) {
  const path = `${section}.${item}`;
  set(target, "data-kind", kind);
  set(target, "data-path", path);
  set(target, "aria-label", label || `${kind} ${path}`);
  if (category === 0) set(target, "aria-selected", isSelected);
}

function lay(node, element, frame, zoom) {
  const [x, y] = [element[2] - frame[2], element[3] - frame[3]];
  // A translation needs no layout of the page, as another place would.
  restyle(node, "translate", `${x / 100 * zoom}px ${y / 100 * zoom}px`);
  restyle(node, "width", element[4] / 100 * zoom + "px");
  restyle(node, "height", element[5] / 100 * zoom + "px");
}

/** Sets a style that has another value. */
function restyle(node, name, value) {
  if (node.style[name] === value) return;
  node.style[name] = node.target.style[name] = value;
}

function set(node, name, value) {
  const text = String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}
