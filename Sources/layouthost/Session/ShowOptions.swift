// SPDX-License-Identifier: Apache-2.0
//
// The options that commands which show a source share.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// The command line's options about showing something.
struct ShowOptions {
  /// The SELECT that makes the source a SQLite database.
  let query: String?
  let container: Size
  let isRightToLeft: Bool
  /// The factor of text, and of what is sized by it.
  var textScale: Double
  let place: Place?
  let settings: [String]
  /// Nil where it says nothing.
  let tier: LayoutTier?
  let maker: LayoutMaker
  let rendering: RenderOptions
  /// The first option given of those that a scenario leaves no room for: it says these things itself.
  let saidByScenarios: Option?

  static let query = Option(
    "query", letter: "q", taking: "SQL", help: "Show what a SELECT gives; SOURCE is a database")
  static let set = Option(
    "set", letter: "s", taking: "NAME=VALUE", help: "Set a property (repeatable)")
  static let at = Option(
    "at", taking: "PLACE", help: "Scroll to an offset (1200), a point (0,1200) or an item (12.3)")
  static let size = Option("size", taking: "WxH", help: "The view's size in points (1200x800)")
  static let direction = Option(
    "direction", taking: "DIRECTION", of: ["ltr", "rtl"],
    help: "Of the content: ltr or rtl (right to left)")
  static let textScale = Option(
    "text-scale", taking: "F", help: "Text F times as large, cells and margins with it (1)")
  static let scale = Option("scale", taking: "S", help: "Pixels a point (2)")
  static let theme = Option(
    "theme", taking: "THEME", of: Theme.Kind.allCases.map(\.rawValue), help: "light or dark")
  static let format = Option(
    "format", taking: "FORMAT", of: PictureFormat.allCases.map(\.rawValue),
    help: "Of the pictures: png, svg or pdf (png)")
  static let outline = Option("outline", help: "Draw frames and index paths over the picture")

  /// Returns the value of ``format``.
  static func format(_ arguments: Arguments) throws(UsageError) -> PictureFormat {
    let word = try arguments.choice(format, default: PictureFormat.png.rawValue)
    return PictureFormat(rawValue: word) ?? .png
  }

  /// Returns the value of ``Option/tier``; nil when it is not there.
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
    container = try arguments.size(Self.size, default: defaultSize)
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
    maker = LayoutMaker(
      library: PluginLibrary(.standard(extra: arguments.all(.plugins))),
      trustOnce: arguments.has(.trustOnce), crashes: CrashFiles())
  }
}
