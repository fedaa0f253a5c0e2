// SPDX-License-Identifier: Apache-2.0
//
// What stands around the stage: builds, errors, comparison, rules, files to take away, keys, roles.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

extension InTheBrowser {
  @Suite("the studio's tools")
  struct ToolTests {
    private func open(
      _ arguments: [String] = ["unicode:Arrows", "-l", "flow"], plugin spacing: Int? = nil,
      setUp: (StudioRun) throws -> Void = { _ in }
    ) throws -> (StudioRun, Browser) {
      let run = try StudioRun(arguments, plugin: spacing, setUp: setUp)
      let page = try Browser()
      page.studio = run
      try page.open(run.address("?clock=manual"))
      return (run, page)
    }

    private let alert = "document.querySelector('[role=alert]').textContent"

    @Test("a version that traps is refused by name, and goes from the page when it is mended")
    func refusal() throws {
      let (run, page) = try open(["unicode:Arrows", "-l", "fake"], plugin: 10)
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
      "a layout that crashes while it runs leaves the last frame, and an alert that can be closed")
    func crash() throws {
      let (_, page) = try open(["unicode:Arrows", "-l", "fake"]) { run in
        try run.drop(
          try FakeLayout.path(
            flags: ["-DIN_PREPARE={ static int n; if (++n == 6) __builtin_trap(); }"]))
      }
      let pixels = try page.pixels()
      for spacing in 12..<30 where try page.state()["error"] == .null {
        try page.resize(1200 + spacing, 800)
        usleep(100_000)
        try page.advance(0.1)
      }
      try page.wait(for: "studio.state().error !== null")
      let text = try #require(try page.run(alert).string)
      #expect(text.contains("test.fake") && text.contains("prepare"), "\(text)")
      #expect(pixels.count > 1000)
      try page.click(button: "Close")
      try page.wait(for: "\(alert) === ''")
    }

    @Test("a build runs at each save; one that fails names the line and keeps the last good frame")
    func build() throws {
      let command =
        "cat hive.c && ! grep -n wrong hive.c && cp next.so plugins/.new "
        + "&& mv plugins/.new plugins/fake.so"
      let (run, page) = try open(["unicode:Arrows", "-l", "fake", "--build", command]) { run in
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
      let (run, page) = try open(["unicode:Arrows", "-l", "plugins/late.so"])
      #expect(try page.state()["error"] != .null)
      try run.drop(try FakeLayout.path(flags: ["-DIN_PREPARE=self->spacing = 10"]), as: "late.so")
      try page.wait(for: "studio.state().layout === 'fake' && studio.state().error === null")
    }

    @Test("two layouts side by side get the same input, and what differs is marked")
    func compare() throws {
      let (run, page) = try open([StudioRun.twoSections, "-l", "fake"], plugin: 10)
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

    @Test("the checker's rules stand beside the layout, and a broken one can be played", .soak)
    func check() throws {
      let (_, page) = try open(["unicode:Arrows", "-l", "fake"], plugin: 10)
      try page.click(button: "Check")
      let rules = "document.getElementById('rules').textContent"
      try page.wait(for: "/\\d+ kept/.test(\(rules))", seconds: 300)
    }

    @Test("a session is taken away as a test, a page and a film that are what they say")
    func exports() throws {
      let (_, page) = try open()
      for _ in 0..<5 {
        try page.wheel(0, 60)
        try page.advance(0.1)
      }
      // What a button saves is caught before it becomes a file.
      try page.run(
        """
        globalThis.saved = [];
        HTMLAnchorElement.prototype.click = function () {
          const name = this.download;
          fetch(this.href).catch(() => {});
          saved.push(name);
        };
        const make = URL.createObjectURL;
        globalThis.blobs = [];
        URL.createObjectURL = (blob) => { blobs.push(blob); return make(blob); };
        """)
      try page.click(button: "Make this a test")
      try page.wait(for: "saved.length === 2")
      let scenario = try #require(try page.run("blobs[0].text()").string)
      let expected = try #require(try page.run("blobs[1].text()").string)
      let home = try TemporaryDirectory()
      let file = try home.write(Array(scenario.utf8), to: "a.jsonl")
      let golden = try home.write(Array(expected.utf8), to: "b.jsonl")
      let probe = try Command.run([
        try Executables.find("layouthost"), "probe", file, "--expect", golden,
      ])
      #expect(probe.status == 0, "\(probe.output)\(probe.errors)")
      try page.click(button: "Save player page")
      try page.wait(for: "blobs.length === 3")
      let player = try #require(try page.run("blobs[2].text()").string)
      #expect(player.utf8.count < 5_000_000 && player.hasPrefix("<!doctype html>"))
      try page.click(button: "Save WebP")
      try page.wait(for: "blobs.length === 4")
      let frames = try page.run(
        """
        (async () => {
          const decoder = new ImageDecoder({
            data: await blobs[3].arrayBuffer(), type: "image/webp" });
          await decoder.tracks.ready;
          return decoder.tracks.selectedTrack.frameCount;
        })()
        """)
      #expect((frames.integer ?? 0) >= 3)
      try page.click(button: "Save PNG")
      try page.wait(for: "blobs.length === 5 && blobs[4].type === 'image/png'")
      // The player plays in a browser, from a file.
      let path = try home.write(Array(player.utf8), to: "player.html")
      let other = try Browser()
      try other.ask("Page.navigate", ["url": .string("file://\(path)")])
      try other.wait(for: "document.getElementById('canvas')?.width > 300")
      try other.press("End")
      try other.wait(for: "/#.*frame=[1-9]/.test(location.href)")
      #expect(other.complaints == [])
    }

    @Test("calls and their times stand beside a frame, guides above the stage, text grows")
    func views() throws {
      let (_, page) = try open()
      try page.run("document.getElementById('framesPanel').open = true")
      try page.wheel(0, 900)
      try page.advance(0.05)
      let table = "document.querySelector('#frame .calls')?.textContent ?? ''"
      try page.wait(for: "(\(table)).includes('attributes_in_rect')")
      #expect(try page.run("/\\d (µs|ms)/.test(\(table))") == true)
      #expect(try page.run("document.getElementById('own').textContent.includes('itself')") == true)
      let marks = "document.getElementById('marks').toDataURL()"
      for guide in ["paths", "asked", "anchor"] {
        let before = try page.run(marks)
        try page.run("document.getElementById('guide-\(guide)').click()")
        #expect(try page.run(marks) != before, "\(guide)")
      }
      let height = try #require(try page.run("studio.state().contentSize.height").double)
      try page.set("#textScale", to: "2")
      try page.wait(for: "studio.state().contentSize.height > \(height * 1.2)")
      try page.set("#pixelScale", to: "2")
      try page.run("document.getElementById('still').click()")
      try page.advance(0)
      #expect(try page.run("document.getElementById('pixelScale').value") == "2")
      #expect(try page.run("document.getElementById('still').checked") == true)
      #expect(page.complaints == [])
    }

    @Test("strikes are shown and can be lifted, and the editor opens at the failing line")
    func watchdog() throws {
      let (run, page) = try open([
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
      for _ in 0..<500 where !FileSystem.exists(opened) { usleep(20_000) }
      let line = try String(contentsOfFile: opened, encoding: .utf8)
      #expect(line == "it's a.c at 7\n")
    }

    @Test("a link holds the state and not the key")
    func link() throws {
      let (run, page) = try open()
      try page.run("navigator.clipboard.writeText = (text) => { globalThis.copied = text; }")
      try page.set("[aria-label=minimumLineSpacing]", to: "33")
      try page.wait(for: "studio.state().properties.minimumLineSpacing === 33")
      try page.set("#viewport", to: "390x844")
      try page.wait(for: "studio.state().viewport.width === 390")
      try page.click(button: "Copy link")
      let link = try #require(try page.run("globalThis.copied").string)
      #expect(!link.contains(run.token) && link.contains("minimumLineSpacing"))
      try page.click(button: "Reset minimumLineSpacing")
      try page.wait(for: "studio.state().properties.minimumLineSpacing === 10")
      try page.set("#viewport", to: "820x1180")
      try page.wait(for: "studio.state().viewport.width === 820")
      try page.ask("Page.navigate", ["url": "about:blank"])
      try page.open(link)
      try page.wait(for: "studio.state().properties.minimumLineSpacing === 33")
      try page.wait(for: "studio.state().viewport.width === 390")
    }

    @Test("a page that does not know the key shows nothing and says what to do")
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
      try page.wait(for: "document.getElementById('doorText')?.textContent.includes('refused')")
    }

    @Test("everything can be reached and named: roles, names, and the tab key")
    func roles() throws {
      let (_, page) = try open()
      try page.advance(0)
      let nameless = try page.run(
        """
        [...document.querySelectorAll("button, select, input, meter, summary, dialog, [role=gridcell], [role=grid]")]
          .filter((node) => node.getAttribute("aria-hidden") !== "true")
          .filter((node) => !(node.getAttribute("aria-label") || node.textContent.trim() ||
            node.labels?.length || node.getAttribute("aria-labelledby")))
          .map((node) => node.outerHTML)
        """)
      #expect(nameless == [])
      let tree = try page.ask("Accessibility.getFullAXTree")["nodes"]?.array ?? []
      let roles = tree.compactMap { $0.object?["role"]?.object?["value"]?.string }
      #expect(roles.contains("grid") && roles.filter { $0 == "gridcell" }.count > 20)
      #expect(roles.contains("status") && roles.contains("alert"))
      // The tab key comes round to every kind of control.
      var seen: Set<String> = []
      for _ in 0..<40 {
        try page.ask(
          "Input.dispatchKeyEvent",
          ["type": "keyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9])
        let id = try page.run("document.activeElement?.id ?? ''").string ?? ""
        seen.insert(id)
      }
      #expect(seen.isSuperset(of: ["layout", "viewport", "grid", "play", "time"]), "\(seen)")
      try page.run("document.getElementById('help').click()")
      #expect(try page.run("document.getElementById('keys').open") == true)
    }

    @Test("text stands out from its ground in both themes", arguments: ["light", "dark"])
    func contrast(theme: String) throws {
      let (_, page) = try open()
      if try page.run("document.documentElement.dataset.theme").string != theme {
        try page.click(button: "Dark")
      }
      try page.run("for (const node of document.querySelectorAll('details')) node.open = true")
      // WCAG 2.2, 1.4.3: 4.5 to 1, by the relative luminance of the colours in use.
      let poor = try page.run(
        """
        (() => {
          const level = (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          const parts = (text) => text.match(/[\\d.]+/g).map(Number);
          const light = ([r, g, b]) =>
            0.2126 * level(r / 255) + 0.7152 * level(g / 255) + 0.0722 * level(b / 255);
          const poor = [];
          for (const node of document.querySelectorAll("button, select, input, p, h1, h2, h3, small, label, summary, th, td, output, li, b, dt, dd")) {
            if (!node.getClientRects().length || !node.textContent.trim()) continue;
            let ground = node;
            while (ground && parts(getComputedStyle(ground).backgroundColor)[3] === 0) {
              ground = ground.parentElement;
            }
            const pair = [getComputedStyle(node).color,
              getComputedStyle(ground ?? document.body).backgroundColor].map(parts).map(light);
            const ratio = (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
            if (ratio < 4.5) poor.push(`${node.textContent.trim()}: ${ratio.toFixed(2)}`);
          }
          return poor;
        })()
        """)
      #expect(poor == [])
    }
  }
}
