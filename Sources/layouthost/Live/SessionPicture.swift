// SPDX-License-Identifier: Apache-2.0
//
// The picture of a live session, drawn again when something changed.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// Keeps a picture file up to date.
final class SessionPicture {
  private let path: String
  private let renderer: Renderer
  /// True when something may have changed since the picture was drawn.
  var isDue = true

  /// - Throws: `unknown-format` when the ending of `path` names none.
  init(_ path: String, _ options: RenderOptions) throws(LayoutError) {
    _ = try PictureFormat(path: path)
    self.path = path
    renderer = Renderer(options)
  }

  /// Draws what the view shows.
  ///
  /// - Returns: The line that reports it, with the error where it could not be drawn: the session goes on.
  func draw(_ view: CollectionView) -> JSONObject {
    isDue = false
    let start = Meter.now
    var line = JSONObject([.init("event", "picture"), .init("path", .string(path))])
    do throws(LayoutError) {
      try renderer.render(view, to: path)
      line["milliseconds"] = .number(Meter.milliseconds(since: start))
    } catch {
      line["error"] = .object(error.json)
    }
    return line
  }
}
