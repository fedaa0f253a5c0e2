// SPDX-License-Identifier: Apache-2.0
//
// A folder for a new layout, made from a worked example with its names and paths replaced.

import LayoutLoading
import LayoutModel

/// The files that `layouthost new` makes.
///
/// They contain no path of this machine, so that the folder can be shared: they ask `layouthost`
/// for the paths of the installation. If that is not on `PATH`, `local.mk` has its path; git
/// ignores that file.
struct NewLayout {
  let name: LayoutName
  let language: Language
  let places: InstalledPlaces

  /// Every file, with its path inside the folder.
  /// - Throws: `not-installed` when a requirement of the language is missing.
  func files() throws(LayoutError) -> [(path: String, text: String)] {
    // Checked here, because a compiler would only report missing files.
    if language == .swift { _ = try places.package() }
    if language == .c || language == .cpp { _ = try places.include() }
    var files = language.files.map { file in
      let text = placed(withoutLicence(String(decoding: file.content, as: UTF8.self)))
      return (path: renamed(file.path), text: renamed(text))
    }
    files.append((".gitignore", "*.so\n*.png\n.build/\nlocal.mk\n"))
    if !places.isOnPath {
      files.append(
        (
          "local.mk",
          """
          # Where this machine has layouthost. Not for others: git leaves this file out.
          LAYOUTHOST ?= \(places.program)

          """
        ))
    }
    return files
  }

  /// The text of an example with paths of an installation instead of the source tree.
  private func placed(_ text: String) -> String {
    text.replacing(
      "../../Sources/LayoutABI/include", with: "$(shell \"$(LAYOUTHOST)\" new --where include)"
    )
    .replacing("../../.build/release/layouthost", with: "layouthost")
    .replacing("\"../..\"", with: "\"/usr/local/share/layouthost/kit\"")
  }

  /// The text with the layout's names instead of the example's. Prose, and code that uses the same
  /// word for another thing, stay unchanged.
  private func renamed(_ text: String) -> String {
    let old = language.example
    var text = text
    for ending in ["so", "c", "cpp", "rs", "png"] {
      text = text.replacing("\(old).\(ending)", with: "\(name.id).\(ending)")
    }
    text = text.replacing("org.example.\(old)", with: "org.example.\(name.id)")
    text = text.replacing("\"\(old)\"", with: "\"\(name.id)\"")
    let oldTitle = language.exampleTitle
    // The readable names: in the note, and in the tables of the code.
    for form in [
      "\"name\": \"\(oldTitle)\"", "name: \"\(oldTitle)\", help", "name: \"\(oldTitle)\", version",
    ] {
      text = text.replacing(form, with: form.replacing(oldTitle, with: name.title))
    }
    // Modules, targets and the class of a Swift package.
    if language == .swift { return text.replacing(oldTitle, with: name.identifier) }
    return text.replacing("\"\(oldTitle)\"", with: "\"\(name.title)\"")
  }

  /// The licence of a new layout is its author's choice.
  private func withoutLicence(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.first == "// SPDX-License-Identifier: Apache-2.0" {
      lines.removeFirst()
      if lines.first == "//" { lines.removeFirst() }
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  /// The text with each occurrence of `old` replaced.
  fileprivate func replacing(_ old: String, with new: String) -> String {
    var text = ""
    var rest = self[...]
    while let range = rest.firstRange(of: old) {
      text += rest[..<range.lowerBound] + new
      rest = rest[range.upperBound...]
    }
    return text + rest
  }
}

// MARK: - Its name
//
// The name of a new layout, in the forms that its files need.

/// A layout's name: lower-case letters, digits and single hyphens, a letter first.
struct LayoutName: Equatable {
  /// The folder, the file and the layout's id: "my-grid".
  let id: String

  /// Longer names make paths that other tools refuse.
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

  /// Makes a name as close to the text as possible; nil when no character can be used.
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
