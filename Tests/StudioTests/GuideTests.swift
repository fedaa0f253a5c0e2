// SPDX-License-Identifier: Apache-2.0
//
// Calls and their times, guides above the stage, the size of text and pixels.

import Foundation
import LayoutJSON
import LayoutLoading
import LayoutTesting
import Testing

extension InTheBrowser {
  @Suite("the studio's guides")
  struct GuideTests {
    @Test("calls and their times are shown beside a frame, guides above the stage, and text scales")
    func views() throws {
      let (_, page) = try Browser.open()
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

    @Test("estimated sizes are outlined around the elements whose views preferred others")
    func estimates() throws {
      func changes(_ text: String) throws -> Bool {
        let (_, page) = try Browser.open(["data.scenario"]) {
          try $0.write(text, to: "data.scenario")
        }
        try page.advance(0)
        let marks = "document.getElementById('marks').toDataURL()"
        let before = try page.run(marks)
        try page.run("document.getElementById('guide-estimates').click()")
        let isMarked = try page.run(marks) != before
        // They come with the elements, for any change that shows them.
        try page.wheel(0, 200)
        try page.advance(0)
        #expect(try page.run("studio.state().contentOffset.y") == 200)
        #expect(try (page.run(marks) != before) == isMarked)
        #expect(page.complaints == [])
        return isMarked
      }
      let head = #"{"layout":"flow","container":[400,300],"steps":[],"#
      let assumed = #""properties":{"estimatedItemSize":[80,40]},"#
      #expect(
        try changes(head + assumed + #""sections":[{"count":900,"preferred":[80,64]}]}"#))
      #expect(try !changes(head + #""sections":[{"count":900,"size":[80,64]}]}"#))
    }
  }
}
