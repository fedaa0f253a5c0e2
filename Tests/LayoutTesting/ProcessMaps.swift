// SPDX-License-Identifier: Apache-2.0
//
// The memory mappings of this process.

import Foundation

/// The lines of `/proc/self/maps`.
public enum ProcessMaps {
  /// Returns true if a file whose path contains this text is mapped.
  public static func contain(_ path: String) throws -> Bool { try count(path) > 0 }

  /// Returns the number of mappings that name it.
  public static func count(_ path: String) throws -> Int {
    // Reads to the end: reading a file of /proc in one call gives only its first page.
    let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/self/maps")).readToEnd()
    return String(decoding: maps ?? Data(), as: UTF8.self)
      .split(separator: "\n").count { $0.contains(path) }
  }
}
