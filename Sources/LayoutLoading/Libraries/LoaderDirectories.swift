// SPDX-License-Identifier: Apache-2.0
//
// The directories that the system's loader was compiled to look in.

import CLayoutSystem

/// Finds the loader's default directories.
package enum LoaderDirectories {
  /// Of this process's loader, in its order, absolute; such as `/lib/x86_64-linux-gnu` and `/usr/lib`.
  package static let defaults: [String] = {
    var all: [String] = []
    withUnsafeMutablePointer(to: &all) { all in
      layout_sys_each_system_directory(
        { path, raw in
          guard let path, let raw else { return }
          raw.assumingMemoryBound(to: [String].self).pointee.append(String(cString: path))
        }, all)
    }
    return withoutNamed(all, Environment.process["LD_LIBRARY_PATH"] ?? "")
  }()

  /// The list without the directories of `$LD_LIBRARY_PATH`, which the loader lists first.
  static func withoutNamed(_ all: [String], _ variable: String) -> [String] {
    let named = variable.split { $0 == ":" || $0 == ";" }.map { trimmed(String($0)) }
    let leading = all.prefix(named.count).prefix { named.contains(trimmed($0)) }
    return all.dropFirst(leading.count).filter { $0.hasPrefix("/") }
  }

  /// The path without slashes at its end.
  private static func trimmed(_ path: String) -> String {
    var path = path[...]
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    return String(path)
  }
}
