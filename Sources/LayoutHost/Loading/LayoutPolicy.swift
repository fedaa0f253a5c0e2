// SPDX-License-Identifier: Apache-2.0
//
// The process in which a layout runs, and its limits there.

import LayoutIsolation
import LayoutLoading
import LayoutModel

/// The process in which a layout runs. The answers are the same in each, bit for bit.
public enum LayoutTier: String, Sendable, CaseIterable {
  /// In this process when the file came with LayoutHost or the user trusts its bytes, sandboxed
  /// otherwise.
  case auto
  /// In this process: fastest, for code that is trusted.
  case inProcess = "in-process"
  /// In a child process, which the layout may take down without harm. The child may do what the host
  /// may: for debugging, and for kernels that cannot confine it.
  case worker
  /// In a child process that may do nothing but lay out.
  case sandboxed
}

/// The process in which a layout runs, the trust that its file is given, and its limits.
///
/// ```swift
/// let layout = try CollectionLayout.make(id: "flow", running: .sandboxed)
///
/// var patient = LayoutPolicy.auto
/// patient.options.deadlines?.prepare = .init(soft: 1, hard: 5)
/// let slow = try CollectionLayout.make(id: "orbit", running: patient)
/// ```
public struct LayoutPolicy: Sendable {
  /// The process in which the layout runs.
  public var tier: LayoutTier
  /// True to let a file into this process that is neither bundled nor trusted by its hash.
  public var isTrustedOnce: Bool
  /// Deadlines and limits, which hold in every tier, and the settings of a worker.
  public var options: WorkerOptions

  /// A policy from its members.
  public init(
    _ tier: LayoutTier = .auto, isTrustedOnce: Bool = false,
    options: WorkerOptions = WorkerOptions()
  ) {
    (self.tier, self.isTrustedOnce, self.options) = (tier, isTrustedOnce, options)
  }

  /// In this process when the file came with LayoutHost or is trusted by its hash, sandboxed otherwise.
  public static var auto: Self { Self(.auto) }
  /// In this process; a file that is not trusted is refused.
  public static var inProcess: Self { Self(.inProcess) }
  /// In a child process that is not confined.
  public static var worker: Self { Self(.worker) }
  /// In a child process that may do nothing but lay out.
  public static var sandboxed: Self { Self(.sandboxed) }

  /// The tier that `auto` stands for with this file; the others stand for themselves.
  package func tier(for file: PluginFile) -> LayoutTier {
    guard tier == .auto else { return tier }
    return mayRunHere(file) ? .inProcess : .sandboxed
  }

  /// Checks that the file may run where it shall.
  ///
  /// - Throws: `untrusted` when it shall run in this process and nobody said that it may.
  func check(_ file: PluginFile) throws(LayoutError) {
    guard tier != .inProcess || mayRunHere(file) else {
      throw LayoutError(
        .untrusted,
        "\(file.path) did not come with LayoutHost and is not trusted, so it does not run in this "
          + "process; leave the tier to auto, or trust it once (--trust-once, isTrustedOnce)",
        plugin: file.note?.id)
    }
  }

  private func mayRunHere(_ file: PluginFile) -> Bool { file.trust.runsInProcess || isTrustedOnce }
}
