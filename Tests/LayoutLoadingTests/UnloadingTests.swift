// SPDX-License-Identifier: Apache-2.0
//
// Plugins are really unloaded: the mapping is removed, memory stays flat, and a plugin that cannot
// be unloaded stays.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Unloading")
struct UnloadingTests {
  /// The resident memory of this process that belongs to no file, in bytes.
  static func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
    return try #require(Int(line.split(whereSeparator: \.isWhitespace)[1])) * 1_024
  }

  @Test("an image is mapped as long as it is referenced, for any number of opens")
  func sharesMapping() throws {
    // A copy of its own, since other tests may hold the usual one.
    let path = try FakeLayout.path(flags: ["-DONLY_HERE=1"])
    var first: PluginImage? = try PluginImage.open(PluginFile(judging: path))
    var second: PluginImage? = try PluginImage.open(PluginFile(judging: path))
    let copy = try #require(first?.path)
    #expect(first?.table == second?.table, "one mapping, one table")
    first = nil
    #expect(try ProcessMaps.contain(copy))
    #expect(second?.descriptor.id == "test.fake")
    second = nil
    #expect(try !ProcessMaps.contain(copy))
  }

  @Test("a descriptor stays valid after its image")
  func descriptorOutlives() throws {
    let path = try FakeLayout.path(flags: ["-DONLY_HERE=2"])
    var image: PluginImage? = try PluginImage.open(PluginFile(judging: path))
    let descriptor = try #require(image?.descriptor)
    let copy = try #require(image?.path)
    image = nil
    try #require(try !ProcessMaps.contain(copy))
    #expect(descriptor.layouts[0].properties[3].defaultValue == .text("Fäke"))
    #expect(descriptor.layouts[0].kinds[0].fields[0].cases == ["even", "odd"])
  }

  @Test("a refused table leaves no mapping")
  func refusalUnmaps() throws {
    let path = try FakeLayout.path(mutation: "plugin.create = 0", flags: ["-DONLY_HERE=3"])
    let file = PluginFile(judging: path)
    #expect(throws: LayoutError.self) { try PluginImage.open(file) }
    #expect(try !ProcessMaps.contain(file.hash))
  }

  @Test("a plugin that cannot be unloaded is opened so that it stays")
  func staysWhenItMust() throws {
    let path = try FakeLayout.path(flags: ["-DSWIFT_METADATA", "-DONLY_HERE=4"])
    var image: PluginImage? = try PluginImage.open(PluginFile(judging: path))
    let copy = try #require(image?.path)
    image = nil
    #expect(try ProcessMaps.contain(copy))
  }

  /// The growth of memory over 1000 rounds of loading, using and unloading a file.
  struct Growth {
    /// Heap bytes, in the best of four spans of 250 rounds: a leak shows in every span, and
    /// allocations of the test runner's own threads only in some.
    var heap = Int.max
    /// Resident bytes over all rounds, without pages of files: the test's own code is read page by page as it runs.
    var resident = 0

    init(of file: PluginFile, copy: String) throws {
      func round() throws -> Int { try MiniHost.use(try PluginImage(file, at: copy)) }
      let count = try round()
      try #require(count > 0, "the layout should show an element")
      for _ in 0..<50 { _ = try round() }
      let pages = try UnloadingTests.residentBytes()
      for _ in 0..<4 {
        let before = liveHeapBytes()
        for _ in 0..<250 {
          let again = try round()
          guard again == count else { throw LayoutError("test", "\(again), then \(count)") }
        }
        heap = min(heap, liveHeapBytes() - before)
      }
      resident = try UnloadingTests.residentBytes() - pages
    }
  }

  @Test(
    "1000 rounds of loading, using and unloading a bundled plugin leave memory flat", .awaitsExit,
    arguments: childlessPluginNames)
  func roundsAreFlat(_ name: String) async throws {
    // In a process of its own, since other tests allocate at the same time.
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [name, report = report.path as String] in
      ChildReport.begin(report)
      let file = PluginFile(judging: try bundledPlugin(name), trust: .bundled)
      let copy = try ImageStore().place(file)
      let growth = try Growth(of: file, copy: copy)
      try #require(growth.heap < 250, "the heap grew by \(growth.heap) bytes in 250 rounds")
      // Pages that the allocator keeps are not a leak; one page a round would be four times as
      // much.
      try #require(growth.resident < 1 << 20, "\(growth.resident) more bytes are resident")
      try #require(try !ProcessMaps.contain(copy), "the image is still mapped")
    }
    report.check(result)
  }

  @Test("a plugin that leaks 16 bytes a round is found by the same measurement", .awaitsExit)
  func leaksShow() async throws {
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [report = report.path as String] in
      ChildReport.begin(report)
      let file = PluginFile(judging: try FakeLayout.path(flags: ["-DLEAKS"]))
      let growth = try Growth(of: file, copy: try ImageStore().place(file))
      // Uses the limit of the valid ones: frees by the test runner's own threads may hide some of it.
      try #require(growth.heap >= 250)
    }
    report.check(result)
  }
}
