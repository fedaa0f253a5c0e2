// SPDX-License-Identifier: Apache-2.0
//
// The page around a recorded session: its elements and their looks.

/// The player's document.
enum PlayerPage {
  /// A complete page.
  ///
  /// - Parameters:
  ///   - json: The session, without "<".
  ///   - sheets: The sprites by theme, without "<".
  static func text(json: String, sheets: String) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>LayoutHost session</title>
    <style>
    \(style)
    </style>
    </head>
    <body>
    \(elements)
    <script type="application/json" id="session">\(json)</script>
    <script type="application/json" id="sheets">\(sheets)</script>
    <script>
    \(PlayerScript.text)
    </script>
    </body>
    </html>

    """
  }

  private static let elements = """
    <header>
    <h1 id="title"></h1>
    <nav id="chapters" aria-label="Layouts"></nav>
    <div class="tools">
    <button id="outline" aria-pressed="false" title="Frames and index paths (O)">Outline</button>
    <button id="theme" title="Light or dark (T)">Dark</button>
    </div>
    </header>
    <main>
    <section class="show">
    <div class="screen"><canvas id="canvas" role="img"></canvas></div>
    <div class="caption" aria-live="polite">
    <span id="badge" class="badge"></span><span id="text"></span><span id="detail"></span>
    </div>
    <div class="bar">
    <button id="play" class="play" title="Play or pause (space)" aria-label="Play"></button>
    <div class="track"><div id="ticks"></div>
    <input id="slider" type="range" min="0" value="0" step="any" aria-label="Time"></div>
    <select id="speed" title="Speed" aria-label="Speed">
    <option value="0.25">¼×</option><option value="0.5">½×</option>
    <option value="1" selected>1×</option><option value="2">2×</option><option value="4">4×</option>
    </select>
    <output id="time"></output>
    </div>
    </section>
    <aside><h2>What happens</h2><ol id="events"></ol></aside>
    </main>
    """

  private static let style = """
    :root { color-scheme: light; --ground: #eceef2; --panel: #fff; --text: #1f2430;
      --muted: #667085; --line: #dfe2e8; --accent: #3558d4; --soft: #e8edfc; }
    :root[data-theme=dark] { color-scheme: dark; --ground: #0d0f14; --panel: #171a21;
      --text: #eef0f4; --muted: #98a1b2; --line: #2a2f3a; --accent: #8fabff; --soft: #222c4a; }
    * { box-sizing: border-box; }
    html, body { height: 100%; }
    body { margin: 0; display: flex; flex-direction: column; background: var(--ground);
      color: var(--text); font: 14px/1.45 "Noto Sans", system-ui, sans-serif; }
    header { display: flex; align-items: center; gap: 16px; padding: 14px 24px; }
    h1 { margin: 0; font-size: 16px; white-space: nowrap; }
    nav { display: flex; flex: 1; gap: 4px; overflow-x: auto; scrollbar-width: none; }
    button, select { font: inherit; color: var(--text); border: 1px solid var(--line);
      background: var(--panel); border-radius: 9px; padding: 6px 12px; cursor: pointer; }
    button:hover, select:hover { border-color: var(--muted); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    nav button { border-color: transparent; background: none; color: var(--muted);
      white-space: nowrap; }
    nav button[aria-current=true], button[aria-pressed=true] { background: var(--soft);
      border-color: transparent; color: var(--accent); font-weight: 600; }
    .tools { display: flex; gap: 8px; }
    main { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr) 300px;
      gap: 24px; padding: 0 24px 20px; }
    .show { min-height: 0; min-width: 0; display: flex; flex-direction: column; gap: 14px; }
    .screen { flex: 1; min-height: 0; display: flex; align-items: center;
      justify-content: center; }
    canvas { border-radius: 14px; box-shadow: 0 0 0 1px var(--line),
      0 12px 32px -12px rgb(0 0 0 / .25); touch-action: none; }
    .caption { display: flex; align-items: baseline; gap: 12px; min-height: 24px; }
    .badge { padding: 2px 10px; border-radius: 99px; background: var(--soft);
      color: var(--accent); font-weight: 600; font-size: 13px; }
    .badge:empty { display: none; }
    #text { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis;
      white-space: nowrap; font-size: 15px; }
    #detail { color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap; }
    .bar { display: flex; align-items: center; gap: 14px; padding: 10px 14px;
      background: var(--panel); border: 1px solid var(--line); border-radius: 14px; }
    .play { width: 40px; height: 40px; padding: 0; border: 0; border-radius: 50%;
      background: var(--accent); flex: none; }
    .play svg { display: block; margin: auto; fill: var(--panel); }
    .track { position: relative; flex: 1; min-width: 80px; }
    #slider { display: block; width: 100%; margin: 0; accent-color: var(--accent);
      cursor: pointer; }
    #ticks { position: absolute; inset: -7px 8px auto; height: 5px; pointer-events: none; }
    #ticks i { position: absolute; width: 2px; height: 5px; border-radius: 1px;
      background: var(--muted); }
    #time { color: var(--muted); font-variant-numeric: tabular-nums; white-space: nowrap;
      min-width: 104px; text-align: right; }
    aside { min-height: 0; display: flex; flex-direction: column; background: var(--panel);
      border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
    h2 { margin: 0; padding: 14px 18px 8px; font-size: 13px; color: var(--muted);
      font-weight: 600; }
    ol { list-style: none; margin: 0; padding: 0 8px 8px; overflow-y: auto; }
    li { padding: 8px 10px; border-radius: 9px; cursor: pointer; }
    li:hover { background: var(--ground); }
    li[aria-current=true] { background: var(--soft); }
    li b { display: block; font-size: 12px; color: var(--accent); }
    li small { display: block; color: var(--muted); font-variant-numeric: tabular-nums; }
    @media (max-width: 1000px) { main { grid-template-columns: minmax(0, 1fr); }
      aside { display: none; } .caption { flex-wrap: wrap; } #text { white-space: normal; } }
    @media (max-width: 640px) { #text { flex-basis: 60%; } #detail { white-space: normal; }
      header { flex-wrap: wrap; gap: 8px; } nav { order: 1; flex-basis: 100%; }
      .tools { margin-left: auto; } .bar { flex-wrap: wrap; }
      .track { order: -1; flex-basis: 100%; } #time { flex: 1; } }
    """
}
