// SPDX-License-Identifier: Apache-2.0
//
// A recorded session as one self-contained file for any browser.

import LayoutModel

/// Writes sessions as pages.
public enum HTMLPlayer {
  /// The default maximum size of a page, bytes.
  public static let standardBudget = 5_000_000

  /// Writes the page for `session` to `path`.
  ///
  /// Sprites are included in both themes and sharp for high-density displays if that fits in
  /// `budget`; else they get coarser, and finally only the light theme is included.
  ///
  /// - Parameters:
  ///   - scales: Pixels per point, to be tried in this order.
  ///   - budget: The size of the whole page, bytes. The coarsest version is written even if it is
  ///     larger.
  /// - Returns: The size of the page, bytes.
  /// - Throws: `picture-failed` or `output-unwritable`.
  @discardableResult
  public static func write(
    _ session: SessionRecorder, to path: String, scales: [Double] = [2, 1.5, 1],
    budget: Int = HTMLPlayer.standardBudget
  ) throws(LayoutError) -> Int {
    let page = try page(session, scales: scales, budget: budget)
    let bytes = Array(page.utf8)
    try OutputFile.write(bytes, to: path)
    return bytes.count
  }

  /// The page in the best version that fits.
  package static func page(
    _ session: SessionRecorder, scales: [Double] = [2, 1.5, 1],
    budget: Int = HTMLPlayer.standardBudget
  ) throws(LayoutError) -> String {
    let workshop = AtlasWorkshop(session.sheet)
    let versions = AtlasVersion.fromBest(scales)
    var best: [(Theme, SpriteAtlas)] = []
    var json = ""
    for version in versions {
      let light = try workshop.atlas(.light, version.scale)
      json = session.json(atlas: light)
      best = [(.light, light)]
      let room = budget - PlayerPage.text(json: json, sheets: "").utf8.count - 1000
      if !version.hasDark {
        if textSize(light) <= room { break }
        continue
      }
      // The dark atlas is about as large as the light one: not worth drawing if two do not fit.
      guard textSize(light) * 19 / 10 <= room else { continue }
      let dark = try workshop.atlas(.dark, version.scale)
      guard textSize(light) + textSize(dark) <= room else { continue }
      best.append((.dark, dark))
      break
    }
    return PlayerPage.text(json: json, sheets: self.json(best))
  }

  /// The pictures by theme, each with its background colour.
  private static func json(_ sheets: [(Theme, SpriteAtlas)]) -> String {
    var json = JSONText()
    json.object { json in
      for (theme, atlas) in sheets {
        json.key(theme.kind.rawValue)
        json.object { json in
          json.key("ground")
          json.string(theme.ground.hexadecimal)
          json.key("pages")
          json.array { json in
            for page in atlas.pages { json.string(Base64.encode(page)) }
          }
        }
      }
    }
    return json.text
  }

  /// Returns the size of an atlas in the page, bytes.
  private static func textSize(_ atlas: SpriteAtlas) -> Int { (atlas.byteCount + 2) / 3 * 4 }
}

/// The resolution of a page's sprites, and the number of their themes.
private struct AtlasVersion {
  /// Pixels per point.
  var scale: Double
  var hasDark: Bool

  /// Both themes at every scale first, then one.
  static func fromBest(_ scales: [Double]) -> [AtlasVersion] {
    let scales = scales.isEmpty ? [1] : scales
    return scales.filter { $0 >= 1.5 }.map { AtlasVersion(scale: $0, hasDark: true) }
      + scales.map { AtlasVersion(scale: $0, hasDark: false) }
  }
}

/// Draws each atlas once, for any number of versions.
private final class AtlasWorkshop {
  private let sheet: SpriteSheet
  private var drawn: [(theme: Theme, atlas: SpriteAtlas)] = []

  init(_ sheet: SpriteSheet) { self.sheet = sheet }

  func atlas(_ theme: Theme, _ scale: Double) throws(LayoutError) -> SpriteAtlas {
    if let old = drawn.first(where: { $0.theme == theme && $0.atlas.scale == scale }) {
      return old.atlas
    }
    let atlas = try sheet.draw(theme: theme, scale: scale)
    drawn.append((theme, atlas))
    return atlas
  }
}

extension Color {
  /// "#rrggbb", without the opacity.
  var hexadecimal: String {
    let digits = [red, green, blue].map { part in
      let text = String(Int((part * 255).rounded()), radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return "#" + digits.joined()
  }
}

// MARK: - The page's files
//
// The page around a recorded session: one file made from the page's files, which are plain HTML,
// CSS and ES modules in the folder `Page`.

/// The player's document.
enum PlayerPage {
  /// A complete page.
  ///
  /// - Parameters:
  ///   - json: The session, without "<".
  ///   - sheets: The sprites by theme, without "<".
  static func text(json: String, sheets: String) -> String {
    var text = ""
    var rest = PageText.player[...]
    let parts = [
      ("{{style}}", PageText.style), ("{{session}}", json), ("{{sheets}}", sheets),
      ("{{script}}", PageText.script),
    ]
    for (mark, part) in parts {
      guard let place = rest.firstRange(of: mark) else { continue }
      text += rest[..<place.lowerBound] + part
      rest = rest[place.upperBound...]
    }
    return text + rest
  }
}

/// The files of the page, as text.
package enum PageText {
  static let player = text(PackageResources.player_html)
  static let style = text(PackageResources.player_css)
  /// The renderer, shared with the studio's page.
  package static let stage = PackageResources.stage_js
  /// Its module for perspective.
  package static let projection = PackageResources.projection_js

  /// The player's modules as one: a local file cannot load others.
  static let script = [
    PackageResources.projection_js, PackageResources.stage_js, PackageResources.player_js,
  ].map { alone(text($0)) }.joined(separator: "\n")

  /// A module without its imports and exports.
  private static func alone(_ module: String) -> String {
    var lines: [Substring] = []
    for line in module.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("import "), line.hasSuffix(";") { continue }
      lines.append(line.hasPrefix("export ") ? line.dropFirst(7) : line)
    }
    return lines.joined(separator: "\n")
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
