// SPDX-License-Identifier: Apache-2.0
//
// How far a file's code is trusted.

/// The degree to which a file's code is trusted: by the place that it was found in, or by its
/// bytes.
public enum Trust: Int, Sendable, Comparable, CustomStringConvertible {
  /// Anything that the user or an option points at.
  case user = 0
  /// A system directory, which only root writes.
  case system
  /// The user said that these very bytes may run in this process.
  case trusted
  /// Came with LayoutHost itself.
  case bundled

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

  /// True when the code may run in the host's own process without being asked for.
  public var runsInProcess: Bool { self >= .trusted }

  public var description: String {
    switch self {
    case .user: "user"
    case .system: "system"
    case .trusted: "trusted"
    case .bundled: "bundled"
    }
  }
}
