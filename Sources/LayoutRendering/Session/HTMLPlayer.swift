// SPDX-License-Identifier: Apache-2.0
//
// A recorded session as one file that any browser plays, with nothing to fetch.

import LayoutModel

/// Writes sessions as pages.
public enum HTMLPlayer {
  /// Writes the page for `session` to `path`.
  ///
  /// Sprites come in both themes and sharp for dense displays if that fits in `budget`; else they
  /// get coarser, and at last the page has the light theme's alone.
  ///
  /// - Parameters:
  ///   - scales: Pixels a point, to be tried in this order.
  ///   - budget: Of the whole page, bytes. The coarsest version is written even if it is larger.
  /// - Returns: The size of the page, bytes.
  /// - Throws: `picture-failed` or `output-unwritable`.
  @discardableResult
  public static func write(
    _ session: SessionRecorder, to path: String, scales: [Double] = [2, 1.5, 1],
    budget: Int = 15_000_000
  ) throws(LayoutError) -> Int {
    let page = try page(session, scales: scales, budget: budget)
    let bytes = Array(page.utf8)
    try OutputFile.write(bytes, to: path)
    return bytes.count
  }

  /// The page in the best version that fits.
  private static func page(
    _ session: SessionRecorder, scales: [Double], budget: Int
  ) throws(LayoutError) -> String {
    let coarsest = scales.last ?? 1
    var atlas = try session.sheet.draw(theme: .light, scale: scales.first ?? 1)
    let room = budget - PlayerPage.text(json: session.json(atlas: atlas), sheets: "").utf8.count
    for scale in scales.dropFirst() where textSize(atlas) > room {
      atlas = try session.sheet.draw(theme: .light, scale: scale)
    }
    var sheets = [(Theme.light, atlas)]
    // A dark atlas is about as large as the light one; one coarser step may make room for both.
    for scale in [atlas.scale] + scales.filter({ $0 < atlas.scale && $0 >= max(coarsest, 1.5) }) {
      guard 2 * textSize(atlas) * Int(100 * scale / atlas.scale) / 100 <= room else { continue }
      if scale != atlas.scale { atlas = try session.sheet.draw(theme: .light, scale: scale) }
      let dark = try session.sheet.draw(theme: .dark, scale: scale)
      guard textSize(atlas) + textSize(dark) <= room else { continue }
      sheets = [(.light, atlas), (.dark, dark)]
      break
    }
    return PlayerPage.text(json: session.json(atlas: atlas), sheets: json(sheets))
  }

  /// The pictures by theme, each with the colour behind them.
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

  /// What an atlas takes in the page, bytes.
  private static func textSize(_ atlas: SpriteAtlas) -> Int { (atlas.byteCount + 2) / 3 * 4 }
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
