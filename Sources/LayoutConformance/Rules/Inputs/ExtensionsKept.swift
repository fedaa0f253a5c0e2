// SPDX-License-Identifier: Apache-2.0
//
// A host asks once and keeps the table: one that is withdrawn is called all the same.

struct ExtensionsKept: LayoutRule {
  let id = "extensions-kept"
  let sentence = "An extension that was offered once stays offered, with the same table."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    var tables: [KnownExtension: UnsafeRawPointer] = [:]
    func compare(_ when: String) throws(Finding) {
      for one in KnownExtension.allCases {
        let table = trial.extensionTable(one.rawValue)
        let known = tables[one]
        try require(
          known == nil || known == table,
          "\(one.rawValue) has \(table == nil ? "no" : "another") table \(when)")
        tables[one] = table
      }
    }
    try compare("")
    for world in [World([3, 0, 20]), World([]), World([7])] {
      trial.world = world
      try trial.prepareFrame()
      try compare("after a prepare for \(world.counts.count) sections")
    }
    try skip(tables.isEmpty, "the layout offers no extension")
  }
}
