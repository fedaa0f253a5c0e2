// SPDX-License-Identifier: Apache-2.0
//
// A worker's process on its way.

import CLayoutSystem
import LayoutModel
import LayoutRuntime

/// A process that was ordered; the link to it is there when it runs and has said that it is a worker
/// of this version. Letting go of one that is not there yet ends it.
final class LinkStart {
  private let areas: AreaPair
  private let options: WorkerOptions
  private let executable: String
  private let plugin: String?
  private let log: LayoutLog
  /// Nil once there is a link.
  private var launch: (any WorkerOrder)?
  /// By when it has to have said who it is, in nanoseconds of the monotonic clock.
  private var deadline: Int64?

  /// Orders a process.
  ///
  /// - Parameter images: The copy of the plugin that it is to load, and those of its children.
  /// - Throws: ``LayoutError`` `invalid-argument`, `not-installed`, `worker-start` or `shared-memory`.
  init(
    images: [String], options: WorkerOptions, plugin: String?, log: LayoutLog
  ) throws(LayoutError) {
    (self.options, self.plugin, self.log) = (options, plugin, log)
    try options.check()
    executable = try options.locate()
    areas = try AreaPair(areaBytes: WireFormat.areaBytes)
    if let order = options.order {
      launch = try order(areas, images)
      return
    }
    launch = try Supervisor.shared().start(
      executable, arguments: options.arguments.list, areas: areas, images: images,
      limits: options.watchLimits, isConfined: options.isSandboxed)
  }

  deinit { launch?.cancel() }

  /// The link, once.
  ///
  /// - Throws: ``LayoutError`` `worker-start`.
  func poll(_ patience: Patience) throws(LayoutError) -> WorkerLink? {
    guard let launch else { return nil }
    let process = patience == .untilDone ? try launch.wait() : try launch.process
    guard let process, try hasGreeted(process, patience) else { return nil }
    self.launch = nil
    return WorkerLink(process: process, areas: areas, options: options, plugin: plugin, log: log)
  }

  /// - Throws: `worker-start` when the process is no worker that this host can talk to.
  private func hasGreeted(
    _ process: WorkerProcess, _ patience: Patience
  ) throws(LayoutError) -> Bool {
    let patienceTime = Int64(options.greetingLimit * 1e9)
    let limit = deadline ?? layout_sys_monotonic_ns() + patienceTime
    deadline = limit
    while try !isWorker(process) {
      let left = limit - layout_sys_monotonic_ns()
      guard left > 0 else {
        process.kill()
        let time = CallTime.seconds(patienceTime)
        throw stranger("did not say within \(time) that it is \(Self.one)")
      }
      if patience == .step { return false }
      _ = layout_sys_futex_wait(areas.replies.greeting, 0, left)
    }
    return true
  }

  /// Returns what it has said so far; false for nothing.
  private func isWorker(_ process: WorkerProcess) throws(LayoutError) -> Bool {
    switch layout_sys_load_acquire_u32(areas.replies.greeting) {
    case UInt32(WireFormat.version): return true
    case 0: return false
    case SharedArea.ended:
      throw stranger("\(process.waitForEnd().description) before it said that it is \(Self.one)")
    case let other:
      process.kill()
      if let failure = SetUpFailure(word: other) { throw failure.error(in: executable) }
      throw stranger(
        "is a layout-worker of another version (wire \(other), this host \(WireFormat.version))")
    }
  }

  /// The kind of program that is expected.
  private static var one: String {
    "a layout-worker of this version (wire \(WireFormat.version))"
  }

  private func stranger(_ what: String) -> LayoutError {
    LayoutError(
      .workerStart,
      "\(executable) \(what); reinstall LayoutHost, or set LAYOUTHOST_LIBEXEC to the directory of "
        + "the layout-worker that came with this host")
  }
}
