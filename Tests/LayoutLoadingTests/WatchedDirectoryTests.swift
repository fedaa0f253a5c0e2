// SPDX-License-Identifier: Apache-2.0
//
// Directories that are created later, are replaced, or lose notices; and the two ways to get
// events.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Watching directories")
struct WatchedDirectoryTests {
  private let one: [UInt8]
  private let two: [UInt8]

  init() throws {
    one = try WatchedFolder.plugin("one")
    two = try WatchedFolder.plugin("two")
  }

  @Test(
    "a directory that is created later is watched, at any depth", arguments: ["late", "a/b/late"])
  func late(_ directory: String) throws {
    let folder = try WatchedFolder(directory, exists: false)
    #expect(folder.settled() == [])
    _ = try folder.root.makeDirectory(directory)
    #expect(folder.settled() == [])
    try folder.put(one, "a.so")
    #expect(folder.settled() == ["added a.so"])
  }

  @Test("a directory that is created with files is watched with its files")
  func lateAndFull() throws {
    let folder = try WatchedFolder("late", exists: false)
    try folder.root.write(one, to: try made(in: folder, "other") + "/a.so")
    try #require(rename(folder.root.path + "/other", folder.path) == 0)
    #expect(folder.settled() == ["added a.so"])
    try folder.put(two, "b.so")
    #expect(folder.settled() == ["added b.so"])
  }

  @Test("a directory that is replaced is compared with the old one")
  func replaced() throws {
    let folder = try WatchedFolder()
    for (bytes, name) in [(one, "same.so"), (one, "changed.so"), (one, "gone.so")] {
      try folder.put(bytes, name)
    }
    #expect(folder.settled().count == 3)
    let other = try made(in: folder, "other")
    try folder.root.write(one, to: other + "/same.so")
    try folder.root.write(two, to: other + "/changed.so")
    try folder.root.write(two, to: other + "/new.so")
    try #require(rename(folder.path, folder.root.path + "/old") == 0)
    try #require(rename(folder.root.path + "/other", folder.path) == 0)
    #expect(folder.settled() == ["changed changed.so", "added new.so", "removed gone.so"])
    // The old directory is no longer watched, the new one is.
    try folder.root.write(two, to: "old/late.so")
    #expect(folder.settled() == [])
    try folder.put(one, "changed.so")
    #expect(folder.settled() == ["changed changed.so"])
  }

  @Test("a directory that is removed removes its files, and may come back")
  func removedAndBack() throws {
    let folder = try WatchedFolder()
    try folder.put(one, "a.so")
    #expect(folder.settled() == ["added a.so"])
    try FileManager.default.removeItem(atPath: folder.path)
    #expect(folder.settled() == ["removed a.so"])
    _ = try folder.root.makeDirectory("plugins")
    try folder.put(one, "a.so")
    #expect(folder.settled() == ["added a.so"])
  }

  @Test("a directory above that is replaced is noticed too")
  func ancestorReplaced() throws {
    let folder = try WatchedFolder("a/b/plugins")
    try folder.put(one, "a.so")
    #expect(folder.settled() == ["added a.so"])
    try #require(rename(folder.root.path + "/a", folder.root.path + "/old") == 0)
    #expect(folder.settled() == ["removed a.so"])
    try #require(rename(folder.root.path + "/old", folder.root.path + "/a") == 0)
    #expect(folder.settled() == ["added a.so"])
  }

  @Test("a changed link in the middle of a chain of links is noticed")
  func middleLinkTurned() throws {
    let folder = try WatchedFolder("link", exists: false)
    _ = try made(in: folder, "apart")
    try folder.root.write(one, to: try made(in: folder, "1") + "/a.so")
    try folder.root.write(two, to: try made(in: folder, "2") + "/a.so")
    let middle = folder.root.path + "/apart/current"
    try #require(symlink("../1", middle) == 0 && symlink("apart/current", folder.path) == 0)
    #expect(folder.settled() == ["added a.so"])
    try #require(symlink("../2", folder.root.path + "/next") == 0)
    try #require(rename(folder.root.path + "/next", middle) == 0)
    #expect(folder.settled() == ["changed a.so"])
    try folder.root.write(one, to: "2/b.so")
    #expect(folder.settled() == ["added b.so"])
    // A circle is ignored, until it is opened again.
    try #require(unlink(middle) == 0 && symlink("../link", middle) == 0)
    #expect(folder.settled() == ["removed a.so", "removed b.so"])
    try #require(unlink(middle) == 0 && symlink("../1", middle) == 0)
    #expect(folder.settled() == ["added a.so"])
  }

  @Test("a changed link to a directory is noticed")
  func linkTurned() throws {
    let folder = try WatchedFolder("link", exists: false)
    try folder.root.write(one, to: try made(in: folder, "1") + "/a.so")
    try folder.root.write(two, to: try made(in: folder, "2") + "/a.so")
    try #require(symlink("1", folder.path) == 0)
    #expect(folder.settled() == ["added a.so"])
    try #require(symlink("2", folder.root.path + "/next") == 0)
    try #require(rename(folder.root.path + "/next", folder.path) == 0)
    #expect(folder.settled() == ["changed a.so"])
    try folder.root.write(one, to: "2/b.so")
    #expect(folder.settled() == ["added b.so"])
    // The target of the link is replaced; the link itself is unchanged.
    try #require(rename(folder.root.path + "/2", folder.root.path + "/3") == 0)
    #expect(folder.settled() == ["removed a.so", "removed b.so"])
  }

  @Test("notices that the kernel's queue lost are replaced by a look")
  func overflow() throws {
    let limit = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let count = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    let folder = try WatchedFolder()
    // Two names in turn: the kernel merges a notice that repeats the one before.
    let names = ["x", "y"].map { "\(folder.path)/\($0)" }
    try #require(count < 1 << 20, "the queue of this machine is too long to fill")
    for index in 0...(count / 2) {
      let descriptor = open(names[index % 2], O_WRONLY | O_CREAT, 0o644)
      close(descriptor)
      unlink(names[index % 2])
    }
    try folder.put(one, "a.so")
    // More than one read returns, so several reads.
    var told: [String] = []
    for _ in 0..<100 { told += folder.settled() }
    #expect(told == ["added a.so"])
  }

  @Test("the same directory under two names is watched once")
  func twice() throws {
    let root = try TemporaryDirectory()
    let path = try root.makeDirectory("plugins")
    let watcher = try PluginWatcher(
      SearchPath([.init(path: path), .init(path: path + "/../plugins/")]),
      trusting: TrustStore(environment: Environment([:])), at: 0)
    try root.write(one, to: "plugins/a.so")
    #expect(watcher.process(at: 0) + watcher.process(at: 50_000_000) != [])
    #expect(watcher.files.count == 1)
  }

  /// More wakes than other tests cause while a file settles, fewer than a busy loop makes.
  private static let turnLimit = 1000

  @Test("for a host with its own loop the descriptor is readable when an event is due")
  func descriptor() throws {
    let root = try TemporaryDirectory()
    let watcher = try PluginWatcher(SearchPath([.init(path: root.path)]))
    #expect(comesToRest(watcher))
    try root.write(one, to: "a.so")
    var told: [PluginEvent] = []
    var turns = 0
    // A descriptor that is always ready would use all these turns before the file has settled.
    while told.isEmpty && turns < Self.turnLimit {
      // A minute, which only a hanging machine exceeds.
      try #require(isReadable(watcher.descriptor, within: 60_000))
      watcher.process { told.append($0) }
      turns += 1
    }
    #expect(told == [.added(PluginFile(judging: root.path + "/a.so"))])
    // The loop neither spins nor stays ready.
    #expect(turns < Self.turnLimit)
    #expect(comesToRest(watcher))
  }

  /// Returns true if no event is due soon. The parent directories are watched too, so other tests'
  /// files wake it sometimes.
  private func comesToRest(_ watcher: PluginWatcher) -> Bool {
    (0..<Self.turnLimit).contains { _ in
      if !isReadable(watcher.descriptor, within: 0) { return true }
      watcher.process { _ in }
      return false
    }
  }

  @Test("a callback that throws ends the delivery with its error")
  func throwingCallback() throws {
    let root = try TemporaryDirectory()
    let watcher = try PluginWatcher(SearchPath([.init(path: root.path)]))
    try root.write(one, to: "a.so")
    let error = #expect(throws: LayoutError.self) {
      for _ in 0..<Self.turnLimit {
        try #require(isReadable(watcher.descriptor, within: 60_000))
        try watcher.process { _ in throw LayoutError("test", "enough") }
      }
    }
    #expect(error?.code == "test")
  }

  @Test("a callback that throws leaves the later events for the next call, in order")
  func throwingCallbackKeepsEvents() throws {
    let root = try TemporaryDirectory()
    let watcher = try PluginWatcher(
      SearchPath([.init(path: root.path)]), trusting: TrustStore(environment: Environment([:])),
      at: 0)
    for name in ["a.so", "b.so", "c.so"] { try root.write(one, to: name) }
    #expect(watcher.process(at: 0).isEmpty)
    var told: [PluginEvent] = []
    for round in 1...2 {
      #expect(throws: LayoutError.self) {
        try watcher.process(at: 50_000_000) {
          told.append($0)
          throw LayoutError("test", "enough")
        }
      }
      #expect(told.count == round && isReadable(watcher.descriptor, within: 0))
    }
    watcher.process(at: 50_000_000) { told.append($0) }
    let all = ["a.so", "b.so", "c.so"].map { name in
      PluginEvent.added(PluginFile(judging: "\(root.path)/\(name)"))
    }
    #expect(told == all)
  }

  @Test("for async callers, events are a sequence that ends with the task")
  func sequence() async throws {
    let root = try TemporaryDirectory()
    try root.write(one, to: "a.so")
    let events = try PluginEvents(SearchPath([.init(path: root.path)]))
    #expect(events.files.map(\.path) == [root.path + "/a.so"])
    // Before the first iteration, and not lost.
    try root.write(two, to: "b.so")
    var iterator = events.makeAsyncIterator()
    #expect(await iterator.next() == .added(PluginFile(judging: root.path + "/b.so")))
    try #require(unlink(root.path + "/a.so") == 0)
    guard case .removed(let file)? = await iterator.next() else {
      return #expect(Bool(false), "a removal was due")
    }
    #expect(file == events.files[0])
    let task = Task { () -> Int in
      var count = 0
      for await _ in events { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test("a watch that ends closes its descriptors", .awaitsExit)
  func leaks() async throws {
    // In a process of its own, since other tests open files meanwhile.
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [report = report.path as String] in
      ChildReport.begin(report)
      func descriptors() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      }
      let store = TrustStore(environment: Environment([:]))
      let path = SearchPath([.init(path: "/usr/lib", isRequired: false)])
      // Libraries open a few of their own at the first use; a leak would be fifty or more.
      let limit = try descriptors() + 20
      for _ in 0..<50 { _ = try PluginWatcher(path, trusting: store) }
      #expect(try descriptors() < limit)
      for _ in 0..<50 { _ = try PluginEvents(path, trusting: store) }
      // The threads close theirs after they were signalled.
      var left = 1000
      while try descriptors() >= limit && left > 0 {
        usleep(10_000)
        left -= 1
      }
      #expect(try descriptors() < limit)
    }
    report.check(result)
  }

  @Test("a directory that cannot be watched is reported once, and the others are watched")
  func problem() throws {
    let root = try TemporaryDirectory()
    let path = try root.makeDirectory("plugins")
    let long = "/" + String(repeating: "n", count: 300)
    let watcher = try PluginWatcher(
      SearchPath([.init(path: root.path + long), .init(path: path)]),
      trusting: TrustStore(environment: Environment([:])), at: 0)
    try root.write(one, to: "plugins/a.so")
    let events = watcher.process(at: 0)
    guard case .problem(let error)? = events.first else {
      return #expect(Bool(false), "\(events)")
    }
    #expect(error.code == "watch-unavailable" && error.message.contains(long))
    #expect(events.count == 1)
    // Changes of other tests in the parent directories cause another look, and a later report.
    let told = (1...6).flatMap { watcher.process(at: $0 * 50_000_000) }
    #expect(told.count == 1)
  }

  private func made(in folder: WatchedFolder, _ name: String) throws -> String {
    _ = try folder.root.makeDirectory(name)
    return name
  }

  private func isReadable(_ descriptor: Int32, within milliseconds: Int32) -> Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, milliseconds) == 1
  }
}
