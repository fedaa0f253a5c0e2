// SPDX-License-Identifier: Apache-2.0
//
// `layouthost new`: a folder with a layout that builds, passes the checks and draws itself.

import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering

enum NewCommand: Command {
  static let name = "new"
  static let summary = "Start a layout: a folder that builds, passes the checks and draws itself"
  static let form = "NAME --language LANGUAGE"
  static let options: [Option] = [language, place, .json]
  static let notes = """
    NAME is the folder and the layout's id: lower-case letters, digits and hyphens, a letter first.
    LANGUAGE is swift, c, cpp or rust. In the folder

      make            builds NAME.so
      make check      checks the rules that layouts must keep
      make picture    draws Unicode with the layout into NAME.png
      layouthost studio unicode --layout ./NAME.so --build make
                      shows it in the browser, and again at each save

    The folder can be shared: it contains no path of this machine, except in local.mk, which git ignores
    and which is made only when layouthost is not on PATH. Makefiles ask --where include for the
    directory of the C headers and --where kit for the package of LayoutKit.
    """

  private static let language = Option(
    "language", letter: "L", taking: "LANGUAGE", of: Language.allCases.map(\.rawValue),
    help: "swift, c, cpp or rust")
  private static let place = Option(
    "where", taking: "THING", of: ["include", "kit"],
    help: "Print where THING is and stop: include or kit")

  static func run(_ arguments: Arguments, on console: Console) throws -> Bool {
    if arguments.has(place) {
      try arguments.refuseOperands()
      return try tell(
        try arguments.choice(place, default: ""), on: console)
    }
    let name = try name(try arguments.onlyOperand("NAME"))
    let language = try chosenLanguage(arguments)
    guard !FileSystem.exists(name.id) else {
      throw LayoutError(.exists, "\(name.id) is there already; choose another name or remove it")
    }
    // Checked before any file is made, so that a missing place leaves nothing behind.
    let files = try NewLayout(name: name, language: language, places: InstalledPlaces()).files()
    for file in files {
      let path = "\(name.id)/\(file.path)"
      try makeFolder(FileSystem.parent(of: path))
      try OutputFile.write(Array(file.text.utf8), to: path)
      if !arguments.has(.json) { try console.print(path) }
    }
    if arguments.has(.json) {
      let paths = files.map { JSONValue.string("\(name.id)/\($0.path)") }
      try console.print(text: JSONValue.array(paths).serialised(indented: true))
    } else {
      let program = InstalledPlaces().isOnPath ? "layouthost" : InstalledPlaces().program
      try console.print()
      try console.print("Work on it in the browser; it is built at each save:")
      try console.print(
        "  cd \(name.id) && \(program) studio unicode --layout ./\(name.id).so --build make")
    }
    return true
  }

  private static func tell(_ thing: String, on console: Console) throws -> Bool {
    let places = InstalledPlaces()
    try console.print(thing == "kit" ? try places.package() : try places.include())
    return true
  }

  private static func chosenLanguage(_ arguments: Arguments) throws(UsageError) -> Language {
    _ = try arguments.required(language)
    let word = try arguments.choice(language, default: Language.c.rawValue)
    return Language(rawValue: word) ?? .c
  }

  private static func name(_ text: String) throws(UsageError) -> LayoutName {
    if let name = LayoutName(text) { return name }
    let near = LayoutName(near: text).map { ", such as \($0.id)" } ?? ""
    throw UsageError(
      "'\(text)' is no name for a layout; it has lower-case letters, digits and hyphens, a letter first"
        + near)
  }
}
