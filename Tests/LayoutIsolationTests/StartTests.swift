// SPDX-License-Identifier: Apache-2.0
//
// Starts of workers, inspection of plugins in a child, and ends without a remainder.

import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Starting and ending workers", .serialized, .alongside)
struct StartTests {
  @Test("the description of a plugin from a child equals that in this process")
  func inspect() throws {
    let file = PluginFile(judging: try FakeLayout.path())
    #expect(
      try inspectInChild(file, isSandboxed: WorkerOptions.confined.isSandboxed)
        == PluginImage.open(file).descriptor)
  }

  @Test(
    "errors at the start come from the worker: create fails, traps, unknown layout, refused file")
  func startErrors() throws {
    func failure(_ flags: [String], layout: String = "fake") throws -> LayoutError? {
      let file = PluginFile(judging: try FakeLayout.path(flags: flags))
      return #expect(throws: LayoutError.self) {
        _ = try WorkerConnection(file: file, layout: layout)
      }
    }
    let fails = try failure(["-DCREATE_FAILS"])
    #expect(fails?.message == "told to fail")
    #expect(fails?.call == "create")
    let traps = try failure(["-DCREATE_TRAPS"])
    #expect(traps?.code == "worker-died")
    #expect(traps?.call == "create")
    #expect(traps?.message.contains("SIGILL") == true)
    #expect(try failure([], layout: "unheard-of")?.code == "unknown-layout")
    #expect(throws: LayoutError.self) {
      try WorkerConnection(file: PluginFile(judging: "/proc/self/exe"), layout: "fake")
    }
  }

  @Test(
    "a confined worker has no capability, for any starting user, and one thread",
    .enabled(if: SandboxSupport.ofThisKernel.missingPart == nil))
  func rights() throws {
    let file = PluginFile(judging: try FakeLayout.path())
    let connection = try WorkerConnection(file: file, layout: "fake", options: .confined)
    let status = try FileSystem.contents(of: "/proc/\(connection.processID)/status").bytes
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    let sets = lines.filter { $0.hasPrefix("CapPrm") || $0.hasPrefix("CapEff") }
    #expect(sets.count == 2)
    #expect(sets.allSatisfy { $0.hasSuffix("\t0000000000000000") })
    #expect(lines.contains("Threads:\t1"))
  }

  @Test("a worker that is to be confined is confined for any memory limit, or does not start")
  func confinement() throws {
    let file = PluginFile(judging: try FakeLayout.path())
    for limit in [0, -1] {
      var options = WorkerOptions.confined
      options.memoryLimit = limit
      let error = #expect(throws: LayoutError.self) {
        try WorkerConnection(file: file, layout: "fake", options: options)
      }
      #expect(error?.code == "invalid-argument")
    }
    var options = WorkerOptions(deadlines: nil)
    for isSandboxed in [false, true] {
      options.isSandboxed = isSandboxed
      let list = options.arguments.list
      #expect(WorkerArguments(list)?.isConfined == isSandboxed)
      #expect(WorkerArguments(list)?.memoryLimit == options.memoryLimit)
      // A host without the option gets a confined worker.
      #expect(WorkerArguments(list.filter { !$0.hasPrefix("--confined") })?.isConfined == true)
    }
  }

  @Test("a plugin that traps while it loads ends the child, and its signal is named")
  func trapsAtLoad() throws {
    let path = try FakeLayout.path(mutation: "__builtin_trap()")
    let error = #expect(throws: LayoutError.self) {
      try inspectInChild(
        PluginFile(judging: path), isSandboxed: WorkerOptions.confined.isSandboxed)
    }
    #expect(error?.code == "worker-died")
    #expect(error?.call == "layout_plugin_entry")
    #expect(error?.plugin == "test.fake")
  }

  @Test("a table that the host refuses is refused in the child with the same message")
  func badTable() throws {
    let file = PluginFile(judging: try FakeLayout.path(mutation: "plugin.struct_size = 8"))
    let here = #expect(throws: LayoutError.self) { try PluginImage.open(file) }
    let there = #expect(throws: LayoutError.self) {
      try inspectInChild(file, isSandboxed: WorkerOptions.confined.isSandboxed)
    }
    #expect(here == there)
  }

  @Test("a missing or failing worker program is an error, without a fallback")
  func missingWorker() throws {
    let file = PluginFile(judging: try FakeLayout.path())
    for path in ["/nonexistent/layout-worker", "/proc/self/environ"] {
      var options = WorkerOptions(deadlines: nil)
      options.executable = path
      let error = #expect(throws: LayoutError.self) {
        try WorkerConnection(file: file, layout: "fake", options: options)
      }
      #expect(error?.code == "worker-start")
      #expect(error?.message.contains(path) == true)
    }
  }

  @Test("run by hand it prints its purpose, and without a host it ends at once")
  func byHand() throws {
    let worker = try Executables.find("layout-worker")
    let usage = try Command.run([worker])
    #expect(usage.status == 2)
    #expect(usage.errors.contains("LayoutHost"))
    #expect(try Command.run([worker, "--wire=99", "--parent=1", "--area=65536"]).status == 2)
    #expect(
      try Command.run([worker, "--wire=\(WireFormat.version)", "--parent=1", "--area=65536"]).status
        == 0)
  }

  @Test("the worker links neither Foundation nor Dispatch")
  func links() throws {
    let libraries = try Command.run(["readelf", "-d", try Executables.find("layout-worker")]).output
    #expect(libraries.contains("libswiftCore"))
    #expect(!libraries.contains("Foundation"))
    #expect(!libraries.contains("dispatch"))
  }

  @Test("a worker has its areas mapped, only the standard descriptors, and no other file to read")
  func surroundings() throws {
    let (worker, _) = try DeathTests.worker()
    let process = "/proc/\(worker.processID)"
    #expect(try FileSystem.names(in: process + "/fd") == ["0", "1", "2"])
    #expect(FileSystem.target(of: process + "/fd/0") == "/dev/null")
    let maps = String(decoding: try read(process + "/maps"), as: UTF8.self)
    let areas = maps.split(separator: "\n").filter { $0.contains("memfd:layout-") }
    #expect(areas.count == 2)
    #expect(areas.first { $0.contains("layout-requests") }?.contains(" r--s ") == true)
    #expect(areas.first { $0.contains("layout-replies") }?.contains(" rw-s ") == true)
    let environment = String(decoding: try read(process + "/environ"), as: UTF8.self)
    #expect(environment.contains("SWIFT_BACKTRACE=enable=no"))
  }

  @Test("a hundred workers leave no process, descriptor or mapping behind", .awaitsExit)
  func leaks() async throws {
    // In a process of its own, where no other suite has workers.
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [report = report.path as String] in
      ChildReport.begin(report)
      func census() throws -> [Int] {
        let maps = String(decoding: try read("/proc/self/maps"), as: UTF8.self)
        return [
          try FileSystem.names(in: "/proc/self/fd").count,
          maps.split(separator: "\n").filter { $0.contains("memfd:layout-") }.count,
        ]
      }
      func round() throws -> Int32 { try DeathTests.worker().0.processID }
      // The first one starts the supervisor and allocates everything that is allocated once.
      let first = try round()
      guard eventually({ kill(first, 0) != 0 && (try? census())?[1] == 0 }) else { exit(1) }
      let before = try census()
      do {
        // A running worker costs a pidfd and two mappings; the files behind them are closed.
        let (worker, _) = try DeathTests.worker()
        guard eventually({ (try? census()) == [before[0] + 1, 2] }) else { exit(4) }
        withExtendedLifetime(worker) {}
      }
      let processes = try (0..<100).map { _ in try round() }
      guard eventually({ processes.allSatisfy { kill($0, 0) != 0 } }) else { exit(2) }
      exit(eventually { (try? census()) == before } ? 0 : 3)
    }
    report.check(result)
  }

  @Test("releasing a worker lets its layout be destroyed")
  func farewell() throws {
    let scratch = try TemporaryDirectory()
    let mark = scratch.path + "/destroyed"
    let file = PluginFile(judging: try fixture("Asker", flags: ["-DMARK=\"\(mark)\""]))
    var options = WorkerOptions(deadlines: nil)
    options.farewell = 60
    do {
      let worker = try WorkerConnection(file: file, layout: "asker", options: options)
      #expect(worker.descriptor.id == "asker")
      #expect(!FileSystem.exists(mark))
    }
    #expect(eventually { FileSystem.exists(mark) })
  }

  @Test("a worker that does not exit is killed")
  func stubborn() throws {
    let file = PluginFile(judging: try fixture("Asker", flags: ["-DSTUBBORN"]))
    var options = WorkerOptions(deadlines: nil)
    options.farewell = 0.05
    var process: Int32 = 0
    do {
      let worker = try WorkerConnection(file: file, layout: "asker", options: options)
      process = worker.processID
    }
    #expect(eventually { kill(process, 0) != 0 && errno == ESRCH })
  }

  @Test("when the host ends in any way, its workers end", .awaitsExit)
  func orphan() async throws {
    let scratch = try TemporaryDirectory()
    let note = scratch.path + "/worker"
    await #expect(processExitsWith: .signal(SIGKILL)) { [note = note as String] in
      guard let (worker, _) = try? DeathTests.worker() else { exit(1) }
      guard let file = fopen(note, "w") else { exit(1) }
      fputs("\(worker.processID)", file)
      fclose(file)
      kill(getpid(), SIGKILL)
    }
    let text = String(decoding: try read(note), as: UTF8.self)
    let process = try #require(Int32(text))
    // Its new parent may reap it late: a zombie has ended too.
    #expect(
      eventually {
        let status = try? read("/proc/\(process)/stat")
        return status.map { String(decoding: $0, as: UTF8.self).contains(") Z ") } ?? true
      })
  }

  @Test("an app that ignores SIGCHLD still gets the end of a worker", .awaitsExit)
  func ignoredChildren() async throws {
    let report = try ChildReport()
    let result = await #expect(processExitsWith: .success) {
      [report = report.path as String] in
      ChildReport.begin(report)
      signal(SIGCHLD, SIG_IGN)
      guard let (worker, buffer) = try? DeathTests.worker() else { exit(1) }
      kill(worker.processID, SIGKILL)
      let error = DeathTests.failure(of: worker, buffer)
      exit(error?.code == "worker-died" ? 0 : 2)
    }
    report.check(result)
  }

  @Test("a host without a standard error stream starts workers too", .awaitsExit)
  func closedErrors() async throws {
    await #expect(processExitsWith: .success) {
      close(STDERR_FILENO)
      exit((try? DeathTests.worker()) == nil ? 1 : 0)
    }
  }
}

/// Returns the bytes of a file of unknown length, as in /proc.
func read(_ path: String) throws -> [UInt8] {
  guard let file = fopen(path, "r") else { throw LayoutError("test-file", path) }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  while true {
    let byte = getc(file)
    if byte == EOF { return bytes }
    bytes.append(UInt8(truncatingIfNeeded: byte))
  }
}
