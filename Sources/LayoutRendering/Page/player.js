// SPDX-License-Identifier: Apache-2.0
//
// The page of a recorded session: rebuilds frames from their differences, and plays them.

import { apply, draw } from "./stage.js";

const byId = (id) => document.getElementById(id);
const session = JSON.parse(byId("session").textContent);
const sheets = JSON.parse(byId("sheets").textContent);
const { frames, captions } = session;
const canvas = byId("canvas");

// Every sixtieth state is kept, so that any frame is near one.
const every = 60;
const keyframes = [];
let state = new Map(), current = -1;
frames.forEach((frame, index) => {
  apply(state, frame);
  if (index % every === 0) keyframes.push(new Map(state));
});
current = frames.length - 1;
const starts = [0];
for (const frame of frames) starts.push(starts.at(-1) + frame[0]);
const total = starts.at(-1);

function rebuild(index) {
  index = Math.max(0, Math.min(frames.length - 1, index));
  if (index < current || index > current + every) {
    const start = Math.floor(index / every) * every;
    state = new Map(keyframes[start / every]);
    current = start;
  }
  while (current < index) apply(state, frames[++current]);
}

// MARK: Drawing

let theme = "light", isOutlined = false;
const images = {};
for (const name in sheets) {
  images[name] = sheets[name].pages.map((page) => {
    const image = new Image();
    image.onload = paint;
    image.src = "data:image/webp;base64," + page;
    return image;
  });
}

/** A sprite as the stage takes it, lengths in points. */
function sprite(index) {
  const name = theme in sheets ? theme : "light";
  const [page, x, y, w, h, overhang, wide, high] = session.sprites[index];
  const image = images[name][page];
  if (!image?.complete) return { image: canvas, w: 0, h: 0, width: 0, height: 0, overhang: 0 };
  return {
    image,
    x,
    y,
    w,
    h,
    width: wide === undefined ? w / session.scale : wide / 100,
    height: high === undefined ? h / session.scale : high / 100,
    overhang: overhang / 100,
  };
}

function fit(frame) {
  const room = canvas.parentElement, width = frame[4] / 100, height = frame[5] / 100;
  const zoom = Math.min(room.clientWidth / width, room.clientHeight / height, 1.5);
  const dense = devicePixelRatio || 1;
  const wide = Math.max(1, Math.round(width * zoom * dense));
  const high = Math.max(1, Math.round(height * zoom * dense));
  if (canvas.width !== wide || canvas.height !== high) {
    [canvas.width, canvas.height] = [wide, high];
    canvas.style.width = wide / dense + "px";
    canvas.style.height = high / dense + "px";
  }
  return wide / width;
}

function paint() {
  if (!frames.length || current < 0) return;
  const frame = frames[current], name = theme in sheets ? theme : "light";
  draw(canvas.getContext("2d"), frame, state, sprite, {
    factor: fit(frame),
    ground: sheets[name].ground,
    outline: isOutlined,
  });
}

// MARK: Time

const firstFrames = captions.map((_, index) => frames.findIndex((frame) => frame[1] === index));
const playPath = byId("play").querySelector("path"), playShape = playPath.getAttribute("d");
const pauseShape = "M3 2h3.5v12H3zM9.5 2H13v12H9.5z";
let isPlaying = false, position = 0, before = 0;

function show(index) {
  rebuild(index);
  const number = frames[current][1], [layout, text, detail] = captions[number] ?? ["", "", ""];
  byId("badge").textContent = layout;
  byId("text").textContent = byId("text").title = text;
  byId("detail").textContent = detail;
  canvas.setAttribute("aria-label", `${layout}: ${text}`);
  [...byId("events").children].forEach((item, index) => {
    const isCurrent = index === number, was = item.getAttribute("aria-current") === "true";
    item.setAttribute("aria-current", isCurrent);
    if (isCurrent && !was) item.scrollIntoView({ block: "nearest" });
  });
  paint();
}

function setPosition(ms) {
  position = ms;
  byId("slider").value = ms;
  byId("time").value = `${(ms / 1000).toFixed(1)} / ${(total / 1000).toFixed(1)} s`;
}

function go(index) {
  show(index);
  setPosition(starts[current]);
  if (!isPlaying) keepState();
}

function frameAt(ms) {
  let low = 0, high = frames.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}

function setPlaying(value) {
  isPlaying = value && frames.length > 1;
  playPath.setAttribute("d", isPlaying ? pauseShape : playShape);
  byId("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
  if (!isPlaying) return keepState();
  if (position >= total) go(0);
  before = performance.now();
  requestAnimationFrame(tick);
}

function tick(now) {
  if (!isPlaying) return;
  const step = Math.max(0, now - before) * Number(byId("speed").value);
  setPosition(Math.min(total, position + step));
  before = now;
  const index = frameAt(position);
  if (index !== current) show(index);
  if (position >= total) return setPlaying(false);
  requestAnimationFrame(tick);
}

// MARK: Controls

/** Keeps what is shown in the address, so that it can be sent to others. */
function keepState() {
  const state = new URLSearchParams({ frame: current, theme, speed: byId("speed").value });
  if (isOutlined) state.set("outline", 1);
  history.replaceState(null, "", "#" + state);
}

function setTheme(name) {
  theme = name;
  document.documentElement.dataset.theme = name;
  byId("theme").textContent = name === "dark" ? "Light" : "Dark";
  paint();
}

function setOutline(value) {
  isOutlined = value;
  byId("outline").setAttribute("aria-pressed", value);
  paint();
}

function savePicture() {
  canvas.toBlob((blob) => {
    const anchor = document.createElement("a");
    anchor.href = URL.createObjectURL(blob);
    anchor.download = `frame-${current}.png`;
    anchor.click();
    setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
  });
}

function goFull() {
  if (document.fullscreenElement) document.exitFullscreen();
  else document.documentElement.requestFullscreen?.();
}

byId("title").textContent = document.title = session.title;
byId("slider").max = total;
captions.forEach(([layout, text, detail], index) => {
  const item = byId("events").appendChild(document.createElement("li"));
  const button = item.appendChild(document.createElement("button"));
  button.appendChild(document.createElement("b")).textContent = layout;
  button.append(text);
  if (detail) button.appendChild(document.createElement("small")).textContent = detail;
  button.onclick = () => go(firstFrames[index]);
  if (index === 0) return;
  const mark = byId("ticks").appendChild(document.createElement("i"));
  mark.style.left = 100 * starts[firstFrames[index]] / Math.max(1, total) + "%";
});
byId("slider").oninput = (event) => {
  const ms = Number(event.target.value);
  show(frameAt(ms));
  setPosition(ms);
};
byId("slider").onchange = keepState;
byId("play").onclick = () => setPlaying(!isPlaying);
byId("theme").onclick = () => (setTheme(theme === "dark" ? "light" : "dark"), keepState());
byId("outline").onclick = () => (setOutline(!isOutlined), keepState());
byId("picture").onclick = savePicture;
byId("full").onclick = goFull;
byId("help").onclick = () => byId("keys").showModal();
canvas.onclick = () => setPlaying(!isPlaying);
addEventListener("resize", paint);

const keys = [
  [" ", "Space", "Play or pause", () => setPlaying(!isPlaying)],
  ["ArrowRight", "→", "One frame on, ten with shift", (step) => go(current + step)],
  ["ArrowLeft", "←", "One frame back, ten with shift", (step) => go(current - step)],
  ["Home", "Home", "The first frame", () => go(0)],
  ["End", "End", "The last frame", () => go(frames.length - 1)],
  ["o", "O", "Outline", () => byId("outline").click()],
  ["t", "T", "Light or dark", () => byId("theme").click()],
  ["s", "S", "Save the frame as PNG", savePicture],
  ["f", "F", "Full screen", goFull],
  ["?", "?", "This list", () => byId("keys").showModal()],
];
for (const [, name, text] of keys) {
  byId("keyList").appendChild(document.createElement("dt")).textContent = name;
  byId("keyList").appendChild(document.createElement("dd")).textContent = text;
}
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("select, dialog")) return;
  // A button that has the focus is pressed by Space, whatever else that means.
  if (event.key === " " && event.target.closest("button")) return;
  const key = keys.find(([key]) => key === event.key);
  if (!key) return;
  event.preventDefault();
  if (/^(Arrow|Home|End)/.test(event.key)) setPlaying(false);
  key[3](event.shiftKey ? 10 : 1);
});

const start = new URLSearchParams(location.hash.slice(1));
const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
if (start.has("speed")) byId("speed").value = start.get("speed");
setTheme(start.get("theme") ?? (prefersDark && "dark" in sheets ? "dark" : "light"));
setOutline(start.has("outline"));
if (frames.length) go(Number(start.get("frame") ?? 0));
if (start.has("play")) setPlaying(true);
