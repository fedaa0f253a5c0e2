// SPDX-License-Identifier: Apache-2.0
//
// The words, numbers and signs of a description, each with its place for error messages.

import LayoutABI

/// A token of a description.
struct CompositionToken {
  enum Kind {
    /// Letters, stored in `bytes`.
    case word
    /// Digits with an optional decimal part, or a minus before; stored in `number`.
    case number
    /// One of `{ } ( ) : , * % ~ +`, in `sign`.
    case sign
    case end
  }

  var kind: Kind
  var number = 0.0
  var sign: UInt8 = 0
  var start: Int
  var end: Int
  /// The line, counted from 1.
  var line: Int
  var column: Int
}

/// Splits a description into tokens.
struct CompositionLexer {
  let text: [UInt8]
  private var offset = 0
  private var line = 1
  /// The start of the present line.
  private var lineStart = 0

  init(_ text: [UInt8]) { self.text = text }

  /// The maximal number of digits in a number, so that it is read exactly.
  private static var digitLimit: Int { 15 }

  /// Returns an error with its place in the text.
  static func error(_ message: StaticString, _ line: Int, _ column: Int) -> LayoutError {
    var error = LayoutError.argument(message)
    error.subject = "sections"
    error.line = line
    error.column = column
    return error
  }

  /// Reads the next token.
  /// - Throws: An error for a sign without meaning, or for a number that cannot be read.
  mutating func next() throws(LayoutError) -> CompositionToken {
    skipBlanks()
    var token = CompositionToken(
      kind: .end, start: offset, end: offset, line: line, column: offset - lineStart + 1)
    guard offset < text.count else { return token }
    let byte = text[offset]
    if Self.isLetter(byte) {
      token.kind = .word
      while offset < text.count, Self.isLetter(text[offset]) { offset += 1 }
    } else if Self.isDigit(byte) || byte == UInt8(ascii: "-") {
      token.kind = .number
      token.number = try readNumber(token)
    } else if Self.isSign(byte) {
      token.kind = .sign
      token.sign = byte
      offset += 1
    } else {
      throw Self.error(
        "an unknown sign; a description has words, numbers and { } ( ) : , * % ~ +",
        token.line, token.column)
    }
    token.end = offset
    return token
  }

  private mutating func skipBlanks() {
    var isComment = false
    while offset < text.count {
      let byte = text[offset]
      if byte == UInt8(ascii: "#") { isComment = true }
      if byte == UInt8(ascii: "\n") {
        isComment = false
        line += 1
        lineStart = offset + 1
      } else if !isComment, byte > 0x20 {
        return
      }
      offset += 1
    }
  }

  private mutating func readNumber(_ token: CompositionToken) throws(LayoutError) -> Double {
    let isNegative = text[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    var (value, unit, digits) = (0.0, 1.0, 0)
    var hasPoint = false
    while offset < text.count {
      let byte = text[offset]
      if byte == UInt8(ascii: "."), !hasPoint {
        hasPoint = true
      } else if Self.isDigit(byte) {
        value = value * 10 + Double(byte - UInt8(ascii: "0"))
        if hasPoint { unit *= 10 }
        digits += 1
      } else {
        break
      }
      offset += 1
    }
    guard digits > 0, digits <= Self.digitLimit else {
      throw Self.error("not a number of 1 to 15 digits", token.line, token.column)
    }
    return (isNegative ? -value : value) / unit
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private static func isSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "*"), UInt8(ascii: "%"),
      UInt8(ascii: "~"), UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
