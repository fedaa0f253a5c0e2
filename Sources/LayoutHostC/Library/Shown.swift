// SPDX-License-Identifier: Apache-2.0
//
// Functions of view.h: what is on screen, and which layout shows it.

import CLayoutHost
import LayoutHost
import LayoutModel

@c @implementation
public func lh_view_get_elements(
  _ view: OpaquePointer?, _ out: UnsafeMutablePointer<lh_element_list>?, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    guard out != nil else { throw isNull("out") }
    try box.elements.fill(box).write(to: out)
  }
}

@c @implementation
public func lh_view_cell(_ view: OpaquePointer?, _ path: lh_path) -> OpaquePointer? {
  ask(view, else: nil) { (box: ViewBox) in
    box.view.cellForItem(at: ItemPath(path)).map { box.cell(of: $0).name } ?? nil
  }
}

@c @implementation
public func lh_view_supplementary_cell(
  _ view: OpaquePointer?, _ kind: UnsafePointer<CChar>?, _ path: lh_path
) -> OpaquePointer? {
  ask(view, else: nil) { (box: ViewBox) in
    guard let kind = try? text(kind, "kind"),
      let element = box.view.supplementaryView(forElementKind: kind, at: ItemPath(path))
    else { return nil }
    return box.cell(of: element).name
  }
}

@c @implementation
public func lh_view_get_item_frame(
  _ view: OpaquePointer?, _ path: lh_path, _ frame: UnsafeMutablePointer<lh_rect>?,
  _ error: ErrorPlace
) -> Bool {
  var isFound = false
  let isDone = call(view, error) { (box: ViewBox) throws(LayoutError) in
    guard let frame else { throw isNull("frame") }
    guard let found = try box.view.layoutAttributesForItem(at: ItemPath(path)) else { return }
    frame.pointee = lh_rect(found.frame)
    isFound = true
  }
  return isDone && isFound
}

@c @implementation
public func lh_view_get_item_at(
  _ view: OpaquePointer?, _ x: Double, _ y: Double, _ path: UnsafeMutablePointer<lh_path>?
) -> Bool {
  ask(view, else: false) { (box: ViewBox) in
    guard !isInFrame, x.isFinite, y.isFinite,
      let found = box.view.item(atViewport: Point(x: x, y: y))
    else {
      return false
    }
    path?.pointee = lh_path(found)
    return true
  }
}

// MARK: Layouts

/// Runs a call that gives a view another layout; both are entered meanwhile.
private func give(
  _ layout: OpaquePointer?, to view: OpaquePointer?, _ error: ErrorPlace,
  _ body: (ViewBox, LayoutBox) throws(LayoutError) -> Void
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try with(layout) { (next: LayoutBox) throws(LayoutError) in
      if let user = next.layout.collectionView, user !== box.view {
        throw LayoutError(
          .layoutInUse,
          "this \(next.layout.id) is shown by another view; make a layout of its own for each view")
      }
      try body(box, next)
      Handles.move(next, toLaneOf: box)
    }
  }
}

extension ViewBox {
  /// Keeps up with a layout that took over by itself, from a file or from a transition.
  func noteLayout() {
    let layout = view.collectionViewLayout
    guard layout !== shown.layout else { return }
    let next = waiting.first { $0.layout === layout }
    adopt(
      next
        ?? LayoutBox(
          layout, file: swappedFile ?? "", options: shown.options, lane: Handles.lane(of: self)))
    waiting = []
  }
}

@c @implementation
public func lh_view_set_layout(
  _ view: OpaquePointer?, _ layout: OpaquePointer?, _ animation: UnsafePointer<lh_animation>?,
  _ error: ErrorPlace
) -> Bool {
  give(layout, to: view, error) { (box, next) throws(LayoutError) in
    let how = try AppAnimation(animation)
    // What takes over in spite of an error is noted as well.
    box.waiting = [next]
    defer { box.noteLayout() }
    _ = try box.view.setLayout(
      next.layout, animated: how.isAnimated, timing: how.timing, completion: how.completion)
  }
}

@c @implementation
public func lh_view_layout(_ view: OpaquePointer?) -> OpaquePointer? {
  ask(view, else: nil) { (box: ViewBox) in
    box.noteLayout()
    return Handles.name(box.shown)
  }
}

@c @implementation
public func lh_view_begin_transition(
  _ view: OpaquePointer?, _ layout: OpaquePointer?, _ error: ErrorPlace
) -> Bool {
  give(layout, to: view, error) { (box, next) throws(LayoutError) in
    _ = try box.view.startInteractiveTransition(to: next.layout)
    box.waiting = [next]
  }
}

@c @implementation
public func lh_view_set_transition(
  _ view: OpaquePointer?, _ progress: Double, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    try check(finite: progress, as: "a progress")
    guard box.view.transitionLayout != nil else {
      throw LayoutError(.noTransition, "no transition is under way; begin one first")
    }
    box.view.transitionProgress = progress
  }
}

@c @implementation
public func lh_view_end_transition(
  _ view: OpaquePointer?, _ finish: Bool, _ animation: UnsafePointer<lh_animation>?,
  _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    let how = try AppAnimation(animation)
    guard box.view.transitionLayout != nil else {
      throw LayoutError(.noTransition, "no transition is under way; begin one first")
    }
    defer { box.noteLayout() }
    if finish {
      _ = try box.view.finishInteractiveTransition(animated: how.isAnimated, timing: how.timing)
    } else {
      try box.view.cancelInteractiveTransition(animated: how.isAnimated, timing: how.timing)
    }
  }
}
