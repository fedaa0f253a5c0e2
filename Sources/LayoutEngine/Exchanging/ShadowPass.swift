// SPDX-License-Identifier: Apache-2.0
//
// The new version prepares beside the old one, and its visible elements are looked at, before it is
// on screen.

import LayoutModel
import LayoutRuntime

/// For what a layout beside the one on screen prepared.
package struct ShadowPreparation: Equatable {
  /// Counts, epoch and the rest of what a layout is told of the data.
  let shape: DataShape
  let container: Size
  /// The viewport of its last answer.
  package let bounds: Rect
  /// Of its bindings.
  let queryRevision: Int
}

/// Prepares a layout beside the one on screen.
package struct ShadowPass {
  let state: EngineState
  let app: any EngineApp
  let layout: EngineLayout

  /// Prepares `layout` beside the layout of `state`.
  package init(_ state: EngineState, _ app: any EngineApp, layout: EngineLayout) {
    (self.state, self.app, self.layout) = (state, app, layout)
  }

  /// Returns the question that makes the layout prepare for the view as it is.
  ///
  /// - Throws: What the data source threw.
  package func question() throws(LayoutError) -> BackgroundFrame.Work {
    let question = try FramePass(state, app, layout: layout).questionBeside(seeksAnchor: false)
    let bounds = question.scroll.bounds
    var request = FrameRequest(
      time: state.clock, oldBounds: bounds, bounds: bounds, marks: question.pending.marks)
    request.elements = question.pending.elements
    let preparation = preparation(question)
    return BackgroundFrame.Work(request: request, shape: question.shape) {
      [unowned state, layout] in
      preparation.isCurrent(in: state, layout)
    }
  }

  /// Checks the frame that the layout, which prepared, would show now.
  ///
  /// - Throws: `reentrant`; what the layout gave, `unregistered-kind`.
  package func rehearse() throws(LayoutError) -> ShadowPreparation {
    let frames = state.frames
    try frames.checkIdle()
    // Until the next frame it is room and nothing else; it keeps no layout alive.
    defer { frames.back.layout = state.layout }
    let handover = Handover(preparedBounds: state.scroll.bounds)
    return try frames.occupied { () throws(LayoutError) in
      preparation(
        try FramePass(state, app, layout: layout, handover: handover).rehearseAnswer())
    }
  }

  private func preparation(_ question: FramePass.Question) -> ShadowPreparation {
    ShadowPreparation(
      shape: question.shape, container: question.scroll.container, bounds: question.scroll.bounds,
      queryRevision: layout.connection.queries.revision)
  }
}

extension ShadowPreparation {
  /// Returns true when what a layout prepared for is what the view shows.
  package func isCurrent(in state: EngineState, _ layout: EngineLayout) -> Bool {
    let inset = state.mirror(for: layout, state.scroll).turn(state.contentInset)
    let present = state.data.shape.seen(by: state, inset: inset)
    return !state.data.isStale && shape == present && container == state.scroll.container
      && queryRevision == layout.connection.queries.revision
  }
}
