// SPDX-License-Identifier: Apache-2.0
//
// Times of the studio, which only `make soak` asserts.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

extension InTheBrowser {
  @Suite("the studio's figures", .soak)
  struct StudioFiguresTests {
    /// Items of the large source.
    private static let itemCount = 1_000_000

    private func open(_ layout: FakeVersion) throws -> (StudioRun, Browser) {
      let run = try StudioRun(
        ["data.scenario", "--size", "1000x700"], plugin: 10, isReleased: true
      ) { run in
        try run.write(
          #"{"layout":"\#(layout.rawValue)","sections":[{"count":\#(Self.itemCount),"size":[80,60]}],"#
            + #""host":{"container":[1000,700]},"steps":[]}"#, to: "data.scenario")
      }
      let page = try Browser()
      page.studio = run
      try page.open(run.address())
      return (run, page)
    }

    /// A layout of the large source.
    private enum FakeVersion: String { case fake, flow }

    @Test("a saved version of a layout of 1,000,000 items is on screen within 250 ms")
    func saves() throws {
      let (run, page) = try open(.fake)
      // The page notes when it shows another version than before.
      try page.run(
        """
        globalThis.swaps = [];
        globalThis.seen = studio.state().hash;
        const look = () => {
          const { hash } = studio.state();
          if (hash !== seen) { seen = hash; swaps.push(Date.now()); }
          requestAnimationFrame(look);
        };
        look();
        """)
      var times: [Double] = []
      for spacing in 11...25 {
        try run.drop(spacing: spacing)
        let saved = Date().timeIntervalSince1970 * 1000
        try page.wait(for: "swaps.length === \(spacing - 10)")
        let shown = try #require(try page.run("swaps.at(-1)").double)
        times.append(shown - saved)
      }
      times.sort()
      print("save to screen, ms:", times.map { Int($0) })
      #expect(times[times.count / 2] <= 250)
    }

    @Test(
      "ten seconds of fling with 300 elements: frames of the page and the server's processor time")
    func flings() throws {
      let run = try StudioRun(
        ["unicode", "-l", "flow", "--size", "1900x1000"], isReleased: true)
      let page = try Browser(width: 2300, height: 1250)
      page.studio = run
      try page.open(run.address())
      let before = run.processorSeconds
      try page.run(
        """
        globalThis.gaps = [];
        (async () => {
          let last = performance.now();
          const end = last + 10000;
          const stage = document.getElementById("grid");
          const box = stage.getBoundingClientRect();
          const step = (now) => {
            gaps.push(now - last);
            last = now;
            stage.dispatchEvent(new WheelEvent("wheel", { deltaY: 24, bubbles: true,
              cancelable: true, clientX: box.left + 50, clientY: box.top + 50 }));
            if (now < end) requestAnimationFrame(step);
            else globalThis.done = true;
          };
          requestAnimationFrame(step);
        })()
        """)
      try page.wait(for: "globalThis.done", seconds: 30)
      let seconds = run.processorSeconds - before
      let gaps = (try page.run("gaps").array ?? []).compactMap(\.double).dropFirst().sorted()
      let count = try page.run("document.querySelectorAll('[data-path]').length")
      print("frames:", gaps.count, "p99 ms:", gaps[gaps.count * 99 / 100], "elements:", count)
      print("server: \(seconds / 10 * 100) % of a core")
      #expect(gaps[gaps.count * 99 / 100] <= 2 * 16.8)
      #expect(seconds / 10 <= 0.05)
    }
  }
}
