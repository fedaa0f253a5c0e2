// SPDX-License-Identifier: Apache-2.0
//
// Time: playing, pausing, stepping, and going back to any frame that is kept.

import { frames } from "./frames.js";
import { gatherGhosts, paint } from "./painter.js";
import { input, poke, request, restartClock, toLive } from "./asking.js";
import { byId, isManual, press, session, shown, view } from "./state.js";

let sought = null, isSeeking = false, playTime = 0;

export function showClock() {
  const [, end] = shown.newest, slider = byId("time"), { time } = shown.info;
  slider.max = end;
  if (document.activeElement !== slider || view.isLive || view.isPlayingBack) slider.value = time;
  byId("clock").value = `${time.toFixed(2)} s`;
  slider.setAttribute("aria-valuetext", `${time.toFixed(2)} seconds`);
  document.body.classList.toggle("past", !view.isLive);
  byId("now").hidden = view.isLive;
  byId("play").toggleAttribute("data-on", view.isLive ? !view.isPaused : view.isPlayingBack);
  byId("pause").toggleAttribute("data-on", view.isPaused || (!view.isLive && !view.isPlayingBack));
}

/** Shows the frame of a time, or of a number; of several wishes, the last. */
export async function seek(wish) {
  view.isLive = false;
  sought = wish;
  if (isSeeking) return;
  isSeeking = true;
  while (sought) {
    const next = sought;
    sought = null;
    session.ghosts = [];
    await request("seek", next);
  }
  isSeeking = false;
  if (view.hasOnion) await gatherGhosts();
}

/** One frame of the browser while an earlier part of the session plays. */
export async function playBack(pause) {
  if (shown.info.number < shown.newest[0] && pause > 0) {
    playTime = Math.max(playTime, shown.info.time) + pause * Number(byId("speed").value);
    await seek({ time: playTime });
  }
  if (shown.info.number >= shown.newest[0]) return play();
  poke();
}

export async function play() {
  const hasMore = !view.isLive && shown.info.number < shown.newest[0];
  restartClock();
  if (hasMore && !isManual) {
    [view.isPlayingBack, playTime] = [true, shown.info.time];
  } else {
    view.isPaused = false;
    await toLive();
  }
  showClock();
  poke();
}

export function pause() {
  view.isPlayingBack = false;
  if (view.isLive) view.isPaused = true;
  showClock();
}

export function playOrPause() {
  if (view.isLive ? view.isPaused : !view.isPlayingBack) play();
  else pause();
}

export async function goToNow() {
  view.isPaused = false;
  await toLive();
  showClock();
  poke();
}

export async function stepFrame(count = 1) {
  if (view.isLive && count > 0) {
    view.isPaused = true;
    const fields = { seconds: 1 / 60, manual: true, elements: true };
    await request("tick", { steps: input.take(), ...fields });
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

export function toggleOnion() {
  view.hasOnion = !view.hasOnion;
  press("onion", view.hasOnion);
  if (view.hasOnion && !view.isLive) return gatherGhosts();
  session.ghosts = [];
  paint();
}

export async function pickFrame(number) {
  byId("framesPanel").open = true;
  view.isPlayingBack = false;
  frames.chosen = number;
  await seek({ frame: number });
}
