// SPDX-License-Identifier: Apache-2.0
//
// The connection to the studio: one request at a time, each with one answer; sprites come before the
// answer that shows them.

const retryDelay = 700;
// After a sleep of the machine a connection may be dead without an end: milliseconds without an answer.
const patience = 20_000;
const stranger =
  "what answers here does not know its token; open the address that the terminal printed";

export class Link {
  #socket = null;
  #nextId = 1;
  #waiting = new Map();
  #queue = [];
  #decoding = [];
  #token;
  #askedAt = 0;
  #hello;
  #retry;

  /** Sprites by key: a picture, and its place in points. */
  sprites = new Map();
  onWake = () => {};
  onWelcome = () => {};
  onLost = () => {};
  /** The server does not know the token. */
  onStranger = () => {};
  onRefused = () => {};

  constructor(token, hello) {
    this.#token = token;
    this.#hello = hello;
    addEventListener("online", () => this.#wakeUp());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#wakeUp();
    });
  }

  /** The page is looked at again: a request that waits too long has lost its connection. */
  #wakeUp() {
    if (this.#waiting.size > 0 && performance.now() - this.#askedAt > patience) {
      this.#leave();
      this.#lost({ code: 0 });
    }
  }

  get isBusy() {
    return this.#waiting.size > 0 || this.#queue.length > 0;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Closes the connection, and hears nothing more of it. */
  #leave() {
    this.#socket.onclose = this.#socket.onmessage = null;
    this.#socket.close();
  }

  open() {
    const socket = new WebSocket(`ws://${location.host}/session`);
    const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.sprites.clear();
      this.#waiting.set(0, { resolve: (answer) => this.onWelcome(answer), reject() {} });
      socket.send(JSON.stringify({ type: "challenge", nonce }));
    };
    socket.onmessage = ({ data }) => this.#greet(socket, nonce, data);
    socket.onclose = (event) => this.#lost(event);
    this.#socket = socket;
  }

  /**
   * Says hello, once the server proved that it knows the token. When the studio has ended, any program
   * of the machine can listen at its port. The token is not sent to it, and it gets no proof: no studio at
   * another port has this token.
   */
  async #greet(socket, nonce, data) {
    socket.onmessage = null;
    try {
      const answer = JSON.parse(data);
      const isKnown = answer.proof === await sign(this.#token, `studio ${nonce}`);
      if (!isKnown) throw new Error("the server does not know the token");
      const proof = await sign(this.#token, `page ${answer.nonce}`);
      // A connection that ended meanwhile is tried again.
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.onmessage = (event) => this.#receive(event.data);
      socket.send(JSON.stringify({ type: "hello", proof, ...this.#hello() }));
    } catch {
      // A false proof refuses the server, even if that closed its end and a retry is due.
      if (socket !== this.#socket) return;
      this.onStranger();
      this.#leave();
      this.#lost({ code: 1008, reason: stranger });
    }
  }

  /** Asks for something. Resolves with the answer, once its sprites can be drawn. */
  request(type, fields = {}) {
    return new Promise((resolve, reject) => {
      this.#queue.push({ type, fields, resolve, reject });
      this.#send();
    });
  }

  #send() {
    if (!this.isOpen || this.#waiting.size > 0) return;
    const next = this.#queue.shift();
    if (!next) return;
    const id = this.#nextId++;
    this.#waiting.set(id, next);
    this.#askedAt = performance.now();
    this.#socket.send(JSON.stringify({ type: next.type, id, ...next.fields }));
  }

  #receive(data) {
    if (typeof data !== "string") {
      this.#decoding.push(this.#decode(data));
      return;
    }
    const message = JSON.parse(data);
    if (message.type === "wake") return this.onWake();
    const decoding = this.#decoding;
    this.#decoding = [];
    const finish = (sprites = []) => {
      // All at once, so that no frame has some of one look and some of another.
      for (const sprite of sprites.flat()) this.sprites.set(...sprite);
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      for (const key of message.forget ?? []) this.sprites.delete(key);
      if (message.refusal) waiting?.reject(new Error(message.refusal));
      else waiting?.resolve(message);
      this.#send();
    };
    if (decoding.length === 0) finish();
    else Promise.all(decoding).then(finish);
  }

  /** Sprites that came in one picture: their count, eight numbers for each, the form of the pixels, these. */
  async #decode(data) {
    const head = new DataView(data), count = head.getUint32(0, true), stride = 32;
    const end = 4 + count * stride, isFile = head.getUint32(end, true) === 0;
    const pixels = isFile
      ? new Blob([new Uint8Array(data, end + 4)], { type: "image/png" })
      : unpack(new Uint8Array(data, end + 4));
    try {
      const image = await createImageBitmap(pixels);
      return Array.from({ length: count }, (_, index) => {
        const start = 4 + index * stride;
        const whole = (place) => head.getUint32(start + 4 * place, true);
        const length = (place) => head.getFloat32(start + 4 * place, true);
        const [key, x, y, w, h] = [0, 1, 2, 3, 4].map(whole);
        const [width, height, overhang] = [5, 6, 7].map(length);
        return [key, { image, x, y, w, h, width, height, overhang }];
      });
    } catch {
      // Sprites that cannot be read are outlined by the stage.
      return [];
    }
  }

  #lost(event) {
    const rest = [...this.#waiting.values(), ...this.#queue];
    this.#waiting.clear();
    this.#queue = [];
    for (const { reject } of rest) reject(new Error("the connection is lost"));
    clearTimeout(this.#retry);
    if (event.code === 1008) return this.onRefused(event.reason);
    this.onLost();
    this.#retry = setTimeout(() => this.open(), retryDelay);
  }
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The HMAC-SHA256 of a text under the token, in hexadecimal, as StudioToken.swift makes it. */
export async function sign(token, text) {
  const encode = (part) => new TextEncoder().encode(part), kind = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encode(token), kind, false, ["sign"]);
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, encode(text))));
}

/** A picture from runs of pixels, as PixelRuns.swift writes them. */
function unpack(bytes) {
  const head = new DataView(bytes.buffer, bytes.byteOffset);
  const [width, height, count] = [0, 4, 8].map((place) => head.getUint32(place, true));
  let next = 12 + 4 * count;
  // In the order of memory, whichever that is: colours are copied, not read.
  const colors = new Uint32Array(bytes.slice(12, next).buffer);
  const pixels = new Uint32Array(width * height);
  const color = () => {
    const index = bytes[next++];
    if (index < 255) return colors[index];
    next += 2;
    return colors[bytes[next - 2] | bytes[next - 1] << 8];
  };
  for (let place = 0; place < pixels.length;) {
    let word = 0, shift = 0;
    do {
      word |= (bytes[next] & 127) << shift;
      shift += 7;
    } while (bytes[next++] & 128);
    const end = place + (word >>> 2), kind = word & 3;
    if (kind === 0) {
      // As in the row above; above the first one all is clear.
      for (let at = Math.max(place, width); at < end; at += width) {
        pixels.copyWithin(at, at - width, Math.min(at, end - width));
      }
    } else if (kind === 1) pixels.fill(color(), place, end);
    else for (let at = place; at < end; at += 1) pixels[at] = color();
    place = end;
  }
  return new ImageData(new Uint8ClampedArray(pixels.buffer), width, height);
}
