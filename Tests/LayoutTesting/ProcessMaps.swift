// SPDX-License-Identifier: Apache-2.0
//
// What this process maps.

import Foundation

/// The lines of `/proc/self/maps`.
public enum ProcessMaps {
  /// Returns true when a file whose path contains this is mapped.
  public static func contain(_ path: String) throws -> Bool { try count(path) > 0 }

  /// Returns the number of mappings that name it.
  public static func count(_ path: String) throws -> Int {
    // To the end: reading a file of /proc as a whole gives its first page only.
    let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd()
    return String(decoding: maps ?? Data(), as: UTF8.self)
      .split(separator: "\n").count { $0.contains(path) }
  }
}
