// SPDX-License-Identifier: Apache-2.0
//
// The name of a new layout, in the forms that its files need.

/// A layout's name: lower-case letters, digits and single hyphens, a letter first.
struct LayoutName: Equatable {
  /// The folder, the file and the layout's id: "my-grid".
  let id: String

  /// Longer ones make paths that other tools refuse.
  private static let lengthLimit = 48

  /// The name; nil when the text is none.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isSound = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
    }
    guard isSound, text.utf8.count <= Self.lengthLimit, (text.utf8.first ?? 0) >= 97 else {
      return nil
    }
    id = text
  }

  /// A name that is as much like the text as can be; nil when nothing of it will do.
  init?(near text: String) {
    let words = text.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let joined = words.joined(separator: "-").drop { !$0.isLetter }
    self.init(String(joined.prefix(Self.lengthLimit)))
  }

  /// The name for people: "My Grid".
  var title: String { words.joined(separator: " ") }

  /// Modules, types and targets: "MyGrid".
  var identifier: String { words.joined() }

  private var words: [String] {
    id.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
  }
}
