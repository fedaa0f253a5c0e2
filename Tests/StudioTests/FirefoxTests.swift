// SPDX-License-Identifier: Apache-2.0
//
// The studio's page in the other engine that Debian has: it draws, scrolls, selects and follows a save.

import LayoutLoading
import LayoutTesting
import Testing

extension InTheBrowser {
  @Suite(
    "the studio's page in Firefox",
    .enabled(if: Firefox.program != nil, "there is no firefox-esr; apt-get install firefox-esr"))
  struct FirefoxTests {
    @Test("it draws, takes wheel and keys, follows a save, and goes back in time")
    func smoke() throws {
      let run = try StudioRun([StudioRun.twoSections, "-l", "fake"], plugin: 10)
      let page = try Firefox()
      try page.open(run.address("?clock=manual"))
      try page.run("studio.advance(0)")
      let pixels = "document.getElementById('canvas').toDataURL()"
      let first = try page.run(pixels)
      #expect((first.string?.count ?? 0) > 5_000)
      let cells = "document.querySelectorAll('[role=gridcell]').length"
      #expect((try page.run(cells).integer ?? 0) > 10)
      let box = try #require(
        try page.run(
          """
          (() => { const box = document.getElementById("grid").getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2]; })()
          """
        ).array)
      try page.wheel(try #require(box[0].double), try #require(box[1].double), by: 120)
      try page.run("studio.advance(0)")
      #expect(try page.run("studio.state().contentOffset.y") == 120)
      #expect(try page.run(pixels) != first)
      // Dark.
      try page.press("d")
      try page.wait(for: "document.documentElement.dataset.theme === 'dark'")
      try page.press("d")
      let hash = try #require(try page.run("studio.state().hash").string)
      try run.drop(spacing: 30)
      try page.wait(for: "studio.state().hash !== '\(hash)'")
      try page.run(
        """
        (() => { const time = document.getElementById("time");
          time.value = 0; time.dispatchEvent(new Event("input")); })()
        """)
      try page.wait(for: "studio.state().frame.number === 0")
      #expect(try page.run("document.querySelector('[role=alert]').textContent") == "")
    }
  }
}
