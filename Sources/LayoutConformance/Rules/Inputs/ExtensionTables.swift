// SPDX-License-Identifier: Apache-2.0
//
// A null slot in a table that was given is a call to address zero.

struct ExtensionTables: LayoutRule {
  let id = "extension-tables"
  let sentence = "The tables of extensions are long enough and have every slot."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    var count = 0
    for one in KnownExtension.allCases {
      guard let table = trial.extensionTable(one.rawValue) else { continue }
      count += 1
      // Every table is its size, a reserved word, and pointers from there on.
      let size = Int(table.load(as: UInt32.self))
      try require(
        size >= one.tableSize, "the table of \(one.rawValue) has \(size) of \(one.tableSize) bytes")
      try require(
        table.load(fromByteOffset: 4, as: UInt32.self) == 0,
        "`reserved` of the table of \(one.rawValue) is not 0")
      for place in stride(from: 8, to: one.tableSize, by: 8) {
        try require(
          table.load(fromByteOffset: place, as: UInt.self) != 0,
          "slot \(place / 8 - 1) of \(one.rawValue) is null")
      }
    }
    try skip(count == 0, "the layout offers no extension")
  }
}
