// SPDX-License-Identifier: Apache-2.0
//
// Frames on a canvas: the one renderer of the studio and of recorded sessions.
//
// An element is [id, sprite, x, y, width, height, category, section, item, z, alpha, rank, depth,
// transform…], lengths in hundredths of a point; what is left out at the end has its usual value. A frame
// is [milliseconds, caption, x, y, width, height, removed, changes, moves]. A sprite is {image, x, y,
// w, h (its place in the image, pixels), width, height, overhang (points)}.

import { drawProjected, outlineProjected } from "./projection.js";

// Of cells, supplementaries and decorations; dark enough for white figures on them.
const inks = ["#c4185c", "#2456c7", "#1a7a45"];
// Level, depth, category, section, item, rank.
const order = [9, 12, 6, 7, 8, 11];

/** Applies a frame to the elements of the one before. */
export function apply(elements, frame) {
  for (const id of frame[6]) elements.delete(id);
  for (const change of frame[7]) elements.set(change[0], change);
  const moves = frame[8];
  for (let i = 0; i < moves.length; i += 3) {
    const moved = elements.get(moves[i])?.slice();
    if (!moved) continue;
    moved[2] = moves[i + 1];
    moved[3] = moves[i + 2];
    elements.set(moves[i], moved);
  }
}

/** The elements from the farthest to the nearest. */
export function inOrder(elements) {
  return [...elements.values()].sort((a, b) => {
    const key = order.find((key) => (a[key] ?? 0) !== (b[key] ?? 0));
    return key === undefined ? 0 : (a[key] ?? 0) - (b[key] ?? 0);
  });
}

/** What makes an element the same one in another version: category, section, item, rank. */
export function nameOf(element) {
  return [element[6], element[7], element[8], element[11] ?? 0].join(".");
}

const isProjected = (element) => element.length > 19;

/** Sets the canvas's transform to an element's corner; returns its size, pixels. */
function place(pen, element, frame, factor) {
  let x = (element[2] - frame[2]) / 100 * factor;
  let y = (element[3] - frame[3]) / 100 * factor;
  const width = element[4] / 100 * factor, height = element[5] / 100 * factor;
  if (element.length < 14) {
    x = Math.round(x);
    y = Math.round(y);
    pen.setTransform(1, 0, 0, 1, x, y);
  } else {
    const [a, b, c, d, e, f] = element.slice(13);
    const cx = x + width / 2, cy = y + height / 2;
    pen.setTransform(
      a,
      b,
      c,
      d,
      cx + e * factor - a * width / 2 - c * height / 2,
      cy + f * factor - b * width / 2 - d * height / 2,
    );
  }
  return [width, height];
}

/** Draws a frame's elements. `factor` is pixels a point. */
export function draw(pen, frame, elements, sprites, { factor, ground, outline = false, fade = 1 }) {
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.globalAlpha = 1;
  if (ground) {
    pen.fillStyle = ground;
    pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  }
  pen.imageSmoothingQuality = "high";
  const list = inOrder(elements);
  for (const element of list) drawSprite(pen, element, frame, factor, sprites, fade);
  pen.globalAlpha = 1;
  if (outline) { for (const element of list) drawOutline(pen, element, frame, factor); }
  pen.setTransform(1, 0, 0, 1, 0, 0);
}

function drawSprite(pen, element, frame, factor, sprites, fade) {
  const sprite = sprites(element[1]);
  if (!sprite) return drawOutline(pen, element, frame, factor);
  const { image, x = 0, y = 0, w = image.width, h = image.height } = sprite;
  const over = sprite.overhang * factor;
  const wide = sprite.width * factor, high = sprite.height * factor;
  pen.globalAlpha = (element[10] ?? 1) * fade;
  if (isProjected(element)) {
    const cut = [0, x, y, w, h];
    return drawProjected(pen, element, frame, factor, image, cut, over, [wide / w, high / h]);
  }
  place(pen, element, frame, factor);
  pen.drawImage(image, x, y, w, h, -over, -over, wide, high);
}

/** Draws an element's frame and index path. */
export function drawOutline(pen, element, frame, factor, ink = inks[element[6]], label = true) {
  pen.globalAlpha = 1;
  pen.strokeStyle = pen.fillStyle = ink;
  pen.lineWidth = Math.max(1, factor);
  if (isProjected(element)) {
    if (!outlineProjected(pen, element, frame, factor)) return;
  } else {
    const [width, height] = place(pen, element, frame, factor);
    pen.strokeRect(0.5, 0.5, width - 1, height - 1);
  }
  if (!label) return;
  const text = element[7] + "." + element[8];
  pen.font = `600 ${9 * factor}px "Noto Sans", system-ui, sans-serif`;
  pen.fillRect(0, 0, pen.measureText(text).width + 8 * factor, 13 * factor);
  pen.fillStyle = "#fff";
  pen.fillText(text, 4 * factor, 9.8 * factor);
}

/** The topmost element at a point of the viewport, points; flat ones by their frames. */
export function elementAt(frame, elements, x, y, accepts = () => true) {
  const [px, py] = [frame[2] + x * 100, frame[3] + y * 100];
  const isInside = (e) => px >= e[2] && px < e[2] + e[4] && py >= e[3] && py < e[3] + e[5];
  return inOrder(elements).reverse().find((element) => accepts(element) && isInside(element));
}
