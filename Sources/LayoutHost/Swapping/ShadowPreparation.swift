// SPDX-License-Identifier: Apache-2.0
//
// The new version prepares beside the old one, and its visible elements are looked at, before it is
// on screen.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// For what a layout beside the one on screen prepared.
struct ShadowPreparation: Equatable {
  /// Counts, epoch and the rest of what a layout is told of the data.
  let shape: DataShape
  let container: Size
  /// The viewport of its last answer.
  let bounds: Rect
  /// Of its bindings.
  let queryRevision: Int
}

extension CollectionView {
  /// Returns the question that makes a layout beside the one on screen prepare for the view
  /// as it is.
  ///
  /// - Throws: What the data source threw, `layout-in-use`.
  func shadowQuestion(for layout: CollectionLayout) throws(LayoutError) -> FrameBeside.Question {
    try checkIsFree(layout)
    let (request, preparation) = try FramePass(view: self, layout: layout.engine).questionBeside()
    return FrameBeside.Question(request: request, shape: preparation.shape) { [unowned self] in
      isCurrent(preparation, of: layout)
    }
  }

  /// Checks the frame that a layout which prepared would show now.
  ///
  /// - Throws: What the layout gave, `unregistered-kind`.
  func rehearseShadow(_ layout: CollectionLayout) throws(LayoutError) -> ShadowPreparation {
    guard !frames.isRunning else { throw FramePass.reentrant }
    let handover = Handover(preparedBounds: scroll.bounds)
    let (shape, scroll) = try FramePass(view: self, layout: layout.engine, handover: handover)
      .rehearseAnswer()
    return preparation(of: layout.engine, shape, scroll)
  }

  fileprivate func preparation(
    of layout: EngineLayout, _ shape: DataShape, _ scroll: ScrollState
  ) -> ShadowPreparation {
    ShadowPreparation(
      shape: shape, container: scroll.container, bounds: scroll.bounds,
      queryRevision: layout.connection.queries.revision)
  }

  /// Returns true when what a layout prepared for is what the view shows.
  func isCurrent(_ preparation: ShadowPreparation, of layout: CollectionLayout) -> Bool {
    let inset = mirror(for: layout.engine, scroll).turn(contentInset)
    var shape = data.shape
    (shape.contentInset, shape.scale, shape.isRightToLeft) = (inset, scale, isRightToLeft)
    return !data.isStale && preparation.shape == shape
      && preparation.container == scroll.container
      && preparation.queryRevision == layout.connection.queries.revision
  }
}

extension FramePass {
  /// The question that makes a layout prepare, and for what it does.
  fileprivate func questionBeside() throws(LayoutError) -> (FrameRequest, ShadowPreparation) {
    let waiting = frames.pending
    defer { frames.pending = waiting }
    let pending = takePending()
    let scroll = startingScroll
    let shape = try shape(isReload: view.data.isStale, scroll)
    var request = FrameRequest(
      time: view.clock, oldBounds: scroll.bounds, bounds: scroll.bounds, marks: pending.marks)
    request.elements = pending.elements
    return (request, view.preparation(of: layout, shape, scroll))
  }

  /// Asks a layout that is not on screen for the frame that it would show.
  ///
  /// - Returns: What it was told, and where the content would stand.
  fileprivate func rehearseAnswer() throws(LayoutError) -> (DataShape, ScrollState) {
    frames.isRunning = true
    defer {
      frames.isRunning = false
      // Until the next frame it is room and nothing else; it keeps no layout alive.
      frames.back.layout = view.layout.engine
    }
    let waiting = frames.pending
    defer { frames.pending = waiting }
    let pending = takePending()
    var scroll = startingScroll
    let shape = try shape(isReload: view.data.isStale, scroll)
    let anchor = anchor(pending, isReload: view.data.isStale)
    var cross = crossFrame(shape)
    _ = try ask(pending, shape, anchor, isReload: view.data.isStale, &scroll, &cross)
    try complete(frames.back, scroll)
    return (shape, scroll)
  }
}
