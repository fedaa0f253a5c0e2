// SPDX-License-Identifier: Apache-2.0
//
// The initial child layouts of a layout, and their properties by path.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// The children of a new layout.
struct ChildReport {
  private let notes: [ChildNote]

  /// Makes the layout, if its file declares child layouts, and reads them.
  ///
  /// - Throws: The error of `create`, such as a missing child.
  init(_ id: String, of file: PluginFile, in tier: LayoutTier) throws(LayoutError) {
    guard file.note?.hasChildren == true else {
      notes = []
      return
    }
    let layout = try CollectionLayout.make(id: id, file: file, running: LayoutPolicy(tier))
    notes = try layout.connection.children()
  }

  func print(on console: Console) throws {
    for note in notes {
      let path = note.path(among: notes)
      try console.print("  properties of \(note.id), the layout inside, by path")
      var table = Table(indent: "    ")
      for property in named(note, path) { table.add(LayoutReport.row(property)) }
      for line in table.lines { try console.print(line) }
    }
  }

  var json: JSONValue {
    .array(
      notes.map { note in
        let path = note.path(among: notes)
        return [
          "path": .string(path), "id": .string(note.id),
          "properties": .array(named(note, path).map(LayoutReport.json)),
        ]
      })
  }

  private func named(_ note: ChildNote, _ path: String) -> [PropertyDescriptor] {
    note.properties.map { property in
      var property = property
      property.name = "\(path).\(property.name)"
      return property
    }
  }
}
