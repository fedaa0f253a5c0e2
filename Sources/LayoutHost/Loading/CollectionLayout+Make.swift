// SPDX-License-Identifier: Apache-2.0
//
// From a layout's name to a live layout, in the process where its file may run.

import LayoutEngine
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

extension CollectionLayout {
  /// Makes a live layout by its id.
  ///
  /// - Parameters:
  ///   - library: What was found on a search path; the standard one unless given.
  ///   - policy: The process in which it runs, and its limits.
  /// - Throws: `unknown-layout` with the ids that there are, the file's refusal, or what loading it
  ///   gave.
  public static func make(
    id: String, library: PluginLibrary = PluginLibrary(), running policy: LayoutPolicy = .auto
  ) throws(LayoutError) -> CollectionLayout {
    var policy = policy
    policy.options.children = policy.options.children ?? library
    return try make(id: id, file: try library.file(forLayout: id), running: policy)
  }

  /// Makes a live layout of a judged file. Waits for a worker's plugin for a second at most
  /// (``Deadlines/opening``), unless there is no processor for it.
  ///
  /// - Throws: The file's refusal, `untrusted` when it shall run in this process and nobody said that
  ///   it may, `unknown-layout`, or what loading it gave.
  public static func make(
    id: String, file: PluginFile, running policy: LayoutPolicy = .auto
  ) throws(LayoutError) -> CollectionLayout {
    let way = try LayoutInProgress(id, of: file, policy, isAwaited: true)
    guard let layout = try way.poll(.untilDone) else {
      preconditionFailure("a layout that was waited for is not there")
    }
    return layout
  }

  /// Starts to make a live layout of a judged file, and returns at once: frames go by meanwhile.
  /// ``LayoutInProgress/poll(_:)`` has the layout. Nobody waits for the plugin, so it has the second limit of
  /// ``Deadlines/other``.
  ///
  /// - Throws: As ``make(id:file:running:)``, for what is known before the plugin runs.
  public static func begin(
    id: String, file: PluginFile, running policy: LayoutPolicy = .auto
  ) throws(LayoutError) -> LayoutInProgress {
    try LayoutInProgress(id, of: file, policy, isAwaited: false)
  }
}

/// A layout that is on its way. Letting go of one that is not there yet ends its process.
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

  /// Takes what came since the last look. A step does not wait; where the layout runs in this process, the
  /// first look makes it.
  ///
  /// - Returns: The layout, once it is there; the same when it is looked at again.
  /// - Throws: What making it gave; the same again when it is looked at again.
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

// MARK: - Layouts of layouts
//
// The layouts that a layout in this process may be made of.

extension WorkerOptions {
  /// Finds children for a layout in this process: those that may run in it without being asked for, and all
  /// where the app trusts every file this time. A tree runs where its least trusted member may.
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
