// SPDX-License-Identifier: Apache-2.0
//
// The events for files that are added, changed, moved and removed.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Watching files")
struct WatchingTests {
  private let one: [UInt8]
  private let two: [UInt8]

  init() throws {
    one = try WatchedFolder.plugin("one")
    two = try WatchedFolder.plugin("two")
  }

  @Test("a new file is reported once it was unchanged for 50 ms")
  func new() throws {
    let folder = try WatchedFolder()
    try folder.put(one, "a.so")
    #expect(folder.after(0) == [])
    #expect(folder.after(49) == [])
    let events = folder.events(after: 1)
    guard case .added(let file)? = events.first else { return #expect(Bool(false), "\(events)") }
    #expect(events.count == 1)
    #expect(file == PluginFile(judging: folder.path + "/a.so"))
    #expect(file.verdict.refusal == nil)
    #expect(folder.watcher.files == [file])
    #expect(folder.after(9999) == [])
  }

  @Test("files that exist at the beginning give no event")
  func existing() throws {
    let folder = try WatchedFolder { try Data(one).write(to: URL(fileURLWithPath: $0 + "/a.so")) }
    #expect(folder.watcher.files.map(\.path) == [folder.path + "/a.so"])
    #expect(folder.settled() == [])
  }

  @Test("a changed file is reported with its previous content")
  func changed() throws {
    let folder = try WatchedFolder()
    try folder.put(one, "a.so")
    #expect(folder.settled() == ["added a.so"])
    let before = folder.watcher.files
    try folder.put(two, "a.so")
    _ = folder.events(after: 0)
    let events = folder.events(after: 50)
    #expect(events == [.changed(folder.watcher.files[0], from: before[0])])
    #expect(folder.watcher.files[0].hash != before[0].hash)
  }

  @Test("a touch, and the same bytes written again, give no event")
  func sameBytes() throws {
    let folder = try WatchedFolder()
    try folder.put(one, "a.so")
    #expect(folder.settled() == ["added a.so"])
    try #require(utimes(folder.path + "/a.so", nil) == 0)
    #expect(folder.settled() == [])
    try folder.put(one, "a.so")
    #expect(folder.settled() == [])
  }

  @Test("a mode that makes a file acceptable is a change")
  func mode() throws {
    let folder = try WatchedFolder()
    try folder.put(one, "a.so")
    try #require(chmod(folder.path + "/a.so", 0o666) == 0)
    #expect(folder.settled() == ["added a.so [writable-by-others]"])
    try #require(chmod(folder.path + "/a.so", 0o644) == 0)
    #expect(folder.settled() == ["changed a.so"])
  }

  @Test("a file that grows slowly waits until it is complete")
  func grows() throws {
    let folder = try WatchedFolder()
    let descriptor = try Writing.open(folder.path + "/a.so")
    let step = one.count / 20 + 1
    for start in stride(from: 0, to: one.count, by: step) {
      try Writing.write(one[start..<min(one.count, start + step)], to: descriptor)
      #expect(folder.after(0) == [])
      #expect(folder.after(400) == [])
    }
    // Complete, but still open: the writer may not be done.
    #expect(folder.after(400) == [])
    try Writing.close(descriptor)
    #expect(folder.settled() == ["added a.so"])
  }

  @Test("a file that grows in pieces, closed after each, waits until it is complete")
  func growsInPieces() throws {
    let folder = try WatchedFolder()
    for start in stride(from: 0, to: one.count, by: 4096) {
      let descriptor = try Writing.open(folder.path + "/a.so", O_APPEND)
      try Writing.write(one[start..<min(one.count, start + 4096)], to: descriptor)
      try Writing.close(descriptor)
      let isWhole = start + 4096 >= one.count
      #expect(folder.settled() == (isWhole ? ["added a.so"] : []))
    }
  }

  @Test("while a known file is overwritten, the old content counts")
  func overwritten() throws {
    let folder = try WatchedFolder()
    try folder.put(one, "a.so")
    #expect(folder.settled() == ["added a.so"])
    let descriptor = try Writing.open(folder.path + "/a.so")
    try Writing.write(two[..<(two.count / 2)], to: descriptor)
    #expect(folder.settled() == [])
    #expect(folder.watcher.files.map(\.hash) == [try SHA256.hex(one)])
    try Writing.write(two[(two.count / 2)...], to: descriptor)
    try #require(ftruncate(descriptor, off_t(two.count)) == 0)
    try Writing.close(descriptor)
    #expect(folder.settled() == ["changed a.so"])
    #expect(folder.watcher.files.map(\.hash) == [try SHA256.hex(two)])
  }

  @Test("a file that stays truncated is reported after two seconds, and again when complete")
  func staysCutOff() throws {
    let folder = try WatchedFolder()
    try folder.put(Array(one[..<1000]), "a.so")
    #expect(folder.settled() == [])
    #expect(folder.after(1949) == [])
    #expect(folder.after(1) == ["added a.so [truncated]"])
    try folder.put(one, "a.so")
    #expect(folder.settled() == ["changed a.so"])
  }

  @Test("a file that is truncated when the watch begins is reported once it is complete")
  func cutOffAtStart() throws {
    let folder = try WatchedFolder {
      try Data(one[..<1000]).write(to: URL(fileURLWithPath: $0 + "/a.so"))
    }
    #expect(folder.watcher.files.isEmpty)
    #expect(folder.settled() == [])
    try folder.put(one, "a.so")
    #expect(folder.settled() == ["added a.so"])
  }

  @Test("a complete file that is no plugin is reported at once")
  func refused() throws {
    let folder = try WatchedFolder()
    try folder.put([UInt8](repeating: 65, count: 500), "a.so")
    #expect(folder.settled() == ["added a.so [not-elf]"])
  }

  @Test("a file renamed into place is new, or a change of the existing one")
  func renamedIntoPlace() throws {
    let folder = try WatchedFolder()
    try folder.put(one, ".a.so.tmp")
    try folder.put(two, ".hidden.so")
    #expect(folder.settled() == [])
    try #require(rename(folder.path + "/.a.so.tmp", folder.path + "/a.so") == 0)
    #expect(folder.settled() == ["added a.so"])
    try #require(rename(folder.path + "/.hidden.so", folder.path + "/a.so") == 0)
    #expect(folder.settled() == ["changed a.so"])
    try folder.root.write(one, to: "elsewhere")
    try #require(rename(folder.root.path + "/elsewhere", folder.path + "/b.so") == 0)
    #expect(folder.settled() == ["added b.so"])
  }

  @Test("a renamed file is reported as such, and over another one as a change and a removal")
  func renamed() throws {
    let folder = try WatchedFolder()
    try folder.put(one, "a.so")
    #expect(folder.settled() == ["added a.so"])
    try #require(rename(folder.path + "/a.so", folder.path + "/b.so") == 0)
    #expect(folder.settled() == ["renamed b.so from a.so"])
    try folder.put(two, "c.so")
    #expect(folder.settled() == ["added c.so"])
    try #require(rename(folder.path + "/b.so", folder.path + "/c.so") == 0)
    #expect(folder.settled() == ["changed c.so", "removed b.so"])
    try #require(rename(folder.path + "/c.so", folder.path + "/c.off") == 0)
    #expect(folder.settled() == ["removed c.so"])
  }

  @Test("a link to a file is added and removed like a file")
  func links() throws {
    let folder = try WatchedFolder()
    let target = try folder.root.write(one, to: "target")
    try #require(symlink(target, folder.path + "/soft.so") == 0)
    try #require(symlink(target + ".none", folder.path + "/dangling.so") == 0)
    try #require(link(target, folder.path + "/hard.so") == 0)
    #expect(folder.settled() == ["added hard.so", "added soft.so"])
    try #require(unlink(folder.path + "/soft.so") == 0)
    #expect(folder.settled() == ["removed soft.so"])
  }

  @Test("a file that is added and removed within 50 ms gives no event")
  func flicker() throws {
    let folder = try WatchedFolder()
    try folder.put(one, "a.so")
    #expect(folder.after(20) == [])
    try #require(unlink(folder.path + "/a.so") == 0)
    #expect(folder.settled() == [])
  }

  @Test("many files at once are reported in the order of their names, each once")
  func many() throws {
    let folder = try WatchedFolder()
    let names = (100..<400).map { "p\($0).so" }
    for name in names.reversed() { try folder.put(one, name) }
    #expect(folder.settled() == names.map { "added \($0)" })
    #expect(folder.watcher.files.map { FileSystem.name(of: $0.path) } == names)
    for name in names { try #require(unlink("\(folder.path)/\(name)") == 0) }
    #expect(folder.settled().sorted() == names.map { "removed \($0)" })
    #expect(folder.watcher.files.isEmpty)
  }

  @Test("more than 256 events come in several calls, and the descriptor stays ready")
  func pages() throws {
    let folder = try WatchedFolder()
    for index in 1000..<1600 { try folder.put([1, 2, 3], "p\(index).so") }
    #expect(folder.after(0) + folder.after(50) == [], "that many are read on another thread")
    var counts: [Int] = []
    while folder.watcher.isReading || folder.watcher.hasMore {
      var watched = pollfd(fd: folder.watcher.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&watched, 1, 60_000) == 1)
      counts.append(folder.after(0).count)
    }
    #expect(counts.filter { $0 > 0 } == [256, 256, 88])
    #expect(folder.watcher.library.files.count == 600)
  }

  @Test("each file is judged once, and the library of a watcher reads no file")
  func libraryReadsNothing() throws {
    let folder = try WatchedFolder()
    try folder.put(one, "a.so")
    #expect(folder.settled() == ["added a.so"])
    let layouts = folder.watcher.library.layouts
    #expect(!layouts.isEmpty)
    try #require(unlink(folder.path + "/a.so") == 0)
    // Not reported yet, so the library has not changed.
    #expect(folder.watcher.library.layouts == layouts)
    #expect(folder.settled() == ["removed a.so"])
    #expect(folder.watcher.library.layouts.isEmpty)
  }

  @Test("removing or overwriting a file does not affect the loaded plugin")
  func removed() throws {
    let folder = try WatchedFolder()
    try folder.put(try JudgingTests.sound(), "a.so")
    #expect(folder.settled() == ["added a.so"])
    let image = try PluginImage.open(try #require(folder.watcher.files.first))
    try folder.put(two, "a.so")
    #expect(folder.settled() == ["changed a.so"])
    try #require(unlink(folder.path + "/a.so") == 0)
    #expect(folder.settled() == ["removed a.so"])
    let table = try #require(unsafe image.table.pointee.id.bytes)
    #expect(unsafe String(cString: table) == image.descriptor.id)
  }
}
