// SPDX-License-Identifier: Apache-2.0
//
// A plugin's descriptor against the note in its file.

import LayoutModel

extension DescriptorRules {
  /// The note was judged before anything ran, so the table may not say otherwise.
  ///
  /// - Throws: `note-mismatch`.
  package static func compare(
    _ table: PluginDescriptor, _ note: PluginNote
  ) throws(LayoutError) {
    func check(_ what: String, _ table: String, _ note: String) throws(LayoutError) {
      guard table != note else { return }
      throw LayoutError(
        .noteMismatch,
        "its note gives \"\(note)\" as \(what), its table \"\(table)\"; make them equal")
    }
    try check("id", table.id, note.id)
    try check("name", table.name, note.name)
    try check("version", table.version, note.version)
    let layouts = table.layouts.map(\.id).joined(separator: ", ")
    try check("layouts", layouts, note.layouts.joined(separator: ", "))
  }
}
