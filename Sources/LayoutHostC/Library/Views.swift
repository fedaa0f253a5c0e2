// SPDX-License-Identifier: Apache-2.0
//
// Functions of view.h and data.h: a view, its viewport and its clock.

import CLayoutHost
import LayoutHost
import LayoutModel

@c @implementation
public func lh_view_new(
  _ layout: OpaquePointer?, _ width: Double, _ height: Double, _ error: ErrorPlace
) -> OpaquePointer? {
  make(error) { () throws(LayoutError) in
    let size = try check(size: width, height)
    return try with(layout) { (shown: LayoutBox) throws(LayoutError) in
      guard shown.layout.user == nil else {
        throw LayoutError(
          .layoutInUse,
          "this \(shown.layout.id) is shown by another view; make a layout of its own for each view"
        )
      }
      return ViewBox(size, shown)
    }
  }.map { name in
    Handles.peek(name, ViewBox.self)?.name = name
    return name
  }
}

@c @implementation
public func lh_view_free(_ view: OpaquePointer?) { Handles.free(view, ViewBox.self) }

@c @implementation
public func lh_view_set_user(_ view: OpaquePointer?, _ user: UnsafeMutableRawPointer?) {
  ask(view, else: ()) { (box: ViewBox) in box.user = user }
}

@c @implementation
public func lh_view_user(_ view: OpaquePointer?) -> UnsafeMutableRawPointer? {
  ask(view, else: nil) { (box: ViewBox) in box.user }
}

// MARK: The viewport

@c @implementation
public func lh_view_size(_ view: OpaquePointer?) -> lh_size {
  ask(view, else: lh_size()) { (box: ViewBox) in lh_size(box.view.viewportSize) }
}

@c @implementation
public func lh_view_resize(
  _ view: OpaquePointer?, _ width: Double, _ height: Double,
  _ animation: UnsafePointer<lh_animation>?, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    let how = try AppAnimation(animation)
    try box.view.resize(
      to: try check(size: width, height), animated: how.isAnimated, timing: how.timing,
      completion: how.completion)
  }
}

@c @implementation
public func lh_view_set_scale(
  _ view: OpaquePointer?, _ scale: Double, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    try check(finite: scale, as: "a scale")
    guard (1e-3...1e3).contains(scale) else {
      throw LayoutError(.invalidArgument, "a scale is between 0.001 and 1000, not \(scale)")
    }
    box.view.scale = scale
  }
}

@c @implementation
public func lh_view_scale(_ view: OpaquePointer?) -> Double {
  ask(view, else: 0) { (box: ViewBox) in box.view.scale }
}

@c @implementation
public func lh_view_set_inset(
  _ view: OpaquePointer?, _ inset: lh_insets, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    _ = try check(place: inset.left, inset.top, as: "an inset")
    _ = try check(place: inset.right, inset.bottom, as: "an inset")
    box.view.contentInset = Insets(inset)
  }
}

@c @implementation
public func lh_view_inset(_ view: OpaquePointer?) -> lh_insets {
  ask(view, else: lh_insets()) { (box: ViewBox) in lh_insets(box.view.contentInset) }
}

@c @implementation
public func lh_view_set_right_to_left(
  _ view: OpaquePointer?, _ is_right_to_left: Bool, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) in box.view.isRightToLeft = is_right_to_left }
}

@c @implementation
public func lh_view_is_right_to_left(_ view: OpaquePointer?) -> Bool {
  ask(view, else: false) { (box: ViewBox) in box.view.isRightToLeft }
}

// MARK: Time and frames

@c @implementation
public func lh_view_advance(
  _ view: OpaquePointer?, _ time: Double, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    guard time.isFinite, abs(time) <= 1e12 else {
      throw LayoutError(.clock, "the clock cannot go to \(time) s")
    }
    try box.checkNoVersionIsLent()
    if !isInFrame { box.runPosted() }
    try box.view.advance(to: time)
    box.noteLayout()
  }
}

@c @implementation
public func lh_view_update(_ view: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in try box.view.layoutIfNeeded() }
}

@c @implementation
public func lh_view_time(_ view: OpaquePointer?) -> Double {
  ask(view, else: 0) { (box: ViewBox) in box.view.clock }
}

@c @implementation
public func lh_view_needs_frame(_ view: OpaquePointer?) -> Bool {
  ask(view, else: false) { (box: ViewBox) in box.view.isFrameDue || box.mailbox.hasMail }
}

@c @implementation
public func lh_view_is_moving(_ view: OpaquePointer?) -> Bool {
  ask(view, else: false) { (box: ViewBox) in box.view.isMoving }
}

@c @implementation
public func lh_view_is_swapping(_ view: OpaquePointer?) -> Bool {
  ask(view, else: false) { (box: ViewBox) in box.view.follower?.isSwapping == true }
}

@c @implementation
public func lh_view_set_needs_frame(_ view: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  call(view, error) { (box: ViewBox) in box.view.setNeedsFrame() }
}

@c @implementation
public func lh_view_set_animations(
  _ view: OpaquePointer?, _ are_enabled: Bool, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) in box.view.animation.isEnabled = are_enabled }
}

// MARK: Data

@c @implementation
public func lh_view_set_data_source(
  _ view: OpaquePointer?, _ source: UnsafePointer<lh_data_source>?, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    let table = try optionalTable(source)
    box.take(table)
    var context = InvalidationContext()
    (context.everything, context.counts) = (true, true)
    try box.view.collectionViewLayout.invalidate(context)
  }
}

@c @implementation
public func lh_view_reload(_ view: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in try box.view.reloadData() }
}

@c @implementation
public func lh_view_reconfigure(
  _ view: OpaquePointer?, _ paths: UnsafePointer<lh_path>?, _ count: Int, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.view.reconfigureItems(at: try list(paths, count, "paths").map(ItemPath.init))
  }
}

@c @implementation
public func lh_view_section_count(_ view: OpaquePointer?) -> UInt32 {
  ask(view, else: 0) { (box: ViewBox) in UInt32(clamping: box.view.numberOfSections) }
}

@c @implementation
public func lh_view_item_count(_ view: OpaquePointer?, _ section: UInt32) -> UInt32 {
  ask(view, else: 0) { (box: ViewBox) in
    UInt32(clamping: box.view.numberOfItems(inSection: Int(section)))
  }
}
