// SPDX-License-Identifier: Apache-2.0
//
// A failure of a worker before it loads any code of a plugin, as one word to its host.

import Glibc
import LayoutModel

/// A step of a worker before its greeting. The raw values are part of the wire.
enum SetUpStep: UInt32, CaseIterable {
  /// Tying the worker to its host, so that it ends with the host.
  case tie = 1
  case limits = 2
  case functions = 3

  /// The name of the step, for people.
  var name: String {
    switch self {
    case .tie: "being ended with the host (prctl)"
    case .limits: SandboxPart.limits.rawValue
    case .functions: SandboxPart.functions.rawValue
    }
  }
}

/// A step that failed, and the reason.
struct SetUpFailure: Equatable {
  var step: SetUpStep
  /// The errno.
  var code: Int32

  /// The bit that marks a greeting as a failure.
  private static let mark: UInt32 = 1 << 30

  init(step: SetUpStep, code: Int32) { (self.step, self.code) = (step, code) }

  /// Reads a failure from a greeting; nil if the greeting is not one.
  init?(word: UInt32) {
    guard word & Self.mark != 0, word & (1 << 31) == 0,
      let step = SetUpStep(rawValue: word >> 16 & 0xff)
    else { return nil }
    (self.step, code) = (step, Int32(word & 0xffff))
  }

  /// The failure as a greeting.
  var word: UInt32 { Self.mark | step.rawValue << 16 | UInt32(code) & 0xffff }

  /// Returns the error. It names no plugin, because none was loaded.
  func error(in executable: String) -> LayoutError {
    LayoutError(
      .sandboxFailed,
      unsafe "\(executable) could not set itself up: the kernel refused \(step.name): "
        + "\(String(cString: strerror(code))); free memory, or start the host inside fewer sandboxes, "
        + "and try again")
  }
}

// MARK: - Parts of the sandbox

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
  /// - Parameter place: The kernels that have this part, in brackets, if this kernel lacks it.
  static func sandbox(
    _ part: SandboxPart, _ code: Int32, found place: String = ""
  ) -> LayoutError {
    LayoutError(
      .sandboxUnavailable,
      unsafe "this kernel does not give a worker \(part.rawValue)\(place): "
        + "\(String(cString: strerror(-code))); to run the plugin apart but not confined, choose "
        + "--tier worker")
  }
}
