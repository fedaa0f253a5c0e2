// SPDX-License-Identifier: Apache-2.0
//
// The time for which a caller waits for a layout in a worker: actions, properties, its start and its restart.

import CLayoutSystem
import Glibc
import LayoutABI
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Calls wait a limited time", .waits)
struct NoWaitTests {
  /// The seconds that a plugin sleeps here: far longer than any call waits, and shorter than the hard limit.
  private static let nap = 4.0
  private static let sleeps = "usleep(4000000)"

  /// Returns the seconds that a call took. A busy machine makes it longer, but not by the seconds of the sleep.
  private static func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = SupervisedConnection.monotonicTime()
    try body()
    return SupervisedConnection.monotonicTime() - start
  }

  private static func connection(_ flags: [String]) throws -> (SupervisedConnection, AnswerBuffer) {
    let path = try FakeLayout.path(flags: ["-include", "unistd.h"] + flags)
    var deadlines = Deadlines()
    // On a busy machine a good frame must not be late.
    deadlines.rectangle = .init(soft: 0.1, hard: 60)
    let worker = try WorkerConnection(
      file: PluginFile(judging: path), layout: "fake", options: WorkerOptions(deadlines: deadlines))
    try SameAnswersTests.bind(worker)
    let connection = SupervisedConnection(worker)
    let buffer = AnswerBuffer()
    try show(connection, buffer, marks: LAYOUT_MARK_EVERYTHING)
    return (connection, buffer)
  }

  private static func show(
    _ connection: SupervisedConnection, _ buffer: AnswerBuffer, marks: UInt32 = 0
  ) throws(LayoutError) {
    _ = try connection.frame(.at(0, marks: marks), shape: SameAnswersTests.shape, into: buffer)
  }

  @Test("a sleeping action is late by its name after a quarter of a second, and runs on")
  func action() throws {
    let (connection, buffer) = try Self.connection(["-DIN_ACTION=\(Self.sleeps)"])
    let process = connection.processID
    var error: LayoutError?
    let time = Self.seconds {
      error = #expect(throws: LayoutError.self) {
        try connection.call(action: 0, arguments: [.number(1), .number(2)])
      }
    }
    #expect(time < Self.nap / 2, "\(time)")
    #expect(error?.code == "worker-late" && error?.call == "add" && error?.plugin == "test.fake")
    #expect(connection.supervision.strikes.count == 1)
    // Frames return while it sleeps, and add no strikes.
    var late: LayoutError?
    let frame = Self.seconds {
      late = #expect(throws: LayoutError.self) { try Self.show(connection, buffer) }
    }
    #expect(late?.code == "worker-late" && frame < Self.nap / 2)
    #expect(connection.supervision.strikes.count == 1)
    #expect(Self.isShown(connection, buffer) && connection.processID == process)
    #expect(connection.supervision.strikes.count <= 2, "most of each second is a strike too")
  }

  /// Requests frames until one is there.
  private static func isShown(_ connection: SupervisedConnection, _ buffer: AnswerBuffer) -> Bool {
    eventually(within: 60) { (try? show(connection, buffer)) != nil }
  }

  @Test("a started action returns its value between frames, and causes no strike")
  func startedAction() throws {
    let (connection, buffer) = try Self.connection(["-DIN_ACTION=\(Self.sleeps)"])
    var action: (any ActionInProgress)?
    let begin = try Self.seconds {
      action = try connection.startCall(action: 0, arguments: [.number(1), .number(2)])
      #expect(try action?.poll(.step) == nil)
      let error = #expect(throws: LayoutError.self) { try Self.show(connection, buffer) }
      #expect(error?.code == "worker-late" && error?.call == "add")
    }
    #expect(begin < Self.nap / 2, "\(begin)")
    var value: LayoutValue?
    #expect(
      eventually(within: 60) {
        value = try? action?.poll(.step)
        return value != nil
      })
    #expect(value == .number(3))
    #expect(try action?.poll(.step) == .number(3))
    #expect(connection.supervision.strikes.isEmpty)
    try Self.show(connection, buffer)
    // A released action runs to its end too.
    _ = try connection.startCall(action: 0, arguments: [.number(1), .number(2)])
    let process = connection.processID
    #expect(Self.isShown(connection, buffer) && connection.processID == process)
  }

  @Test("a property that is set late is in the host's settings, so a restart sets it")
  func property() throws {
    let (connection, buffer) = try Self.connection([
      "-DIN_SET={ if (index == 2) \(Self.sleeps); }"
    ])
    let time = Self.seconds {
      let error = #expect(throws: LayoutError.self) {
        try connection.setProperty(at: FakeLayout.spacingProperty, to: .number(7))
      }
      #expect(error?.code == "worker-late" && error?.call == "set_property")
    }
    #expect(time < Self.nap / 2, "\(time)")
    #expect(Self.isShown(connection, buffer))
    #expect(connection.takeMarks().marks & LAYOUT_MARK_PROPERTIES != 0)
    #expect(connection.base.settings[FakeLayout.spacingProperty] == .number(7))
    #expect(try connection.property(at: FakeLayout.spacingProperty) == .number(7))
  }

  @Test("the late answer about the layouts inside is skipped, and the worker goes on")
  func children() throws {
    let slow = try CPlugin.build(
      example: "orbit",
      changing: [
        ("#include <math.h>\n", "#include <math.h>\n#include <unistd.h>\n"),
        ("  *out = (layout_value)", "  if (index == 0) usleep(1500000);\n  *out = (layout_value)"),
      ])
    let library = try ChildrenInWorkerTests.library([slow])
    var options = WorkerOptions.confined(children: library)
    var deadlines = Deadlines()
    // On a busy machine a start takes long.
    deadlines.prepare = .init(soft: 60, hard: 60)
    deadlines.other.hard = 60
    options.deadlines = deadlines
    let worker = try WorkerConnection(
      file: try library.file(forLayout: "mat"), layout: "mat", options: options)
    try worker.setProperty(at: 0, to: .text("orbit"))
    _ = try worker.frame(
      .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: ChildrenInWorkerTests.shape,
      into: AnswerBuffer())
    let process = worker.processID
    let error = #expect(throws: LayoutError.self) { try worker.children() }
    #expect(error?.code == "worker-late")
    var value: LayoutValue?
    let isBack = eventually(within: 60) {
      value = try? worker.property(at: 0)
      return value != nil
    }
    #expect(isBack && value == .text("orbit") && worker.processID == process)
  }

  @Test(
    "make waits a second for a plugin that sleeps in any of its calls",
    arguments: ["IN_CONSTRUCTOR", "IN_ENTRY", "IN_CREATE"])
  func make(_ place: String) throws {
    let path = try Deed("sleeps", "", .hung, at: place).path()
    var error: LayoutError?
    let time = Self.seconds {
      error = #expect(throws: LayoutError.self) {
        // Trusted plugins get no strikes, which would affect other tests of the same plugin.
        try CollectionLayout.make(
          id: "hostile", file: PluginFile(judging: path, trust: .bundled), running: .sandboxed)
      }
    }
    #expect(
      error?.code == "worker-hung" && error?.plugin == "test.hostile",
      "\(String(describing: error))")
    #expect(error?.call == (place == "IN_CREATE" ? "create" : "layout_plugin_entry"))
    #expect(time >= 1 && time < 5, "\(time)")
  }

  @Test("a layout that is started is there between frames, for any sleep, and releasing it ends it")
  func begin() throws {
    let path = try FakeLayout.path(flags: [
      "-include", "unistd.h", "-DINSTANCE_MUTATION=\(Self.sleeps)",
    ])
    let file = PluginFile(judging: path, trust: .bundled)
    func begin() throws -> LayoutInProgress {
      try CollectionLayout.begin(id: "fake", file: file, running: .sandboxed)
    }
    var way: LayoutInProgress?
    let time = try Self.seconds {
      way = try begin()
      #expect(try way?.poll() == nil)
    }
    #expect(time < Self.nap / 2, "\(time)")
    var layout: CollectionLayout?
    #expect(
      eventually(within: 60) {
        layout = try? way?.poll()
        return layout != nil
      })
    let again = try way?.poll()
    #expect(layout?.id == "fake" && layout === again && layout?.file != nil)
    // No caller is left that waits for this one.
    let letGo = try Self.seconds { _ = try begin() }
    #expect(letGo < Self.nap / 2, "\(letGo)")
    let wrong = try CollectionLayout.begin(id: "none", file: file, running: .sandboxed)
    for _ in 0..<2 {
      let error = #expect(throws: LayoutError.self) { try wrong.poll(.untilDone) }
      #expect(error?.code == "unknown-layout")
    }
  }

  @Test("frames return while a layout that sleeps in create is restarted")
  func restart() throws {
    let scratch = try TemporaryDirectory()
    let (connection, buffer) = try Self.connection([
      "-DINSTANCE_MUTATION=if (access(\"\(scratch.path)/sleeps\", 0) == 0) \(Self.sleeps)"
    ])
    let shown = Elements(buffer)
    _ = try scratch.write([], to: "sleeps")
    kill(connection.processID, SIGKILL)
    let dead = connection.processID
    #expect(throws: LayoutError.self) { try Self.show(connection, buffer) }
    var frames = 0
    var longest = 0.0
    let isBack = eventually(within: 60) {
      var isShown = false
      let time = Self.seconds {
        isShown = (try? Self.show(connection, buffer, marks: LAYOUT_MARK_EVERYTHING)) != nil
      }
      if !isShown { longest = max(longest, time) }
      frames += 1
      return isShown
    }
    #expect(isBack && frames > 3 && connection.processID != dead && Elements(buffer) == shown)
    #expect(longest < Self.nap / 2, "\(longest)")
    #expect(connection.supervision.strikes.isEmpty)
  }
}
