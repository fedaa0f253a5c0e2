// SPDX-License-Identifier: Apache-2.0
//
// The room that lengths of headers and footers refer to.

import LayoutHost
import LayoutModel

/// The span of a header that is given as a length. Noted between frames, since an answer to a
/// query may not ask the layout.
final class LayoutRoom {
  var container: Size
  private(set) var isHorizontal = false

  init(container: Size, layout: CollectionLayout) {
    self.container = container
    noteDirection(of: layout)
  }

  /// Notes whether the layout says that it scrolls sideways.
  func noteDirection(of layout: CollectionLayout) {
    let name = "scrollDirection"
    guard let property = layout.descriptor.properties.first(where: { $0.name == name }),
      case .enumeration(let index)? = try? layout.value(of: name)
    else { return }
    isHorizontal =
      property.cases.indices.contains(index) && property.cases[index] == "horizontal"
  }
}
