// SPDX-License-Identifier: Apache-2.0
//
// Frames that differ, in pictures.

import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// Draws frames that differ: one picture for each version, and one in which the differences are marked.
final class DifferencePictures {
  private let folder: String
  private let format: PictureFormat
  private let limit: Int
  private let renderer: Renderer
  /// Frames drawn of a scenario.
  private var drawn: (id: String, count: Int) = ("", 0)

  /// - Throws: `output-unwritable` when there is no such directory and none can be made.
  init(folder: String, format: PictureFormat, limit: Int, scale: Double) throws(LayoutError) {
    self.folder = folder
    self.format = format
    self.limit = limit
    renderer = Renderer(RenderOptions(scale: scale, outline: true, theme: Theme(.light)))
    try makeFolder(folder)
  }

  func draw(
    _ difference: FrameDifference, of id: String, _ comparison: LayoutComparison
  ) throws(LayoutError) {
    if drawn.id != id { drawn = (id, 0) }
    guard drawn.count < limit else { return }
    drawn.count += 1
    // An id is anything; a file's name is not.
    let name = String(id.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" })
    let path = "\(folder)/\(name)-\(difference.number)"
    try renderer.render(comparison.views.first, to: "\(path)-a.\(format.rawValue)")
    try renderer.render(comparison.views.second, to: "\(path)-b.\(format.rawValue)")
    let pair = ScenePair(comparison.views.first, comparison.views.second)
    try renderer.render(pair, to: "\(path)-diff.\(format.rawValue)")
  }
}
