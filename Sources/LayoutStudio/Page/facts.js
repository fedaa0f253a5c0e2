// SPDX-License-Identifier: Apache-2.0
//
// The facts of the session, put where they belong: names, controls, build, alerts.

import { Controls } from "./controls.js";
import { showAlerts, showRules } from "./panels.js";
import { act } from "./asking.js";
import { byId, fill, press, session } from "./state.js";

export const controls = new Controls(byId("properties"), (property, value) => {
  act([{ do: "set", property, value, catch: true }]);
});

export function takeFacts(facts) {
  session.facts = facts;
  byId("title").textContent = facts.title;
  document.title = `${facts.layout} · ${facts.title}`;
  showLayouts(facts.layouts, facts.layoutIndex);
  byId("layoutHelp").textContent = facts.help;
  controls.update(facts.properties);
  press("rtl", facts.rightToLeft);
  byId("still").checked = !facts.animated;
  byId("textScale").value = facts.textScale;
  byId("pixelScale").value = facts.scale;
  showAlerts(facts);
  showBuild(facts.build);
  showRules(facts.check, facts.hash);
  showWatchdog(facts.watchdog);
  showRecording(facts.recorded);
  press("compare", facts.comparison >= 0);
  byId("counterpartPick").hidden = facts.comparison < 0;
  fill(byId("counterpart"), facts.counterparts);
  if (facts.comparison >= 0) byId("counterpart").value = facts.comparison;
}

function showLayouts(layouts, index) {
  const ids = layouts.map(({ id }) => id);
  const isAlone = (id) => ids.filter((other) => other === id).length === 1;
  fill(byId("layout"), layouts.map(({ id, file }) => isAlone(id) ? id : `${id} (${file})`));
  byId("layout").value = index;
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
  byId("buildOutput").hidden = !build.output;
  byId("buildText").textContent = build.output;
}

function showWatchdog({ strikes, limit, minutes, isQuarantined, tier }) {
  const words = isQuarantined
    ? "In quarantine: it gets no further call until it is lifted, or built anew."
    : strikes > 0
    ? `${strikes} of ${limit} strikes within ${minutes} minutes. At ${limit} it is blocked.`
    : "No strikes.";
  byId("watchdog").textContent = `${words} It runs ${tier}.`;
  byId("strikes").max = limit;
  byId("strikes").value = isQuarantined ? limit : strikes;
  byId("strikes").textContent = `${strikes} of ${limit}`;
  byId("lift").hidden = !isQuarantined && strikes === 0;
  if (isQuarantined) byId("hostPanel").open = true;
}

function showRecording(isRecorded) {
  for (const id of ["saveScenario", "saveTest"]) byId(id).disabled = !isRecorded;
  byId("unrecorded").hidden = isRecorded;
}
