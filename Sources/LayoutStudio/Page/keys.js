// SPDX-License-Identifier: Apache-2.0
//
// Keys of the page, and the list of them.

import { closeMenu } from "./menu.js";
import { byId, make } from "./state.js";
import { goToNow, playOrPause, stepFrame } from "./time.js";
import { on } from "./tools.js";

const click = (id) => () => byId(id).click();

const shortcuts = [
  ["K", "Play or pause", playOrPause],
  [".", "One frame on", () => stepFrame(1)],
  [",", "One frame back", () => stepFrame(-1)],
  ["L", "Back to now", goToNow],
  ["O", "Outline", click("outline")],
  ["I", "Inspect", click("inspect")],
  ["D", "Dark", click("dark")],
  ["R", "Right to left", click("rtl")],
  ["C", "Compare", click("compare")],
  ["B", "Build", click("build")],
  ["F", "Hide the panels", () => document.body.classList.toggle("wide")],
  ["?", "This list", () => byId("keys").showModal()],
];

const onStage = [
  ["↑ ↓ ← →", "On the stage: scroll, or move the selection"],
  ["Page, Home, End", "On the stage: scroll further"],
  ["Space", "On the stage: select"],
  ["Shift F10", "On the stage: the item's menu"],
];

export function watchKeys() {
  on("help", () => byId("keys").showModal());
  for (const [key, text] of [...shortcuts, ...onStage]) {
    byId("keyList").append(make("dt", {}, make("kbd", { textContent: key })), make("dd", {}, text));
  }
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    if (event.key === "Escape" && !byId("menu").hidden) return closeMenu();
    const shortcut = shortcuts.find(([key]) => key === event.key.toUpperCase());
    if (!shortcut) return;
    event.preventDefault();
    shortcut[2]();
  });
}
