// SPDX-License-Identifier: Apache-2.0
//
// The frames that are kept, drawn again as whole pictures.

import LayoutHost
import LayoutModel

extension SessionHistory {
  /// Seconds that a film shows, and its frames, at most.
  private static let filmSeconds = 12.0
  private static let filmFrames = 240

  /// Returns the last seconds of the session as an animated WebP file.
  ///
  /// - Throws: `picture-size` or `picture-failed`.
  package func film(theme: Theme, scale: Double) throws(LayoutError) -> [UInt8] {
    let numbers = numbers
    guard let last = numbers.last else { return [] }
    let end = figures(of: last).time
    let chosen = numbers.filter { figures(of: $0).time >= end - Self.filmSeconds }
    let size = frame(last).container
    var frames: [FilmStrip.Frame] = []
    for number in chosen.suffix(Self.filmFrames) {
      let frame = frame(number)
      // A film has one size: it shows what came since the last time that this changed.
      guard frame.container == size else {
        frames = []
        continue
      }
      let time = figures(of: number).time
      if let before = frames.last, time - before.time < 0.001 { frames.removeLast() }
      frames.append(FilmStrip.Frame(scene(of: frame), time: time))
    }
    let renderer = Renderer(RenderOptions(scale: scale, theme: theme))
    return try WebPAnimation.encode(frames, until: end + 0.5, with: renderer)
  }

  private func scene(of frame: SessionFrame) -> Scene {
    let elements = frame.changes.map(\.element).sorted {
      ($0.category.rawValue, $0.path, $0.rank) < ($1.category.rawValue, $1.path, $1.rank)
    }
    return Scene(
      elements.compactMap { element in
        guard var scene = sheet.looks[element.sprite]?.element else { return nil }
        scene.frame.origin = element.frame.origin
        (scene.alpha, scene.zIndex, scene.depth) = (element.alpha, element.zIndex, element.depth)
        (scene.category, scene.path, scene.transform) =
          (element.category, element.path, element.transform)
        return scene
      }, viewport: Rect(origin: frame.offset, size: frame.container))
  }
}
