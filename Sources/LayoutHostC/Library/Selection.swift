// SPDX-License-Identifier: Apache-2.0
//
// Functions of selection.h.

import CLayoutHost
import LayoutHost
import LayoutModel

@c @implementation
public func lh_view_set_selection_mode(
  _ view: OpaquePointer?, _ mode: UInt32, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    switch mode {
    case LH_SELECTION_NONE: box.view.selectionMode = .none
    case LH_SELECTION_SINGLE: box.view.selectionMode = .single
    case LH_SELECTION_MULTIPLE: box.view.selectionMode = .multiple
    default:
      throw LayoutError(.invalidArgument, "there is no mode \(mode); use one of LH_SELECTION_…")
    }
  }
}

@c @implementation
public func lh_view_selection_mode(_ view: OpaquePointer?) -> UInt32 {
  ask(view, else: LH_SELECTION_NONE) { (box: ViewBox) in
    switch box.view.selectionMode {
    case .none: LH_SELECTION_NONE
    case .single: LH_SELECTION_SINGLE
    case .multiple: LH_SELECTION_MULTIPLE
    }
  }
}

@c @implementation
public func lh_view_select(
  _ view: OpaquePointer?, _ path: lh_path, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.view.selectItem(at: ItemPath(path))
  }
}

@c @implementation
public func lh_view_deselect(
  _ view: OpaquePointer?, _ path: lh_path, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.view.deselectItem(at: ItemPath(path))
  }
}

@c @implementation
public func lh_view_select_all(_ view: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in try box.view.selectAllItems() }
}

@c @implementation
public func lh_view_deselect_all(_ view: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in try box.view.deselectAllItems() }
}

@c @implementation
public func lh_view_is_selected(_ view: OpaquePointer?, _ path: lh_path) -> Bool {
  ask(view, else: false) { (box: ViewBox) in box.view.isItemSelected(at: ItemPath(path)) }
}

@c @implementation
public func lh_view_selected_count(_ view: OpaquePointer?) -> Int {
  ask(view, else: 0) { (box: ViewBox) in box.view.selectedItemCount }
}

@c @implementation
public func lh_view_get_selected(
  _ view: OpaquePointer?, _ paths: UnsafeMutablePointer<lh_path>?, _ capacity: Int
) -> Int {
  ask(view, else: 0) { (box: ViewBox) in
    guard let paths, capacity > 0 else { return 0 }
    let selected = box.view.indexPathsForSelectedItems.prefix(capacity)
    for (index, path) in selected.enumerated() { paths[index] = lh_path(path) }
    return selected.count
  }
}

@c @implementation
public func lh_view_get_focus(
  _ view: OpaquePointer?, _ path: UnsafeMutablePointer<lh_path>?
) -> Bool {
  ask(view, else: false) { (box: ViewBox) in
    guard let focus = box.view.focusedItem else { return false }
    path?.pointee = lh_path(focus)
    return true
  }
}

@c @implementation
public func lh_view_set_focus(
  _ view: OpaquePointer?, _ path: lh_path, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.view.moveFocus(to: ItemPath(path))
  }
}
