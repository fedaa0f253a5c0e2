// SPDX-License-Identifier: Apache-2.0
//
// Other files that users and programs put into a plugin directory: each is named, none is waited for, and none that
// is too large is read.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Odd files in a watched directory")
struct OddFilesTests {
  private let plugin: [UInt8]

  init() throws { plugin = try WatchedFolder.plugin("odd") }

  /// An entry of a directory, and the event that names it.
  static let oddities: [(String, @Sendable (String) throws -> Bool)] = [
    ("added odd.so [not-a-file]", { mkfifo($0, 0o644) == 0 }),
    ("added odd.so [not-a-file]", { mkdir($0, 0o755) == 0 }),
    ("added odd.so [not-a-file]", { symlink("/dev/zero", $0) == 0 }),
    ("added odd.so [unreadable]", { symlink("/proc/self/mem/none", $0) == 0 }),
    ("added odd.so [not-elf]", { try truncated($0, to: 10 << 30) }),
    ("added odd.so [no-note]", { try truncated($0, to: 10 << 30, startingLike: "/bin/true") }),
    (
      "added odd.so [too-large]",
      { try truncated($0, to: 10 << 30, startingLike: FakeLayout.path()) }
    ),
  ]

  /// A file without blocks of its own after its beginning.
  private static func truncated(_ path: String, to size: Int, startingLike other: String? = nil)
    throws -> Bool
  {
    let head = other.flatMap { FileManager.default.contents(atPath: $0)?.prefix(4096) } ?? Data()
    let descriptor = try Writing.open(path)
    try Writing.write(Array(head)[...], to: descriptor)
    let isLong = ftruncate(descriptor, off_t(size)) == 0
    try Writing.close(descriptor)
    return isLong
  }

  @Test("is named at once, and a plugin beside it is found", arguments: oddities.indices)
  func odd(_ index: Int) throws {
    let folder = try WatchedFolder()
    let (told, make) = Self.oddities[index]
    let isLink = index == 3
    try #require(try make(folder.path + "/odd.so"))
    try folder.put(plugin, "plugin.so")
    // A link to a missing file is no entry yet.
    #expect(folder.settled() == (isLink ? [] : [told]) + ["added plugin.so"])
    #expect(folder.watcher.files.last?.verdict.refusal == nil)
  }

  @Test("links in a circle are ignored, and the search does not follow them for ever")
  func circle() throws {
    let folder = try WatchedFolder()
    try #require(symlink("b.so", folder.path + "/a.so") == 0)
    try #require(symlink("a.so", folder.path + "/b.so") == 0)
    try folder.put(plugin, "plugin.so")
    #expect(folder.settled() == ["added plugin.so"])
  }

  @Test("a thousand renames at once are reported in order, and read on another thread")
  func storm() throws {
    let folder = try WatchedFolder()
    let names = (1000..<2000).map { "\($0).so" }
    for name in names { try folder.put(plugin + Array(name.utf8), "." + name) }
    #expect(folder.settled() == [])
    for name in names { rename(folder.path + "/." + name, folder.path + "/" + name) }
    #expect(folder.after(0) + folder.after(50) == [])
    #expect(folder.watcher.isReading, "the caller does not wait for all those bytes")
    let added = folder.read()
    #expect(added.elementsEqual(names.map { "added \($0)" }))
    for name in names { rename(folder.path + "/" + name, folder.path + "/x" + name) }
    let renamed = folder.settled()
    #expect(renamed.elementsEqual(names.map { "renamed x\($0) from \($0)" }))
    #expect(folder.after(99_999) == [])
  }

  @Test("a file that changes while another thread reads it is read again")
  func touchedMeanwhile() throws {
    let folder = try WatchedFolder()
    let large = plugin + [UInt8](repeating: 1, count: 20 << 20)
    try folder.put(large, "large.so")
    #expect(folder.after(0) + folder.after(50) == [] && folder.watcher.isReading)
    try folder.put(plugin, "large.so")
    #expect(folder.read() == [])
    #expect(folder.settled() == ["added large.so"])
    #expect(folder.watcher.files.map(\.size) == [plugin.count])
  }

  @Test("the descriptor rests while another thread reads, once the events before are delivered")
  func rests() throws {
    let folder = try WatchedFolder()
    let watcher = folder.watcher
    for name in ["a.so", "b.so", "c.so"] { try folder.put(plugin + Array(name.utf8), name) }
    #expect(folder.after(0) == [])
    try folder.put(plugin + [UInt8](repeating: 1, count: 20 << 20), "large.so")
    // The first call finds the small files, the second one lets a thread read the large one.
    for time: Int64 in [50_000_000, 100_000_000] {
      #expect(throws: LayoutError.self) {
        try watcher.process(at: time) { _ in throw LayoutError("test", "enough") }
      }
    }
    #expect(watcher.isReading && watcher.hasMore)
    var told = watcher.process(at: 100_000_000).count
    // Other tests' files beside the folder wake the descriptor too, since the way to it is watched.
    while watcher.isReading {
      var watched = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&watched, 1, 60_000) == 1)
      told += watcher.process(at: 100_000_000).count
    }
    #expect(told == 2)
  }

  @Test("a watcher may be released while another thread reads files")
  func letGo() throws {
    for _ in 0..<20 {
      let folder = try WatchedFolder()
      try folder.put(plugin + [UInt8](repeating: 1, count: 2 << 20), "large.so")
      #expect(folder.after(0) + folder.after(50) == [] && folder.watcher.isReading)
    }
  }
}
