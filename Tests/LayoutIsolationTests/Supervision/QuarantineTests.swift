// SPDX-License-Identifier: Apache-2.0
//
// Plugins that get no further call: recorded on disk, by hash, until lifted or built again.

import Glibc
import LayoutHost
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Quarantine")
struct QuarantineTests {
  private let home: TemporaryDirectory
  private let store: QuarantineStore
  private let folder: String

  init() throws {
    home = try TemporaryDirectory()
    store = QuarantineStore(environment: Environment(["XDG_STATE_HOME": home.path]))
    folder = home.path
  }

  /// Returns the library of a folder with the fake plugin.
  private func library(trusting trusted: [String] = []) throws -> PluginLibrary {
    let trust = TrustStore(environment: Environment(["XDG_CONFIG_HOME": home.path + "/config"]))
    try trust.update { list throws(LayoutError) in
      for hash in trusted { _ = list.add(TrustList.Entry(hash: hash)) }
    }
    return PluginLibrary(
      SearchPath([.init(path: folder)]), trusting: trust, refusing: store)
  }

  private func install(flags: [String] = []) throws -> PluginFile {
    let path = try FakeLayout.path(flags: flags)
    let copy = try home.write(try FileSystem.contents(of: path).bytes, to: "libFake.so")
    return PluginFile(judging: copy)
  }

  @Test("a plugin is refused by its hash, listed with the reason, and allowed again when lifted")
  func refused() throws {
    let file = try install()
    #expect(try library().file(forLayout: "fake").hash == file.hash)
    try store.add(file.hash, because: "it crashed\nand crashed")
    try store.add(file.hash, because: "again")
    let entries = try store.read().entries
    #expect(entries.count == 1 && entries[0].hash == file.hash && entries[0].date != nil)
    let found = try library()
    #expect(found.files.map(\.verdict.refusal?.code) == ["quarantined"])
    let error = #expect(throws: LayoutError.self) { try found.file(forLayout: "fake") }
    #expect(error?.code == "quarantined")
    #expect(error?.plugin == "test.fake")
    #expect(error?.message.contains("it crashed") == true)
    #expect(error?.message.contains("\n") == false)
    #expect(error?.message.contains("layouthost quarantine lift") == true)
    #expect(try store.lift(file.hash).count == 1)
    #expect(try store.lift(file.hash).isEmpty)
    #expect(try library().file(forLayout: "fake").hash == file.hash)
  }

  @Test("a new build of the plugin runs, and so does one that the user trusts")
  func exempt() throws {
    let file = try install()
    try store.add(file.hash, because: "it crashed")
    #expect(try library(trusting: [file.hash]).file(forLayout: "fake").trust == .trusted)
    let other = try install(flags: ["-DSECOND_BUILD"])
    #expect(other.hash != file.hash)
    #expect(try library().file(forLayout: "fake").hash == other.hash)
  }

  @Test(
    "three starts that the plugin itself ends are strikes", .awaitsExit,
    arguments: [
      ("trap", "IN_CONSTRUCTOR"), ("trap", "IN_ENTRY"), ("trap", "IN_CREATE"),
      ("loops", "IN_CONSTRUCTOR"), ("loops", "IN_CREATE"),
    ])
  func starts(_ deed: String, _ place: String) async throws {
    let path = try Deed(deed, "", .hung, at: place).path()
    let folder = folder
    // The store is in the folder that the environment names.
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [
        path = path as String, folder = folder as String, deed = deed as String,
        report = report.path as String
      ] in
      ChildReport.begin(report)
      setenv("XDG_STATE_HOME", folder, 1)
      var options = WorkerOptions(deadlines: nil)
      let limit = deed == "loops" ? 0.3 : 60
      options.deadlines = Deadlines()
      options.deadlines?.other = .init(soft: limit, hard: limit)
      let file = PluginFile(judging: path)
      func failure() -> LayoutError? {
        #expect(throws: LayoutError.self) {
          try CollectionLayout.make(
            id: "hostile", file: file, running: LayoutPolicy(.sandboxed, options: options))
        }
      }
      let (errors, last) = ((0..<3).map { _ in failure() }, failure())
      let code: LayoutError.Code = deed == "trap" ? "worker-died" : "worker-hung"
      #expect(errors.map { $0?.code } == [code, code, "quarantined"], "\(errors)")
      #expect(errors.allSatisfy { $0?.plugin == "test.hostile" })
      #expect(last?.code == "quarantined" && last?.message.contains("quarantine lift") == true)
      // A layout without supervision has no quarantine.
      options.deadlines = nil
      options.deadline = limit
      #expect(failure()?.code == code)
    }
    report.check(result)
  }

  @Test("three starts that break a rule are strikes, and a trusted plugin gets none", .awaitsExit)
  func breaches() async throws {
    let path = try Deed("nothing", "", .hung, at: "IN_CREATE", flags: ["-DNO_INSTANCE"]).path()
    let folder = folder
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [path = path as String, folder = folder as String, report = report.path as String] in
      ChildReport.begin(report)
      setenv("XDG_STATE_HOME", folder, 1)
      var options = WorkerOptions(deadlines: nil)
      options.deadlines = Deadlines()
      func code(_ trust: Trust) -> LayoutError.Code? {
        let file = PluginFile(judging: path, trust: trust)
        let error = #expect(throws: LayoutError.self) {
          try CollectionLayout.make(
            id: "hostile", file: file, running: LayoutPolicy(.sandboxed, options: options))
        }
        return error?.code
      }
      #expect((0..<4).map { _ in code(.bundled) } == [.breach, .breach, .breach, .breach])
      #expect((0..<3).map { _ in code(.user) } == [.breach, .breach, "quarantined"])
    }
    report.check(result)
  }

  @Test(
    "a quarantine that is not written yet refuses the plugin, and names what lifts it", .awaitsExit)
  func unwritten() async throws {
    let path = try Deed("nothing", "", .hung, at: "IN_CREATE", flags: ["-DNO_INSTANCE"]).path()
    let folder = folder
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [path = path as String, folder = folder as String, report = report.path as String] in
      ChildReport.begin(report)
      setenv("XDG_STATE_HOME", folder, 1)
      // Nothing can be written there for now, as on a slow disk.
      try FileSystem.makeDirectory(folder + "/layouthost")
      let lock = open(folder + "/layouthost", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      #expect(lock >= 0 && flock(lock, LOCK_EX) == 0)
      var options = WorkerOptions(deadlines: nil)
      options.deadlines = Deadlines()
      let file = PluginFile(judging: path)
      func failure() -> LayoutError? {
        #expect(throws: LayoutError.self) {
          try CollectionLayout.make(
            id: "hostile", file: file, running: LayoutPolicy(.sandboxed, options: options))
        }
      }
      #expect((0..<3).map { _ in failure()?.code } == [.breach, .breach, "quarantined"])
      let last = failure()
      #expect(last?.code == "quarantined" && last?.message.contains("quarantine lift") == true)
      close(lock)
    }
    report.check(result)
  }

  @Test("three crashes of a trusted plugin do not put it into quarantine", .awaitsExit)
  func trusted() async throws {
    let path = try Deed("trap", "", .hung).path()
    let folder = folder
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [path = path as String, folder = folder as String, report = report.path as String] in
      ChildReport.begin(report)
      setenv("XDG_STATE_HOME", folder, 1)
      var options = WorkerOptions(deadlines: nil)
      options.deadlines = Deadlines()
      let file = PluginFile(judging: path, trust: .bundled)
      let layout = try CollectionLayout.make(
        id: "hostile", file: file, running: LayoutPolicy(.sandboxed, options: options))
      let connection = try #require(layout.connection as? SupervisedConnection)
      let view = CollectionView(viewportSize: Size(width: 320, height: 480), layout: layout)
      let data = HostileSession.Shelf()
      view.dataSource = data
      view.register(Cell.self, forCellWithReuseIdentifier: "cell")
      var (crashCount, crashed) = (0, Int32(0))
      // Each worker ends in its second frame; later restarts wait.
      for offset in 0..<10_000 where crashCount < 4 {
        do throws(LayoutError) {
          try view.setContentOffset(Point(x: 0, y: Double(offset % 50)))
        } catch {
          try #require(error.code != "quarantined", "\(error)")
          // While a restart waits, the last crash is reported again.
          if connection.processID != crashed { crashCount += 1 }
          crashed = connection.processID
        }
        usleep(5_000)
      }
      #expect(crashCount == 4)
      #expect(try QuarantineStore().read().entries.isEmpty)
    }
    report.check(result)
  }

  @Test("a list that others can write is a problem, and no plugin is refused because of it")
  func unbelievable() throws {
    let file = try install()
    try store.add(file.hash, because: "it crashed")
    let path = try #require(store.path)
    try FileSystem.replace(
      path, with: Array("not a hash\n".utf8), mode: 0o600, isDurable: false)
    let found = try library()
    #expect(found.problems.map(\.code) == ["bad-trust-file"])
    #expect(try found.file(forLayout: "fake").hash == file.hash)
  }
}
