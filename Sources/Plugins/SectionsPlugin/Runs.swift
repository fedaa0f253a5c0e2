// SPDX-License-Identifier: Apache-2.0
//
// The layouts of a list, each with its sections.

import LayoutKit

/// Consecutive sections with one layout.
struct Run {
  let id: Text
  let first: Int
  /// The number of sections; nil for all that follow.
  let count: Int?
  let child: ChildLayout

  /// Returns true when the section is one of them.
  func contains(_ section: Int) -> Bool {
    section >= first && (count.map { section < first + $0 } ?? true)
  }
}

/// A list of ids, one for each section; the last id is for all sections that follow.
struct LayoutNames {
  /// The ids, each with the number of consecutive sections of that id.
  private(set) var runs: [(id: Text, count: Int)] = []

  /// Reads "flow, waterfall, flow".
  /// - Throws: An error at the place of a missing name.
  init(_ text: Text) throws(LayoutError) {
    var name: [UInt8] = []
    for byte in text.utf8 {
      if byte == 0x2C {
        try append(name)
        name = []
      } else if byte != 0x20 {
        name.append(byte)
      }
    }
    try append(name)
  }

  private mutating func append(_ name: [UInt8]) throws(LayoutError) {
    guard !name.isEmpty else {
      throw .argument("give the ids of layouts, with commas between them", about: "layouts")
    }
    if let last = runs.last, last.id.utf8 == name {
      runs[runs.count - 1].count += 1
    } else {
      var id = Text("")
      id.utf8 = name
      runs.append((id, 1))
    }
  }
}
