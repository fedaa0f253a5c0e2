// SPDX-License-Identifier: Apache-2.0
//
// The studio's page in a real browser: frames, inputs, swaps, time.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

extension InTheBrowser {
  @Suite("the studio's page")
  struct PageTests {
    private func offset(_ page: Browser) throws -> Double {
      try #require(try page.run("studio.state().contentOffset.y").double)
    }

    @Test("it names its content, and each cell's rectangle is its frame on the stage")
    func semantics() throws {
      let (_, page) = try Browser.open()
      try page.advance(0)
      let state = try page.state()
      #expect(state["layout"] == "flow" && state["error"] == .null)
      #expect(state["hash"]?.string?.count == 64)
      let count = try page.run("document.querySelectorAll('[role=gridcell]').length")
      #expect((count.integer ?? 0) > 20)
      // Compared with the geometry of the layout, read in another way.
      let wrong = try page.run(
        """
        (async () => {
          const stage = document.getElementById("grid").getBoundingClientRect();
          const wrong = [];
          for (const cell of document.querySelectorAll("[data-path]")) {
            const box = cell.getBoundingClientRect();
            if (!cell.dataset.kind || !cell.getAttribute("aria-label")) wrong.push(cell.outerHTML);
            if (box.left < stage.left - 0.5 || box.width < 1) wrong.push(cell.dataset.path);
          }
          return wrong;
        })()
        """)
      #expect(wrong == [])
      let rows = try page.run("document.querySelector('[role=grid]').getAttribute('aria-rowcount')")
      #expect(rows == "112")
      #expect(page.complaints == [])
      #expect(try page.run("location.href.includes('token')") == false)
    }

    @Test("without a clock of its own it moves only on demand")
    func manualClock() throws {
      let (_, page) = try Browser.open()
      try page.wheel(0, 300)
      usleep(300_000)
      #expect(try offset(page) == 0)
      let before = try page.run("studio.state().frame.number")
      try page.advance(0)
      #expect(try offset(page) == 300)
      try page.advance(0.5)
      #expect(try page.run("studio.state().frame.time") == 0.5)
      #expect(try page.run("studio.state().frame.number") != before)
    }

    @Test("with its own clock wheel, finger and keys scroll, and a fling comes to rest")
    func inputs() throws {
      let (_, page) = try Browser.open(query: "")
      try page.wheel(0, 120)
      try page.wait(for: "studio.state().contentOffset.y === 120")
      let (x, y) = try page.middle()
      try page.touch("touchStart", [(x, y)])
      for step in 1...6 { try page.touch("touchMove", [(x, y - Double(step) * 20)]) }
      try page.touch("touchEnd", [])
      try page.wait(for: "studio.state().contentOffset.y > 240")
      // It continues to move, and stops.
      try page.wait(
        for: """
          (() => { const now = studio.state().frame.number;
            const rests = globalThis.last === now; globalThis.last = now; return rests; })()
          """)
      try page.press("Home")
      try page.wait(for: "studio.state().contentOffset.y === 0")
      #expect(page.complaints == [])
    }

    @Test("a tap selects, and so does a tap of assistive technology")
    func selects() throws {
      let (_, page) = try Browser.open()
      try page.advance(0)
      let box = try #require(
        try page.run(
          """
          (() => { const box = document.querySelector("[data-path='0.3']").getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2]; })()
          """
        ).array)
      let place = (x: try #require(box[0].double), y: try #require(box[1].double))
      try page.touch("touchStart", [place])
      try page.touch("touchEnd", [])
      try page.advance(0)
      #expect(try page.state()["selection"] == ["0.3"])
      let selected = "document.querySelector(\"[data-path='0.3']\").getAttribute('aria-selected')"
      #expect(try page.run(selected) == "true")
      try page.run("document.querySelector(\"[data-path='0.5']\").click()")
      try page.advance(0)
      #expect(try page.state()["selection"] == ["0.5"])
    }

    @Test("a saved version is swapped in, and scroll, selection and properties are kept")
    func swaps() throws {
      let (run, page) = try Browser.open([StudioRun.twoSections, "-l", "fake"], plugin: 10)
      try page.advance(0)
      let hash = try #require(try page.state()["hash"]?.string)
      try page.wheel(0, 120)
      try page.advance(0)
      let before = try page.pixels()
      try run.drop(spacing: 30)
      try page.wait(for: "studio.state().hash !== '\(hash)'")
      #expect(try page.pixels() != before)
      #expect(try offset(page) > 0)
      let status = "document.querySelector('[role=status]').textContent"
      #expect(try page.run("\(status).includes('swapped')") == true)
    }

    @Test("a time shows its frame again, to the pixel, and 0 is the first")
    func time() throws {
      let (_, page) = try Browser.open()
      var frames: [(time: Double, pixels: String, offset: Double)] = []
      try page.advance(0)
      frames.append((0, try page.pixels(), 0))
      try page.run("document.getElementById('grid').focus()")
      for _ in 0..<12 {
        try page.wheel(0, 37)
        try page.advance(0.05)
        let time = try #require(try page.run("studio.state().frame.time").double)
        frames.append((time, try page.pixels(), try offset(page)))
      }
      for frame in frames.reversed() + frames {
        try page.set("#time", to: "\(frame.time)")
        try page.wait(for: "Math.abs(studio.state().frame.time - \(frame.time)) < 1e-5")
        #expect(try page.pixels() == frame.pixels, "at \(frame.time) s")
        #expect(try offset(page) == frame.offset)
      }
      // A wheel over an earlier frame scrolls neither that nor, later, the newest one.
      try page.set("#time", to: "0")
      try page.wait(for: "studio.state().frame.time === 0")
      try page.wheel(0, 50)
      // Time continues from its last value.
      try page.advance(0.05)
      #expect(try offset(page) == frames.last?.offset)
    }

    @Test(
      "each control has an effect: properties, direction, data, viewport, theme, outline, layout")
    func controls() throws {
      let (_, page) = try Browser.open()
      let controls = "[...document.querySelectorAll('#properties [aria-label]')]"
      let types = try page.run("\(controls).map((node) => node.type)").array ?? []
      let found = Set(types.compactMap(\.string))
      #expect(found.isSuperset(of: ["number", "select-one", "checkbox", "text"]), "\(found)")
      try page.set("[aria-label=minimumLineSpacing]", to: "40")
      try page.wait(for: "studio.state().properties.minimumLineSpacing === 40")
      try page.set("[aria-label=scrollDirection]", to: "horizontal")
      try page.wait(for: "studio.state().properties.scrollDirection === 'horizontal'")
      try page.click(button: "Reset scrollDirection")
      try page.wait(for: "studio.state().properties.scrollDirection === 'vertical'")
      try page.advance(0)
      let left =
        "document.querySelector(\"[role=gridcell][data-path='0.0']\").getBoundingClientRect().left"
      let place = try #require(try page.run(left).double)
      try page.click(button: "Right to left")
      try page.wait(for: "document.getElementById('rtl').ariaPressed === 'true'")
      try page.advance(2)
      #expect(try #require(try page.run(left).double) > place + 100)
      let rows = "document.querySelector('[role=grid]').getAttribute('aria-rowcount')"
      try page.click(button: "Insert")
      try page.wait(for: "\(rows) === '113'")
      try page.click(button: "Delete")
      try page.wait(for: "\(rows) === '112'")
      try page.click(button: "Shuffle")
      try page.advance(2)
      let label =
        "document.querySelector(\"[role=gridcell][data-path='0.0']\").getAttribute('aria-label')"
      #expect(try page.run(label) != "LEFTWARDS ARROW")
      let light = try page.pixels()
      try page.click(button: "Dark")
      try page.wait(for: "document.documentElement.dataset.theme === 'dark'")
      try page.advance(0)
      let dark = try page.pixels()
      #expect(dark != light)
      try page.click(button: "Outline")
      #expect(try page.pixels() != dark)
      try page.set("#viewport", to: "390x844")
      try page.wait(for: "studio.state().viewport.width === 390")
      try page.run(
        """
        { const box = document.getElementById("layout");
          box.value = [...box.options].find((option) => option.text === "waterfall").value;
          box.dispatchEvent(new Event("change", { bubbles: true })); }
        """)
      try page.wait(for: "studio.state().layout === 'waterfall'")
      #expect(page.complaints == [])
    }

    @Test("a tab that is opened again, and a second one, show the same session")
    func tabs() throws {
      let (run, page) = try Browser.open()
      try page.wheel(0, 250)
      try page.advance(0)
      let second = try Browser()
      second.studio = run
      try second.open(run.address("?clock=manual"))
      #expect(try offset(second) == 250)
      #expect(try second.pixels() == page.pixels())
      try page.reload()
      #expect(try offset(page) == 250)
    }
  }
}
