// SPDX-License-Identifier: Apache-2.0
//
// Names inside an SVG file. Cairo numbers them through the life of the process; a file numbers them
// from 0, so that the same scene gives the same bytes.

/// Renumbers what Cairo calls `surface12` or `image12`.
enum SVGNames {
  private static let names = ["surface", "image"].map { Array($0.utf8) }

  /// The same file with names numbered in the order in which they come.
  ///
  /// A name follows `"` in a definition and `#` in a use. Text is drawn as outlines, so nothing else
  /// in the file looks like one.
  static func renumbered(_ file: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(file.count)
    var numbers: [[UInt8]: Int] = [:]
    var index = 0
    while index < file.count {
      let byte = file[index]
      result.append(byte)
      index += 1
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#"),
        let name = names.first(where: { file[index...].starts(with: $0) })
      else { continue }
      let digits = file[(index + name.count)...].prefix { (0x30...0x39).contains($0) }
      guard !digits.isEmpty else { continue }
      let full = Array(file[index..<digits.endIndex])
      let number = numbers[full] ?? numbers.count
      numbers[full] = number
      result += name
      result += Array(String(number).utf8)
      index = digits.endIndex
    }
    return result
  }
}
