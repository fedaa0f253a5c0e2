// SPDX-License-Identifier: Apache-2.0
//
// Presses on the stage that are more than touches: an item's menu, and the element to inspect.

import { paintMarks } from "./painter.js";
import { copy, showElement } from "./panels.js";
import { act, input, link } from "./asking.js";
import { byId, find, make, markOf, press, session, shown, view } from "./state.js";
import { elementAt } from "./stage.js";

const grid = byId("grid");

/** A press by assistive technology. */
export function tapItem(path) {
  if (!view.isLive) return;
  input.add({ do: "touch", phase: "began", path });
  input.add({ do: "touch", phase: "ended", path });
}

/** Watches presses and the pointer. */
export function watchStage() {
  input.onPress = (at, event) => {
    if (!view.isLive) {
      if (!view.isInspecting) return true;
    } else if (!view.isInspecting && !event.altKey) return false;
    const element = elementAt(shown.frame, shown.elements, ...at);
    if (element) inspect(element);
    return true;
  };
  grid.addEventListener("pointermove", (event) => {
    if (!shown.frame || !(view.isInspecting || view.guides.has("distances"))) return;
    hover(elementAt(shown.frame, shown.elements, ...input.place(event)));
  });
  grid.addEventListener("pointerleave", () => hover(null));
  byId("menu").addEventListener("keydown", moveInMenu);
}

function hover(element) {
  session.hovered = markOf(element);
  paintMarks();
}

export function toggleInspect() {
  view.isInspecting = !view.isInspecting;
  press("inspect", view.isInspecting);
  grid.classList.toggle("inspecting", view.isInspecting);
  if (!view.isInspecting) session.hovered = session.inspected = null;
  else byId("inspectorPanel").open = true;
  paintMarks();
}

async function inspect(element) {
  session.inspected = markOf(element);
  byId("inspectorPanel").open = true;
  paintMarks();
  try {
    const { element: known } = await link.request("inspect", { element: element[0] });
    showElement(known, copy);
  } catch {
    // One of an earlier frame: what the page has of it.
    const frame = [2, 3, 4, 5].map((index) => element[index] / 100);
    const kind = ["cell", "supplementary", "decoration"][element[6]];
    showElement({ kind, path: [element[7], element[8]], frame }, copy);
  }
}

/** The arrows go from action to action, and round. */
function moveInMenu(event) {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const actions = [...byId("menu").children], count = actions.length;
  actions[(actions.indexOf(document.activeElement) + by + count) % count].focus();
}

/** Shows the menu of an item, as the engine says that it is open. */
export function showMenu(menu) {
  const box = byId("menu");
  const shape = JSON.stringify(menu ?? null);
  if (box.dataset.shape === shape) return;
  box.dataset.shape = shape;
  box.hidden = !menu;
  if (!menu) return;
  box.replaceChildren(...menu.actions.map((action) => {
    const button = make("button", { textContent: action });
    button.setAttribute("role", "menuitem");
    button.onclick = () => {
      grid.focus();
      act([{ do: "menu", phase: "performed", action }, { do: "menu", phase: "closed" }]);
    };
    return button;
  }));
  const place = grid.getBoundingClientRect();
  const element = find({ category: 0, section: menu.path[0], item: menu.path[1] });
  if (element) {
    const x = place.left + (element[2] - shown.frame[2]) / 100 * view.zoom;
    const y = place.top + (element[3] - shown.frame[3]) / 100 * view.zoom;
    box.style.left = Math.max(8, Math.min(x, innerWidth - box.offsetWidth - 8)) + "px";
    box.style.top = Math.max(8, Math.min(y, innerHeight - box.offsetHeight - 8)) + "px";
  }
  box.firstElementChild?.focus();
}

export function closeMenu() {
  act([{ do: "menu", phase: "closed" }]);
  grid.focus();
}
