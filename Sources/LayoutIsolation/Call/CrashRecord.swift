// SPDX-License-Identifier: Apache-2.0
//
// What is known when a layout crashes, hangs or breaks a rule.

import LayoutLoading
import LayoutModel
import LayoutRuntime

/// All that the host knows of the end of a layout in a worker.
public struct CrashRecord {
  /// The file whose bytes ran.
  public let file: PluginFile
  /// The layout's id.
  public let layout: String
  public let isSandboxed: Bool
  /// With the plugin's id, and the call that it was in.
  public let error: LayoutError
  /// Nil when it ended before there was a layout.
  public let instance: Instance?

  /// A layout that had started.
  public struct Instance {
    public let descriptor: LayoutDescriptor
    /// With the app's answers bound.
    public let queries: QueryTable
    /// The data as they are.
    public let shape: DataShape
    /// The values by index of the property that were set before the first of ``calls``; nil for those
    /// that were not set.
    public let values: [LayoutValue?]
    /// The last calls, oldest first; the last one is the one that did not come back.
    public let calls: [CallNote]
    /// Calls in the instance's life, those that are forgotten too.
    public let callCount: Int
  }

  /// Returns true when an error is the end of a layout in a worker.
  static func isDue(_ error: LayoutError) -> Bool {
    error.endsInstance || ["worker-died", "worker-hung"].contains(error.code)
  }
}
