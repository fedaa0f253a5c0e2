// SPDX-License-Identifier: Apache-2.0
//
// Numeric cases from files beside the tests.

import Foundation
import LayoutJSON
import LayoutLoading

/// The URL of a file in `Fixtures`.
func fixture(_ name: String) -> URL {
  URL(fileURLWithPath: FileSystem.parent(of: FileSystem.parent(of: #filePath)))
    .appendingPathComponent("Fixtures/\(name)")
}

/// The lines of a file in `Cases`, as JSON objects.
func cases(_ name: String) throws -> [JSONValue] {
  let directory = FileSystem.parent(of: FileSystem.parent(of: #filePath))
  let text = try String(contentsOfFile: "\(directory)/Cases/\(name).jsonl", encoding: .utf8)
  return try text.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
}
