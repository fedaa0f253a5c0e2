// SPDX-License-Identifier: Apache-2.0
//
// One phase of a touch, in the order in which delegates are promised to hear of it.

import LayoutModel

/// Works off one phase of a touch. The delegate may change the view between any two steps, so each
/// step looks at what is true then.
package struct TouchPass {
  let state: EngineState
  let app: any EngineApp
  /// The touch stopped a section that scrolled across.
  private let hasStoppedSection: Bool

  /// Works off touches of `state`.
  package init(
    _ state: EngineState, _ app: any EngineApp, hasStoppedSection: Bool = false
  ) {
    (self.state, self.app, self.hasStoppedSection) = (state, app, hasStoppedSection)
  }

  private var interaction: Interaction { state.interaction }
  private var selection: SelectionPass { SelectionPass(state, app) }

  package func run(
    _ phase: TouchPhase, _ path: ItemPath?, part: ElementPart? = nil
  ) throws(LayoutError) {
    switch phase {
    case .began:
      try begin(path)
      if interaction.press?.hasStopped == false { interaction.press?.part = part }
    case .ended: try end(path, part)
    case .cancelled: try cancel()
    case .held: try hold(path)
    }
  }

  private func begin(_ path: ItemPath?) throws(LayoutError) {
    // A finger whose end was lost.
    selection.letGo()
    interaction.menu = nil
    let hasStopped = state.scroll.motion != nil || hasStoppedSection
    interaction.press = Press(path: nil, hasStopped: hasStopped)
    if state.scroll.motion != nil { state.scroll.stop() }
    if hasStopped { return }
    guard let path, interaction.selection.state.mode != .none else { return }
    let listener = app.listener
    let may = interaction.ask { listener?.shouldHighlightItem(at: path) }
    guard may ?? true, state.hasItem(at: path) else { return }
    interaction.press?.path = path
    selection.highlight(path)
    listener?.didHighlightItem(at: path)
  }

  private func end(_ path: ItemPath?, _ part: ElementPart?) throws(LayoutError) {
    let pressed = interaction.press
    if let part, pressed?.part == part { try ElementTap(state)?.run(on: part) }
    if let pressed = pressed?.path, pressed == path {
      selection.tap(pressed) {
        selection.highlight(nil)
        interaction.press?.path = nil
      }
      app.listener?.didUnhighlightItem(at: pressed)
    }
    try cancel(pressed)
  }

  private func cancel() throws(LayoutError) { try cancel(interaction.press) }

  /// Ends the touch without further effect; content that it stopped comes to rest where it may.
  private func cancel(_ pressed: Press?) throws(LayoutError) {
    selection.letGo()
    interaction.press = nil
    if pressed?.hasStopped == true, !state.scroll.isScrolling {
      try ScrollPass(state, app).release(velocity: .zero)
    }
  }

  private func hold(_ path: ItemPath?) throws(LayoutError) {
    guard let path, try MenuPass(state, app).open(forItemAt: path) != nil else { return }
    selection.letGo()
  }
}
