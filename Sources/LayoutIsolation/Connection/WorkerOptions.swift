// SPDX-License-Identifier: Apache-2.0
//
// The settings with which a worker runs.

import Glibc
import LayoutLoading
import LayoutModel

/// The settings of a worker; the defaults are right for a session.
public struct WorkerOptions: Sendable {
  /// The path of `layout-worker`; nil searches `$LAYOUTHOST_LIBEXEC`, the folder of the executable,
  /// then `../libexec/layouthost`. A file that other users than the user or root could have changed
  /// is refused.
  public var executable: String?
  /// The seconds that the worker may take for one call before it is ended with the error
  /// `worker-hung`, if there are no ``deadlines``. The app's own answers are not counted, until the
  /// layout has asked for more than four times as many answers as exist: then it asks in a loop.
  /// nil waits without end, for a debugger or a run that must be the same everywhere.
  public var deadline: Double? = 10
  /// The limits by kind of call, in place of ``deadline``. A layout that is made under them
  /// (`CollectionLayout.make`) is restarted automatically (``SupervisedConnection``), and strikes
  /// are counted, in this process too. Nil for ``deadline`` alone: for replays, which must be the
  /// same everywhere, and for debugging (``untimed``).
  public var deadlines: Deadlines?
  /// The limits of a layout's answers and outputs in one call. They apply in every tier, in this
  /// process too.
  public var answerLimits = AnswerLimits()
  /// The plugins that a layout may have inside (`layout.children/1`), in every tier; nil for the
  /// plugins on the standard search path, at the time when one is needed.
  public var children: PluginLibrary?
  /// The seconds that a worker has to destroy its layout after the connection is released.
  public var farewell: Double = 0.5

  /// The seconds from the start of its process until a worker must have sent its greeting.
  var greetingLimit = 10.0

  /// True if the worker confines itself before it loads the plugin: no files except libraries, no
  /// network, no programs, and limited memory. False for debugging, where output is wanted, and for
  /// kernels that lack a part of the sandbox.
  public var isSandboxed = false
  /// The number of bytes of memory that a worker may have, more than 0. A confined worker cannot
  /// take more; one that is not confined is ended when it has more.
  public var memoryLimit = 2 << 30

  /// Starts workers in place of the ``Supervisor``; it is given their areas and the copy of the
  /// plugin.
  var order: (@Sendable (AreaPair, [String]) throws(LayoutError) -> any WorkerOrder)?

  /// Called at each turn of an exchange, so that a test can end the worker at a chosen one.
  var onTurn: (@Sendable (ExchangeTurn, WorkerProcess) -> Void)?

  /// Called when a layout crashed, hung beyond its deadline or broke a rule, once for each
  /// instance, before the error is thrown. It returns the place where the record is kept, which the
  /// error then names. It must not call into the layout.
  public var onCrash: (@Sendable (CrashRecord) -> String?)?

  /// Creates the defaults, with limits for each kind of call.
  public init(deadlines: Deadlines? = Deadlines()) { self.deadlines = deadlines }

  /// Options without any time limit: a replay is then the same on every machine, and a debugger may
  /// stop the worker for any time. A layout that hangs is not ended.
  public static var untimed: WorkerOptions {
    var options = WorkerOptions(deadlines: nil)
    options.deadline = nil
    return options
  }

  /// The command line of a worker.
  var arguments: WorkerArguments {
    var arguments = WorkerArguments(areaBytes: WireFormat.areaBytes)
    (arguments.isConfined, arguments.memoryLimit) = (isSandboxed, memoryLimit)
    return arguments
  }

  /// The limits that are checked between calls; nil for a run that waits without end.
  var watchLimits: WatchLimits? {
    deadline == nil && deadlines == nil
      ? nil
      : WatchLimits(
        memory: memoryLimit,
        // A confined worker has no threads, so it uses one processor.
        processorCount: isSandboxed ? 1 : sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// - Throws: `invalid-argument` for options with which no worker can run.
  func check() throws(LayoutError) {
    guard memoryLimit > 0 else {
      throw LayoutError(
        .invalidArgument,
        "a worker's memory limit of \(memoryLimit) bytes leaves it none; give it what its layout "
          + "needs, or leave it at the 2 GiB that it is by default")
    }
  }

  /// Returns the path of the program to start.
  ///
  /// - Throws: The errors of ``Executables/find(_:environment:)``; `worker-start` if it is not there.
  func locate() throws(LayoutError) -> String {
    guard let executable else { return try Executables.find("layout-worker") }
    guard let status = FileSystem.status(of: executable) else {
      throw .workerStart("start \(executable)", errno)
    }
    try Ownership.check(status, at: executable)
    return executable
  }
}

/// A moment in an exchange with a worker.
enum ExchangeTurn: Equatable, Sendable {
  /// A request is about to be sent.
  case willSend
  /// The request was sent.
  case didSend
  /// The worker asks for answers from the app.
  case didAsk
  /// The worker answered the request.
  case didAnswer
}

/// The number of messages between host and worker, for gates and for `bench`.
public struct ExchangeCounters: Equatable, Sendable {
  /// The number of requests sent, each with its answer: one for each frame.
  public var requests = 0
  /// The number of query pages served inside them.
  public var pages = 0
  /// The number of single answers with arguments served inside them.
  public var singles = 0

  /// Requests, pages and singles together: the number of exchanges between the two processes.
  public var exchanges: Int { requests + pages + singles }

  /// Creates counters at zero.
  public init() {}

  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.requests += b.requests
    sum.pages += b.pages
    sum.singles += b.singles
    return sum
  }
}
