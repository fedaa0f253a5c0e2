// SPDX-License-Identifier: Apache-2.0
//
// The program inside a recorded session's page: rebuilds frames from their differences and draws
// them from sprites.

/// The player's script.
enum PlayerScript {
  static let text = state + PlayerProjection.text + drawing + controls

  /// Frames become complete states; every sixtieth is kept, so that any frame is near one.
  private static let state = #"""
    "use strict";
    const session = JSON.parse(document.getElementById("session").textContent);
    const sheets = JSON.parse(document.getElementById("sheets").textContent);
    const { frames, captions, sprites } = session;
    const byId = id => document.getElementById(id);
    const every = 60, keyframes = [];
    let state = new Map(), current = -1;

    function apply(frame) {
      for (const id of frame[6]) state.delete(id);
      for (const change of frame[7]) state.set(change[0], change);
      const moves = frame[8];
      for (let i = 0; i < moves.length; i += 3) {
        const moved = state.get(moves[i]).slice();
        moved[2] = moves[i + 1];
        moved[3] = moves[i + 2];
        state.set(moves[i], moved);
      }
    }

    function seek(index) {
      index = Math.max(0, Math.min(frames.length - 1, index));
      if (index < current || index > current + every) {
        const start = Math.floor(index / every) * every;
        state = new Map(keyframes[start / every]);
        current = start;
      }
      while (current < index) apply(frames[++current]);
    }

    frames.forEach((frame, index) => {
      apply(frame);
      if (index % every === 0) keyframes.push(new Map(state));
    });
    const starts = [0];
    for (const frame of frames) starts.push(starts[starts.length - 1] + frame[0]);
    current = frames.length - 1;

    """#

  /// Lengths come in hundredths of a point.
  private static let drawing = #"""
    const canvas = byId("canvas"), pen = canvas.getContext("2d");
    const inks = ["#c4185c", "#2456c7", "#1a7a45"];
    let theme = "light", outline = false;
    const images = {};
    for (const name in sheets) {
      images[name] = sheets[name].pages.map(page => {
        const image = new Image();
        image.onload = draw;
        image.src = "data:image/png;base64," + page;
        return image;
      });
    }

    const sheetName = () => theme in sheets ? theme : "light";
    // Level, depth, category, section, item, rank.
    const order = [9, 12, 6, 7, 8, 11];
    const ordered = () => [...state.values()].sort((a, b) => {
      const key = order.find(key => (a[key] ?? 0) !== (b[key] ?? 0));
      return key === undefined ? 0 : (a[key] ?? 0) - (b[key] ?? 0);
    });

    function fit(frame) {
      const room = canvas.parentElement, width = frame[4] / 100, height = frame[5] / 100;
      const factor = Math.min(room.clientWidth / width, room.clientHeight / height, 1.5);
      const dense = window.devicePixelRatio || 1;
      const wide = Math.max(1, Math.round(width * factor * dense));
      const high = Math.max(1, Math.round(height * factor * dense));
      if (canvas.width !== wide || canvas.height !== high) {
        canvas.width = wide;
        canvas.height = high;
        canvas.style.width = wide / dense + "px";
        canvas.style.height = high / dense + "px";
      }
      return wide / width;
    }

    const isProjected = element => element.length > 19;

    function place(element, frame, factor) {
      let x = (element[2] - frame[2]) / 100 * factor, y = (element[3] - frame[3]) / 100 * factor;
      const width = element[4] / 100 * factor, height = element[5] / 100 * factor;
      if (element.length < 14) {
        x = Math.round(x);
        y = Math.round(y);
        pen.setTransform(1, 0, 0, 1, x, y);
      } else {
        const [a, b, c, d, e, f] = element.slice(13);
        const cx = x + width / 2, cy = y + height / 2;
        pen.setTransform(a, b, c, d, cx + e * factor - a * width / 2 - c * height / 2,
          cy + f * factor - b * width / 2 - d * height / 2);
      }
      return [width, height];
    }

    // How large a pixel of the sprite is on the canvas, across and down.
    function grain(sprite, factor) {
      if (sprite.length < 8) return [factor / session.scale, factor / session.scale];
      return [sprite[6] / sprite[3], sprite[7] / sprite[4]].map(length => length / 100 * factor);
    }

    function drawSprite(element, frame, factor, pages) {
      const sprite = sprites[element[1]], page = pages[sprite[0]];
      if (!page || !page.complete) return;
      const size = grain(sprite, factor), over = sprite[5] / 100 * factor;
      pen.globalAlpha = element[10] ?? 1;
      if (isProjected(element)) {
        return drawProjected(element, frame, factor, page, sprite, over, size);
      }
      place(element, frame, factor);
      pen.drawImage(page, sprite[1], sprite[2], sprite[3], sprite[4],
        -over, -over, sprite[3] * size[0], sprite[4] * size[1]);
    }

    function drawOutline(element, frame, factor) {
      pen.globalAlpha = 1;
      pen.strokeStyle = pen.fillStyle = inks[element[6]];
      pen.lineWidth = Math.max(1, factor);
      if (isProjected(element)) {
        if (!outlineProjected(element, frame, factor)) return;
      } else {
        const [width, height] = place(element, frame, factor);
        pen.strokeRect(0.5, 0.5, width - 1, height - 1);
      }
      const label = element[7] + "." + element[8];
      pen.font = `600 ${9 * factor}px "Noto Sans", system-ui, sans-serif`;
      pen.fillRect(0, 0, pen.measureText(label).width + 8 * factor, 13 * factor);
      pen.fillStyle = "#fff";
      pen.fillText(label, 4 * factor, 9.8 * factor);
    }

    function draw() {
      if (!frames.length || current < 0) return;
      const frame = frames[current], factor = fit(frame), name = sheetName();
      pen.setTransform(1, 0, 0, 1, 0, 0);
      pen.globalAlpha = 1;
      pen.fillStyle = sheets[name].ground;
      pen.fillRect(0, 0, canvas.width, canvas.height);
      pen.imageSmoothingQuality = "high";
      const elements = ordered();
      for (const element of elements) drawSprite(element, frame, factor, images[name]);
      if (outline) for (const element of elements) drawOutline(element, frame, factor);
    }

    """#

  /// Slider, buttons, keys; `#frame=12&theme=dark&outline=1` in the address opens a page so.
  private static let controls = #"""
    const firstFrames = captions.map((_, index) => frames.findIndex(frame => frame[1] === index));
    const chapters = captions.map((caption, index) => ({ name: caption[0], caption: index }))
      .filter((chapter, index) => index === 0 || captions[index - 1][0] !== chapter.name);
    const icons = {
      play: '<svg width="16" height="16"><path d="M4 2l10 6-10 6z"/></svg>',
      pause: '<svg width="16" height="16"><path d="M3 2h3.5v12H3zM9.500 2H13v12H9.500z"/></svg>',
    };
    const total = starts[starts.length - 1];
    const clock = ms => (ms / 1000).toFixed(1);
    let playing = false, position = 0, before = 0;

    function show(index) {
      seek(index);
      const number = frames[current][1], caption = captions[number] ?? ["", "", ""];
      byId("badge").textContent = caption[0];
      byId("text").textContent = caption[1];
      byId("text").title = caption[1];
      byId("detail").textContent = caption[2];
      canvas.setAttribute("aria-label", caption[0] + ": " + caption[1]);
      mark(byId("events").children, number);
      const chapter = chapters.filter(chapter => chapter.caption <= number).length - 1;
      mark(byId("chapters").children, chapter);
      draw();
    }

    function mark(items, number) {
      [...items].forEach((item, index) => {
        const isCurrent = index === number, was = item.getAttribute("aria-current") === "true";
        item.setAttribute("aria-current", isCurrent);
        if (isCurrent && !was) item.scrollIntoView({ block: "nearest", inline: "nearest" });
      });
    }

    function setPosition(ms) {
      position = ms;
      byId("slider").value = ms;
      byId("time").value = `${clock(ms)} / ${clock(total)} s`;
    }

    function go(index) {
      show(index);
      setPosition(starts[current]);
    }

    function frameAt(ms) {
      let low = 0, high = frames.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (starts[middle] <= ms) low = middle; else high = middle - 1;
      }
      return low;
    }

    function setPlaying(value) {
      playing = value && frames.length > 1;
      byId("play").innerHTML = playing ? icons.pause : icons.play;
      byId("play").setAttribute("aria-label", playing ? "Pause" : "Play");
      if (!playing) return;
      if (position >= total) go(0);
      before = performance.now();
      requestAnimationFrame(tick);
    }

    function tick(now) {
      if (!playing) return;
      const step = Math.max(0, now - before) * Number(byId("speed").value);
      setPosition(Math.min(total, position + step));
      before = now;
      const index = frameAt(position);
      if (index !== current) show(index);
      if (position >= total) return setPlaying(false);
      requestAnimationFrame(tick);
    }

    function setTheme(name) {
      theme = name;
      document.documentElement.dataset.theme = name;
      byId("theme").textContent = name === "dark" ? "Light" : "Dark";
      draw();
    }

    function setOutline(value) {
      outline = value;
      byId("outline").setAttribute("aria-pressed", value);
      draw();
    }

    byId("title").textContent = document.title = session.title;
    byId("slider").max = total;
    captions.forEach((caption, index) => {
      const item = byId("events").appendChild(document.createElement("li"));
      item.appendChild(document.createElement("b")).textContent = caption[0];
      item.append(caption[1]);
      if (caption[2]) item.appendChild(document.createElement("small")).textContent = caption[2];
      item.onclick = () => go(firstFrames[index]);
      if (index === 0) return;
      const tick = byId("ticks").appendChild(document.createElement("i"));
      tick.style.left = 100 * starts[firstFrames[index]] / Math.max(1, total) + "%";
    });
    for (const chapter of chapters) {
      const button = byId("chapters").appendChild(document.createElement("button"));
      button.textContent = chapter.name;
      button.onclick = () => go(firstFrames[chapter.caption]);
    }
    byId("slider").oninput = event => {
      const ms = Number(event.target.value);
      show(frameAt(ms));
      setPosition(ms);
    };
    byId("play").onclick = () => setPlaying(!playing);
    byId("theme").onclick = () => setTheme(theme === "dark" ? "light" : "dark");
    byId("outline").onclick = () => setOutline(!outline);
    canvas.onclick = () => setPlaying(!playing);
    addEventListener("resize", draw);
    addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "SELECT") return;
      const step = event.shiftKey ? 10 : 1;
      const actions = {
        " ": () => setPlaying(!playing), ArrowRight: () => go(current + step),
        ArrowLeft: () => go(current - step), Home: () => go(0), End: () => go(frames.length - 1),
        o: () => setOutline(!outline), t: () => byId("theme").click(),
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      if (event.key !== " " && event.key.length > 1) setPlaying(false);
      action();
    });
    const start = new URLSearchParams(location.hash.slice(1));
    const prefersDark = matchMedia("(prefers-color-scheme: dark)").matches;
    setTheme(start.get("theme") ?? (prefersDark && "dark" in sheets ? "dark" : "light"));
    setOutline(start.has("outline"));
    setPlaying(false);
    if (frames.length) go(Number(start.get("frame") ?? 0));
    if (start.has("play")) setPlaying(true);

    """#
}
