// SPDX-License-Identifier: Apache-2.0
//
// What a shared library asks the system's loader for.

/// The names in a dynamic segment that lead to other files.
struct Linking: Equatable, Sendable {
  /// The libraries that the file needs (DT_NEEDED), in its order.
  var needed: [String] = []
  /// The directories in which it wants them searched first (DT_RUNPATH, DT_RPATH).
  var runPath: [String] = []
  /// The name by which others need it (DT_SONAME); nil when it has none.
  var name: String?
}
