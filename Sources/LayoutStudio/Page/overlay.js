// SPDX-License-Identifier: Apache-2.0
//
// The stage for assistive technology: an element for each one on the canvas, where it is.

export class Overlay {
  #grid;
  #nodes = new Map();

  constructor(grid, onTap) {
    this.#grid = grid;
    grid.addEventListener("click", (event) => {
      const cell = event.target.closest("[role=gridcell]");
      // A press of the pointer has been taken already; this is one by assistive technology.
      if (cell && event.detail === 0) onTap(cell.dataset.path.split(".").map(Number));
    });
  }

  /** Puts the elements of a frame in place. `facts` are [id, kind, section, item, label, selected]. */
  update(frame, elements, facts, zoom, itemCount) {
    const grid = this.#grid, seen = new Set();
    grid.setAttribute("aria-rowcount", itemCount);
    let active = "", place = 0;
    for (const [id, kind, section, item, label, isSelected] of facts) {
      const element = elements.get(id);
      if (!element) continue;
      seen.add(id);
      const node = this.#node(id, element[6]);
      // Readers go by the order in the page, which is that of the facts.
      if (grid.children[place] !== node.row) grid.insertBefore(node.row, grid.children[place]);
      place += 1;
      const target = node.target, path = `${section}.${item}`;
      set(target, "data-kind", kind);
      set(target, "data-path", path);
      set(target, "aria-label", label || `${kind} ${path}`);
      if (element[6] === 0) {
        set(target, "aria-selected", isSelected);
        if (isSelected && !active) active = target.id;
      }
      const [x, y] = [element[2] - frame[2], element[3] - frame[3]];
      // A translation needs no layout of the page, as another place would.
      put(node, "translate", `${x / 100 * zoom}px ${y / 100 * zoom}px`);
      put(node, "width", element[4] / 100 * zoom + "px");
      put(node, "height", element[5] / 100 * zoom + "px");
    }
    for (const [id, node] of this.#nodes) {
      if (seen.has(id)) continue;
      node.row.remove();
      this.#nodes.delete(id);
    }
    if (active) set(grid, "aria-activedescendant", active);
    else grid.removeAttribute("aria-activedescendant");
  }

  #node(id, category) {
    const known = this.#nodes.get(id);
    if (known?.category === category) return known;
    known?.row.remove();
    const row = document.createElement("div"), target = document.createElement("div");
    row.setAttribute("role", "row");
    target.setAttribute("role", ["gridcell", "rowheader", "presentation"][category]);
    target.id = `element-${id}`;
    row.append(target);
    this.#grid.append(row);
    const node = { row, target, category, style: {} };
    this.#nodes.set(id, node);
    return node;
  }
}

/** Changes a style that is another one. */
function put(node, name, value) {
  if (node.style[name] === value) return;
  node.style[name] = node.target.style[name] = value;
}

function set(node, name, value) {
  const text = String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}
