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
  private let load: LayoutLoad
  private var result: Result<CollectionLayout, LayoutError>?

  init(
    _ id: String, of file: PluginFile, _ policy: LayoutPolicy, isAwaited: Bool
  ) throws(LayoutError) {
    if let refusal = file.verdict.refusal { throw refusal }
    try policy.check(file)
    (self.id, self.file) = (id, file)
    load = try LayoutLoad(id, of: file, policy, isAwaited: isAwaited)
  }

  /// Takes what came since the last look. A step does not wait; where the layout runs in this process, the
  /// first look makes it.
  ///
  /// - Returns: The layout, once it is there; the same when it is looked at again.
  /// - Throws: What making it gave; the same again when it is looked at again.
  public func poll(_ patience: Patience = .step) throws(LayoutError) -> CollectionLayout? {
    if let result { return try result.get() }
    do throws(LayoutError) {
      guard let loaded = try load.poll(patience) else { return nil }
      let layout = try loaded.instance(id)
      layout.file = file
      result = .success(layout)
      return layout
    } catch {
      result = .failure(error)
      throw error
    }
  }
}
