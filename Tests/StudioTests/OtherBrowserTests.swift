// SPDX-License-Identifier: Apache-2.0
//
// The studio's page in the other engines of Debian: it draws, scrolls, selects and follows a save.

import Glibc
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

/// A browser with one page, with the functions that the tests need.
protocol OtherBrowser: AnyObject {
  /// Opens the studio's page, and waits until it is ready.
  func open(_ url: String) throws
  /// Runs a script in the page; waits for a promise.
  @discardableResult
  func run(_ script: String) throws -> JSONValue
  /// Turns the wheel over a point of the window.
  func wheel(_ x: Double, _ y: Double, by distance: Double) throws
  /// Presses a key; letters as themselves, others by their number in WebDriver.
  func press(_ key: String) throws
}

extension OtherBrowser {
  /// Waits until an expression is true.
  func wait(for expression: String, _ location: SourceLocation = #_sourceLocation) throws {
    let limit = ContinuousClock.now + .seconds(120)
    while ContinuousClock.now < limit {
      if try run("Boolean(\(expression))") == true { return }
      usleep(50_000)
    }
    Issue.record("never true: \(expression)", sourceLocation: location)
  }
}

extension InTheBrowser {
  @Suite("the studio's page in other browsers")
  struct OtherBrowserTests {
    @Test(
      "it draws in Firefox, accepts wheel and keys, follows a save, and goes back in time",
      .enabled(if: Firefox.program != nil, "there is no firefox-esr; apt-get install firefox-esr"))
    func firefox() throws { try smoke(try Firefox()) }

    @Test(
      "it draws in WebKit, accepts wheel and keys, follows a save, and goes back in time",
      .enabled(
        if: WebKit.program != nil,
        "there is no WebKitWebDriver; apt-get install webkit2gtk-driver"))
    func webKit() throws { try smoke(try WebKit()) }

    private func smoke(_ page: any OtherBrowser) throws {
      let run = try StudioRun([StudioRun.twoSections, "-l", "fake"], plugin: 10)
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
      let (x, y) = (try #require(box[0].double), try #require(box[1].double))
      var offset = 0.0
      // WebKit drops wheel events until it has drawn the page for the first time.
      for _ in 0..<100 where offset == 0 {
        try page.wheel(x, y, by: 120)
        usleep(100_000)
        try page.run("studio.advance(0)")
        offset = try #require(try page.run("studio.state().contentOffset.y").double)
      }
      #expect(offset > 0 && offset.truncatingRemainder(dividingBy: 120) == 0)
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
