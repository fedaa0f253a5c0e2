// SPDX-License-Identifier: Apache-2.0
//
// What the page knows: the look of this tab, the frame that it shows, and the facts of the session.

export const isManual = new URLSearchParams(location.search).get("clock") === "manual";

/** The look of this tab; everything else is the session's. */
export const view = {
  theme: "light",
  /** True until a link or a person chooses a theme. */
  followsSystem: true,
  /** The theme of the sprites that the page has; a moment behind the other. */
  stageTheme: "light",
  isOutlined: false,
  hasOnion: false,
  isInspecting: false,
  viewport: "fit",
  isPaused: false,
  isLive: true,
  isPlayingBack: false,
  zoom: 1,
  guides: new Set(),
};

/** The frame on the stage. */
export const shown = { frame: null, elements: new Map(), info: null, newest: [0, 0] };

/** The frame of the other version. */
export const second = { frame: null, elements: new Map(), failure: null };

/** What changes less often than frames. */
export const session = {
  facts: { properties: [], alerts: [], layouts: [] },
  selection: [],
  isMoving: false,
  ghosts: [],
  inspected: null,
  hovered: null,
};

export const byId = (id) => document.getElementById(id);

export function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** Sets a property of a node that has another value: setting an equal text has the page laid out anew too. */
export function put(node, name, value) {
  if (node[name] !== value) node[name] = value;
}

export function press(id, isOn) {
  byId(id).setAttribute("aria-pressed", isOn);
}

/** Fills a box with choices, unless it has them already. */
export function fill(box, titles) {
  const shape = JSON.stringify(titles);
  if (box.dataset.shape === shape) return;
  box.dataset.shape = shape;
  box.replaceChildren(...titles.map((title, index) => new Option(title, index)));
}

export const round = (value) => Math.round(value * 10) / 10;

/** Microseconds as people read them. */
export function duration(microseconds) {
  return microseconds < 1000
    ? `${Math.round(microseconds)} µs`
    : `${(microseconds / 1000).toFixed(1)} ms`;
}

/** What a mark needs to find its element again, whatever view shows it by then. */
export const markOf = (element) =>
  element && { category: element[6], section: element[7], item: element[8] };

/** The element that a mark means. */
export function find(mark) {
  if (!mark) return null;
  for (const element of shown.elements.values()) {
    if (element[6] === mark.category && element[7] === mark.section && element[8] === mark.item) {
      return element;
    }
  }
  return null;
}
