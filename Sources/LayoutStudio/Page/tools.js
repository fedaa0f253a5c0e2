// SPDX-License-Identifier: Apache-2.0
//
// Buttons and boxes: the view, the data, the comparison, the checker.

import { controls } from "./facts.js";
import { kinds } from "./guides.js";
import { toggleInspect } from "./menu.js";
import { frames } from "./frames.js";
import { look, paint, paintMarks, roomOfPane } from "./painter.js";
import { copy, filterLog } from "./panels.js";
import { act, poke, request, toLive } from "./asking.js";
import { byId, make, press, session, shown, view } from "./state.js";
import { goToNow, pause, play, seek, stepFrame, toggleOnion } from "./time.js";

const presets = [
  ["fit", "Fit window"],
  ["390x844", "Phone 390 × 844"],
  ["844x390", "Phone, turned 844 × 390"],
  ["820x1180", "Tablet 820 × 1180"],
  ["1280x800", "Laptop 1280 × 800"],
  ["1920x1080", "Desktop 1920 × 1080"],
  ["3840x2160", "4K 3840 × 2160"],
];

export const on = (id, action) => byId(id).addEventListener("click", action);
const changed = (id, action) => byId(id).addEventListener("change", () => action(byId(id).value));
const number = (id) => Number(byId(id).value) || 1;

export function setTheme(name) {
  view.theme = name;
  document.documentElement.dataset.theme = name;
  press("dark", name === "dark");
  paint();
  frames.draw();
}

function toggleTheme() {
  view.followsSystem = false;
  return changeTheme(view.theme === "dark" ? "light" : "dark");
}

/** Shows the page in another theme, and the stage in it as soon as its sprites are there. */
export async function changeTheme(theme) {
  setTheme(theme);
  await request("look", look());
  // With the sprites, not before them.
  view.stageTheme = theme;
  paint();
}

export function setOutlined(isOn) {
  view.isOutlined = isOn;
  press("outline", isOn);
  paint();
}

/** Sets the size of the view: a preset, "fit", or WIDTHxHEIGHT. */
export function setViewport(name) {
  nameViewport(name);
  const size = name === "fit" ? roomOfPane() : name.split("x").map(Number);
  return act([{ do: "resize", container: size }]);
}

/** Says which viewport is chosen, also where no preset has its size. */
export function nameViewport(name) {
  const box = byId("viewport");
  view.viewport = name;
  if (![...box.options].some(({ value }) => value === name)) {
    box.add(new Option(name.replace("x", " × "), name));
  }
  box.value = name;
}

async function compare(index) {
  await toLive();
  await request("compare", { with: index });
  await request("tick", { elements: true });
  if (view.viewport === "fit") setViewport("fit");
}

async function changeData(change) {
  await toLive();
  const fields = { count: number("burst"), height: number("height") / 100, seed: number("seed") };
  await request("data", { change, ...fields, elements: true });
  poke();
}

function makeGuides() {
  for (const [name, title] of kinds) {
    const box = make("input", { type: "checkbox", id: `guide-${name}` });
    box.onchange = () => {
      if (box.checked) view.guides.add(name);
      else view.guides.delete(name);
      paintMarks();
    };
    byId("guides").append(make("label", { className: "tick" }, box, ` ${title}`));
  }
}

function watchWindow() {
  let resizing = 0;
  new ResizeObserver(() => {
    cancelAnimationFrame(resizing);
    resizing = requestAnimationFrame(() => {
      frames.draw();
      if (!shown.frame) return;
      const [width, height] = roomOfPane();
      const isOther = shown.frame[4] !== width * 100 || shown.frame[5] !== height * 100;
      paint();
      if (view.viewport === "fit" && session.facts.fits && view.isLive && isOther) {
        setViewport("fit");
      }
    });
  }).observe(byId("pane"));
}

/** The corner of the stage: drags the size of the view. */
function watchCorner() {
  const corner = byId("corner");
  let start = null;
  const resize = (width, height) => {
    const size = [width, height].map((side) => Math.max(80, Math.round(side)));
    setViewport(size.join("x"));
  };
  corner.addEventListener("pointerdown", (event) => {
    corner.setPointerCapture(event.pointerId);
    start = [event.clientX, event.clientY, shown.frame[4] / 100, shown.frame[5] / 100];
  });
  corner.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [x, y, width, height] = start;
    // The stage stands in the middle of its pane, so its edge moves half as far as its size.
    const by = [event.clientX - x, event.clientY - y].map((part) => 2 * part / view.zoom);
    resize(width + by[0], height + by[1]);
  });
  corner.addEventListener("lostpointercapture", () => start = null);
  corner.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, -10], ArrowDown: [0, 10] };
    const [dx, dy] = by[event.key] ?? [];
    if (dx === undefined) return;
    event.preventDefault();
    resize(shown.frame[4] / 100 + dx, shown.frame[5] / 100 + dy);
  });
}

export function watchTools() {
  for (const [value, text] of presets) byId("viewport").add(new Option(text, value));
  makeGuides();
  changed("viewport", setViewport);
  changed("layout", async (index) => {
    await toLive();
    await request("layout", { index: Number(index), elements: true });
    poke();
  });
  changed("counterpart", (index) => compare(Number(index)));
  changed("textScale", async (scale) => {
    await toLive();
    await request("textScale", { scale: Number(scale), elements: true });
    poke();
  });
  changed("pixelScale", (scale) => act([{ do: "configure", scale: Number(scale) }]));
  changed("still", () => {
    act([{ do: "configure", animation: { enabled: !byId("still").checked } }]);
  });
  changed("logKind", filterLog);
  byId("time").addEventListener("input", () => {
    view.isPlayingBack = false;
    seek({ time: Number(byId("time").value) });
  });
  on("play", play);
  on("pause", pause);
  on("step", () => stepFrame());
  on("now", goToNow);
  on("onion", toggleOnion);
  on("dark", toggleTheme);
  on("outline", () => setOutlined(!view.isOutlined));
  on("inspect", toggleInspect);
  on("rtl", () => {
    act([{ do: "configure", direction: session.facts.rightToLeft ? "ltr" : "rtl" }]);
  });
  on("compare", () => compare(session.facts.comparison >= 0 ? null : 0));
  on("check", () => {
    byId("checkPanel").hidden = false;
    byId("checkPanel").open = true;
    request("check");
  });
  for (const id of ["restart", "lift"]) on(id, () => request("unblock", { elements: true }));
  on("build", () => request("build"));
  on("resetAll", () => controls.resetAll());
  on("copySet", () => copy(controls.settings));
  for (const change of ["insert", "delete", "shuffle"]) on(change, () => changeData(change));
  watchWindow();
  watchCorner();
}
