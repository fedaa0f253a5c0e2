// SPDX-License-Identifier: Apache-2.0
//
// Reads the case files beside the tests.

import Foundation
import LayoutModel

enum CaseFile {
  /// The objects of a JSON Lines file in `Cases/`.
  static func lines(_ name: String) throws -> [[String: Any]] {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/\(name)")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      guard let object = object as? [String: Any] else {
        throw LayoutError("bad-case", "a line of \(name) is no object")
      }
      return object
    }
  }
}
