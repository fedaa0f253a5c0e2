// SPDX-License-Identifier: Apache-2.0
//
// Functions of input.h.

import CLayoutHost
import LayoutHost
import LayoutModel

/// The phase of a touch from a program.
private func phase(_ number: UInt32) throws(LayoutError) -> TouchPhase {
  switch number {
  case LH_TOUCH_BEGAN: .began
  case LH_TOUCH_ENDED: .ended
  case LH_TOUCH_CANCELLED: .cancelled
  case LH_TOUCH_HELD: .held
  default:
    throw LayoutError(.invalidArgument, "there is no phase \(number); use one of LH_TOUCH_…")
  }
}

@c @implementation
public func lh_view_touch(
  _ view: OpaquePointer?, _ phase: UInt32, _ x: Double, _ y: Double,
  _ path: UnsafeMutablePointer<lh_path>?, _ hit: UnsafeMutablePointer<Bool>?, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    let found = try box.view.touch(
      try LayoutHostC.phase(phase), at: try check(place: x, y, as: "a touch"))
    hit?.pointee = found != nil
    if let found { path?.pointee = lh_path(found) }
  }
}

@c @implementation
public func lh_view_touch_item(
  _ view: OpaquePointer?, _ phase: UInt32, _ path: lh_path, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.view.touch(try LayoutHostC.phase(phase), itemAt: ItemPath(path))
  }
}

@c @implementation
public func lh_view_press(
  _ view: OpaquePointer?, _ key: UInt32, _ modifiers: UInt32, _ animated: Bool,
  _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    let keys: [Key] = [
      .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .space, .a, .escape,
    ]
    guard keys.indices.contains(Int(key)) else {
      throw LayoutError(.invalidArgument, "there is no key \(key); use one of LH_KEY_…")
    }
    guard modifiers < 16 else {
      throw LayoutError(
        .invalidArgument, "there are no modifiers \(modifiers); combine LH_MODIFIER_…")
    }
    try box.view.press(
      keys[Int(key)], modifiers: KeyModifiers(rawValue: Int(modifiers)), animated: animated)
  }
}

// MARK: Items held and dropped

@c @implementation
public func lh_view_begin_move(
  _ view: OpaquePointer?, _ path: lh_path, _ pointer: UnsafePointer<lh_point>?,
  _ is_held: UnsafeMutablePointer<Bool>?, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    let isHeld = try box.view.beginInteractiveMovement(
      at: ItemPath(path), pointer: try optionalPlace(pointer))
    is_held?.pointee = isHeld
  }
}

@c @implementation
public func lh_view_update_move(
  _ view: OpaquePointer?, _ x: Double, _ y: Double, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.view.updateInteractiveMovement(to: try check(place: x, y, as: "a pointer"))
  }
}

@c @implementation
public func lh_view_end_move(_ view: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.view.endInteractiveMovement()
  }
}

@c @implementation
public func lh_view_cancel_move(_ view: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.view.cancelInteractiveMovement()
  }
}

@c @implementation
public func lh_view_get_move(
  _ view: OpaquePointer?, _ source: UnsafeMutablePointer<lh_path>?,
  _ target: UnsafeMutablePointer<lh_path>?
) -> Bool {
  ask(view, else: false) { (box: ViewBox) in
    guard let movement = box.view.interactiveMovement else { return false }
    source?.pointee = lh_path(movement.source)
    target?.pointee = lh_path(movement.target)
    return true
  }
}

// MARK: Menus

@c @implementation
public func lh_view_open_menu(
  _ view: OpaquePointer?, _ path: lh_path, _ is_open: UnsafeMutablePointer<Bool>?,
  _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    is_open?.pointee = try box.view.openMenu(forItemAt: ItemPath(path)) != nil
  }
}

@c @implementation
public func lh_view_menu_count(_ view: OpaquePointer?) -> UInt32 {
  ask(view, else: 0) { (box: ViewBox) in UInt32(clamping: box.view.editMenu?.actions.count ?? 0) }
}

@c @implementation
public func lh_view_menu_action(
  _ view: OpaquePointer?, _ index: UInt32
) -> UnsafePointer<CChar>? {
  ask(view, else: nil) { (box: ViewBox) in
    let actions = box.view.editMenu?.actions ?? []
    return actions.indices.contains(Int(index)) ? box.lend(actions[Int(index)].name) : nil
  }
}

@c @implementation
public func lh_view_perform_action(
  _ view: OpaquePointer?, _ action: UnsafePointer<CChar>?, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.view.performMenuAction(MenuAction(try text(action, "action")))
  }
}

@c @implementation
public func lh_view_close_menu(_ view: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  call(view, error) { (box: ViewBox) in box.view.closeMenu() }
}

@c @implementation
public func lh_view_set_menu_actions(
  _ view: OpaquePointer?, _ actions: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32,
  _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    box.view.customMenuActions = try texts(actions, count, "actions").map { MenuAction($0) }
  }
}
