// SPDX-License-Identifier: Apache-2.0
//
// A library that a plugin is linked with.

/// A library that a plugin needs, itself or by way of another one, and where it was found.
public struct NeededLibrary: Equatable, Sendable {
  /// The name by which it is needed, such as `libm.so.6`.
  public let name: String
  /// The file that the plugin gets for it: of one that this process has loaded already, else in one of
  /// the loader's default directories.
  public let path: String

  /// A library at a place.
  public init(name: String, path: String) { (self.name, self.path) = (name, path) }
}
