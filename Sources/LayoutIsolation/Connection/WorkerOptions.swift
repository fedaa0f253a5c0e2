// SPDX-License-Identifier: Apache-2.0
//
// How a worker is run.

import Glibc
import LayoutLoading
import LayoutModel

/// Settings of a worker; the defaults are right for a session.
public struct WorkerOptions: Sendable {
  /// Path of `layout-worker`; nil searches `$LAYOUTHOST_LIBEXEC`, beside the executable, then
  /// `../libexec/layouthost`. A file that others than the user or root could have changed is refused.
  public var executable: String?
  /// Seconds that the worker may take for one call before it is ended with the error `worker-hung`, where
  /// there are no ``deadlines``.
  /// The app's own answers are not counted, until the layout has asked for more than four times as
  /// many as there are: then it asks in a loop. nil waits without end, for a debugger or a run that
  /// must be the same everywhere.
  public var deadline: Double? = 10
  /// Limits by kind of call, in place of ``deadline``. A layout that is made under them
  /// (`CollectionLayout.make`) is started again by itself (``SupervisedConnection``), and strikes are
  /// counted, in this process too. Nil for ``deadline`` alone: for replays, which have to be the same
  /// everywhere, and for debugging (``untimed``).
  public var deadlines: Deadlines?
  /// The most that a layout may answer and say in one call. It holds in every tier, in this process too.
  public var answerLimits = AnswerLimits()
  /// The plugins of which a layout may be made that is made of others (`layout.children/1`), in every tier;
  /// nil for those on the standard search path, as they are when one is wanted.
  public var children: PluginLibrary?
  /// Seconds that a worker has to put its layout away when the connection lets go of it.
  public var farewell: Double = 0.5

  /// Seconds from the start of its process until a worker has said that it is one.
  var greetingLimit = 10.0

  /// True when the worker confines itself before it loads the plugin: no files but libraries, no
  /// network, no programs, only so much memory. False for debugging, where output is wanted, and for
  /// kernels that lack a part of it.
  public var isSandboxed = false
  /// Bytes of memory that a worker may have. A confined one cannot take more; one that is not is ended
  /// when it has. More than 0.
  public var memoryLimit = 2 << 30

  /// Starts workers in place of the ``Supervisor``, given their areas and the copy of the plugin.
  var order: (@Sendable (AreaPair, [String]) throws(LayoutError) -> any WorkerOrder)?

  /// Called at each turn of an exchange, so that a test can end the worker at a chosen one.
  var onTurn: (@Sendable (ExchangeTurn, WorkerProcess) -> Void)?

  /// Told of a layout that crashed, hung beyond its deadline or broke a rule, once for each instance,
  /// before the error is thrown; gives the place where the record is kept, which the error then
  /// names. It must not call into the layout.
  public var onCrash: (@Sendable (CrashRecord) -> String?)?

  /// The defaults, with limits for each kind of call.
  public init(deadlines: Deadlines? = Deadlines()) { self.deadlines = deadlines }

  /// Options without any limit of time: a replay is then the same on every machine, and a debugger may
  /// stop the worker for as long as it likes. Nothing ends a layout that hangs.
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

  /// The limits that are watched between calls; nil for a run that waits without end.
  var watchLimits: WatchLimits? {
    deadline == nil && deadlines == nil
      ? nil
      : WatchLimits(
        memory: memoryLimit,
        // Without threads nobody runs on two.
        processorCount: isSandboxed ? 1 : sysconf(Int32(_SC_NPROCESSORS_ONLN)))
  }

  /// - Throws: `invalid-argument` for what no worker can be run with.
  func check() throws(LayoutError) {
    guard memoryLimit > 0 else {
      throw LayoutError(
        .invalidArgument,
        "a worker's memory limit of \(memoryLimit) bytes leaves it none; give it what its layout "
          + "needs, or leave it at the 2 GiB that it is by default")
    }
  }

  /// The program to start.
  ///
  /// - Throws: What ``Executables/find(_:environment:)`` throws.
  func locate() throws(LayoutError) -> String {
    guard let executable else { return try Executables.find("layout-worker") }
    if let status = FileSystem.status(of: executable) {
      try Ownership.check(status, at: executable)
    }
    return executable
  }
}

/// A moment in an exchange with a worker.
enum ExchangeTurn: Equatable, Sendable {
  /// A request is about to be sent.
  case willSend
  /// It was sent.
  case didSend
  /// The worker asks for answers of the app.
  case didAsk
  /// The worker answered the request.
  case didAnswer
}

/// The messages between host and worker, counted for gates and for `bench`.
public struct ExchangeCounters: Equatable, Sendable {
  /// Requests sent, each with its answer: one a frame.
  public var requests = 0
  /// Query pages served inside them.
  public var pages = 0
  /// Single answers with arguments served inside them.
  public var singles = 0

  /// Requests, pages and singles together: how often the two processes took turns.
  public var exchanges: Int { requests + pages + singles }

  /// Nothing counted yet.
  public init() {}

  static func + (a: Self, b: Self) -> Self {
    var sum = a
    sum.requests += b.requests
    sum.pages += b.pages
    sum.singles += b.singles
    return sum
  }
}
