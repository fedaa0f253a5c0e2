// SPDX-License-Identifier: Apache-2.0
//
// A view of sections that scroll across, for tests.

import LayoutHost
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

/// Shelves on screen: rows of items of 100 × 80, 10 apart, every 100 points.
enum Shelves {
  static let viewportSize = Size(width: 500, height: 400)

  static func file() throws -> PluginFile {
    PluginFile(judging: try CPlugin.build(fixture: "Shelves"))
  }

  static func layout(
    _ properties: KeyValuePairs<String, Double> = [:], id: String = "shelves"
  ) throws -> CollectionLayout {
    let layout = CollectionLayout(
      try InProcessConnection(image: try PluginImage.open(file()), layout: id))
    for (name, value) in properties { try layout.set(name, to: .number(value)) }
    return layout
  }

  /// Makes sections with these numbers of items. The end of 20 items is at 1690.
  static func gallery(
    _ counts: [Int] = [20, 20, 20], _ properties: KeyValuePairs<String, Double> = [:]
  ) throws -> Gallery {
    try Gallery(counts, layout: try layout(properties), viewportSize: viewportSize)
  }
}

/// The messages about sections to a delegate.
final class CrossEars: CollectionViewDelegate {
  var heard: [String] = []
  func collectionView(
    _ collectionView: CollectionView, didScrollSection section: Int, to offset: Double
  ) { heard.append("\(section): \(offset)") }
  func collectionViewDidScroll(_ collectionView: CollectionView) { heard.append("view") }
}

extension CollectionView {
  /// Returns the screen position of an item; nil when it is not in the frame.
  func shownX(_ path: ItemPath) -> Double? {
    visibleElements.first { $0.attributes.path == path }?.attributes.frame.x
  }

  /// Lets frames of 1/60 s pass.
  func pass(_ frames: Int, _ look: () throws -> Void = {}) throws {
    for _ in 0..<frames {
      try advance(to: clock + 1.0 / 60)
      try look()
    }
  }
}
