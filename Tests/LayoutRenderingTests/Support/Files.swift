// SPDX-License-Identifier: Apache-2.0
//
// Files of one test.

import Foundation
import LayoutTesting

enum Files {
  /// Returns a new, empty directory.
  static func directory() throws -> String {
    try TemporaryDirectory.untilTheEnd.makeDirectory(UUID().uuidString)
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func isCharacterDevice(_ path: String) throws -> Bool {
    try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
      == .typeCharacterSpecial
  }

  static func names(_ directory: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }
}
