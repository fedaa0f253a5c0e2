// SPDX-License-Identifier: Apache-2.0
//
// A tap on an element that is no cell, such as a table's column header: the layout hears of it.

import LayoutModel
import LayoutRuntime

/// Tells a layout of a tap, when it has the standard action `tapElement(kind, section, item)`. What comes of
/// it the layout says by an event.
package struct ElementTap {
  let state: EngineState
  private let action: Int

  /// Nil when the layout of `state` does not want to hear.
  package init?(_ state: EngineState) {
    let actions = state.layout.connection.descriptor.actions
    let types: [ValueType] = [.index, .index, .index]
    guard
      let action = actions.firstIndex(where: {
        $0.name == "tapElement" && $0.arguments.map(\.type) == types && $0.result == .none
      })
    else { return nil }
    (self.state, self.action) = (state, action)
  }

  /// Tells of a tap on a supplementary element.
  ///
  /// - Throws: What the layout throws.
  package func run(on part: ElementPart) throws(LayoutError) {
    let element = try state.layout.element(.supplementary, kind: part.kind, part.path)
    state.setNeedsFrame()
    _ = try state.layout.connection.call(
      action: action,
      arguments: [.index(UInt32(element.kind)), .index(element.section), .index(element.item)])
  }

  /// The same by an element's kind and path.
  ///
  /// - Throws: What the layout throws.
  package func run(onKind kind: String, at path: ItemPath) throws(LayoutError) {
    try run(on: ElementPart(kind: kind, path: path))
  }
}

extension EngineState {
  /// The element that is no cell and that a finger at this place in the viewport touches.
  package func part(atViewport place: Point) -> ElementPart? {
    element(atViewport: place).flatMap {
      $0.category == .supplementary ? ElementPart(kind: $0.kind, path: $0.path) : nil
    }
  }
}
