// SPDX-License-Identifier: Apache-2.0
//
// A block of the Unicode Standard that holds characters.

/// A named range of code points and where its characters stand in the catalogue.
public struct UnicodeBlock: Sendable, Equatable {
  /// As the standard writes it, such as "Basic Latin".
  public let name: String
  /// All of its code points, also those that are assigned to no character.
  public let codePoints: ClosedRange<UInt32>
  /// Places of its characters in ``UnicodeCatalog``.
  public let items: Range<Int>
}

/// Since when code points are assigned.
struct AgeRange: Sendable {
  let codePoints: ClosedRange<UInt32>
  /// A version such as "1.1".
  let version: String
}
