// SPDX-License-Identifier: Apache-2.0
//
// The case files beside these tests.

import LayoutJSON
import LayoutLoading
import Testing

import struct Foundation.URL

/// One line of a case file, named by its id in test reports.
struct Case: Sendable, CustomTestStringConvertible {
  let json: JSONObject

  var testDescription: String { json["id"]?.string ?? "without id" }

  /// Every case of a file; a file that cannot be read has none, which `caseFilesAreComplete`
  /// detects.
  static func all(_ name: String) -> [Case] {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases/\(name)")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap {
      (try? JSONValue(parsing: String($0)))?.object.map(Case.init)
    }
  }
}

@Test(
  "the case files are read completely",
  arguments: [
    ("iglist_layout.jsonl", 23), ("flow_reference.jsonl", 12), ("mosaic.jsonl", 14),
    ("springy.jsonl", 4),
    ("mosaic_sessions.jsonl", 4), ("newtonian.jsonl", 4), ("regressions.jsonl", 9),
  ])
func caseFilesAreComplete(name: String, count: Int) {
  #expect(Case.all(name).count == count)
}
