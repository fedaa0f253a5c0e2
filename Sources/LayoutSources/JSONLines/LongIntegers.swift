// SPDX-License-Identifier: Apache-2.0
//
// Integers beyond 64 bits in a line of JSON, which the parser refuses.

/// The integers of a line that no `Int64` holds.
///
/// They are read as text: as a `Double` two of them, such as the identities of rows, could be shown
/// as the same number.
struct LongIntegers {
  /// Their bytes, sign included, in the order of the line.
  private let places: [Range<Int>]

  /// True when the line has none.
  var isEmpty: Bool { places.isEmpty }

  /// Finds the integers. An integer in the place of a member's name is left to the parser, which
  /// refuses it.
  ///
  /// - Complexity: O(bytes of the line).
  init(in line: [UInt8]) {
    var (places, start, isInString) = ([Range<Int>](), 0, false)
    while start < line.count {
      let byte = line[start]
      var end = start + 1
      if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if isInString {
        if byte == UInt8(ascii: "\\") { end += 1 }
      } else if Self.isPart(byte) {
        end = line[start...].firstIndex { !Self.isPart($0) } ?? line.count
        if Self.isLong(line[start..<end]), !Self.isName(line[end...]) {
          places.append(start..<end)
        }
      }
      start = end
    }
    self.places = places
  }

  /// Returns the line with a text in the place of each integer.
  func quoted(_ line: [UInt8]) -> [UInt8] {
    var (text, next) = ([UInt8](), 0)
    for place in places {
      text += line[next..<place.lowerBound]
      text.append(UInt8(ascii: "\""))
      text += line[place]
      text.append(UInt8(ascii: "\""))
      next = place.upperBound
    }
    text += line[next...]
    return text
  }

  /// Returns the line with a one and blanks in the place of each integer: other faults of the line
  /// keep their columns.
  func masked(_ line: [UInt8]) -> [UInt8] {
    var text = line
    for place in places {
      for index in place { text[index] = UInt8(ascii: " ") }
      text[place.lowerBound] = UInt8(ascii: "1")
    }
    return text
  }

  /// Returns true for the characters of numbers.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private static func isLong(_ number: ArraySlice<UInt8>) -> Bool {
    let digits = number.first == UInt8(ascii: "-") ? number.dropFirst() : number
    guard digits.count >= 19, digits.first != UInt8(ascii: "0"),
      digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
    else { return false }
    return Int64(String(decoding: number, as: UTF8.self)) == nil
  }

  /// Returns true when a colon follows, after blanks.
  private static func isName(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D } == UInt8(ascii: ":")
  }
}
