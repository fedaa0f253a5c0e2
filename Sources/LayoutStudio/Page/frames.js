// SPDX-License-Identifier: Apache-2.0
//
// The strip of frames, and the calls and times of one of them.

import { link } from "./asking.js";
import { byId, duration, make, shown, view } from "./state.js";
import { pickFrame } from "./time.js";

const budget = 1_000_000 / 60;
// Milliseconds between two looks at the newest frame while frames come.
const pause = 300;
const kept = 600;

/** The strip: a bar for each frame, on a logarithmic scale from 10 µs to 100 ms. */
class Strip {
  #canvas = byId("strip");
  #frames = [];
  // The size and the colours, until they change: to ask for them in each frame laid out the page each time.
  #size = null;
  #colours = { theme: null };
  chosen = null;

  constructor() {
    new ResizeObserver(() => {
      this.#size = null;
      this.draw();
    }).observe(this.#canvas);
    this.#canvas.addEventListener("click", (event) => {
      const box = this.#canvas.getBoundingClientRect(), list = this.#shown(box.width);
      const index = Math.floor((event.clientX - box.left) / (box.width / this.#room(box.width)));
      if (list[index]) pickFrame(list[index].number);
    });
  }

  reset(numbers) {
    this.#frames = [];
    for (let i = 0; i < numbers.length; i += 4) {
      const [number, time, microseconds, calls] = numbers.slice(i, i + 4);
      this.#frames.push({ number, time, microseconds, calls });
    }
    this.draw();
  }

  /** Takes the figures of the frame that is shown. */
  take({ number, time, microseconds, calls }) {
    const last = this.#frames.at(-1)?.number ?? -1;
    if (view.isLive && number > last) {
      this.#frames.push({ number, time, microseconds, calls });
      if (this.#frames.length > kept) this.#frames.shift();
    }
    this.draw();
    showFrameSoon();
  }

  /** The slowest frames, slowest first. */
  get slowest() {
    return [...this.#frames].sort((a, b) => b.microseconds - a.microseconds).slice(0, 8);
  }

  #room(width) {
    return Math.max(20, Math.floor(width / 4));
  }

  #shown(width) {
    return this.#frames.slice(-this.#room(width));
  }

  #measure() {
    const { clientWidth, clientHeight } = this.#canvas;
    return [clientWidth, clientHeight];
  }

  #inTheme(theme) {
    if (this.#colours.theme === theme) return this.#colours;
    const style = getComputedStyle(this.#canvas);
    const [text, bad, bar] = ["--text", "--bad", "--bar"].map((name) =>
      style.getPropertyValue(name)
    );
    return this.#colours = { theme, text, bad, bar };
  }

  draw() {
    const canvas = this.#canvas, dense = devicePixelRatio || 1;
    const [width, height] = this.#size ??= this.#measure();
    if (!width) return;
    if (canvas.width !== Math.round(width * dense)) canvas.width = Math.round(width * dense);
    if (canvas.height !== Math.round(height * dense)) canvas.height = Math.round(height * dense);
    const pen = canvas.getContext("2d"), { text, bad, bar } = this.#inTheme(view.theme);
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, width, height);
    const level = (us) => Math.min(1, Math.max(0.04, Math.log10(Math.max(us, 10) / 10) / 4));
    const step = width / this.#room(width);
    const current = view.isLive ? null : shown.info?.number;
    this.#shown(width).forEach((frame, index) => {
      const high = level(frame.microseconds) * (height - 2);
      const isSlow = frame.microseconds > budget;
      pen.fillStyle = frame.number === current ? text : isSlow ? bad : bar;
      pen.fillRect(index * step, height - high, Math.max(1, step - 1), high);
    });
    const line = Math.round(height - level(budget) * (height - 2)) + 0.5;
    pen.strokeStyle = bad;
    pen.globalAlpha = 0.5;
    pen.setLineDash([4, 4]);
    pen.beginPath();
    pen.moveTo(0, line);
    pen.lineTo(width, line);
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
  }
}

export const frames = new Strip();

let timer = 0;

function showFrameSoon() {
  if (timer || !byId("framesPanel").open) return;
  timer = setTimeout(() => {
    timer = 0;
    showFrame();
  }, view.isLive ? pause : 0);
}

/** One frame: its figures and its calls; folded, the slowest ones. */
export async function showFrame() {
  if (!shown.info || !link.isOpen) return;
  const { info } = shown;
  const { calls = [] } = await link.request("frames", { frame: info.number }).catch(() => ({}));
  const over = info.microseconds > budget ? " · over the budget" : "";
  const head = `Frame ${info.number} · ${duration(info.microseconds)}${over}`;
  byId("frame").replaceChildren(
    make("p", { className: "headline", textContent: head }),
    callTable(calls, info),
    slowestTable(),
    make("p", { className: "help", id: "own", textContent: own() }),
  );
}

function callTable(calls, info) {
  const groups = new Map();
  for (const [name, microseconds] of calls) {
    const group = groups.get(name) ?? { count: 0, microseconds: 0 };
    group.count += 1;
    group.microseconds += microseconds;
    groups.set(name, group);
  }
  if (groups.size === 0) {
    const none = "The layout was not called: the host knew the answer.";
    return make("p", { className: "help", textContent: none });
  }
  const most = Math.max(info.microseconds, 1);
  const rows = [...groups].sort((a, b) => b[1].microseconds - a[1].microseconds);
  const table = make("table", { className: "calls" });
  table.append(make("caption", { className: "sr", textContent: "Calls into the layout" }));
  for (const [name, { count, microseconds }] of rows) {
    const bar = make("meter", { min: 0, max: most, value: microseconds });
    bar.setAttribute("aria-label", `Share of the frame: ${name}`);
    const times = count > 1 ? ` ×${count}` : "";
    table.append(
      make(
        "tr",
        {},
        make("th", { scope: "row" }, make("code", { textContent: name }), times),
        make("td", {}, bar),
        make("td", { className: "figure", textContent: duration(microseconds) }),
      ),
    );
  }
  return table;
}

function slowestTable() {
  const wasOpen = byId("slowest")?.open ?? false;
  const rows = frames.slowest.map((one) => {
    const go = make("button", { className: "link", textContent: `frame ${one.number}` });
    go.onclick = () => pickFrame(one.number);
    const texts = [`${one.time.toFixed(2)} s`, `${one.calls} calls`, duration(one.microseconds)];
    const cells = texts.map((textContent) => make("td", { className: "figure", textContent }));
    return make("tr", {}, make("td", {}, go), ...cells);
  });
  return make(
    "details",
    { id: "slowest", open: wasOpen },
    make("summary", { textContent: "Slowest frames" }),
    make("table", {}, make("tbody", {}, ...rows)),
  );
}

const costs = { server: [], page: [] };

/** Keeps what the studio itself took for a frame: at the server, and on the page; microseconds. */
export function noteCost(server, page) {
  for (const [list, value] of [[costs.server, server], [costs.page, page]]) {
    list.push(value);
    if (list.length > 60) list.shift();
  }
}

function own() {
  const middle = (list) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;
  return `The studio itself takes ${duration(middle(costs.server))} to answer and ` +
    `${duration(middle(costs.page))} to draw. The figures above are without it.`;
}

byId("framesPanel").addEventListener("toggle", () => {
  if (byId("framesPanel").open) showFrame();
});
