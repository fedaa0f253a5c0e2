// SPDX-License-Identifier: Apache-2.0
//
// A folder for a new layout, made from a worked example by putting its names and places in.

import LayoutLoading
import LayoutModel

/// What `layouthost new` makes.
struct NewLayout {
  /// Also the layout's id: lower-case letters and digits.
  let name: String
  let language: Language
  /// Where the headers are, the kit's package (Swift only), and this program.
  let places: InstalledPlaces

  /// Every file, with its path inside the folder.
  func files() throws(LayoutError) -> [(path: String, text: String)] {
    let kit = language == .swift ? try places.package() : ""
    let include = language == .c || language == .cpp ? try places.include() : ""
    var files: [(path: String, text: String)] = []
    for file in language.files {
      var text = String(decoding: file.content, as: UTF8.self)
      if file.path == "Package.swift" {
        text = text.replacing("path: \"../..\"", with: "path: \"\(kit)\"")
      }
      if file.path == "Makefile" {
        text = text.replacing("../../Sources/LayoutABI/include", with: include)
        text = text.replacing("../../.build/release/layouthost", with: places.program)
      }
      files.append((renamed(file.path), renamed(withoutLicence(text))))
    }
    files.append((".gitignore", "*.so\n*.png\n.build/\n"))
    return files
  }

  /// The text with the layout's names in place of the example's. In prose, and where code only
  /// happens to use the same word, it stays.
  private func renamed(_ text: String) -> String {
    let old = language.example
    var text = text
    for ending in ["so", "c", "cpp", "rs", "png"] {
      text = text.replacing("\(old).\(ending)", with: "\(name).\(ending)")
    }
    text = text.replacing("org.example.\(old)", with: "org.example.\(name)")
    text = text.replacing("\"\(old)\"", with: "\"\(name)\"")
    let (title, oldTitle) = (Self.title(name), Self.title(old))
    // Names of a Swift package are its modules' and its class's too.
    if language == .swift { return text.replacing(oldTitle, with: title) }
    return text.replacing("\"\(oldTitle)\"", with: "\"\(title)\"")
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

  /// "grid" as "Grid".
  private static func title(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
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
