// SPDX-License-Identifier: Apache-2.0
//
// The scene as a browser lays it out: a grid, wrapped flex items of different widths, and a grid in
// sections with content-visibility. Every time taken here ends when layout is done, which reading a geometry
// forces; browser.py takes that of sections that come near, which the browser lays out when it renders.

const scroller = document.getElementById("scroller");
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Waits for two renderings: the first finds the sections that have come near, the second lays them out. */
async function rendered() {
  for (let count = 0; count < 3; count++) await nextFrame();
}

/** 0 to 2^32 - 1 from an index: lowbias32 (Wellons, 2018), as in peer.h. */
function hash(index) {
  let x = index;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** The markup of `count` items. */
function markup(mode, count) {
  const items = [];
  for (let index = 0; index < count; index++) {
    if (mode === "sections" && index % 100 === 0) items.push(index ? "</section><section>" : "<section>");
    items.push(mode === "flex" ? `<div style="width:${60 + (hash(index) % 80)}px">${index}</div>` : `<div>${index}</div>`);
  }
  if (mode === "sections") items.push("</section>");
  return items.join("");
}

let content;

/** Milliseconds from the markup to a finished layout. */
async function open(mode, count) {
  const text = markup(mode, count);
  await nextFrame();
  const start = performance.now();
  content = document.createElement("div");
  content.className = mode;
  content.innerHTML = text;
  scroller.replaceChildren(content);
  void content.offsetHeight;
  return [performance.now() - start];
}

/** The offset of a frame: anywhere, or 20 points further each time, from a third of the way down. */
function offset(frame, jumps) {
  const room = scroller.scrollHeight - 800;
  return jumps ? (hash(frame) / 4294967296) * room : room / 3 + 20 * frame;
}

/** Milliseconds of each frame of a content that is laid out already: the new offset, and the new place of an item. */
async function scroll(frames, jumps) {
  const item = content.firstElementChild;
  const offsets = [];
  for (let frame = 0; frame <= frames; frame++) offsets.push(offset(frame, jumps));
  scroller.scrollTop = offsets[0];
  const samples = [];
  for (let frame = 1; frame <= frames; frame++) {
    await nextFrame();
    const start = performance.now();
    scroller.scrollTop = offsets[frame];
    void item.getBoundingClientRect().top;
    samples.push(performance.now() - start);
  }
  return samples;
}

/** Goes to the offset of a frame, and waits until the sections that have come near are laid out. */
async function show(frame, jumps) {
  scroller.scrollTop = offset(frame, jumps);
  await rendered();
}

/** Milliseconds of one insert in the middle of the content and of the viewport, and layout. */
async function insert(frames) {
  const flat = content.className !== "sections";
  const parent = flat ? content : content.children[content.children.length >> 1];
  scroller.scrollTop += parent.children[parent.children.length >> 1].getBoundingClientRect().top - 400;
  await rendered();
  const samples = [];
  for (let frame = 0; frame < frames; frame++) {
    await nextFrame();
    const start = performance.now();
    const item = document.createElement("div");
    item.textContent = "new";
    item.style.width = "70px";
    parent.insertBefore(item, parent.children[parent.children.length >> 1]);
    void content.offsetHeight;
    samples.push(performance.now() - start);
  }
  return samples;
}
