// SPDX-License-Identifier: Apache-2.0
//
// Perspective on a canvas, which maps pictures by affine maps alone: what is turned out of the screen's
// plane is drawn in pieces that are small enough for those. Coordinates are the canvas's pixels, an
// element's own from its upper left corner.

// What comes nearer to the eye than this share of the screen's distance is cut off.
const near = 1 / 32;

function projection(element, frame, factor) {
  const [a, b, c, d, e, f, g, h, k] = element.slice(13);
  const width = element[4] / 100 * factor, height = element[5] / 100 * factor;
  const cx = (element[2] - frame[2]) / 100 * factor + width / 2;
  const cy = (element[3] - frame[3]) / 100 * factor + height / 2;
  const own = (x, y) => [(x - width / 2) / factor, (y - height / 2) / factor];
  const weight = (x, y) => {
    const [u, v] = own(x, y);
    return g * u + h * v + k;
  };
  const map = (x, y) => {
    const [u, v] = own(x, y), scale = factor / weight(x, y);
    return [cx + (a * u + c * v + e) * scale, cy + (b * u + d * v + f) * scale];
  };
  // Where a column of the canvas comes from, and a row, as long as only these count for it.
  const column = (x) => {
    const seen = (x - cx) / factor;
    return (e - seen * k) / (seen * g - a) * factor + width / 2;
  };
  const row = (y) => {
    const seen = (y - cy) / factor;
    return (f - seen * k) / (seen * h - d) * factor + height / 2;
  };
  const axis = c === 0 && h === 0 ? "column" : b === 0 && g === 0 ? "row" : "none";
  return { weight, map, column, row, axis, width, height };
}

// The part of an interval where a linear function is above `near`.
function inSight(low, high, weight) {
  const [first, last] = [weight(low), weight(high)];
  if (first < near && last < near) return null;
  const cut = low + (high - low) * (near - first) / (last - first);
  return first < near ? [cut, high] : last < near ? [low, cut] : [low, high];
}

function drawColumns(pen, seen, page, sprite, over, size) {
  const canvas = pen.canvas;
  const upright = seen.axis === "column";
  const [long, broad] = upright ? [seen.width, seen.height] : [seen.height, seen.width];
  const at = (along, across) => upright ? [along, across] : [across, along];
  const range = inSight(-over, long + over, (along) => seen.weight(...at(along, 0)));
  if (!range) return;
  const side = upright ? 0 : 1, limit = upright ? canvas.width : canvas.height;
  const ends = range.map((along) => seen.map(...at(along, broad / 2))[side]);
  const first = Math.max(0, Math.min(...ends)), last = Math.min(limit, Math.max(...ends));
  for (let pixel = Math.floor(first); pixel < last; pixel += 1) {
    const from = Math.max(first, pixel), to = Math.min(last, pixel + 1);
    const source = [seen[seen.axis](from), seen[seen.axis](to)].sort((p, q) => p - q);
    const middle = (source[0] + source[1]) / 2;
    const start = seen.map(...at(middle, -over))[1 - side];
    const length = seen.map(...at(middle, broad + over))[1 - side] - start;
    const cut = (source[0] + over) / size[side], wide = (source[1] - source[0]) / size[side];
    if (!(wide > 0) || !(length > 0)) continue;
    if (upright) {
      pen.drawImage(
        page,
        sprite[1] + cut,
        sprite[2],
        wide,
        sprite[4],
        from,
        start,
        to - from,
        length,
      );
    } else {
      pen.drawImage(
        page,
        sprite[1],
        sprite[2] + cut,
        sprite[3],
        wide,
        start,
        from,
        length,
        to - from,
      );
    }
  }
}

function drawTriangle(pen, seen, page, sprite, over, size, corners) {
  const [p, q, r] = corners.map((corner) => seen.map(...corner));
  const [o, s, t] = corners;
  const area = (s[0] - o[0]) * (t[1] - o[1]) - (t[0] - o[0]) * (s[1] - o[1]);
  const slope = (side) => [
    ((q[side] - p[side]) * (t[1] - o[1]) - (r[side] - p[side]) * (s[1] - o[1])) / area,
    ((r[side] - p[side]) * (s[0] - o[0]) - (q[side] - p[side]) * (t[0] - o[0])) / area,
  ];
  const [a, c] = slope(0), [b, d] = slope(1);
  const middle = [(p[0] + q[0] + r[0]) / 3, (p[1] + q[1] + r[1]) / 3];
  pen.save();
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.beginPath();
  for (const [x, y] of [p, q, r]) {
    const [dx, dy] = [x - middle[0], y - middle[1]], far = Math.hypot(dx, dy) || 1;
    pen.lineTo(x + dx / far * 1.5, y + dy / far * 1.5);
  }
  pen.clip();
  pen.setTransform(a, b, c, d, p[0] - a * o[0] - c * o[1], p[1] - b * o[0] - d * o[1]);
  pen.drawImage(
    page,
    sprite[1],
    sprite[2],
    sprite[3],
    sprite[4],
    -over,
    -over,
    sprite[3] * size[0],
    sprite[4] * size[1],
  );
  pen.restore();
}

function drawMesh(pen, seen, page, sprite, over, size) {
  const cells = 8, x = (i) => -over + (seen.width + 2 * over) * i / cells;
  const y = (j) => -over + (seen.height + 2 * over) * j / cells;
  for (let j = 0; j < cells; j += 1) {
    for (let i = 0; i < cells; i += 1) {
      const corners = [[x(i), y(j)], [x(i + 1), y(j)], [x(i + 1), y(j + 1)], [x(i), y(j + 1)]];
      if (corners.some((corner) => seen.weight(...corner) < near)) continue;
      drawTriangle(pen, seen, page, sprite, over, size, corners.slice(0, 3));
      drawTriangle(pen, seen, page, sprite, over, size, [corners[0], corners[2], corners[3]]);
    }
  }
}

export function drawProjected(pen, element, frame, factor, page, sprite, over, size) {
  const seen = projection(element, frame, factor);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  if (seen.axis === "none") drawMesh(pen, seen, page, sprite, over, size);
  else drawColumns(pen, seen, page, sprite, over, size);
}

export function outlineProjected(pen, element, frame, factor) {
  const seen = projection(element, frame, factor);
  const corners = [[0, 0], [seen.width, 0], [seen.width, seen.height], [0, seen.height]];
  if (corners.some((corner) => seen.weight(...corner) < near)) return false;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.beginPath();
  for (const corner of corners) pen.lineTo(...seen.map(...corner));
  pen.closePath();
  pen.stroke();
  pen.setTransform(1, 0, 0, 1, ...seen.map(0, 0));
  return true;
}
