// SPDX-License-Identifier: Apache-2.0
//
// From a layout's name to a live layout, in the tier where its file may run.

import LayoutEngine
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

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

extension CollectionLayout {
  /// Makes a live layout by its id.
  ///
  /// - Parameters:
  ///   - library: What was found on a search path; the standard one unless given.
  ///   - isTrustedOnce: Lets `auto` take a file into this process that is neither bundled nor
  ///     trusted.
  /// - Throws: `unknown-layout` with the ids that there are, the file's refusal, or what loading it
  ///   gave.
  public static func make(
    id: String, library: PluginLibrary = PluginLibrary(), tier: LayoutTier = .auto,
    isTrustedOnce: Bool = false, options: WorkerOptions = WorkerOptions()
  ) throws(LayoutError) -> CollectionLayout {
    try make(
      id: id, file: try library.file(forLayout: id), tier: tier, isTrustedOnce: isTrustedOnce,
      options: options)
  }

  /// Makes a live layout of a judged file. Waits for a worker's plugin for a second at most
  /// (``Deadlines/opening``), unless there is no processor for it.
  ///
  /// - Throws: The file's refusal, `untrusted` when it shall run in this process and nobody said that
  ///   it may, `unknown-layout`, or what loading it gave.
  public static func make(
    id: String, file: PluginFile, tier: LayoutTier = .auto, isTrustedOnce: Bool = false,
    options: WorkerOptions = WorkerOptions()
  ) throws(LayoutError) -> CollectionLayout {
    if let refusal = file.verdict.refusal { throw refusal }
    try tier.checkTrust(in: file, isTrustedOnce: isTrustedOnce)
    let load = try LayoutLoad(
      id, of: file, tier: tier, isTrustedOnce: isTrustedOnce, options: options, isAwaited: true)
    guard let loaded = try load.poll(.untilDone) else {
      preconditionFailure("a layout that was waited for is not there")
    }
    let layout = try loaded.instance(id)
    layout.file = file
    return layout
  }
}

extension LayoutTier {
  /// The tier that `auto` stands for; the others stand for themselves.
  package func resolved(for file: PluginFile, isTrustedOnce: Bool) -> LayoutTier {
    guard self == .auto else { return self }
    return file.trust.runsInProcess || isTrustedOnce ? .inProcess : .sandboxed
  }
}
