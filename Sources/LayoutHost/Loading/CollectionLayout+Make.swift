// SPDX-License-Identifier: Apache-2.0
//
// Making a live layout from an id, in the process where its file may run.

import LayoutEngine
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

extension CollectionLayout {
  /// Makes a live layout by its id.
  ///
  /// - Parameters:
  ///   - library: The plugins found on a search path; by default the standard path.
  ///   - policy: The process in which it runs, and its limits.
  /// - Throws: `unknown-layout` with the known ids, the file's refusal, or the error of loading it.
  public static func make(
    id: String, library: PluginLibrary = PluginLibrary(), running policy: LayoutPolicy = .auto
  ) throws(LayoutError) -> CollectionLayout {
    var policy = policy
    policy.options.children = policy.options.children ?? library
    return try make(id: id, file: try library.file(forLayout: id), running: policy)
  }

  /// Makes a live layout of a judged file. Waits for a worker's plugin for at most a second
  /// (``Deadlines/opening``), or longer if the worker gets no processor.
  ///
  /// - Throws: The file's refusal, `untrusted` when a file without trust is to run in this process,
  ///   `unknown-layout`, or the error of loading it.
  public static func make(
    id: String, file: PluginFile, running policy: LayoutPolicy = .auto
  ) throws(LayoutError) -> CollectionLayout {
    let way = try LayoutInProgress(id, of: file, policy, isAwaited: true)
    guard let layout = try way.poll(.untilDone) else {
      preconditionFailure("a layout that was waited for is not there")
    }
    return layout
  }

  /// Starts to make a live layout of a judged file, and returns at once: frames continue meanwhile.
  /// ``LayoutInProgress/poll(_:)`` returns the layout. Because no frame waits for the plugin, it
  /// has the second limit of ``Deadlines/other``.
  ///
  /// - Throws: The errors of ``make(id:file:running:)`` that are known before the plugin runs.
  public static func begin(
    id: String, file: PluginFile, running policy: LayoutPolicy = .auto
  ) throws(LayoutError) -> LayoutInProgress {
    try LayoutInProgress(id, of: file, policy, isAwaited: false)
  }
}

/// A layout that is being made. Releasing it before it is ready ends its process.
public final class LayoutInProgress {
  private let id: String
  private let file: PluginFile
  private let library: PluginLibrary?
  private let load: LayoutLoad
  private var result: Result<CollectionLayout, LayoutError>?

  init(
    _ id: String, of file: PluginFile, _ policy: LayoutPolicy, isAwaited: Bool
  ) throws(LayoutError) {
    if let refusal = file.verdict.refusal { throw refusal }
    try policy.check(file)
    (self.id, self.file, library) = (id, file, policy.options.children)
    load = try LayoutLoad(id, of: file, policy, isAwaited: isAwaited)
  }

  /// Takes the results since the last poll. A step does not wait; if the layout runs in this
  /// process, the first poll makes it.
  ///
  /// - Returns: The layout, if it is ready; the same one in each later poll.
  /// - Throws: The error of making it; the same one in each later poll.
  public func poll(_ mode: WaitMode = .step) throws(LayoutError) -> CollectionLayout? {
    if let result { return try result.get() }
    do throws(LayoutError) {
      guard let loaded = try load.poll(mode) else { return nil }
      let layout = try loaded.instance(id)
      (layout.file, layout.library) = (file, library)
      result = .success(layout)
      return layout
    } catch {
      result = .failure(error)
      throw error
    }
  }
}

// MARK: - Layout policy

/// The process in which a layout runs. The answers are the same in each, bit for bit.
public enum LayoutTier: String, Sendable, CaseIterable {
  /// In this process if the file came with LayoutHost or the user trusts its hash, sandboxed
  /// otherwise.
  case auto
  /// In this process: fastest, for trusted code.
  case inProcess = "in-process"
  /// In a child process, so that a crash of the layout does no harm. The child has all rights of
  /// the host: for debugging, and for kernels without a sandbox.
  case worker
  /// In a child process without any rights but those for computing a layout.
  case sandboxed
}

/// The process of a layout, the trust in its file, and its limits.
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
  /// True to allow a file in this process that is neither bundled nor trusted by its hash.
  public var isTrustedOnce: Bool
  /// Deadlines and limits, which apply in every tier, and the settings of a worker.
  public var options: WorkerOptions

  /// A policy from its members.
  public init(
    _ tier: LayoutTier = .auto, isTrustedOnce: Bool = false,
    options: WorkerOptions = WorkerOptions()
  ) {
    (self.tier, self.isTrustedOnce, self.options) = (tier, isTrustedOnce, options)
  }

  /// In this process if the file came with LayoutHost or is trusted by its hash, sandboxed
  /// otherwise.
  public static var auto: Self { Self(.auto) }
  /// In this process; an untrusted file is refused.
  public static var inProcess: Self { Self(.inProcess) }
  /// In a child process that is not confined.
  public static var worker: Self { Self(.worker) }
  /// In a child process without any rights but those for computing a layout.
  public static var sandboxed: Self { Self(.sandboxed) }

  /// The actual tier of `auto` for this file; the others are unchanged.
  package func tier(for file: PluginFile) -> LayoutTier {
    guard tier == .auto else { return tier }
    return mayRunHere(file) ? .inProcess : .sandboxed
  }

  /// Checks that the file may run in its tier.
  ///
  /// - Throws: `untrusted` when a file without trust is to run in this process.
  func check(_ file: PluginFile) throws(LayoutError) {
    guard tier != .inProcess || mayRunHere(file) else {
      throw LayoutError(
        .untrusted,
        "\(file.path) did not come with LayoutHost and is not trusted, so it does not run in this "
          + "process; leave the tier to auto, or trust it: for good with 'layouthost trust add "
          + "\(file.path)', for one run with --trust-once, in an app with isTrustedOnce",
        plugin: file.note?.id)
    }
  }

  private func mayRunHere(_ file: PluginFile) -> Bool { file.trust.runsInProcess || isTrustedOnce }
}

// MARK: - Layouts of layouts
//
// The possible children of a layout in this process.

extension WorkerOptions {
  /// Finds children for a layout in this process: files that may run in it, or all files if the app
  /// trusts every file for this run. A tree runs where its least trusted member may.
  func childFinder(isTrustedOnce: Bool) -> ChildFinder {
    let known = children
    return { id throws(LayoutError) in
      let file = try (known ?? PluginLibrary()).file(forLayout: id)
      guard file.trust.runsInProcess || isTrustedOnce else {
        throw LayoutError(
          .untrusted,
          "\(file.path) did not come with LayoutHost and is not trusted, so it is no part of a layout in "
            + "this process; run the whole in the sandbox (--tier sandboxed, running: .sandboxed), or trust "
            + "the file",
          plugin: file.note?.id)
      }
      return try PluginImage.open(file)
    }
  }
}
