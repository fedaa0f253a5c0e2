// SPDX-License-Identifier: Apache-2.0
//
// A control for each property, made from the layout's descriptor.

const widest = 100_000;
const members = {
  point: ["x", "y"],
  size: ["width", "height"],
  insets: ["top", "left", "bottom", "right"],
};

export class Controls {
  #form;
  #onSet;
  #shape = "";
  #fields = new Map();
  properties = [];

  constructor(form, onSet) {
    this.#form = form;
    this.#onSet = onSet;
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  /** Shows the properties of the layout; controls that are there already stay. */
  update(properties) {
    this.properties = properties;
    const shape = JSON.stringify(properties.map((property) => ({ ...property, value: 0 })));
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#fields.clear();
      this.#form.replaceChildren(...properties.map((property) => this.#row(property)));
      if (properties.length === 0) {
        const none = document.createElement("p");
        none.className = "help";
        none.textContent = "This layout has no properties.";
        this.#form.append(none);
      }
    }
    for (const property of properties) {
      const field = this.#fields.get(property.name);
      field.show(property.value);
      field.reset.hidden = isSame(property.value, property.default);
    }
  }

  /** The settings that differ from the defaults, as the command line takes them. */
  get settings() {
    return this.properties.filter((property) => !isSame(property.value, property.default))
      .map(({ name, value, type }) => {
        if (value === null) return `--set ${name}=none`;
        if (type === "color") return `--set '${name}=${color(value)}'`;
        return `--set ${quoted(`${name}=${Array.isArray(value) ? value.join(",") : value}`)}`;
      }).join(" ");
  }

  resetAll() {
    for (const property of this.properties) {
      if (!isSame(property.value, property.default)) this.#onSet(property.name, property.default);
    }
  }

  #row(property) {
    const row = document.createElement("div");
    row.className = "property";
    const head = document.createElement("div");
    head.className = "head";
    const reset = document.createElement("button");
    reset.type = "button";
    reset.className = "reset";
    reset.textContent = "Reset";
    reset.setAttribute("aria-label", `Reset ${property.name}`);
    reset.onclick = () => this.#onSet(property.name, property.default);
    const label = document.createElement(members[property.type] ? "span" : "label");
    label.textContent = property.name;
    const unit = document.createElement("small");
    // A count has the unit 1, which is no word beside a number.
    unit.textContent = property.type === "color" || property.unit === "1" ? "" : property.unit;
    head.append(label, unit, reset);
    const help = document.createElement("p");
    help.className = "help";
    help.textContent = property.help;
    help.id = `help-${property.name}`;
    const field = this.#field(property, label, help.id);
    row.append(head, field.node, help);
    this.#fields.set(property.name, { ...field, reset });
    return row;
  }

  #field(property, label, help) {
    const send = (value) => this.#onSet(property.name, value);
    const parts = members[property.type];
    if (parts) return this.#several(property, parts, help, send);
    const input = document.createElement(property.type === "enumeration" ? "select" : "input");
    input.id = `property-${property.name}`;
    input.setAttribute("aria-label", property.name);
    input.setAttribute("aria-describedby", help);
    label.htmlFor = input.id;
    switch (property.type) {
      case "enumeration":
        for (const name of property.cases) input.add(new Option(name, name));
        input.onchange = () => send(input.value);
        return { node: input, show: (value) => void (input.value = value) };
      case "bool":
        input.type = "checkbox";
        input.onchange = () => send(input.checked);
        return { node: input, show: (value) => void (input.checked = value === true) };
      case "number":
      case "integer":
        return this.#number(property, input, send);
      case "color":
        input.type = "text";
        input.placeholder = "none";
        input.onchange = () => send(input.value === "" ? null : input.value);
        return { node: input, show: (value) => show(input, value === null ? "" : color(value)) };
      case "array":
        input.type = "text";
        input.onchange = () => send(parsed(input.value));
        return {
          node: input,
          show: (value) => show(input, value === null ? "" : JSON.stringify(value)),
        };
      default:
        input.type = "text";
        input.onchange = () => send(input.value);
        return { node: input, show: (value) => show(input, value ?? "") };
    }
  }

  #number(property, input, send) {
    limit(input, property);
    const node = document.createElement("div");
    node.className = "number";
    node.append(input);
    const { min, max } = property;
    const value = () => input.value === "" ? (property.optional ? null : undefined) : +input.value;
    const change = () => {
      if (value() !== undefined && !Number.isNaN(value())) send(value());
    };
    input.onchange = change;
    if (property.optional) input.placeholder = "none";
    if (min === undefined || max === undefined || max - min > widest) {
      return { node, show: (value) => show(input, value ?? "") };
    }
    // For hands on a mouse; keyboards and screen readers have the number itself.
    const slider = document.createElement("input");
    slider.type = "range";
    slider.tabIndex = -1;
    slider.setAttribute("aria-hidden", "true");
    limit(slider, property);
    slider.max = Math.min(max, Math.max(10, 4 * Math.abs(property.default ?? 0)) + min);
    slider.oninput = () => {
      input.value = slider.value;
      change();
    };
    node.append(slider);
    return {
      node,
      show: (value) => {
        show(input, value ?? "");
        show(slider, value ?? property.default ?? 0);
      },
    };
  }

  #several(property, parts, help, send) {
    const node = document.createElement("div");
    node.className = "several";
    node.setAttribute("role", "group");
    node.setAttribute("aria-label", property.name);
    node.setAttribute("aria-describedby", help);
    const inputs = parts.map((part) => {
      const input = document.createElement("input");
      input.setAttribute("aria-label", `${property.name} ${part}`);
      if (property.optional) input.placeholder = "none";
      limit(input, property);
      return input;
    });
    for (const input of inputs) {
      input.onchange = () => {
        const texts = inputs.map((input) => input.value);
        if (property.optional && texts.every((text) => text === "")) return send(null);
        if (texts.every((text) => text !== "")) send(texts.map(Number));
      };
    }
    const labelled = (input, index) => {
      const label = document.createElement("label"), name = document.createElement("small");
      name.textContent = parts[index];
      label.append(input, name);
      return label;
    };
    node.append(...inputs.map(labelled));
    return {
      node,
      show: (value) => inputs.forEach((input, index) => show(input, value?.[index] ?? "")),
    };
  }
}

function limit(input, property) {
  if (input.type !== "range") input.type = "number";
  input.step = property.type === "integer" ? 1 : "any";
  if (property.min !== undefined) input.min = property.min;
  if (property.max !== undefined) input.max = property.max;
}

/** Shows a value, but never under the hand of who is typing. */
function show(input, value) {
  if (document.activeElement === input && input.type !== "range") {
    // Enter and the arrows of a number have changed it already.
    if (input.value === String(value)) return;
    if (input.dataset.shown === String(value)) return;
  }
  input.value = value;
  input.dataset.shown = value;
}

const color = (value) => {
  if (typeof value !== "number") return String(value);
  const digits = (value >>> 0).toString(16).padStart(8, "0");
  return "#" + (digits.endsWith("ff") ? digits.slice(0, 6) : digits);
};

function parsed(text) {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const quoted = (text) => /^[\w=.,:#+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
