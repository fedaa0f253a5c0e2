// SPDX-License-Identifier: Apache-2.0
//
// What a card says below a character's name: a line for each thing there is to say.

extension UnicodeCatalog {
  /// Appends lines of ASCII, without a newline after the last: the code point, the category, the
  /// age, and what the character decomposes into, counts, or is in the other case.
  public func appendDetails(at index: Int, to text: inout [UInt8]) {
    let record = record(at: index)
    AlgorithmicNames.append("U+", to: &text)
    AlgorithmicNames.appendHexadecimal(codePoints[index], to: &text)
    text.append(newline)
    text.append(contentsOf: record.category.titleBytes)
    if let age = age(at: index) {
      AlgorithmicNames.append("\nSince Unicode ", to: &text)
      text.append(contentsOf: age.utf8)
    }
    append("\nDecomposes to ", record.decomposition, to: &text)
    append("\nValue ", record.number, to: &text)
    append("\nUppercase U+", record.uppercase, to: &text)
    append("\nLowercase U+", record.lowercase, to: &text)
  }

  private var newline: UInt8 { UInt8(ascii: "\n") }

  /// Appends a line when the file has something for it.
  private func append(_ label: StaticString, _ slice: TextSlice, to text: inout [UInt8]) {
    guard slice.count > 0 else { return }
    AlgorithmicNames.append(label, to: &text)
    text.append(contentsOf: bytes[slice.range])
  }
}
