// SPDX-License-Identifier: Apache-2.0
//
// Lines above the stage that explain a layout: the rectangle that was asked for, the anchor, insets,
// sizes that were assumed, index paths, and distances between elements.

import { find, round, session, shown, view } from "./state.js";

const inks = {
  asked: "#2456c7",
  anchor: "#8a2be2",
  insets: "#1a7a45",
  distances: "#c4185c",
  estimates: "#9a4a00",
};

/** The guides that can be turned on: name, title. */
export const kinds = [
  ["paths", "Index paths"],
  ["asked", "Asked rectangle"],
  ["anchor", "Anchor"],
  ["insets", "Insets"],
  ["estimates", "Estimated sizes"],
  ["distances", "Distances under the pointer"],
];

export function drawGuides(pen, factor) {
  const { guides } = view, { frame, info } = shown;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.lineWidth = Math.max(1, factor);
  pen.font = `600 ${10 * factor}px "Noto Sans", system-ui, sans-serif`;
  const place = ([x, y, width, height]) =>
    [x - frame[2] / 100, y - frame[3] / 100, width, height].map((part) => part * factor);
  if (guides.has("asked") && info.asked) drawAsked(pen, place(info.asked), factor);
  if (guides.has("insets")) drawInsets(pen, session.facts.insets ?? [0, 0, 0, 0], factor);
  if (guides.has("estimates")) drawEstimates(pen, info.assumed ?? [], factor);
  if (guides.has("paths")) {
    for (const one of shown.elements.values()) {
      drawPath(pen, one, factor);
    }
  }
  if (guides.has("anchor") && info.anchor) {
    const [section, item] = info.anchor, element = find({ category: 0, section, item });
    if (element) drawAnchor(pen, element, factor);
  }
}

function drawAsked(pen, [x, y, width, height], factor) {
  pen.strokeStyle = pen.fillStyle = inks.asked;
  pen.setLineDash([6 * factor, 4 * factor]);
  // What lies outside of the view is brought to its edge, so that it can be seen.
  const limit = (value, most) => Math.min(most - 1, Math.max(1, value));
  const [left, top] = [limit(x, pen.canvas.width), limit(y, pen.canvas.height)];
  const right = limit(x + width, pen.canvas.width), bottom = limit(y + height, pen.canvas.height);
  pen.strokeRect(left, top, right - left, bottom - top);
  pen.setLineDash([]);
  const size = `${round(width / factor)} × ${round(height / factor)}`;
  tag(pen, `asked: ${size}`, right - 6 * factor, bottom - 10 * factor, factor, "end");
}

function drawInsets(pen, [top, left, bottom, right], factor) {
  const { width, height } = pen.canvas;
  pen.fillStyle = inks.insets;
  pen.globalAlpha = 0.22;
  const [dx, dy] = [shown.frame[2] / 100, shown.frame[3] / 100];
  const content = shown.info.content;
  // Insets stand around the content, in its coordinates.
  pen.fillRect(0, (-dy - top) * factor, width, top * factor);
  pen.fillRect(0, (content[1] - dy) * factor, width, bottom * factor);
  pen.fillRect((-dx - left) * factor, 0, left * factor, height);
  pen.fillRect((content[0] - dx) * factor, 0, right * factor, height);
  pen.globalAlpha = 1;
}

function corner(element, factor) {
  const { frame } = shown;
  return [
    (element[2] - frame[2]) / 100 * factor,
    (element[3] - frame[3]) / 100 * factor,
    element[4] / 100 * factor,
    element[5] / 100 * factor,
  ];
}

function drawPath(pen, element, factor) {
  const [x, y, width] = corner(element, factor);
  pen.fillStyle = inks.asked;
  tag(pen, `${element[7]}.${element[8]}`, x + width - 4 * factor, y + 8 * factor, factor, "end");
}

/** The size that each element was given before its view said how large it wants to be. */
function drawEstimates(pen, assumed, factor) {
  for (const [category, section, item, width, height] of assumed) {
    const element = find({ category, section, item });
    if (!element) continue;
    const [x, y, wide] = corner(element, factor);
    const left = session.facts.rightToLeft ? x + wide - width * factor : x;
    pen.strokeStyle = pen.fillStyle = inks.estimates;
    pen.setLineDash([3 * factor, 3 * factor]);
    pen.strokeRect(left, y, width * factor, height * factor);
    pen.setLineDash([]);
    tag(pen, `${round(width)} × ${round(height)}`, left, y + height * factor, factor, "start");
  }
}

function drawAnchor(pen, element, factor) {
  const [x, y, width, height] = corner(element, factor);
  pen.strokeStyle = pen.fillStyle = inks.anchor;
  pen.lineWidth = Math.max(2, 2 * factor);
  pen.strokeRect(x, y, width, height);
  pen.lineWidth = Math.max(1, factor);
  tag(pen, "anchor", x + 4 * factor, y + height - 9 * factor, factor, "start");
}

/** A text on a ground of the colour in use. */
function tag(pen, text, x, y, factor, align = "center") {
  const ink = pen.fillStyle, width = pen.measureText(text).width + 8 * factor;
  const left = align === "center" ? x - width / 2 : align === "end" ? x - width : x;
  pen.fillRect(left, y - 7 * factor, width, 14 * factor);
  pen.fillStyle = "#fff";
  pen.textAlign = "start";
  pen.textBaseline = "middle";
  pen.fillText(text, left + 4 * factor, y + factor / 2);
  pen.textBaseline = "alphabetic";
  pen.fillStyle = ink;
}

/** The nearest edge on each side of an element: another element's, or the view's. */
export function distances(element, elements, frame) {
  const box = (one) => ({
    left: one[2] / 100,
    top: one[3] / 100,
    right: (one[2] + one[4]) / 100,
    bottom: (one[3] + one[5]) / 100,
  });
  const own = box(element);
  const bounds = box([0, 0, frame[2], frame[3], frame[4], frame[5]]);
  const found = {
    left: own.left - bounds.left,
    right: bounds.right - own.right,
    top: own.top - bounds.top,
    bottom: bounds.bottom - own.bottom,
  };
  for (const one of elements.values()) {
    if (one === element || one[6] === 2) continue;
    const other = box(one);
    if (other.top < own.bottom && other.bottom > own.top) {
      if (other.right <= own.left) found.left = Math.min(found.left, own.left - other.right);
      if (other.left >= own.right) found.right = Math.min(found.right, other.left - own.right);
    }
    if (other.left < own.right && other.right > own.left) {
      if (other.bottom <= own.top) found.top = Math.min(found.top, own.top - other.bottom);
      if (other.top >= own.bottom) found.bottom = Math.min(found.bottom, other.top - own.bottom);
    }
  }
  return found;
}

export function drawDistances(pen, element, factor) {
  const [x, y, width, height] = corner(element, factor);
  const [cx, cy] = [x + width / 2, y + height / 2];
  const found = distances(element, shown.elements, shown.frame);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.font = `600 ${10 * factor}px "Noto Sans", system-ui, sans-serif`;
  pen.strokeStyle = pen.fillStyle = inks.distances;
  pen.lineWidth = Math.max(1, factor);
  const rule = (x0, y0, dx, dy, distance) => {
    if (distance < 0.5) return;
    const [x1, y1] = [x0 + dx * distance * factor, y0 + dy * distance * factor];
    pen.beginPath();
    pen.moveTo(x0, y0);
    pen.lineTo(x1, y1);
    pen.stroke();
    tag(pen, String(round(distance)), (x0 + x1) / 2, (y0 + y1) / 2, factor);
  };
  rule(x, cy, -1, 0, found.left);
  rule(x + width, cy, 1, 0, found.right);
  rule(cx, y, 0, -1, found.top);
  rule(cx, y + height, 0, 1, found.bottom);
}
