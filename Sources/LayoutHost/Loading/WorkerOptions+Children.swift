// SPDX-License-Identifier: Apache-2.0
//
// The layouts that a layout in this process may be made of.

import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

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
