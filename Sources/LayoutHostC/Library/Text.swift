// SPDX-License-Identifier: Apache-2.0
//
// Text on its way in and out.

import Glibc
import LayoutModel

/// Text that lives as long as this object.
final class CText {
  let bytes: UnsafePointer<CChar>

  /// A copy, up to a zero byte if there is one.
  init(_ text: String) {
    bytes = UnsafePointer(text.withCString { strdup($0) ?? CText.empty })
  }

  deinit {
    if bytes != UnsafePointer(CText.empty) { free(UnsafeMutablePointer(mutating: bytes)) }
  }

  /// For when there is no memory.
  nonisolated(unsafe) private static let empty: UnsafeMutablePointer<CChar> = {
    let byte = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    byte.pointee = 0
    return byte
  }()
}

/// A list of texts that lives as long as this object.
final class CTexts {
  private let texts: [CText]
  let list: UnsafeMutablePointer<UnsafePointer<CChar>?>

  init(_ texts: [String]) {
    self.texts = texts.map(CText.init)
    list = .allocate(capacity: texts.count + 1)
    for (index, text) in self.texts.enumerated() { (list + index).initialize(to: text.bytes) }
    (list + texts.count).initialize(to: nil)
  }

  deinit { list.deallocate() }

  /// Null when it is empty.
  var pointer: UnsafePointer<UnsafePointer<CChar>?>? {
    texts.isEmpty ? nil : UnsafePointer(list)
  }
}

/// Reads an argument.
///
/// - Throws: `null-argument`, `bad-argument` for what is not UTF-8.
func text(_ bytes: UnsafePointer<CChar>?, _ argument: String) throws(LayoutError) -> String {
  guard let bytes else { throw isNull(argument) }
  guard let text = String(validatingCString: bytes) else {
    throw LayoutError(.badArgument, "\(argument) is not UTF-8; convert it first")
  }
  return text
}

/// Reads an argument that may be null.
///
/// - Throws: `bad-argument` for what is not UTF-8.
func optionalText(
  _ bytes: UnsafePointer<CChar>?, _ argument: String
) throws(LayoutError) -> String? {
  guard bytes != nil else { return nil }
  return try text(bytes, argument)
}

/// Reads a list of texts.
func texts(
  _ list: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32, _ argument: String
) throws(LayoutError) -> [String] {
  guard count > 0 else { return [] }
  guard let list else { throw isNull(argument) }
  var all: [String] = []
  for index in 0..<Int(count) { all.append(try text(list[index], argument)) }
  return all
}
