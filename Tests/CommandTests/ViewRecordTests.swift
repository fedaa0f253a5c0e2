// SPDX-License-Identifier: Apache-2.0
//
// The records that `layouthost view` writes, printed by a program in the place of its window.

import LayoutTesting
import Testing

@Suite("records for the window")
struct ViewRecordTests {
  @Test("every item is one record, also that of U+0000 or of a separator of records")
  func controlCharacters() throws {
    let folder = try TemporaryDirectory()
    let window = "#!/bin/sh\nexec cat \"$4\"\n"
    try folder.write(Array(window.utf8), to: "layouthost-view", mode: 0o755)
    let run = try layouthost(
      ["view", "unicode:Basic Latin"], variables: ["LAYOUTHOST_LIBEXEC=\(folder.path)"])
    #expect(run.status == 0, "\(run.errors)")
    // By scalars: a carriage return before the end of a record is a character with it.
    let scalars = Array(run.output.unicodeScalars)
    let records = scalars.split(separator: "\n" as Unicode.Scalar)
    #expect(records.count == 1 + 128)
    #expect(!scalars.contains("\u{0}" as Unicode.Scalar))
    for record in records.dropFirst() {
      let separators = record.filter { $0 == ("\u{1F}" as Unicode.Scalar) }
      #expect(record.first == ("I" as Unicode.Scalar) && separators.count == 4)
    }
  }
}
