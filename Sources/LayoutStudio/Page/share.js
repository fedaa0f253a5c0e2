// SPDX-License-Identifier: Apache-2.0
//
// What a session leaves behind: a link with its state, pictures, pages, scenarios, tests.

import { addLog, copy, save } from "./panels.js";
import { act, link, request } from "./asking.js";
import { byId, session, shown, view } from "./state.js";
import { nameViewport, on, setOutlined } from "./tools.js";

export const stateKeys = [
  "layout",
  "properties",
  "viewport",
  "theme",
  "rtl",
  "outline",
  "at",
  "speed",
  "still",
  "textScale",
  "scale",
];

/** The address of this page with the state of the session, and without the token. */
function stateLink() {
  const { facts } = session;
  const values = Object.fromEntries(facts.properties.map(({ name, value }) => [name, value]));
  const state = new URLSearchParams({
    layout: facts.layout,
    properties: JSON.stringify(values),
    viewport: view.viewport,
    theme: view.theme,
    rtl: facts.rightToLeft,
    outline: view.isOutlined,
    speed: byId("speed").value,
    still: !facts.animated,
    textScale: facts.textScale,
    scale: facts.scale,
  });
  if (shown.frame) state.set("at", [shown.frame[2] / 100, shown.frame[3] / 100].join(","));
  return `${location.origin}${location.pathname}${location.search}#${state}`;
}

/** Makes the session what a link says. */
export async function restore(state) {
  if (!stateKeys.some((key) => state.has(key))) return;
  const { facts } = session;
  const textScale = Number(state.get("textScale"));
  if (textScale && textScale !== facts.textScale) {
    await request("textScale", { scale: textScale, elements: true });
  }
  const index = facts.layouts.findIndex(({ id }) => id === state.get("layout"));
  if (index >= 0 && index !== facts.layoutIndex) await request("layout", { index });
  if (state.get("speed")) byId("speed").value = state.get("speed");
  if (state.get("outline") === "true") setOutlined(true);
  const steps = [...propertySteps(state.get("properties")), ...hostSteps(state)];
  const size = state.get("viewport");
  if (/^\d+x\d+$/.test(size ?? "")) {
    nameViewport(size);
    steps.push({ do: "resize", container: size.split("x").map(Number) });
  }
  const at = state.get("at")?.split(",").map(Number);
  if (at?.length === 2 && at.every(Number.isFinite)) steps.push({ do: "scroll", to: at });
  if (steps.length) await act(steps);
}

function propertySteps(text) {
  let values = {};
  try {
    values = JSON.parse(text ?? "{}");
  } catch {
    // A link that was cut off.
  }
  const known = new Map(session.facts.properties.map(({ name, value }) => [name, value]));
  return Object.entries(values)
    .filter(([name, value]) => JSON.stringify(known.get(name)) !== JSON.stringify(value))
    .map(([property, value]) => ({ do: "set", property, value, catch: true }));
}

function hostSteps(state) {
  const step = { do: "configure" };
  if (state.has("rtl")) step.direction = state.get("rtl") === "true" ? "rtl" : "ltr";
  if (state.has("still")) step.animation = { enabled: state.get("still") !== "true" };
  if (Number(state.get("scale")) > 0) step.scale = Number(state.get("scale"));
  return Object.keys(step).length > 1 ? [step] : [];
}

async function ask(type, fields) {
  try {
    return await link.request(type, fields);
  } catch (error) {
    addLog([["refused", error.message, shown.info?.time ?? 0]]);
    return null;
  }
}

async function saveTest() {
  const answer = await ask("recording", { test: true }), { facts } = session;
  if (!answer) return;
  const name = `${facts.layout}-${facts.hash.slice(0, 8)}`;
  save(`${name}.jsonl`, answer.text, "application/json");
  save(`${name}.expected.jsonl`, answer.expected, "application/json");
  const line = `layouthost probe ${name}.jsonl --expect ${name}.expected.jsonl`;
  addLog([["test", `Run it: ${line}`, shown.info.time]]);
}

export function watchShare() {
  on("copyLink", () => copy(stateLink()));
  on("savePicture", () => {
    byId("canvas").toBlob((blob) => save(`${session.facts.layout}.png`, blob, "image/png"));
  });
  on("saveScenario", async () => {
    const answer = await ask("recording");
    if (answer) save(`${session.facts.layout}.scenario`, answer.text, "application/json");
  });
  on("saveTest", saveTest);
  on("savePlayer", async () => {
    const answer = await ask("player");
    if (answer) save(`${session.facts.layout}.html`, answer.text, "text/html");
  });
  on("saveFilm", async () => {
    const answer = await ask("film", { theme: view.theme });
    if (!answer) return;
    const bytes = Uint8Array.from(atob(answer.data), (letter) => letter.charCodeAt(0));
    save(`${session.facts.layout}.webp`, bytes, "image/webp");
  });
}
