// SPDX-License-Identifier: Apache-2.0
//
// Feeds any bytes as a note, which is JSON.

import LayoutJSON
import LayoutModel

@testable import LayoutLoading

/// The reader of notes, and of JSON in general.
final class NoteFuzz: FuzzTarget {
  static let name = "note"

  func seeds(plugins: [[UInt8]]) -> [[UInt8]] {
    plugins.compactMap { try? ELFFile($0).layoutNote() } + [
      Array(
        #"""
        {"id":"a.b-c_d","name":"Größe \u00e9\n","version":"1.20.3","abi":1,"runtime":"swift-shared 6.3",
        "requires":["layout.state/1"],"uses":["x/2","y/3"],"layouts":["a","b.c-d"],"more":[1.5e-3,null,true,{}]}
        """#.utf8)
    ]
  }

  func run(_ input: [UInt8]) throws {
    do {
      try Self.check(PluginNote(parsing: input))
    } catch let error as LayoutError {
      try Finding.expect(error.code == "bad-note", "refused for \(error)")
    }
    guard let value = try? JSONValue(parsing: input) else { return }
    let text = value.serialised()
    let again = try JSONValue(parsing: text)
    try Finding.expect(again.serialised() == text, "JSON that is not read back: \(text)")
  }

  private static func check(_ note: PluginNote) throws {
    try Finding.expect(Grammar.isPluginID(note.id), "an id that is none")
    try Finding.expect(note.abi > 0, "an ABI below one")
    try Finding.expect(!note.layouts.isEmpty, "no layouts")
    try Finding.expect(note.layouts.allSatisfy(Grammar.isLayoutID), "a layout's id that is none")
    try Finding.expect(Set(note.uses).count == note.uses.count, "an extension named twice")
  }
}
