// SPDX-License-Identifier: Apache-2.0
//
// Functions of scrolling.h.

import CLayoutHost
import LayoutHost
import LayoutModel

@c @implementation
public func lh_view_get_scroll(
  _ view: OpaquePointer?, _ out: UnsafeMutablePointer<lh_scroll>?, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    var scroll = lh_scroll()
    let (view, edges) = (box.view, box.view.contentOffsetEdges)
    scroll.phase = view.scrollPhase.code
    scroll.offset = lh_point(view.contentOffset)
    scroll.content_size = lh_size(view.contentSize)
    scroll.viewport = lh_size(view.viewportSize)
    (scroll.minimum, scroll.maximum) = (lh_point(edges.start), lh_point(edges.end))
    try scroll.write(to: out)
  }
}

@c @implementation
public func lh_view_set_offset(
  _ view: OpaquePointer?, _ x: Double, _ y: Double, _ animated: Bool, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.view.setContentOffset(try check(place: x, y, as: "an offset"), animated: animated)
  }
}

@c @implementation
public func lh_view_drag(
  _ view: OpaquePointer?, _ dx: Double, _ dy: Double, _ place: UnsafePointer<lh_point>?,
  _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    let movement = try check(place: dx, dy, as: "a movement")
    try box.view.drag(
      by: Vector(dx: movement.x, dy: movement.y), at: try optionalPlace(place))
  }
}

@c @implementation
public func lh_view_release(
  _ view: OpaquePointer?, _ velocity_x: Double, _ velocity_y: Double,
  _ target: UnsafeMutablePointer<lh_point>?, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    let velocity = try check(place: velocity_x, velocity_y, as: "a velocity")
    let end = try box.view.release(velocity: Vector(dx: velocity.x, dy: velocity.y))
    target?.pointee = lh_point(end.target)
  }
}

@c @implementation
public func lh_view_wheel(
  _ view: OpaquePointer?, _ dx: Double, _ dy: Double, _ place: UnsafePointer<lh_point>?,
  _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    let movement = try check(place: dx, dy, as: "a movement")
    try box.view.scrollWheel(
      by: Vector(dx: movement.x, dy: movement.y), at: try optionalPlace(place))
  }
}

extension ScrollPhase {
  /// The phase for a program.
  var code: UInt32 {
    switch self {
    case .idle: LH_SCROLL_IDLE
    case .dragging: LH_SCROLL_DRAGGING
    case .moving: LH_SCROLL_MOVING
    }
  }
}

/// The place in the viewport from a program.
private func position(_ bits: UInt32) throws(LayoutError) -> ScrollPosition {
  if bits == LH_POSITION_NEAREST { return .nearest }
  let horizontal = bits & (LH_POSITION_LEFT | LH_POSITION_CENTER_HORIZONTAL | LH_POSITION_RIGHT)
  let vertical = bits & (LH_POSITION_TOP | LH_POSITION_CENTER_VERTICAL | LH_POSITION_BOTTOM)
  guard horizontal | vertical == bits, horizontal.nonzeroBitCount < 2, vertical.nonzeroBitCount < 2
  else {
    throw LayoutError(
      .invalidArgument, "\(bits) is no position; combine one of LH_POSITION_… for each axis")
  }
  return ScrollPosition(rawValue: Int(bits))
}

@c @implementation
public func lh_view_scroll_to(
  _ view: OpaquePointer?, _ path: lh_path, _ position: UInt32, _ animated: Bool,
  _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.view.scrollToItem(
      at: ItemPath(path), position: try LayoutHostC.position(position), animated: animated)
  }
}

@c @implementation
public func lh_view_set_scroll_options(
  _ view: OpaquePointer?, _ options: UnsafePointer<lh_scroll_options>?, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    box.view.scrollOptions = try ScrollOptions(try table(options, "options"))
  }
}

extension ScrollOptions {
  /// - Throws: `not-finite`, `invalid-argument`.
  init(_ options: lh_scroll_options) throws(LayoutError) {
    self.init()
    func has(_ flag: UInt32) -> Bool { options.flags & flag != 0 }
    try check(
      finite: options.deceleration_rate, options.arrow_step, options.points_per_inch,
      as: "an option of scrolling")
    guard options.deceleration_rate == 0 || (0.5...0.99999).contains(options.deceleration_rate)
    else {
      throw LayoutError(
        .invalidArgument,
        "deceleration_rate is between 0.5 and 0.99999, not \(options.deceleration_rate)")
    }
    guard (0...1e6).contains(options.arrow_step), (0...1e5).contains(options.points_per_inch) else {
      throw LayoutError(.invalidArgument, "arrow_step and points_per_inch are 0 or more")
    }
    bounces = has(LH_SCROLL_BOUNCES)
    alwaysBouncesHorizontally = has(LH_SCROLL_BOUNCES_ALWAYS_X)
    alwaysBouncesVertically = has(LH_SCROLL_BOUNCES_ALWAYS_Y)
    isPaging = has(LH_SCROLL_PAGING)
    isDirectionalLockEnabled = has(LH_SCROLL_DIRECTIONAL_LOCK)
    anchoring = has(LH_SCROLL_ANCHORS_END) ? .end : .start
    if options.deceleration_rate > 0 { decelerationRate = options.deceleration_rate }
    if options.arrow_step > 0 { arrowStep = options.arrow_step }
    // A screen has at least one point per inch: a smaller value would make flings unbounded.
    if options.points_per_inch > 0 {
      fling = .spline(pointsPerInch: max(1, options.points_per_inch))
    }
  }
}

@c @implementation
public func lh_view_section_offset(_ view: OpaquePointer?, _ section: UInt32) -> Double {
  ask(view, else: 0) { (box: ViewBox) in box.view.crossOffset(ofSection: Int(section)) }
}

@c @implementation
public func lh_view_set_section_offset(
  _ view: OpaquePointer?, _ section: UInt32, _ offset: Double, _ animated: Bool,
  _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    let place = try check(place: offset, 0, as: "an offset")
    try box.view.setCrossOffset(place.x, ofSection: Int(section), animated: animated)
  }
}
