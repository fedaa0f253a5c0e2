// SPDX-License-Identifier: Apache-2.0
//
// A newer host's tables are longer; an older plugin reads what it knows.

struct TablesGrow: LayoutRule {
  let id = "tables-grow"
  let sentence = "Tables that are longer than the plugin's headers say are read like its own."

  func check(_ subject: Subject) throws(Finding) {
    let plain = try Trial.ready(subject)
    let expected = try plain.elements()
    let trial = try Trial(subject) { host in host.pointee.struct_size += 64 }
    try LentMemory.lend(trial) { (_, snapshot, why) throws(Finding) in
      // What comes behind in the page are zeros, as new members would be that say nothing.
      UnsafeMutablePointer(mutating: snapshot).pointee.struct_size += 64
      UnsafeMutablePointer(mutating: why).pointee.struct_size += 64
      try trial.ok(trial.prepare(snapshot, why), "prepare with longer tables")
    }
    try trial.ok(trial.contentSize().status, "content_size")
    try trial.settle()
    try subject.requireSame(
      try trial.elements(), as: expected, "with tables that are 64 bytes longer than known")
  }
}
