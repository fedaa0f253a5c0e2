// SPDX-License-Identifier: Apache-2.0
//
// The parts of a worker's confinement, by which one that is missing is named.

import Glibc
import LayoutModel

/// A part of a worker's confinement.
enum SandboxPart: String, CaseIterable {
  case limits = "limits of memory and files (setrlimit)"
  case functions = "functions made ahead of time (libffi)"
  case privileges = "processes without new privileges"
  case capabilities = "processes without capabilities"
  case landlock = "Landlock"
  case filters = "filters of system calls (seccomp)"
}

extension LayoutError {
  /// `sandbox-unavailable`
  ///
  /// - Parameter place: Where a kernel has it, in brackets, when this one does not.
  static func sandbox(
    _ part: SandboxPart, _ code: Int32, found place: String = ""
  ) -> LayoutError {
    LayoutError(
      .sandboxUnavailable,
      "this kernel does not give a worker \(part.rawValue)\(place): "
        + "\(String(cString: strerror(-code))); to run the plugin apart but not confined, choose "
        + "--tier worker")
  }
}
