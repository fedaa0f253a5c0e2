// SPDX-License-Identifier: Apache-2.0
//
// A worker that was restarted goes on where the last one ended.

struct SameProcesses: LayoutRule {
  let id = "same-processes"
  let sentence = "Two processes that tell a layout the same get the same, bit by bit."

  let asksOtherProcess = true

  func check(_ subject: Subject) throws(Finding) {
    guard let printed = subject.otherFingerprint else {
      throw .skipped("there is no program that could ask in another process")
    }
    guard let other = Fingerprint.number(in: printed) else {
      throw .broken("a second process could not ask the layout")
    }
    let own = String(try Fingerprint.of(subject))
    try require(
      own == other,
      "in another process the answers differ: something in them depends on addresses, on the time or on "
        + "the order of a hash table")
  }
}
