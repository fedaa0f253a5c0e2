// SPDX-License-Identifier: Apache-2.0
//
// A worker that says that it could not confine itself, on a kernel that has all that takes.

import Glibc
import LayoutModel

extension LayoutError {
  /// `sandbox-failed`: a step of the sandbox failed by the word of a worker, which is believed as far as
  /// it goes without one. A plugin may have written it, so it gets no word of its own in, and no advice
  /// to run without a sandbox.
  static func sandboxFailed(saying message: String) -> LayoutError {
    let reason = sandboxReason(in: message).map { " (\($0))" } ?? ""
    return LayoutError(
      .sandboxFailed,
      "its worker could not confine itself\(reason); free memory, or start the host inside fewer "
        + "sandboxes, and try again")
  }

  /// Which step failed and why, where a worker of this version says it.
  private static func sandboxReason(in message: String) -> String? {
    for part in SandboxPart.allCases {
      for code in 1...lastErrno where message == sandbox(part, -code).message {
        return "\(part.rawValue): \(String(cString: strerror(code)))"
      }
    }
    return nil
  }

  /// The largest number of an error that Linux has.
  private static let lastErrno: Int32 = EHWPOISON
}
