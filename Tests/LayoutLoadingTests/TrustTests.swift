// SPDX-License-Identifier: Apache-2.0
//
// The files that may run in the process, and the list that says so.

import Foundation
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutLoading

@Suite("Trust")
struct TrustTests {
  private let root: TemporaryDirectory
  private let store: TrustStore
  private let path: String

  init() throws {
    root = try TemporaryDirectory()
    store = TrustStore(environment: Environment(["XDG_CONFIG_HOME": root.path + "/config"]))
    path = try #require(store.path)
  }

  private func add(_ file: PluginFile) throws {
    let isNew = try store.update { list throws(LayoutError) in
      list.add(.init(hash: file.hash, date: "2026-01-31", path: file.path))
    }
    #expect(isNew)
  }

  private func refusal() -> LayoutError? {
    do throws(LayoutError) {
      _ = try store.read()
      return nil
    } catch { return error }
  }

  /// Writes the list as a text editor does.
  private func write(_ text: String, mode: mode_t = 0o600) throws {
    _ = try root.makeDirectory("config/layouthost")
    try root.write(Array(text.utf8), to: "config/layouthost/trust", mode: mode)
  }

  @Test("the list is at the place of the environment, and is empty if it does not exist")
  func place() throws {
    #expect(path == root.path + "/config/layouthost/trust")
    #expect(
      TrustStore(environment: Environment(["HOME": "/a"])).path == "/a/.config/layouthost/trust")
    #expect(try store.read() == TrustList())
    #expect(!FileSystem.exists(path))
  }

  @Test("added hashes are read again, from a file that only the user can read")
  func addsAndRemoves() throws {
    let hashes = ["a", "b"].map { String(repeating: $0, count: 64) }
    let entries = [
      TrustList.Entry(hash: hashes[0], date: "2026-01-31", path: "/plugins/with space #1.so"),
      TrustList.Entry(hash: hashes[1]),
    ]
    for entry in entries { #expect(try store.update { list in list.add(entry) }) }
    #expect(try store.read().entries == entries)
    let status = try #require(FileSystem.status(of: path))
    #expect(status.st_mode & 0o7777 == 0o600)
    #expect(try store.update { list in list.add(entries[0]) } == false)
    #expect(try store.update { list in list.remove(hashes[0]) })
    #expect(try store.update { list in list.remove(hashes[0]) } == false)
    #expect(try store.read().entries == [entries[1]])
    // No temporary file is left.
    #expect(try FileSystem.names(in: root.path + "/config/layouthost") == ["trust"])
  }

  @Test("a path cannot add a line to the list")
  func lineEnds() throws {
    let (hash, other) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
    let entry = TrustList.Entry(hash: hash, date: "2026-01-31", path: "/tmp/x\n\(other)\r.so")
    #expect(try store.update { list in list.add(entry) })
    let list = try store.read()
    #expect(list.entries.map(\.hash) == [hash])
    #expect(!list.contains(other) && !list.contains(""))
  }

  @Test("a list written by hand may have comments, blank lines and bare hashes")
  func byHand() throws {
    let hash = String(repeating: "0f", count: 32)
    try write("# mine\n\n  \(hash)  # because I wrote it\n\(hash)\n")
    #expect(try store.read().entries == [.init(hash: hash)])
  }

  @Test("a list with \\r\\n line ends keeps its entries when one is added")
  func foreignLineEnds() throws {
    let hashes = ["a", "b", "c"].map { String(repeating: $0, count: 64) }
    try write("# mine\r\n\(hashes[0])  # 2026-01-31 /a.so\r\n\(hashes[1])\r\n")
    #expect(try store.update { list in list.add(.init(hash: hashes[2])) })
    #expect(
      try store.read().entries == [
        .init(hash: hashes[0], date: "2026-01-31", path: "/a.so"), .init(hash: hashes[1]),
        .init(hash: hashes[2]),
      ])
  }

  @Test("the quarantine list says so in its first line, and in its errors")
  func quarantine() throws {
    let store = QuarantineStore(environment: Environment(["XDG_STATE_HOME": root.path + "/state"]))
    try store.add(String(repeating: "a", count: 64), because: "it crashed")
    let path = try #require(store.path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("# Plugins that get no further call"))
    #expect(try store.read().entries.map(\.path) == ["it crashed"])
    try #require(chmod(path, 0o620) == 0)
    let error = #expect(throws: LayoutError.self) { try store.read() }
    #expect(error?.message.contains("nothing is refused by it") == true)
  }

  @Test(
    "a list with an invalid line is not used at all",
    arguments: ["abc", String(repeating: "A", count: 64), String(repeating: "a", count: 65)])
  func malformed(_ line: String) throws {
    try write("\(String(repeating: "a", count: 64))\n\(line)\n")
    let error = try #require(refusal())
    #expect(error.code == "bad-trust-file")
    #expect(error.message.contains(path) && error.message.contains("line 2"))
  }

  @Test("a list that others can write is not used", arguments: [0o606, 0o620, 0o602])
  func wrongMode(_ mode: Int) throws {
    try write("\(String(repeating: "a", count: 64))\n", mode: mode_t(mode))
    #expect(refusal()?.code == "writable-by-others")
    // It is not rewritten either, which would make it look valid.
    let error = #expect(throws: LayoutError.self) {
      try store.update { list in list.add(.init(hash: String(repeating: "b", count: 64))) }
    }
    #expect(error?.code == "writable-by-others")
    #expect(try #require(FileSystem.status(of: path)).st_mode & 0o777 == mode_t(mode))
    try #require(chmod(path, 0o600) == 0)
    #expect(try store.read().entries.count == 1)
  }

  @Test("a list in a directory that others can write is not used")
  func wrongDirectory() throws {
    try write("")
    try #require(chmod(root.path + "/config/layouthost", 0o777) == 0)
    #expect(refusal()?.code == "writable-by-others")
  }

  @Test("a list of another user is not used", .enabled(if: geteuid() == 0, "needs root"))
  func wrongOwner() throws {
    try write("")
    try #require(chown(path, 12345, 0) == 0)
    #expect(refusal()?.code == "wrong-owner")
  }

  @Test("a list that cannot be written is an error, and a change that throws writes no list")
  func unwritable() throws {
    let store = TrustStore(environment: Environment(["XDG_CONFIG_HOME": "/dev/null"]))
    let error = #expect(throws: LayoutError.self) {
      try store.update { list in list.add(.init(hash: String(repeating: "a", count: 64))) }
    }
    #expect(error?.code == "unwritable")
    let thrown = #expect(throws: LayoutError.self) {
      try self.store.update { list throws(LayoutError) in
        _ = list.add(.init(hash: String(repeating: "a", count: 64)))
        throw LayoutError("test", "no")
      }
    }
    #expect(thrown?.code == "test" && !FileSystem.exists(path))
  }

  @Test("no list is written where it would not be used, and the error gives the reason")
  func unbelievable() throws {
    let directory = try root.makeDirectory("config/layouthost")
    let entry = TrustList.Entry(hash: String(repeating: "a", count: 64))
    for place in [directory, root.path + "/config"] {
      try #require(chmod(place, 0o777) == 0)
      let error = try #require(throws: LayoutError.self) {
        try store.update { list in list.add(entry) }
      }
      #expect(error.code == "writable-by-others" && error.message.hasPrefix(place + ":"))
      #expect(!FileSystem.exists(path))
      try #require(chmod(place, 0o700) == 0)
    }
    #expect(try store.update { list in list.add(entry) })
  }

  @Test("a list of 200,000 lines takes as long for each line as one of 2,000")
  func long() throws {
    func time(_ count: Int) throws -> Double {
      let text = (0..<count).reduce(into: "") { text, index in
        let digits = String(index, radix: 16)
        text += String(repeating: "0", count: 64 - digits.count) + digits + "  # 2026-01-31 /p.so\n"
      }
      let start = ThreadClock.now
      #expect(try TrustList(parsing: Array(text.utf8)).entries.count == count)
      return (ThreadClock.now - start) / Double(count)
    }
    _ = try time(2_000)
    let (short, long) = (try time(2_000), try time(200_000))
    // Quadratic work would take a hundred times as long for each line.
    #expect(long < 10 * short, "\(long / short)")
  }

  @Test("strikes are read from the end of a file, the last 1,024 of them")
  func strikes() {
    let hash = String(repeating: "a", count: 64)
    let lines = (0..<5_000).map { "\(hash) \($0).5\n" }.joined()
    let strikes = StrikeStore.parse(Array((lines + "nonsense\n\(hash) nan\n").utf8))
    #expect(strikes.count <= StrikeStore.capacity && strikes.last?.time == 4_999.5)
    #expect(StrikeStore.parse([]).isEmpty)
  }

  @Test("processes that add at once all find their hashes in the list")
  func concurrent() async throws {
    let digits = Array("0123456789abcdef")
    await withTaskGroup { group in
      for digit in digits {
        group.addTask { [store] in
          let entry = TrustList.Entry(hash: String(repeating: digit, count: 64))
          return (try? store.update { list in list.add(entry) }) == true
        }
      }
      for await isDone in group { #expect(isDone) }
    }
    #expect(try store.read().entries.count == digits.count)
  }

  @Test("a trusted hash is trusted in any place, and a changed file is not")
  func byBytes() throws {
    let (one, two) = (try WatchedFolder.plugin("one"), try WatchedFolder.plugin("two"))
    let file = try root.write(one, to: "plugin.so")
    try add(PluginFile(judging: file))
    let list = try store.read()
    #expect(PluginFile(judging: file, trusting: list).trust == .trusted)
    #expect(PluginFile(judging: file, trust: .bundled, trusting: list).trust == .bundled)
    #expect(PluginFile(judging: file, trust: .system, trusting: list).trust == .trusted)
    #expect(PluginFile(judging: file).trust == .user)
    let copy = try root.write(one, to: "copy.so")
    #expect(PluginFile(judging: copy, trusting: list).trust == .trusted)
    try root.write(two, to: "plugin.so")
    #expect(PluginFile(judging: file, trusting: list).trust == .user)
  }

  @Test("trust does not make a refused file acceptable")
  func refused() throws {
    let bytes = try WatchedFolder.plugin("one")
    let file = try root.write(bytes, to: "plugin.so", mode: 0o666)
    let list = TrustList([.init(hash: try SHA256.hex(bytes))])
    let judged = PluginFile(judging: file, trusting: list)
    #expect(judged.verdict.refusal?.code == "writable-by-others" && judged.trust == .user)
  }

  @Test("a trusted file replaces a system's layout, but not a bundled one")
  func precedence() throws {
    let levels: [Trust] = [.user, .system, .trusted, .bundled]
    #expect(levels == levels.sorted())
    #expect(levels.map(\.runsInProcess) == [false, false, true, true])
    let directories = try ["own", "system", "bundled"].map { try root.makeDirectory($0) }
    let names = ["one", "two", "three"]
    for (name, directory) in zip(names, ["own", "system", "bundled"]) {
      try root.write(try WatchedFolder.plugin(name), to: "\(directory)/\(name).so")
    }
    try BundledFilesTests.list(directories[2])
    try add(PluginFile(judging: directories[0] + "/one.so"))
    func used(_ count: Int) throws -> PluginFile {
      let trusts: [Trust] = [.user, .system, .bundled]
      let path = SearchPath(
        zip(directories, trusts).prefix(count).map { .init(path: $0, trust: $1) })
      let library = PluginLibrary(path, trusting: store)
      return try library.file(forLayout: try #require(library.layouts.first))
    }
    #expect(try used(2).path == directories[0] + "/one.so")
    #expect(try used(3).path == directories[2] + "/three.so")
  }

  @Test("a library reports a list that is not used, and trusts no file")
  func libraryTells() throws {
    let plugins = try root.makeDirectory("plugins")
    let file = try root.write(try WatchedFolder.plugin("one"), to: "plugins/one.so")
    try add(PluginFile(judging: file))
    let search = SearchPath([.init(path: plugins)])
    #expect(PluginLibrary(search, trusting: store).files.map(\.trust) == [.trusted])
    try #require(chmod(path, 0o666) == 0)
    let library = PluginLibrary(search, trusting: store)
    #expect(library.files.map(\.trust) == [.user])
    #expect(library.problems.map(\.code) == ["writable-by-others"])
  }

  @Test("a watch uses the trust list of the moment when it looks")
  func watched() throws {
    let folder = try WatchedFolder()
    let store = TrustStore(
      environment: Environment(["XDG_CONFIG_HOME": folder.root.path + "/config"]))
    let bytes = try WatchedFolder.plugin("one")
    let entry = TrustList.Entry(hash: try SHA256.hex(bytes))
    #expect(try store.update { list in list.add(entry) })
    try folder.put(bytes, "a.so")
    #expect(folder.settled() == ["added a.so"])
    #expect(folder.watcher.files.map(\.trust) == [.trusted])
    try folder.put(try WatchedFolder.plugin("two"), "a.so")
    #expect(folder.settled() == ["changed a.so"])
    #expect(folder.watcher.files.map(\.trust) == [.user])
    try #require(chmod(try #require(store.path), 0o666) == 0)
    try folder.put(bytes, "a.so")
    #expect(folder.settled() == ["problem writable-by-others", "changed a.so"])
    #expect(folder.watcher.files.map(\.trust) == [.user])
  }

  @Test("a watch uses the quarantine list of the moment when it looks")
  func watchedQuarantine() throws {
    let folder = try WatchedFolder()
    let bytes = try WatchedFolder.plugin("one")
    try folder.quarantine.add(try SHA256.hex(bytes), because: "it crashed")
    try folder.put(bytes, "a.so")
    #expect(folder.settled() == ["added a.so [quarantined]"])
    _ = try folder.quarantine.lift(try SHA256.hex(bytes))
    try folder.put(bytes, "a.so")
    #expect(folder.settled() == ["changed a.so"])
  }
}
