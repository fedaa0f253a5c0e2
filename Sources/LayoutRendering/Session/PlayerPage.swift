// SPDX-License-Identifier: Apache-2.0
//
// The page around a recorded session: one file of the page's files, which are plain HTML, CSS and ES
// modules in the folder `Page`.

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
  /// The renderer, which the studio's page has too.
  package static let stage = PackageResources.stage_js
  /// Its part about perspective.
  package static let projection = PackageResources.projection_js

  /// The player's modules as one: a file that is opened from a disk cannot load others.
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
