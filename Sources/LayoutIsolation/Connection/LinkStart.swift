// SPDX-License-Identifier: Apache-2.0
//
// A worker's process on its way.

import LayoutModel
import LayoutRuntime

/// A process that was ordered; the link to it is there when it runs. Letting go of one that is not
/// there yet ends it.
final class LinkStart {
  private let areas: AreaPair
  private let options: WorkerOptions
  private let plugin: String?
  private let log: LayoutLog
  /// Nil once there is a link.
  private var launch: Launch?

  /// Orders a process.
  ///
  /// - Throws: ``LayoutError`` `not-installed`, `worker-start` or `shared-memory`.
  init(options: WorkerOptions, plugin: String?, log: LayoutLog) throws(LayoutError) {
    (self.options, self.plugin, self.log) = (options, plugin, log)
    areas = try AreaPair(areaBytes: WireFormat.areaBytes)
    launch = try Supervisor.shared().start(
      options.locate(), arguments: options.arguments.list, areas: areas,
      isConfined: options.isSandboxed)
  }

  deinit { launch?.cancel() }

  /// The link, once.
  ///
  /// - Throws: ``LayoutError`` `worker-start`.
  func poll(_ patience: Patience) throws(LayoutError) -> WorkerLink? {
    guard let launch else { return nil }
    let process = patience == .untilDone ? try launch.wait() : try launch.process
    guard let process else { return nil }
    self.launch = nil
    return WorkerLink(process: process, areas: areas, options: options, plugin: plugin, log: log)
  }
}
