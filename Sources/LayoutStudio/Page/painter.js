// SPDX-License-Identifier: Apache-2.0
//
// The canvases of the stage: the frame, the other version, frames before it, and marks above.

import { drawDistances, drawGuides } from "./guides.js";
import { link, request } from "./asking.js";
import { byId, find, put, round, second, session, shown, view } from "./state.js";
import { apply, draw, drawOutline, nameOf } from "./stage.js";

const grounds = { light: "#f5f6f8", dark: "#101318" };
// Sprites of the other version have numbers from here on.
const secondBase = 2 ** 24;
const marked = "#c2410c";
const canvas = byId("canvas"), marks = byId("marks"), grid = byId("grid"), pane = byId("pane");

/** The time that the page took for its last frame, milliseconds. */
export const cost = { draw: 0 };

/** Pixels a point. */
export function density() {
  return (devicePixelRatio || 1) * view.zoom;
}

// The scale that the studio was asked for last.
let askedScale = 0;

export function look() {
  askedScale = density();
  return { theme: view.theme, scale: askedScale };
}

// The room in the pane, until it changes: to ask for it in each frame laid out the page each time.
let paneSize = null;
new ResizeObserver(() => paneSize = null).observe(pane);
addEventListener("resize", () => paneSize = null);

function measurePane() {
  const style = getComputedStyle(pane);
  const side = (name) => parseFloat(style[name]);
  const width = pane.clientWidth - side("paddingLeft") - side("paddingRight");
  const height = pane.clientHeight - side("paddingTop") - side("paddingBottom");
  return [width, height];
}

/** The size of a view that fits into the window, points. */
export function roomOfPane() {
  const [width, height] = paneSize ??= measurePane();
  const share = byId("second").hidden ? width : (width - 24) / 2;
  return [Math.max(120, Math.floor(share)), Math.max(120, Math.floor(height))];
}

function fit() {
  const { frame } = shown, [width, height] = [frame[4] / 100, frame[5] / 100];
  const room = roomOfPane();
  const zoom = Math.min(1, room[0] / width, room[1] / height);
  const dense = (devicePixelRatio || 1) * zoom;
  for (const one of [canvas, marks]) {
    const wide = Math.max(1, Math.round(width * dense));
    const high = Math.max(1, Math.round(height * dense));
    if (one.width !== wide || one.height !== high) [one.width, one.height] = [wide, high];
  }
  for (const one of [canvas, marks, grid, byId("screen")]) {
    one.style.width = width * zoom + "px";
    one.style.height = height * zoom + "px";
  }
  view.zoom = zoom;
  // In a window that is dragged the view follows in a moment, and its sprites are of use again.
  const isFollowing = zoom < 1 && view.viewport === "fit" && session.facts.fits;
  if (askedScale !== density() && !isFollowing) request("look", look());
}

function showNote(found) {
  const [width, height] = [shown.frame[4] / 100, shown.frame[5] / 100], { facts } = session;
  const parts = [
    `${round(width)} × ${round(height)}${
      view.zoom < 1 ? ` at ${Math.round(view.zoom * 100)} %` : ""
    }`,
  ];
  if (facts.items !== undefined) parts.push(`${facts.items.toLocaleString("en")} items`);
  if (!view.isLive) parts.push(`frame ${shown.info.number} of ${shown.newest[0]}`);
  if (second.failure) parts.push(second.failure);
  else if (found) {
    parts.push(
      found.first.length === 0
        ? `No difference among ${found.count} elements`
        : `${found.first.length} of ${found.count} elements differ`,
    );
  }
  put(byId("note"), "textContent", parts.join(" · "));
}

/** Draws everything anew. */
export function paint() {
  if (!shown.frame) return;
  const start = performance.now();
  fit();
  draw(canvas.getContext("2d"), shown.frame, shown.elements, (key) => link.sprites.get(key), {
    factor: density(),
    ground: grounds[view.stageTheme],
    outline: view.isOutlined,
  });
  paintGhosts();
  showNote(paintSecond());
  paintMarks();
  cost.draw = performance.now() - start;
}

/** The elements of two frames that do not stand at the same place of the viewport. */
function differences() {
  const places = (frame, elements) => {
    const places = new Map();
    for (const element of elements.values()) {
      const place = [element[2] - frame[2], element[3] - frame[3], ...element.slice(4, 6)];
      places.set(nameOf(element), { element, place });
    }
    return places;
  };
  const first = places(shown.frame, shown.elements), other = places(second.frame, second.elements);
  const isSame = (a, b) => a && b && a.place.every((part, i) => Math.abs(part - b.place[i]) < 50);
  const pick = (from, to) =>
    [...from].filter(([name, one]) => !isSame(one, to.get(name))).map(([, { element }]) => element);
  return { first: pick(first, other), second: pick(other, first), count: first.size };
}

function paintSecond() {
  byId("second").hidden = !second.frame;
  if (!second.frame) return null;
  const other = byId("secondCanvas"), pen = other.getContext("2d");
  [other.width, other.height] = [canvas.width, canvas.height];
  for (const one of [other, byId("second")]) {
    one.style.width = canvas.style.width;
    one.style.height = canvas.style.height;
  }
  draw(pen, second.frame, second.elements, (key) => link.sprites.get(key + secondBase), {
    factor: density(),
    ground: grounds[view.stageTheme],
    outline: view.isOutlined,
  });
  const found = differences(), own = canvas.getContext("2d");
  for (const element of found.second) {
    drawOutline(pen, element, second.frame, density(), marked, false);
  }
  for (const element of found.first) {
    drawOutline(own, element, shown.frame, density(), marked, false);
  }
  for (const one of [pen, own]) one.setTransform(1, 0, 0, 1, 0, 0);
  return found;
}

/** Onion skin: the frames before, the older the fainter. */
function paintGhosts() {
  const pen = canvas.getContext("2d");
  session.ghosts.forEach(({ frame, elements }, index) => {
    pen.save();
    draw(pen, frame, elements, (key) => link.sprites.get(key), {
      factor: density(),
      fade: 0.28 / (index + 1),
    });
    pen.restore();
  });
}

/** Keeps the frames before the one that is shown, for the onion skin. */
export async function gatherGhosts() {
  const center = shown.info.number, found = [];
  for (const distance of [3, 6, 9]) {
    if (center - distance < 0) break;
    const { frame } = await link.request("peek", { frame: center - distance });
    const elements = new Map();
    apply(elements, frame.data);
    found.push({ frame: frame.data, elements });
  }
  if (shown.info.number === center) session.ghosts = found;
  paint();
}

/** Draws what stands above the stage: guides, and what is under the pointer or inspected. */
export function paintMarks() {
  if (!shown.frame) return;
  const pen = marks.getContext("2d"), factor = density();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, marks.width, marks.height);
  drawGuides(pen, factor);
  const { hovered, inspected } = session;
  for (const mark of [hovered, inspected]) {
    const element = find(mark);
    if (element) drawOutline(pen, element, shown.frame, factor, marked);
  }
  const measured = find(hovered) ?? find(inspected);
  if (measured && (view.isInspecting || view.guides.has("distances"))) {
    drawDistances(pen, measured, factor);
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
}
