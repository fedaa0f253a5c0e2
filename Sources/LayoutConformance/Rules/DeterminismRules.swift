// SPDX-License-Identifier: Apache-2.0
//
// Rules about the same answers in another instance and in another process.

import CConformance

/// A session can be recorded and replayed.
struct SameInstances: LayoutRule {
  let id = "same-instances"
  let sentence = "Instances with the same inputs give the same answers, bit by bit."

  func check(_ subject: Subject) throws(Finding) {
    var trials: [Trial] = []
    for byte: UInt8 in [0x00, 0x55, 0xAA, 0xFE] {
      layout_conformance_soil(byte)
      let trial = try Trial(subject)
      trial.soil = byte
      try trial.makeReady()
      trials.append(trial)
    }
    let first = try trials[0].elements()
    for trial in trials.dropFirst() {
      let (size, other) = (trial.contentSize().size, trials[0].contentSize().size)
      try require(
        size == other,
        "with the same inputs as another instance, the content is \(size), not \(other)")
      try subject.requireSame(
        try trial.elements(), as: first,
        "with the same inputs as another instance (is all memory set before it is read?)")
    }
  }
}

/// A worker that was restarted continues the work of the previous one.
struct SameProcesses: LayoutRule {
  let id = "same-processes"
  let sentence = "A layout gives the same answers to the same inputs in two processes, bit by bit."

  let asksOtherProcess = true

  func check(_ subject: Subject) throws(Finding) {
    guard let printed = subject.otherFingerprint else {
      throw .skipped("no program is set for the other process")
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

/// All answers of a layout for a few worlds, as one number.
package enum Fingerprint {
  /// The text before the number in the output of a program: a plugin may print too.
  package static let marker = "fingerprint "

  /// Returns the number in the output of a program, as text; nil when it is missing.
  static func number(in output: String) -> String? {
    let lines = output.split(separator: "\n")
    return lines.first { $0.hasPrefix(marker) }.map { String($0.dropFirst(marker.count)) }
  }

  /// Returns the number. Another number means that at least one bit of an answer differs.
  package static func of(_ subject: Subject) throws(Finding) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for world in [World.ordinary, World([13]), World([0, 200, 7])] {
      let trial = try Trial(subject, world)
      let size = try trial.makeReady()
      for number in [size.width, size.height] {
        hash = (hash ^ number.bitPattern) &* 0x0000_0100_0000_01B3
      }
      for element in try trial.elements() { element.mix(into: &hash) }
    }
    return hash
  }
}
