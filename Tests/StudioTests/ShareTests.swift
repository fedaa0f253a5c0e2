// SPDX-License-Identifier: Apache-2.0
//
// The results of a session: a test, a page, a film, a picture, a link.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

extension InTheBrowser {
  @Suite("the studio's exports")
  struct ShareTests {
    @Test("a session is saved as a test, a page and a film with the same content")
    func exports() throws {
      let (_, page) = try Browser.open()
      for _ in 0..<5 {
        try page.wheel(0, 60)
        try page.advance(0.1)
      }
      // The data of a save button are caught before they become a file.
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
      // The player runs in a browser, from a file.
      let path = try home.write(Array(player.utf8), to: "player.html")
      let other = try Browser()
      try other.ask("Page.navigate", ["url": .string("file://\(path)")])
      try other.wait(for: "document.getElementById('canvas')?.width > 300")
      try other.press("End")
      try other.wait(for: "/#.*frame=[1-9]/.test(location.href)")
      #expect(other.complaints == [])
    }

    @Test("a link contains the state and not the token")
    func link() throws {
      let (run, page) = try Browser.open()
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
  }
}
