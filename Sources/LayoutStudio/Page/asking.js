// SPDX-License-Identifier: Apache-2.0
//
// Asking for frames, one request at a time, and showing what the answers say.

import { takeFacts } from "./facts.js";
import { frames, noteCost } from "./frames.js";
import { Input, stepLimit } from "./input.js";
import { Link } from "./link.js";
import { showMenu, tapItem } from "./menu.js";
import { Overlay } from "./overlay.js";
import { cost, look, paint, roomOfPane } from "./painter.js";
import { addLog } from "./panels.js";
import { byId, isManual, second, session, shown, view } from "./state.js";
import { apply } from "./stage.js";
import { playBack, showClock } from "./time.js";

// Frames between two requests for the elements while something moves. A screen reader cannot read items that pass
// in a fling: the request then waits until most items stay from one frame to the next, or nothing moves.
const semanticsPause = 20;

const fragment = new URLSearchParams(location.hash.slice(1));

/** Takes the token out of the address, so that no link or picture of the window has it. */
function takeToken() {
  const token = fragment.get("token");
  if (token) {
    sessionStorage.setItem("studio-token", token);
    fragment.delete("token");
    const rest = fragment.toString();
    const path = location.pathname + location.search + (rest ? "#" + rest : "");
    history.replaceState(null, "", path);
  }
  return sessionStorage.getItem("studio-token") ?? "";
}

/** The state that the address holds. */
export const linked = fragment;
export const token = takeToken();
export const link = new Link(token, () => ({ ...look(), viewport: roomOfPane() }));
// A reload would run the stranger's page, which could read what this origin keeps.
link.onStranger = () => sessionStorage.removeItem("studio-token");
const onScreen = () => {
  const { zoom, isLive } = view;
  return { ...shown, zoom, isLive, selection: session.selection };
};
export const input = new Input(byId("grid"), onScreen, poke);
const overlay = new Overlay(byId("grid"), tapItem);

let isWoken = false, isTicking = false, isScheduled = false;
let lastTime = 0, sinceElements = 0;

/** Asks, and shows what the answer says. */
export async function request(type, fields = {}) {
  try {
    const answer = await link.request(type, fields);
    take(answer);
    return answer;
  } catch (error) {
    if (link.isOpen) addLog([["refused", error.message, shown.info?.time ?? 0]]);
    return null;
  }
}

export function take(answer) {
  if (answer.facts) takeFacts(answer.facts);
  if (answer.selection) session.selection = answer.selection;
  if (answer.log) addLog(answer.log);
  if (answer.newest) shown.newest = answer.newest;
  if (answer.moving !== undefined) session.isMoving = answer.moving;
  if (!answer.frame) return;
  const { data, whole, ...info } = answer.frame;
  if (data) {
    if (whole) shown.elements.clear();
    apply(shown.elements, data);
    shown.frame = data;
  }
  shown.info = info;
  takeSecond(answer.second);
  showClock();
  paint();
  frames.take(info);
  if (answer.cost !== undefined) noteCost(answer.cost, cost.draw * 1000);
  if (answer.elements) {
    const count = session.facts.items ?? 0;
    overlay.update(shown.frame, shown.elements, answer.elements, view.zoom, count);
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
export async function act(steps) {
  await toLive();
  // A link may set more properties than one request may have steps.
  for (let start = 0; start < Math.max(1, steps.length); start += stepLimit) {
    await request("tick", { steps: steps.slice(start, start + stepLimit), elements: true });
  }
  poke();
}

/** Shows the newest frame again, and follows it. */
export async function toLive() {
  view.isPlayingBack = false;
  frames.chosen = null;
  session.ghosts = [];
  if (view.isLive) return;
  view.isLive = true;
  await request("tick", { elements: true });
}

/** There is something new: asks for it soon. */
export function wake() {
  isWoken = true;
  if (!isManual) return poke();
  // Saves are followed without letting time pass.
  isWoken = false;
  request("tick", { elements: true });
}

/** Asks for a frame with the next one of the browser, unless tests move the clock. */
export function poke() {
  if (isManual || isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(tick);
}

/** The next frame comes after a pause of no length. */
export function restartClock() {
  lastTime = 0;
}

async function tick(now) {
  isScheduled = false;
  if (!view.isLive) {
    if (view.isPlayingBack) {
      const pause = lastTime ? Math.min(0.1, (now - lastTime) / 1000) : 0;
      lastTime = now;
      await playBack(pause);
    }
    return;
  }
  const isActive = session.isMoving && !view.isPaused;
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
  fields.elements = sinceElements >= semanticsPause && overlay.knowsMost(shown.elements);
  if (fields.elements) sinceElements = 0;
  const answer = await request("tick", fields);
  isTicking = false;
  const rests = !session.isMoving || view.isPaused;
  if (answer && rests && input.isEmpty) {
    lastTime = 0;
    if (!answer.elements) await request("tick", { elements: true });
  }
  if (session.isMoving || isWoken || !input.isEmpty) poke();
}

/** Runs one frame: for tests, and for hands that want to go slowly. */
export async function advance(seconds) {
  while (link.isBusy) await new Promise((resolve) => setTimeout(resolve, 1));
  if (!view.isLive && seconds === 0) return paint();
  if (!view.isLive) await toLive();
  await request("tick", { steps: input.take(), seconds, manual: true, elements: true });
}
