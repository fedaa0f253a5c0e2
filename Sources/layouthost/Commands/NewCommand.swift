// SPDX-License-Identifier: Apache-2.0
//
// `layouthost new`: a folder with a layout that builds, passes the checks and draws itself.

import LayoutLoading
import LayoutModel
import LayoutRendering

enum NewCommand: Command {
  static let name = "new"
  static let summary = "Start a layout: a folder that builds, passes the checks and draws itself"
  static let form = "NAME --language LANGUAGE"
  static let options = [language]
  static let notes = """
    NAME is the folder and the layout's id: lower-case letters and digits, a letter first. LANGUAGE is
    swift, c, cpp or rust. In the folder

      make            builds NAME.so
      make check      asks every rule that layouts must keep
      make picture    draws Unicode with the layout into NAME.png
    """

  private static let language = Option(
    "language", letter: "L", taking: "LANGUAGE", help: "swift, c, cpp or rust")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    let name = try arguments.onlyOperand("NAME")
    let wanted = try arguments.required(language)
    guard let language = Language(rawValue: wanted) else {
      let known = Language.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("--language: '\(wanted)' is none of \(known)")
    }
    guard isName(name) else {
      throw UsageError(
        "'\(name)' is no name for a layout; it has lower-case letters and digits, a letter first")
    }
    guard !FileSystem.exists(name) else {
      throw LayoutError("exists", "\(name) is there already; choose another name or remove it")
    }
    // Before anything is made, so that a place that is missing leaves nothing behind.
    let files = try NewLayout(name: name, language: language, places: InstalledPlaces()).files()
    for file in files {
      try makeFolder(FileSystem.parent(of: "\(name)/\(file.path)"))
      try OutputFile.write(Array(file.text.utf8), to: "\(name)/\(file.path)")
      try console.print("\(name)/\(file.path)")
    }
    return true
  }

  private static func isName(_ name: String) -> Bool {
    let letters = name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
    return letters && name.utf8.count <= 48 && (name.utf8.first ?? 0) >= 97
  }
}
