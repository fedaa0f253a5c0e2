// SPDX-License-Identifier: Apache-2.0
//
// The sizes that a layout assumed before views said how large they want to be.

import LayoutHost
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// Remembers what was assumed of the elements on screen, as long as they are there.
struct AssumedSizes {
  private struct Name: Hashable {
    var category: ElementCategory
    var path: ItemPath
  }

  private var sizes: [Name: Size] = [:]

  /// Takes the sizes that views did not agree to in a frame.
  ///
  /// - Returns: What was assumed of each element that is on screen.
  /// - Complexity: O(elements on screen); O(1) while nothing was assumed.
  mutating func take(_ new: [AssumedSize], on view: CollectionView) -> [FrameElementSize] {
    // Of several rounds of a frame, the first one had the assumption.
    for one in new.reversed() {
      sizes[Name(category: one.category, path: one.path)] = one.size
    }
    guard !sizes.isEmpty else { return [] }
    let old = sizes
    sizes = [:]
    return view.visibleElements.compactMap { element in
      let name = Name(category: element.attributes.category, path: element.attributes.path)
      guard let size = old[name] else { return nil }
      sizes[name] = size
      return FrameElementSize(category: name.category, path: name.path, size: size)
    }
  }

  /// Forgets everything: another layout, or other data.
  mutating func forget() { sizes = [:] }
}
