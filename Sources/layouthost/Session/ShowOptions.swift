// SPDX-License-Identifier: Apache-2.0
//
// The options that commands with a source share, and their report about a picture.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

// MARK: - Options

/// The options for showing a source.
struct ShowOptions {
  /// The SELECT that makes the source a SQLite database.
  let query: String?
  let viewportSize: Size
  let isRightToLeft: Bool
  /// The factor of text, and of sizes that depend on it.
  var textScale: Double
  let place: Place?
  let settings: [String]
  /// The tier; nil when the command line has none.
  let tier: LayoutTier?
  /// The plugins on the search path of the command line.
  let library: PluginLibrary
  let maker: LayoutMaker
  let rendering: RenderOptions
  /// The first given option that a scenario decides itself and that cannot be combined with one.
  let saidByScenarios: Option?

  static let query = Option(
    "query", letter: "q", taking: "SQL", help: "Show the rows of a SELECT; SOURCE is a database")
  static let set = Option(
    "set", letter: "s", taking: "NAME=VALUE", help: "Set a property (repeatable)")
  static let at = Option(
    "at", taking: "PLACE", help: "Scroll to an offset (1200), a point (0,1200) or an item (12.3)")
  static let size = Option("size", taking: "WxH", help: "The view's size in points (1200x800)")
  static let direction = Option(
    "direction", taking: "DIRECTION", of: ["ltr", "rtl"],
    help: "The direction of the content: ltr or rtl (right to left)")
  static let textScale = Option(
    "text-scale", taking: "F", help: "The factor of text, cells and margins (1)")
  static let scale = Option("scale", taking: "S", help: "Pixels a point (2)")
  static let theme = Option(
    "theme", taking: "THEME", of: Theme.Kind.allCases.map(\.rawValue), help: "light or dark")
  static let format = Option(
    "format", taking: "FORMAT", of: PictureFormat.allCases.map(\.rawValue),
    help: "The format of the pictures: png, svg or pdf (png)")
  static let outline = Option("outline", help: "Draw frames and index paths over the picture")

  /// Returns the value of ``format``.
  static func format(_ arguments: Arguments) throws(UsageError) -> PictureFormat {
    let word = try arguments.choice(format, default: PictureFormat.png.rawValue)
    return PictureFormat(rawValue: word) ?? .png
  }

  /// Returns the value of ``Option/tier``; nil when it is missing.
  static func tier(_ arguments: Arguments) throws(UsageError) -> LayoutTier? {
    LayoutTier(rawValue: try arguments.choice(.tier, default: ""))
  }

  static let all = [
    query, set, at, size, direction, textScale, scale, theme, outline, .plugins, .tier, .trustOnce,
    .json,
  ]

  init(_ arguments: Arguments, defaultSize: Size = Size(width: 1200, height: 800))
    throws(UsageError)
  {
    query = arguments.last(Self.query)
    viewportSize = try arguments.size(Self.size, default: defaultSize)
    isRightToLeft = try arguments.choice(Self.direction, default: "ltr") == "rtl"
    textScale = try arguments.number(Self.textScale, default: 1, in: 0.5...4)
    place = try arguments.last(Self.at).map(Place.init)
    settings = arguments.all(Self.set)
    for setting in settings where !setting.contains("=") || setting.hasPrefix("=") {
      throw UsageError("--set: '\(setting)' is not NAME=VALUE")
    }
    saidByScenarios = [Self.query, Self.set, Self.at, Self.size, Self.direction, Self.textScale]
      .first(where: arguments.has)
    tier = try Self.tier(arguments)
    let kind = try arguments.choice(Self.theme, default: Theme.Kind.light.rawValue)
    rendering = RenderOptions(
      scale: try arguments.number(Self.scale, default: 2, in: 0.1...16),
      outline: arguments.has(Self.outline), theme: Theme(Theme.Kind(rawValue: kind) ?? .light))
    library = PluginLibrary(.standard(extra: arguments.all(.plugins)))
    maker = LayoutMaker(
      library: library, trustOnce: arguments.has(.trustOnce), crashes: CrashFiles())
  }
}

// MARK: - The report

/// The facts of one picture.
struct ShowReport {
  let path: String
  let layout: String
  let source: String
  let itemCount: Int
  let sectionCount: Int
  let visibleCount: Int
  let contentSize: Size
  let contentOffset: Point
  let openMilliseconds: Double
  var anchor: Anchor?

  init(_ gallery: Gallery, path: String, openNanoseconds: UInt64, anchor: Anchor? = nil) {
    self.path = path
    self.anchor = anchor
    layout = gallery.layout.id
    source = gallery.source.title
    itemCount = gallery.source.itemCount
    sectionCount = gallery.source.sectionCount
    visibleCount = gallery.view.visibleElements.count
    contentSize = gallery.view.contentSize
    contentOffset = gallery.view.contentOffset
    openMilliseconds = Double(openNanoseconds) / 1e6
  }

  /// One line for people.
  var line: String {
    let kept = anchor.map { ", item \($0.path) kept its place" } ?? ""
    return "\(path): \(source) in \(layout), \(counted(itemCount, "item")) in "
      + "\(counted(sectionCount, "section")), \(counted(visibleCount, "element")) visible, "
      + "opened in \(short(openMilliseconds)) ms\(kept)"
  }

  var json: JSONValue {
    var object = JSONObject([
      .init("path", .string(path)), .init("source", .string(source)),
      .init("layout", .string(layout)), .init("items", .integer(Int64(itemCount))),
      .init("sections", .integer(Int64(sectionCount))),
      .init("visible", .integer(Int64(visibleCount))),
      .init("contentSize", [.number(contentSize.width), .number(contentSize.height)]),
      .init("contentOffset", [.number(contentOffset.x), .number(contentOffset.y)]),
      .init("openMilliseconds", .number(openMilliseconds)),
    ])
    if let anchor {
      object["anchor"] = [
        "path": [.integer(Int64(anchor.path.section)), .integer(Int64(anchor.path.item))],
        "offset": [.number(anchor.offset.dx), .number(anchor.offset.dy)],
      ]
    }
    return .object(object)
  }
}

/// A count with its noun: "1 item", "2 items".
func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// A count with commas between thousands.
func grouped(_ count: Int) -> String {
  var text = ""
  for (place, digit) in String(abs(count)).reversed().enumerated() {
    if place > 0 && place % 3 == 0 { text.append(",") }
    text.append(digit)
  }
  return (count < 0 ? "-" : "") + String(text.reversed())
}

// MARK: - Pictures not drawn
//
// Messages about picture files that could not be drawn completely.

extension Console {
  /// Reports the picture files that are damaged or unreadable, a few of them by name.
  func complain(of faults: [(path: String, reason: String)]) {
    for fault in faults.prefix(5) {
      complain("layouthost: \(fault.path): \(fault.reason); it is marked in the picture")
    }
    if faults.count > 5 {
      complain("layouthost: and \(counted(faults.count - 5, "other file")) like that")
    }
  }
}
