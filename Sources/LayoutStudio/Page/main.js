// SPDX-License-Identifier: Apache-2.0
//
// The studio's page: asks for frames, draws them, and turns what people do into requests.

import { Controls } from "./controls.js";
import { Input } from "./input.js";
import { Link } from "./link.js";
import { Overlay } from "./overlay.js";
import {
  addLog,
  byId,
  make,
  showAlerts,
  showElement,
  showFrame,
  showRules,
  Strip,
} from "./panels.js";
import { apply, draw, drawOutline, elementAt, nameOf } from "./stage.js";

const grounds = { light: "#f5f6f8", dark: "#101318" };
const presets = [
  ["fit", "Fit window"],
  ["390x844", "Phone 390 × 844"],
  ["844x390", "Phone, turned 844 × 390"],
  ["820x1180", "Tablet 820 × 1180"],
  ["1280x800", "Laptop 1280 × 800"],
  ["1920x1080", "Desktop 1920 × 1080"],
  ["3840x2160", "4K 3840 × 2160"],
];
// Sprites of the other version have numbers from here on.
const secondBase = 2 ** 24;
const marked = "#c2410c";
// Frames between two looks at the elements while something moves.
const semanticsPause = 20;

const isManual = new URLSearchParams(location.search).get("clock") === "manual";
const fragment = new URLSearchParams(location.hash.slice(1));

function takeToken() {
  const token = fragment.get("token");
  if (token) {
    sessionStorage.setItem("studio-token", token);
    fragment.delete("token");
    history.replaceState(null, "", location.pathname + location.search + hash(fragment));
  }
  return sessionStorage.getItem("studio-token") ?? "";
}

function hash(parameters) {
  const text = parameters.toString();
  return text ? "#" + text : "";
}

// The look of this tab; everything else is the session's.
const view = {
  theme: "light",
  isOutlined: false,
  hasOnion: false,
  isInspecting: false,
  viewport: "fit",
  isPaused: false,
  isLive: true,
  isPlayingBack: false,
  zoom: 1,
};
const second = { frame: null, elements: new Map(), failure: null };
const shown = { frame: null, elements: new Map(), info: null, newest: [0, 0] };
let facts = { properties: [], alerts: [], layouts: [] };
let selection = [];
let isMoving = false, isWoken = false, isTicking = false, isScheduled = false;
let lastTime = 0, sinceElements = 0, inspected = null, hovered = null;

const canvas = byId("canvas"), marks = byId("marks"), grid = byId("grid"), pane = byId("pane");
const link = new Link(takeToken(), () => ({ ...look(), viewport: roomOfPane() }));
const overlay = new Overlay(grid, tapItem);
const input = new Input(grid, () => ({ ...shown, zoom: view.zoom }), poke);
const strip = new Strip(pickFrame);
const controls = new Controls(byId("properties"), (property, value) => {
  act([{ do: "set", property, value, catch: true }]);
});

// MARK: Drawing

function density() {
  return (devicePixelRatio || 1) * view.zoom;
}

function look() {
  return { theme: view.theme, scale: density() };
}

function roomOfPane() {
  const style = getComputedStyle(pane);
  const side = (name) => parseFloat(style[name]);
  const width = pane.clientWidth - side("paddingLeft") - side("paddingRight");
  const height = pane.clientHeight - side("paddingTop") - side("paddingBottom");
  const share = byId("second").hidden ? width : (width - 24) / 2;
  return [Math.max(120, Math.floor(share)), Math.max(120, Math.floor(height))];
}

function fit() {
  const { frame } = shown;
  if (!frame) return;
  const [width, height] = [frame[4] / 100, frame[5] / 100], room = roomOfPane();
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
  const percent = zoom < 1 ? ` at ${Math.round(zoom * 100)} %` : "";
  byId("note").textContent = `${round(width)} × ${round(height)}${percent}` +
    (facts.items === undefined ? "" : ` · ${facts.items.toLocaleString("en")} items`) +
    (view.isLive ? "" : ` · frame ${shown.info.number} of ${shown.newest[0]}`);
  if (zoom !== view.zoom) {
    view.zoom = zoom;
    // In a window that is dragged the view follows in a moment, and its sprites are of use again.
    if (view.viewport !== "fit" || !facts.fits) request("look", look());
  }
}

const round = (value) => Math.round(value * 10) / 10;

function paint() {
  if (!shown.frame) return;
  fit();
  draw(canvas.getContext("2d"), shown.frame, shown.elements, (key) => link.sprites.get(key), {
    factor: density(),
    ground: grounds[view.theme],
    outline: view.isOutlined,
  });
  paintGhosts();
  paintSecond();
  paintMarks();
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
  if (!second.frame) return;
  const other = byId("secondCanvas"), pen = other.getContext("2d");
  [other.width, other.height] = [canvas.width, canvas.height];
  for (const one of [other, byId("second")]) {
    one.style.width = canvas.style.width;
    one.style.height = canvas.style.height;
  }
  draw(pen, second.frame, second.elements, (key) => link.sprites.get(key + secondBase), {
    factor: density(),
    ground: grounds[view.theme],
    outline: view.isOutlined,
  });
  const found = differences();
  for (const element of found.second) {
    drawOutline(pen, element, second.frame, density(), marked, false);
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
  const own = canvas.getContext("2d");
  for (const element of found.first) {
    drawOutline(own, element, shown.frame, density(), marked, false);
  }
  own.setTransform(1, 0, 0, 1, 0, 0);
  byId("note").textContent = second.failure ??
    (found.first.length === 0
      ? `No difference among ${found.count} elements`
      : `${found.first.length} of ${found.count} elements differ`);
}

/** Onion skin: outlines of the frames before, the older the fainter. */
function paintGhosts() {
  const pen = canvas.getContext("2d");
  ghosts.forEach(({ frame, elements }, index) => {
    pen.save();
    draw(pen, frame, elements, (key) => link.sprites.get(key), {
      factor: density(),
      fade: 0.28 / (index + 1),
    });
    pen.restore();
  });
}

function paintMarks() {
  const pen = marks.getContext("2d");
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, marks.width, marks.height);
  for (const mark of [hovered, inspected]) {
    const element = mark && find(mark);
    if (element) drawOutline(pen, element, shown.frame, density(), marked);
  }
}

/** The element that a mark means, whatever view shows it by now. */
function find({ category, section, item }) {
  for (const element of shown.elements.values()) {
    if (element[6] === category && element[7] === section && element[8] === item) return element;
  }
  return null;
}

// MARK: Asking

/** Asks, and shows what the answer says. */
async function request(type, fields = {}) {
  try {
    const answer = await link.request(type, fields);
    take(answer);
    return answer;
  } catch (error) {
    if (link.isOpen) addLog([["refused", error.message, 0]]);
    return null;
  }
}

function take(answer) {
  if (answer.facts) takeFacts(answer.facts);
  if (answer.selection) selection = answer.selection;
  if (answer.log) addLog(answer.log);
  if (answer.newest) shown.newest = answer.newest;
  if (answer.moving !== undefined) isMoving = answer.moving;
  if (!answer.frame) return;
  const { data, whole, ...info } = answer.frame;
  if (data) {
    if (whole) shown.elements.clear();
    apply(shown.elements, data);
    shown.frame = data;
  }
  shown.info = info;
  if (view.isLive) strip.add(info);
  else strip.draw();
  takeSecond(answer.second);
  showClock();
  paint();
  if (answer.elements) {
    overlay.update(shown.frame, shown.elements, answer.elements, view.zoom, facts.items ?? 0);
  }
  showMenu(answer.menu);
}

function takeSecond(answer) {
  if (!answer) {
    second.frame = null;
    return;
  }
  second.elements.clear();
  apply(second.elements, answer.data);
  [second.frame, second.failure] = [answer.data, answer.failure ?? null];
}

/** Does something at once, without time passing. */
async function act(steps) {
  await toLive();
  return request("tick", { steps, elements: true }).then(poke);
}

function poke() {
  if (isManual || isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(tick);
}

async function tick(now) {
  isScheduled = false;
  if (!view.isLive) {
    if (view.isPlayingBack) await playBack(now);
    return;
  }
  const isActive = isMoving && !view.isPaused;
  if (isTicking || !link.isOpen || !(isActive || isWoken || !input.isEmpty)) return;
  isTicking = true;
  isWoken = false;
  const pause = lastTime ? (now - lastTime) / 1000 : 1 / 60;
  lastTime = now;
  const fields = { steps: input.take() };
  if (!view.isPaused && (isActive || fields.steps.length)) {
    fields.seconds = Math.min(0.1, pause) * Number(byId("speed").value);
  }
  sinceElements += 1;
  fields.elements = sinceElements >= semanticsPause;
  if (fields.elements) sinceElements = 0;
  const answer = await request("tick", fields);
  isTicking = false;
  const rests = !isMoving || view.isPaused;
  if (answer && rests && input.isEmpty) {
    lastTime = 0;
    if (!answer.elements) await request("tick", { elements: true });
  }
  if (isMoving || isWoken || !input.isEmpty) poke();
}

/** Runs one frame: for tests, and for hands that want to go slowly. */
async function advance(seconds) {
  while (link.isBusy) await new Promise((resolve) => setTimeout(resolve, 1));
  if (!view.isLive && seconds === 0) return void paint();
  if (!view.isLive) await toLive();
  await request("tick", { steps: input.take(), seconds, manual: true, elements: true });
}

// MARK: Time

function showClock() {
  const [, end] = shown.newest, slider = byId("time");
  slider.max = end;
  if (document.activeElement !== slider || view.isLive || view.isPlayingBack) {
    slider.value = shown.info.time;
  }
  byId("clock").value = `${shown.info.time.toFixed(2)} s`;
  slider.setAttribute("aria-valuetext", `${shown.info.time.toFixed(2)} seconds`);
  document.body.classList.toggle("past", !view.isLive);
  byId("play").toggleAttribute("data-on", view.isLive ? !view.isPaused : view.isPlayingBack);
  byId("pause").toggleAttribute("data-on", view.isPaused || (!view.isLive && !view.isPlayingBack));
}

let sought = null, isSeeking = false, ghosts = [];

/** Keeps the frames before the one that is shown, for the onion skin. */
async function gatherGhosts() {
  const center = shown.info.number, found = [];
  for (const distance of [3, 6, 9]) {
    if (center - distance < 0) break;
    const { frame } = await link.request("peek", { frame: center - distance });
    const elements = new Map();
    apply(elements, frame.data);
    found.push({ frame: frame.data, elements });
  }
  if (shown.info.number === center) ghosts = found;
  paint();
}

/** Shows the frame of a time, or of a number; of several wishes, the last. */
async function seek(wish) {
  view.isLive = false;
  sought = wish;
  if (isSeeking) return;
  isSeeking = true;
  while (sought) {
    const next = sought;
    sought = null;
    ghosts = [];
    await request("seek", next);
  }
  isSeeking = false;
  if (view.hasOnion) await gatherGhosts();
}

async function toLive() {
  view.isPlayingBack = false;
  strip.chosen = null;
  ghosts = [];
  if (view.isLive) return;
  view.isLive = true;
  await request("tick", { elements: true });
}

async function playBack(now) {
  const pause = lastTime ? Math.min(0.1, (now - lastTime) / 1000) : 0;
  lastTime = now;
  const time = shown.info.time + pause * Number(byId("speed").value);
  if (shown.info.number >= shown.newest[0]) return play();
  if (time > shown.info.time) {
    playTime = Math.max(playTime, shown.info.time) + pause * Number(byId("speed").value);
    await seek({ time: playTime });
  }
  if (shown.info.number >= shown.newest[0]) return void play();
  poke();
}

let playTime = 0;

async function play() {
  const hasMore = !view.isLive && shown.info.number < shown.newest[0];
  lastTime = 0;
  if (hasMore && !isManual) {
    [view.isPlayingBack, playTime] = [true, shown.info.time];
  } else {
    view.isPaused = false;
    await toLive();
  }
  showClock();
  poke();
}

function pause() {
  view.isPlayingBack = false;
  if (view.isLive) view.isPaused = true;
  showClock();
}

async function stepFrame(count = 1) {
  if (view.isLive && count > 0) {
    view.isPaused = true;
    await request("tick", {
      steps: input.take(),
      seconds: 1 / 60,
      manual: true,
      elements: true,
    });
    return showClock();
  }
  view.isPlayingBack = false;
  const number = shown.info.number + count;
  if (number >= shown.newest[0] && count > 0) {
    view.isPaused = true;
    return toLive();
  }
  await seek({ frame: Math.max(0, number) });
}

async function pickFrame(number) {
  byId("framesPanel").open = true;
  strip.chosen = number;
  await seek({ frame: number });
  const answer = await link.request("frames", { frame: number });
  showFrame(shown.info, answer.calls ?? [], strip.slowest, pickFrame);
}

// MARK: Facts

function takeFacts(next) {
  facts = next;
  byId("title").textContent = next.title;
  document.title = `${next.layout} · ${next.title}`;
  const picker = byId("layout");
  const names = next.layouts.map(({ id }) => id);
  const options = next.layouts.map(({ id, file }, index) => {
    const isAlone = names.filter((name) => name === id).length === 1;
    return new Option(isAlone ? id : `${id} (${file})`, index);
  });
  const shape = JSON.stringify(next.layouts);
  if (picker.dataset.shape !== shape) {
    picker.replaceChildren(...options);
    picker.dataset.shape = shape;
  }
  picker.value = next.layoutIndex;
  byId("layoutHelp").textContent = next.help;
  controls.update(next.properties);
  press("rtl", next.rightToLeft);
  showAlerts(next.alerts, (source) => request("dismiss", { source }));
  showBuild(next.build);
  showRules(next.check, next.hash);
  showComparison();
}

function showComparison() {
  press("compare", facts.comparison >= 0);
  const box = byId("counterpart"), shape = JSON.stringify(facts.counterparts);
  byId("counterpartPick").hidden = facts.comparison < 0;
  if (box.dataset.shape !== shape) {
    box.dataset.shape = shape;
    box.replaceChildren(...facts.counterparts.map((title, index) => new Option(title, index)));
  }
  if (facts.comparison >= 0) box.value = facts.comparison;
}

async function compare(index) {
  await toLive();
  await request("compare", { with: index });
  await request("tick", { elements: true });
  if (view.viewport === "fit") setViewport("fit");
}

function showBuild(build) {
  const chip = byId("build");
  chip.hidden = !build;
  if (!build) return;
  const words = {
    idle: "Build",
    running: "Building…",
    succeeded: `Built in ${build.seconds?.toFixed(1)} s`,
    failed: "Build failed",
  };
  chip.textContent = words[build.state];
  chip.dataset.state = build.state;
  chip.title = build.command + (build.output ? "\n\n" + build.output.slice(-2000) : "");
}

function press(id, isOn) {
  byId(id).setAttribute("aria-pressed", isOn);
}

function setTheme(name) {
  view.theme = name;
  document.documentElement.dataset.theme = name;
  press("dark", name === "dark");
  paint();
  strip.draw();
}

// MARK: The stage

function tapItem(path) {
  input.add({ do: "touch", phase: "began", path });
  input.add({ do: "touch", phase: "ended", path });
}

input.onPress = (at, event) => {
  if (!view.isLive) {
    if (!view.isInspecting) return true;
  } else if (!view.isInspecting && !event.altKey) return false;
  const element = elementAt(shown.frame, shown.elements, ...at);
  if (element) inspect(element);
  return true;
};

async function inspect(element) {
  inspected = { category: element[6], section: element[7], item: element[8] };
  byId("inspectorPanel").open = true;
  paintMarks();
  try {
    const { element: known } = await link.request("inspect", { element: element[0] });
    showElement(known, copy);
  } catch {
    const frame = [2, 3, 4, 5].map((index) => element[index] / 100);
    const kind = ["cell", "supplementary", "decoration"][element[6]];
    showElement({ kind, path: [element[7], element[8]], frame }, copy);
  }
}

function showMenu(menu) {
  const box = byId("menu");
  box.hidden = !menu;
  if (!menu) return;
  const element = find({ category: 0, section: menu.path[0], item: menu.path[1] });
  box.replaceChildren(...menu.actions.map((action) => {
    const button = make("button", { textContent: action });
    button.setAttribute("role", "menuitem");
    button.onclick = () => {
      act([{ do: "menu", phase: "performed", action }, { do: "menu", phase: "closed" }]);
    };
    return button;
  }));
  const place = grid.getBoundingClientRect();
  if (element) {
    box.style.left = place.left + (element[2] - shown.frame[2]) / 100 * view.zoom + "px";
    box.style.top = place.top + (element[3] - shown.frame[3]) / 100 * view.zoom + "px";
  }
  box.firstElementChild?.focus();
}

function copy(text) {
  navigator.clipboard?.writeText(text);
  byId("status").textContent = "Copied";
}

function save(name, data, type) {
  const anchor = make("a", { download: name });
  anchor.href = URL.createObjectURL(new Blob([data], { type }));
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}

// MARK: Viewport

function setViewport(name) {
  view.viewport = name;
  byId("viewport").value = name;
  const size = name === "fit" ? roomOfPane() : name.split("x").map(Number);
  act([{ do: "resize", container: size }]);
}

let resizing = 0;
new ResizeObserver(() => {
  cancelAnimationFrame(resizing);
  resizing = requestAnimationFrame(() => {
    strip.draw();
    if (!shown.frame) return;
    const [width, height] = roomOfPane();
    const isOther = shown.frame[4] !== width * 100 || shown.frame[5] !== height * 100;
    paint();
    if (view.viewport === "fit" && facts.fits && view.isLive && isOther) setViewport("fit");
  });
}).observe(pane);

// MARK: The state in the link

const stateKeys = ["layout", "properties", "viewport", "theme", "rtl", "outline", "at", "speed"];

function stateLink() {
  const state = new URLSearchParams();
  state.set("layout", facts.layout);
  const values = Object.fromEntries(facts.properties.map(({ name, value }) => [name, value]));
  state.set("properties", JSON.stringify(values));
  state.set("viewport", view.viewport);
  state.set("theme", view.theme);
  state.set("rtl", facts.rightToLeft);
  state.set("outline", view.isOutlined);
  state.set("speed", byId("speed").value);
  if (shown.frame) state.set("at", [shown.frame[2] / 100, shown.frame[3] / 100].join(","));
  return location.origin + location.pathname + location.search + hash(state);
}

/** Makes the session what a link says. */
async function restore(state) {
  if (!stateKeys.some((key) => state.has(key))) return;
  const index = facts.layouts.findIndex(({ id }) => id === state.get("layout"));
  if (index >= 0 && index !== facts.layoutIndex) await request("layout", { index });
  const steps = [];
  if (state.has("properties")) {
    const known = new Map(facts.properties.map((property) => [property.name, property]));
    for (const [property, value] of Object.entries(JSON.parse(state.get("properties")))) {
      const { value: now } = known.get(property) ?? { value };
      if (JSON.stringify(now) !== JSON.stringify(value)) {
        steps.push({ do: "set", property, value, catch: true });
      }
    }
  }
  if (state.has("rtl")) {
    steps.push({ do: "configure", direction: state.get("rtl") === "true" ? "rtl" : "ltr" });
  }
  if (state.get("speed")) byId("speed").value = state.get("speed");
  if (state.get("outline") === "true") byId("outline").click();
  const preset = state.get("viewport");
  if (preset && preset !== "fit" && /^\d+x\d+$/.test(preset)) {
    view.viewport = preset;
    byId("viewport").value = preset;
    steps.push({ do: "resize", container: preset.split("x").map(Number) });
  }
  const at = state.get("at")?.split(",").map(Number);
  if (at?.length === 2 && at.every(Number.isFinite)) steps.push({ do: "scroll", to: at });
  if (steps.length) await act(steps);
}

// MARK: Buttons and keys

const on = (id, action) => byId(id).addEventListener("click", action);
const number = (id) => Number(byId(id).value) || 1;

for (const [value, text] of presets) byId("viewport").add(new Option(text, value));
byId("viewport").addEventListener("change", () => setViewport(byId("viewport").value));
byId("layout").addEventListener("change", async () => {
  await toLive();
  await request("layout", { index: Number(byId("layout").value), elements: true });
  poke();
});
byId("time").addEventListener("input", () => {
  const time = Number(byId("time").value);
  view.isPlayingBack = false;
  seek({ time });
});
on("play", play);
on("pause", pause);
on("step", () => stepFrame());
on("dark", () => {
  setTheme(view.theme === "dark" ? "light" : "dark");
  request("look", look());
});
on("outline", () => {
  view.isOutlined = !view.isOutlined;
  press("outline", view.isOutlined);
  paint();
});
on("inspect", () => {
  view.isInspecting = !view.isInspecting;
  press("inspect", view.isInspecting);
  grid.classList.toggle("inspecting", view.isInspecting);
  if (!view.isInspecting) hovered = null;
  paintMarks();
});
on("rtl", () => act([{ do: "configure", direction: facts.rightToLeft ? "ltr" : "rtl" }]));
on("compare", () => compare(facts.comparison >= 0 ? null : 0));
byId("counterpart").addEventListener("change", () => compare(Number(byId("counterpart").value)));
on("check", () => {
  byId("checkPanel").hidden = false;
  byId("checkPanel").open = true;
  request("check");
});
on("onion", () => {
  view.hasOnion = !view.hasOnion;
  press("onion", view.hasOnion);
  if (!view.hasOnion || view.isLive) {
    ghosts = [];
    paint();
  } else gatherGhosts();
});
on("restart", () => request("unblock", { elements: true }));
on("build", () => request("build"));
on("resetAll", () => controls.resetAll());
on("copySet", () => copy(controls.settings));
for (const change of ["insert", "delete", "shuffle"]) {
  on(change, async () => {
    await toLive();
    await request("data", {
      change,
      count: number("burst"),
      height: number("height") / 100,
      seed: number("seed"),
      elements: true,
    });
    poke();
  });
}
on("copyLink", () => copy(stateLink()));
on("savePicture", () => {
  canvas.toBlob((blob) => save(`${facts.layout}.png`, blob, "image/png"));
});
on("saveScenario", async () => {
  const answer = await link.request("recording");
  save(`${facts.layout}.scenario`, answer.text, "application/json");
});

on("saveTest", async () => {
  const answer = await link.request("recording", { test: true });
  const name = `${facts.layout}-${facts.hash.slice(0, 8)}`;
  save(`${name}.jsonl`, answer.text, "application/json");
  save(`${name}.expected.jsonl`, answer.expected, "application/json");
  addLog([[
    "test",
    `Run it: layouthost probe --scenario ${name}.jsonl --expect ${name}.expected.jsonl`,
    shown.info.time,
  ]]);
});
on("savePlayer", async () => {
  const answer = await link.request("player");
  save(`${facts.layout}.html`, answer.text, "text/html");
});
on("saveFilm", async () => {
  const answer = await link.request("film", { theme: view.theme });
  const bytes = Uint8Array.from(atob(answer.data), (letter) => letter.charCodeAt(0));
  save(`${facts.layout}.webp`, bytes, "image/webp");
});

grid.addEventListener("pointermove", (event) => {
  if (!view.isInspecting || !shown.frame) return;
  const element = elementAt(shown.frame, shown.elements, ...input.place(event));
  hovered = element && { category: element[6], section: element[7], item: element[8] };
  paintMarks();
});

const shortcuts = [
  ["K", "Play or pause", () => (view.isPaused || !view.isLive ? play() : pause())],
  [".", "One frame on", () => stepFrame(1)],
  [",", "One frame back", () => stepFrame(-1)],
  ["L", "Back to now", () => play()],
  ["O", "Outline", () => byId("outline").click()],
  ["I", "Inspect", () => byId("inspect").click()],
  ["D", "Dark", () => byId("dark").click()],
  ["R", "Right to left", () => byId("rtl").click()],
  ["C", "Compare", () => byId("compare").click()],
  ["F", "Hide the panels", () => document.body.classList.toggle("wide")],
  ["?", "This list", () => byId("keys").showModal()],
];
on("help", () => byId("keys").showModal());
for (const [key, text] of shortcuts) {
  byId("keyList").append(make("dt", {}, make("kbd", { textContent: key })), make("dd", {}, text));
}
for (
  const [key, text] of [
    ["↑ ↓ ← →", "On the stage: scroll, or move the selection"],
    ["Page, Home, End", "On the stage: scroll further"],
    ["Space", "On the stage: select"],
    ["Shift F10", "On the stage: the item's menu"],
  ]
) {
  byId("keyList").append(make("dt", {}, make("kbd", { textContent: key })), make("dd", {}, text));
}
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest("input, select, textarea, dialog")) return;
  if (event.key === "Escape" && !byId("menu").hidden) {
    act([{ do: "menu", phase: "closed" }]);
    grid.focus();
    return;
  }
  const shortcut = shortcuts.find(([key]) => key === event.key.toUpperCase());
  if (!shortcut) return;
  event.preventDefault();
  shortcut[2]();
});

// MARK: Start

link.onWake = () => {
  isWoken = true;
  if (isManual) advanceQuietly();
  else poke();
};

/** Follows a save without letting time pass. */
async function advanceQuietly() {
  isWoken = false;
  await request("tick", { elements: true });
}

link.onWelcome = async (answer) => {
  byId("door").close?.();
  document.body.classList.remove("lost");
  shown.elements.clear();
  view.isLive = true;
  take(answer);
  const { frames } = await link.request("frames");
  strip.reset(frames ?? []);
  await restore(fragment);
  for (const key of stateKeys) fragment.delete(key);
  document.body.dataset.ready = "true";
  poke();
};
link.onLost = () => {
  document.body.classList.add("lost");
  byId("status").textContent = "The studio does not answer; trying again";
};
link.onRefused = (reason) => {
  if (reason) byId("doorText").textContent = `The studio refused this page: ${reason}.`;
  byId("door").showModal();
};

byId("play").append(icon("M4 2l10 6-10 6z"));
byId("pause").append(icon("M3 2h3.5v12H3zM9.5 2H13v12H9.5z"));
byId("step").append(icon("M3 2l7 6-7 6zM11 2h2.5v12H11z"));

function icon(path) {
  const name = "http://www.w3.org/2000/svg", svg = document.createElementNS(name, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(name, "path"));
  svg.firstChild.setAttribute("d", path);
  return svg;
}

globalThis.studio = {
  advance,
  state: () => ({
    layout: facts.layout,
    file: facts.file,
    hash: facts.hash,
    contentOffset: shown.frame
      ? { x: shown.frame[2] / 100, y: shown.frame[3] / 100 }
      : { x: 0, y: 0 },
    contentSize: {
      width: shown.info?.content[0] ?? 0,
      height: shown.info?.content[1] ?? 0,
    },
    viewport: {
      width: (shown.frame?.[4] ?? 0) / 100,
      height: (shown.frame?.[5] ?? 0) / 100,
    },
    properties: Object.fromEntries(facts.properties.map(({ name, value }) => [name, value])),
    selection,
    frame: shown.info && {
      number: shown.info.number,
      time: shown.info.time,
      calls: shown.info.calls,
      microseconds: shown.info.microseconds,
    },
    error: facts.alerts.at(-1)?.text ?? null,
  }),
};

const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
setTheme(fragment.get("theme") ?? (prefersDark ? "dark" : "light"));
byId("viewport").value = "fit";
if (sessionStorage.getItem("studio-token")) link.open();
else byId("door").showModal();
