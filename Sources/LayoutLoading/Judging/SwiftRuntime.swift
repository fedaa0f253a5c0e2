// SPDX-License-Identifier: Apache-2.0
//
// Which Swift this process runs on.

/// The Swift runtime of this process.
enum SwiftRuntime {
  /// major.minor of the standard library in use. Patch releases keep its binary interface.
  static let version: String = {
    let parts = "\(_SwiftStdlibVersion.current)".split(separator: ".")
    return parts.prefix(2).joined(separator: ".")
  }()

  /// Returns true when code built with `other` may share this runtime.
  static func isSame(_ other: String) -> Bool {
    other.split(separator: ".").prefix(2).joined(separator: ".") == version
  }
}
