// SPDX-License-Identifier: Apache-2.0
//
// All that a layout answers for a few worlds, as one number.

package enum Fingerprint {
  /// The text before the number where a program prints it: a plugin may print too.
  package static let marker = "fingerprint "

  /// The number in what a program printed, as text; nil when it is not there.
  static func number(in output: String) -> String? {
    let lines = output.split(separator: "\n")
    return lines.first { $0.hasPrefix(marker) }.map { String($0.dropFirst(marker.count)) }
  }

  /// The number. Another one means that at least one bit of an answer differs.
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
