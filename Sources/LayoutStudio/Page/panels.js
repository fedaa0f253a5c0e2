// SPDX-License-Identifier: Apache-2.0
//
// What stands around the stage: alerts, the log, the strip of frames, the inspector.

const byId = (id) => document.getElementById(id);
const budget = 1_000_000 / 60;

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

/** Alerts that stand until they are mended, or closed. */
export function showAlerts(alerts, onDismiss) {
  const box = byId("alerts");
  const shape = JSON.stringify(alerts);
  if (box.dataset.shape === shape) return;
  box.dataset.shape = shape;
  box.replaceChildren(...alerts.map((alert) => {
    const head = [alert.plugin, alert.stage].filter(Boolean).join(" · ");
    const close = make("button", { className: "round", textContent: "×" });
    close.setAttribute("aria-label", "Close");
    close.onclick = () => onDismiss(alert.source);
    const actions = [];
    if (alert.file && alert.line) {
      const copy = make("button", { textContent: `Copy ${alert.file}:${alert.line}` });
      copy.onclick = () => navigator.clipboard?.writeText(`${alert.file}:${alert.line}`);
      actions.push(copy);
    }
    return make(
      "div",
      { className: `alert ${alert.source}` },
      make("strong", { textContent: head || alert.source }),
      make("span", { textContent: alert.message }),
      ...actions,
      close,
    );
  }));
}

/** The log, newest first; the newest is in the status region too. */
export function addLog(entries) {
  const list = byId("log");
  for (const [kind, text, time] of entries) {
    const when = make("small", { textContent: `${time.toFixed(2)} s` });
    list.prepend(make("li", { className: kind }, make("b", { textContent: kind }), text, when));
    if (kind !== "file") {
      byId("status").textContent = text;
      byId("status").dataset.kind = kind;
    }
  }
  while (list.childElementCount > 300) list.lastElementChild.remove();
}

/** What the checker found, broken rules first. */
export function showRules(check, hash) {
  byId("checkPanel").hidden = !check;
  if (!check) return;
  const box = byId("rules"), order = { BROKEN: 0, skipped: 1, kept: 2 };
  const isOld = check.hash !== hash ? " An earlier version was asked." : "";
  const count = (word) => check.results.filter(([, outcome]) => outcome === word).length;
  const head = check.running
    ? "Asking the rules…"
    : `${count("kept")} kept, ${count("BROKEN")} broken, ${count("skipped")} skipped.${isOld}`;
  const rows = [...check.results].sort((a, b) => order[a[1]] - order[b[1]])
    .map(([rule, outcome, reason]) =>
      make(
        "li",
        { className: outcome },
        make("b", { textContent: outcome === "BROKEN" ? "broken" : outcome }),
        make("code", { textContent: rule }),
        make("p", { className: "help", textContent: reason }),
      )
    );
  box.replaceChildren(
    make("p", { className: "headline", textContent: head }),
    make("ul", { className: "rules" }, ...rows),
  );
}

/** The strip of frames: a bar each, on a logarithmic scale from 10 µs to 100 ms. */
export class Strip {
  #canvas = byId("strip");
  #frames = [];
  #onPick;
  chosen = null;

  constructor(onPick) {
    this.#onPick = onPick;
    this.#canvas.addEventListener("click", (event) => {
      const box = this.#canvas.getBoundingClientRect(), list = this.#shown(box.width);
      const index = Math.floor((event.clientX - box.left) / (box.width / this.#room(box.width)));
      if (list[index]) this.#onPick(list[index].number);
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

  add(frame) {
    if (this.#frames.length && this.#frames.at(-1).number >= frame.number) return;
    this.#frames.push(frame);
    if (this.#frames.length > 600) this.#frames.shift();
    this.draw();
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

  draw() {
    const canvas = this.#canvas, dense = devicePixelRatio || 1;
    const width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width) return;
    if (canvas.width !== Math.round(width * dense)) canvas.width = Math.round(width * dense);
    if (canvas.height !== Math.round(height * dense)) canvas.height = Math.round(height * dense);
    const pen = canvas.getContext("2d"), style = getComputedStyle(canvas);
    pen.setTransform(dense, 0, 0, dense, 0, 0);
    pen.clearRect(0, 0, width, height);
    const level = (us) => Math.min(1, Math.max(0.04, Math.log10(Math.max(us, 10) / 10) / 4));
    const step = width / this.#room(width);
    this.#shown(width).forEach((frame, index) => {
      const high = level(frame.microseconds) * (height - 2);
      const isSlow = frame.microseconds > budget;
      const name = frame.number === this.chosen ? "--text" : isSlow ? "--bad" : "--bar";
      pen.fillStyle = style.getPropertyValue(name);
      pen.fillRect(index * step, height - high, Math.max(1, step - 1), high);
    });
    const line = Math.round(height - level(budget) * (height - 2)) + 0.5;
    pen.strokeStyle = style.getPropertyValue("--bad");
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

/** Microseconds as people read them. */
export function duration(microseconds) {
  return microseconds < 1000
    ? `${Math.round(microseconds)} µs`
    : `${(microseconds / 1000).toFixed(1)} ms`;
}

/** One frame: its figures and its calls; below, the slowest ones. */
export function showFrame(frame, calls, slowest, onPick) {
  const counts = new Map();
  for (const call of calls) counts.set(call, (counts.get(call) ?? 0) + 1);
  const list = make("ul", { className: "calls" });
  for (const [call, count] of counts) {
    list.append(make("li", {}, make("code", { textContent: call }), count > 1 ? ` ×${count}` : ""));
  }
  const rows = slowest.map((one) => {
    const go = make("button", { className: "link", textContent: `frame ${one.number}` });
    go.onclick = () => onPick(one.number);
    return make(
      "tr",
      {},
      make("td", {}, go),
      make("td", { textContent: `${one.time.toFixed(2)} s` }),
      make("td", { textContent: `${one.calls} calls` }),
      make("td", { textContent: duration(one.microseconds) }),
    );
  });
  const head = `Frame ${frame.number} · ${duration(frame.microseconds)} · ${frame.calls} calls`;
  byId("frame").replaceChildren(
    make("p", { className: "headline", textContent: head }),
    list,
    make(
      "details",
      {},
      make("summary", { textContent: "Slowest frames" }),
      make("table", {}, make("tbody", {}, ...rows)),
    ),
  );
}

/** An element: one line first, the rest folded. */
export function showElement(element, onCopy) {
  const box = byId("inspector");
  const wasOpen = box.querySelector("details")?.open ?? false;
  const round = (value) => Math.round(value * 100) / 100;
  const [x, y, width, height] = element.frame ?? [0, 0, 0, 0];
  const path = (element.path ?? []).join(".");
  const head = `${element.kind} ${path} · ${round(width)} × ${round(height)} at ` +
    `${round(x)}, ${round(y)}`;
  const table = make("table");
  for (const [key, value] of Object.entries(element)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    table.append(
      make("tr", {}, make("th", { textContent: key }), make("td", { textContent: text })),
    );
  }
  const copy = make("button", { textContent: "Copy as JSON" });
  copy.onclick = () => onCopy(JSON.stringify(element));
  box.replaceChildren(
    make("p", { className: "headline", textContent: head }),
    make("details", { open: wasOpen }, make("summary", { textContent: "Details" }), table),
    make("div", { className: "row" }, copy),
  );
}

export { byId, make };
