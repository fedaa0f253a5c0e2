// SPDX-License-Identifier: Apache-2.0
//
// What stands around the stage: alerts, the log, the inspected element, the checker's rules.

import { act, request } from "./asking.js";
import { byId, make } from "./state.js";

const logged = 300;

export function copy(text) {
  navigator.clipboard?.writeText(text);
  byId("status").textContent = "Copied";
}

export function save(name, data, type) {
  const anchor = make("a", { download: name });
  anchor.href = URL.createObjectURL(new Blob([data], { type }));
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}

// MARK: Alerts

/** Alerts that stand until they are mended, or closed. */
export function showAlerts({ alerts, canEdit, watchdog }) {
  const box = byId("alerts"), shape = JSON.stringify([alerts, canEdit, watchdog.isQuarantined]);
  if (box.dataset.shape === shape) return;
  box.dataset.shape = shape;
  box.replaceChildren(
    ...alerts.map((alert) => alertCard(alert, canEdit, watchdog.isQuarantined)),
  );
}

function alertCard(alert, canEdit, isQuarantined) {
  const head = [alert.plugin, alert.stage].filter(Boolean).join(" · ") || alert.source;
  const [first, ...rest] = alert.message.split(/(?<=[^.][.;]) /);
  const text = make("div", { className: "words" }, make("strong", { textContent: head }), " ");
  text.append(make("span", { textContent: first.replace(/;$/, "") }));
  if (rest.length) {
    text.append(
      make(
        "details",
        {},
        make("summary", { textContent: "More" }),
        make("p", { textContent: rest.join(" ") }),
      ),
    );
  }
  const buttons = [];
  const button = (textContent, onclick) => buttons.push(make("button", { textContent, onclick }));
  if (alert.file && alert.line) {
    const place = `${alert.file}:${alert.line}`;
    if (canEdit) button(`Open ${place}`, () => request("edit", { source: alert.source }));
    else button(`Copy ${place}`, () => copy(place));
  }
  if (alert.source === "frame") {
    button(isQuarantined ? "Lift and restart" : "Restart", () => {
      request("unblock", { elements: true });
    });
  }
  const close = make("button", { className: "round", textContent: "×" });
  close.setAttribute("aria-label", "Close");
  close.onclick = () => request("dismiss", { source: alert.source });
  return make("div", { className: `alert ${alert.source}` }, text, ...buttons, close);
}

// MARK: The log

/** The log, newest first; the newest is in the status region too. */
export function addLog(entries) {
  const list = byId("log");
  for (const [kind, text, time] of entries) {
    const when = make("small", { textContent: `${time.toFixed(2)} s` });
    list.prepend(make("li", { className: kind }, make("b", { textContent: kind }), text, when));
    if (kind !== "file" && kind !== "plugin") {
      byId("status").textContent = byId("status").title = text;
      byId("status").dataset.kind = kind;
    }
  }
  while (list.childElementCount > logged) list.lastElementChild.remove();
  filterLog();
}

/** Shows all of the log, or what plugins said alone. */
export function filterLog() {
  byId("log").classList.toggle("plugins", byId("logKind").value === "plugin");
}

// MARK: Rules

/** What the checker found, broken rules first. */
export function showRules(check, hash) {
  byId("checkPanel").hidden = !check;
  if (!check) return;
  const box = byId("rules"), shape = JSON.stringify([check, hash]);
  if (box.dataset.shape === shape) return;
  box.dataset.shape = shape;
  const of = (word) => check.results.filter(([, outcome]) => outcome === word);
  const isOld = check.hash !== hash ? " An earlier version was asked." : "";
  const [broken, kept, skipped] = ["BROKEN", "kept", "skipped"].map(of);
  const head = check.running
    ? "Asking the rules…"
    : `${kept.length} kept, ${broken.length} broken, ${skipped.length} skipped.${isOld}`;
  const list = (results) => make("ul", { className: "rules" }, ...results.map(ruleRow));
  const fold = (title, results) =>
    make("details", {}, make("summary", { textContent: title }), list(results));
  box.replaceChildren(make("p", { className: "headline", textContent: head }), list(broken));
  if (skipped.length) box.append(fold(`${skipped.length} skipped`, skipped));
  if (kept.length) box.append(fold(`${kept.length} kept`, kept));
}

function ruleRow([rule, outcome, reason, isPlayable]) {
  const head = make("div", { className: "head" }, make("code", { textContent: rule }));
  const row = make("li", { className: outcome }, head);
  if (outcome === "BROKEN" && isPlayable) {
    const play = make("button", { className: "small", textContent: "Play" });
    play.setAttribute("aria-label", `Play what ${rule} asks`);
    play.onclick = () => act([]).then(() => request("rule", { rule }));
    head.append(play);
  }
  if (reason) row.append(make("p", { className: "help", textContent: reason }));
  return row;
}

// MARK: The element

/** An element: one line first, the rest folded. */
export function showElement(element, onCopy) {
  const box = byId("inspector");
  const wasOpen = box.querySelector("details")?.open ?? false;
  const round = (value) => Math.round(value * 100) / 100;
  const [x, y, width, height] = element.frame ?? [0, 0, 0, 0];
  const path = (element.path ?? []).join(".");
  const head = `${element.kind} ${path} · ${round(width)} × ${round(height)} at ` +
    `${round(x)}, ${round(y)}`;
  const table = make("table");
  for (const [key, value] of Object.entries(element)) {
    const short = (_, part) => typeof part === "number" ? round(part) : part;
    const text = typeof value === "string" ? value : JSON.stringify(value, short);
    const cells = [make("th", { scope: "row", textContent: key })];
    table.append(make("tr", {}, ...cells, make("td", { textContent: text })));
  }
  const button = make("button", { textContent: "Copy as JSON" });
  button.onclick = () => onCopy(JSON.stringify(element));
  box.replaceChildren(
    make("p", { className: "headline", textContent: head }),
    make("details", { open: wasOpen }, make("summary", { textContent: "Details" }), table),
    make("div", { className: "row" }, button),
  );
}
