// SPDX-License-Identifier: Apache-2.0
//
// The studio's page: starts it, and keeps it connected.

import { frames } from "./frames.js";
import { watchKeys } from "./keys.js";
import { watchStage } from "./menu.js";
import { advance, link, linked, poke, take, token, wake } from "./asking.js";
import { restore, stateKeys, watchShare } from "./share.js";
import { byId, session, shown, view } from "./state.js";
import { changeTheme, setTheme, watchTools } from "./tools.js";

link.onWake = wake;
link.onWelcome = async (answer) => {
  if (byId("door").open) byId("door").close();
  document.body.classList.remove("lost");
  byId("status").textContent = "";
  shown.elements.clear();
  [view.isLive, view.isPlayingBack, session.ghosts] = [true, false, []];
  view.stageTheme = view.theme;
  take(answer);
  const { frames: numbers } = await link.request("frames");
  frames.reset(numbers ?? []);
  await restore(linked);
  for (const key of stateKeys) linked.delete(key);
  document.body.dataset.ready = "true";
  poke();
};
link.onLost = () => {
  document.body.classList.add("lost");
  byId("status").textContent = "The studio does not answer; trying again";
};
link.onRefused = (reason) => {
  if (reason) byId("doorText").textContent = `This page has no session: ${reason}.`;
  byId("door").showModal();
};

watchTools();
watchShare();
watchStage();
watchKeys();

const icons = {
  play: "M4 2l10 6-10 6z",
  pause: "M3 2h3.5v12H3zM9.5 2H13v12H9.5z",
  step: "M3 2l7 6-7 6zM11 2h2.5v12H11z",
};
for (const [id, path] of Object.entries(icons)) {
  const name = "http://www.w3.org/2000/svg", svg = document.createElementNS(name, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.append(document.createElementNS(name, "path"));
  svg.firstChild.setAttribute("d", path);
  byId(id).append(svg);
}

globalThis.studio = {
  advance,
  state() {
    const { frame, info } = shown, { facts, selection } = session;
    const [x, y, width, height] = (frame ?? []).slice(2, 6).map((part) => part / 100);
    return {
      layout: facts.layout,
      file: facts.file,
      hash: facts.hash,
      contentOffset: { x: x ?? 0, y: y ?? 0 },
      contentSize: { width: info?.content[0] ?? 0, height: info?.content[1] ?? 0 },
      viewport: { width: width ?? 0, height: height ?? 0 },
      properties: Object.fromEntries(facts.properties.map(({ name, value }) => [name, value])),
      selection,
      frame: info && {
        number: info.number,
        time: info.time,
        calls: info.calls,
        microseconds: info.microseconds,
      },
      error: facts.alerts.at(-1)?.text ?? null,
    };
  },
};

const system = matchMedia("(prefers-color-scheme: dark)");
const nameTheme = (isDark) => isDark ? "dark" : "light";
view.followsSystem = !linked.has("theme");
setTheme(linked.get("theme") ?? nameTheme(system.matches));
system.addEventListener("change", ({ matches }) => {
  if (view.followsSystem && link.isOpen) changeTheme(nameTheme(matches));
});
byId("viewport").value = "fit";
if (token) link.open();
else byId("door").showModal();
