// SPDX-License-Identifier: Apache-2.0
//
// The panels around the stage: builds, errors, comparison, the watchdog.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

extension InTheBrowser {
  @Suite("the studio's tools")
  struct ToolTests {
    private let alert = "document.querySelector('[role=alert]').textContent"

    @Test("a version that traps is refused by name, and the alert disappears when it is repaired")
    func refusal() throws {
      let (run, page) = try Browser.open(["unicode:Arrows", "-l", "fake"], plugin: 10)
      let hash = try #require(try page.state()["hash"]?.string)
      let pixels = try page.pixels()
      try run.drop(try FakeLayout.path(flags: ["-DIN_PREPARE=__builtin_trap()"]))
      try page.wait(for: "studio.state().error !== null")
      let text = try #require(try page.run(alert).string)
      #expect(text.contains("test.fake"), "\(text)")
      #expect(try page.state()["hash"]?.string == hash)
      #expect(try page.pixels() == pixels)
      try run.drop(spacing: 40)
      try page.wait(for: "studio.state().error === null && studio.state().hash !== '\(hash)'")
      #expect(try page.run(alert) == "")
    }

    @Test(
      "an alert disappears when the refused change is undone and the file is the running version")
    func undone() throws {
      let (run, page) = try Browser.open(["unicode:Arrows", "-l", "fake"], plugin: 10)
      let hash = try #require(try page.state()["hash"]?.string)
      let path = "\(run.plugins)/fake.so"
      let good = try Data(contentsOf: URL(fileURLWithPath: path))
      try run.drop(try FakeLayout.path(flags: ["-DIN_PREPARE=__builtin_trap();"]))
      try page.wait(for: "studio.state().error !== null")
      #expect(try page.state()["hash"]?.string == hash)
      try good.write(to: URL(fileURLWithPath: path), options: .atomic)
      try page.wait(for: "studio.state().error === null")
      #expect(try page.run(alert) == "" && page.state()["hash"]?.string == hash)
    }

    @Test(
      "a layout that crashes at run time leaves the last frame, and an alert that can be closed")
    func crash() throws {
      let (_, page) = try Browser.open(["unicode:Arrows", "-l", "fake"]) { run in
        try run.drop(
          try FakeLayout.path(
            flags: ["-DIN_PREPARE={ static int n; if (++n == 6) __builtin_trap(); }"]))
      }
      let pixels = try page.pixels()
      // Each new width makes it prepare.
      for width in [390, 844, 820, 1280, 390, 844] where try page.state()["error"] == .null {
        let size = [390: "390x844", 844: "844x390", 820: "820x1180", 1280: "1280x800"][width]
        try page.set("#viewport", to: try #require(size))
        try page.wait(
          for: "studio.state().viewport.width === \(width) || studio.state().error !== null")
      }
      try page.wait(for: "studio.state().error !== null")
      let text = try #require(try page.run(alert).string)
      #expect(text.contains("test.fake") && text.contains("prepare"), "\(text)")
      #expect(pixels.count > 1000)
      try page.click(button: "Close")
      try page.wait(for: "\(alert) === ''")
    }

    @Test(
      "a build runs at each save, and a failed one names the line and keeps the last good frame")
    func build() throws {
      let command =
        "cat hive.c && ! grep -n wrong hive.c && cp next.so plugins/.new "
        + "&& mv plugins/.new plugins/fake.so"
      let (run, page) = try Browser.open(["unicode:Arrows", "-l", "fake", "--build", command]) {
        run in
        try run.write("right\n", to: "hive.c")
        try FileManager.default.copyItem(
          atPath: try FakeLayout.path(flags: ["-DIN_PREPARE=self->spacing = 10"]),
          toPath: "\(run.root.path)/next.so")
      }
      let hash = try #require(try page.state()["hash"]?.string)
      #expect(try page.state()["layout"] == "fake")
      let chip = "document.getElementById('build')"
      try page.wait(for: "\(chip).dataset.state === 'succeeded'")
      try run.write("hive.c:7:3: error: wrong is wrong\n", to: "hive.c")
      try page.wait(for: "\(chip).dataset.state === 'failed'")
      let text = try #require(try page.run(alert).string)
      #expect(text.contains("hive.c:7: wrong is wrong"), "\(text)")
      #expect(try page.state()["hash"]?.string == hash)
      try FileManager.default.removeItem(atPath: "\(run.root.path)/next.so")
      try FileManager.default.copyItem(
        atPath: try FakeLayout.path(flags: ["-DIN_PREPARE=self->spacing = 44"]),
        toPath: "\(run.root.path)/next.so")
      try run.write("right again\n", to: "hive.c")
      try page.wait(for: "studio.state().hash !== '\(hash)' && studio.state().error === null")
      #expect(try page.run("\(chip).dataset.state") == "succeeded")
    }

    @Test("a layout that is not built yet is waited for")
    func waiting() throws {
      let (run, page) = try Browser.open(["unicode:Arrows", "-l", "plugins/late.so"])
      #expect(try page.state()["error"] != .null)
      try run.drop(try FakeLayout.path(flags: ["-DIN_PREPARE=self->spacing = 10"]), as: "late.so")
      try page.wait(for: "studio.state().layout === 'fake' && studio.state().error === null")
    }

    @Test("data that can be read only once are kept for a layout that is not there yet")
    func readOnce() throws {
      let (run, page) = try Browser.open(
        ["-", "-l", "plugins/late.so"], input: "name\nfirst\nsecond\nthird\n")
      #expect(try page.state()["error"] != .null)
      let cells = "document.querySelectorAll(\"[data-path][data-kind='cell']\").length"
      #expect(try page.run(cells) == 3)
      try run.drop(try FakeLayout.path(flags: ["-DIN_PREPARE=self->spacing = 10"]), as: "late.so")
      try page.wait(for: "studio.state().layout === 'fake' && studio.state().error === null")
      #expect(try page.run(cells) == 3)
    }

    @Test("two layouts side by side get the same input, and differences are marked")
    func compare() throws {
      let (run, page) = try Browser.open([StudioRun.twoSections, "-l", "fake"], plugin: 10)
      let hash = try #require(try page.state()["hash"]?.string)
      try run.drop(spacing: 31)
      try page.wait(for: "studio.state().hash !== '\(hash)'")
      try page.click(button: "Compare")
      try page.wait(for: "!document.getElementById('second').hidden")
      let chosen = "document.getElementById('counterpart').selectedOptions[0].text"
      #expect(try page.run(chosen).string?.contains("version \(hash.prefix(8))") == true)
      let note = "document.getElementById('note').textContent"
      try page.wait(for: "/\\d+ of \\d+ elements differ/.test(\(note))")
      let second = "document.getElementById('secondCanvas').toDataURL()"
      let before = try page.run(second)
      try page.wheel(0, 150)
      try page.advance(0.1)
      #expect(try page.run(second) != before)
      try page.click(button: "Compare")
      try page.wait(for: "document.getElementById('second').hidden")
      #expect(page.complaints == [])
    }

    @Test("strikes are shown and can be lifted, and the editor opens at the failing line")
    func watchdog() throws {
      let (run, page) = try Browser.open([
        "unicode:Arrows", "-l", "fake", "--build", "cat a.c; ! grep -q error a.c", "--editor",
        "echo {file} at {line} >opened",
      ]) { run in
        try run.write("fine", to: "a.c")
        try run.drop(spacing: 10)
      }
      try run.drop(try FakeLayout.path(flags: ["-DIN_PREPARE=__builtin_trap()"]))
      try page.wait(for: "studio.state().error !== null")
      try run.write("it's a.c:7:1: error: no\n", to: "a.c")
      try page.wait(for: "document.getElementById('build').dataset.state === 'failed'")
      try page.click(button: "Open it's a.c:7")
      let opened = "\(run.root.path)/opened"
      // Created first, and filled later.
      let expected = "it's a.c at 7\n"
      var line = ""
      for _ in 0..<3_000 where line != expected {
        usleep(20_000)
        line = (try? String(contentsOfFile: opened, encoding: .utf8)) ?? ""
      }
      #expect(line == expected)
    }

    @Test("a page without the token shows no session and names the remedy")
    func stranger() throws {
      let run = try StudioRun(["unicode:Arrows", "-l", "flow"])
      let page = try Browser()
      page.studio = run
      try page.ask("Page.navigate", ["url": .string("http://127.0.0.1:\(run.port)/")])
      try page.wait(for: "document.getElementById('door')?.open")
      #expect(try page.run("studio.state().frame") == .null)
      let wrong = String(run.token.reversed())
      try page.ask(
        "Page.navigate", ["url": .string("http://127.0.0.1:\(run.port)/?x#token=\(wrong)")])
      try page.wait(for: "document.getElementById('doorText')?.textContent.includes('its token')")
    }

    @Test("a page proves nothing to a server that does not know its token, and tries no more")
    func impostor() throws {
      let (run, page) = try Browser.open()
      try page.run(
        """
        {
          const { send } = WebSocket.prototype;
          globalThis.sent = [];
          WebSocket.prototype.send = function (text) {
            sent.push(text);
            send.call(this, text);
          };
        }
        """)
      #expect(try run.end().code == 0)
      // The page tries again at the same port, where another studio listens now.
      let other = try StudioRun(["unicode:Arrows", "-l", "flow", "--port", "\(run.port)"])
      page.studio = other
      try page.wait(for: "document.getElementById('door').open")
      let types = try page.run("sent.map((text) => JSON.parse(text).type)").array ?? []
      #expect(types.last == "challenge" && !types.contains("hello"), "\(types)")
      #expect(try page.run("sessionStorage.getItem('studio-token')") == .null)
      let count = try page.run("sent.length")
      usleep(1_500_000)
      #expect(try page.run("sent.length") == count)
    }
  }
}
