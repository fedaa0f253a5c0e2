// SPDX-License-Identifier: Apache-2.0
//
// One phase of a touch, in the order in which delegates are promised to hear of it.

import LayoutModel

/// Works off one phase of a touch. The delegate may change the view between any two steps, so each
/// step looks at what is true then.
struct TouchPass {
  let view: CollectionView
  /// The touch stopped a section that scrolled across.
  var hasStoppedSection = false

  private var interaction: Interaction { view.interaction }
  private var selection: SelectionPass { SelectionPass(view: view) }

  func run(_ phase: TouchPhase, _ path: ItemPath?) throws(LayoutError) {
    switch phase {
    case .began: try begin(path)
    case .ended: try end(path)
    case .cancelled: try cancel()
    case .held: try hold(path)
    }
  }

  private func begin(_ path: ItemPath?) throws(LayoutError) {
    // A finger whose end was lost.
    letGo()
    interaction.menu = nil
    let hasStopped = view.scroll.motion != nil || hasStoppedSection
    interaction.press = Press(path: nil, hasStopped: hasStopped)
    if view.scroll.motion != nil { view.scroll.stop() }
    if hasStopped { return }
    guard let path, interaction.selection.state.mode != .none else { return }
    let delegate = view.listener
    let may = interaction.ask { delegate?.collectionView(view, shouldHighlightItemAt: path) }
    guard may ?? true, view.hasItem(at: path) else { return }
    interaction.press?.path = path
    selection.highlight(path)
    delegate?.collectionView(view, didHighlightItemAt: path)
  }

  private func end(_ path: ItemPath?) throws(LayoutError) {
    let pressed = interaction.press
    if let pressed = pressed?.path, pressed == path {
      selection.tap(pressed) {
        selection.highlight(nil)
        interaction.press?.path = nil
      }
      view.listener?.collectionView(view, didUnhighlightItemAt: pressed)
    }
    try cancel(pressed)
  }

  private func cancel() throws(LayoutError) { try cancel(interaction.press) }

  /// Ends the touch without further effect; content that it stopped comes to rest where it may.
  private func cancel(_ pressed: Press?) throws(LayoutError) {
    letGo()
    interaction.press = nil
    if pressed?.hasStopped == true, !view.scroll.isScrolling {
      try view.release(velocity: .zero)
    }
  }

  private func hold(_ path: ItemPath?) throws(LayoutError) {
    guard let path, try view.openMenu(forItemAt: path) != nil else { return }
    letGo()
  }

  /// Takes the highlight off; the finger's lifting has no effect any more.
  func letGo() {
    interaction.press?.path = nil
    guard let path = interaction.selection.state.highlighted else { return }
    selection.highlight(nil)
    view.listener?.collectionView(view, didUnhighlightItemAt: path)
  }
}
