// SPDX-License-Identifier: Apache-2.0
//
// Which extensions a layout serves, and the C functions of those that have one only.
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CLayoutKit
import LayoutABI

@c @implementation
public func layout_kit_extension(
  _ context: UnsafeMutableRawPointer!, _ id: layout_text
) -> UnsafeRawPointer? {
  guard let layout = Layout.behind(context) else { return nil }
  let abilities = layout.abilities
  func table<Table>(
    _ ability: Abilities, _ name: StaticString, _ table: UnsafePointer<Table>!
  ) -> UnsafeRawPointer? {
    abilities.contains(ability) && id.equals(name) ? UnsafeRawPointer(table) : nil
  }
  return table(.scrollTarget, "layout.scroll-target/1", layout_kit_scroll_target_table())
    ?? table(.dynamics, "layout.dynamics/1", layout_kit_dynamics_table())
    ?? table(.updates, "layout.updates/1", layout_kit_updates_table())
    ?? table(.transition, "layout.transition/1", layout_kit_transition_table())
    ?? table(.selfSizing, "layout.self-sizing/1", layout_kit_self_sizing_table())
    ?? table(.reordering, "layout.reordering/1", layout_kit_reordering_table())
    ?? table(.state, "layout.state/1", layout_kit_state_table())
    ?? table(.crossScroll, "layout.cross-scroll/1", layout_kit_cross_scroll_table())
}

@c @implementation
public func layout_kit_target(
  _ context: UnsafeMutableRawPointer!, _ scroll: UnsafePointer<layout_scroll>!,
  _ out: UnsafeMutablePointer<layout_point>!
) -> layout_status {
  guard let layout = Layout.behind(context), let scroll, let out,
    scroll.pointee.struct_size >= UInt32(LAYOUT_1_0_SIZE_scroll)
  else { return LAYOUT_ERROR_ARGUMENT }
  out.pointee = layout.scrollTarget(for: Scroll(scroll))
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_advance(
  _ context: UnsafeMutableRawPointer!, _ time: Double, _ out: UnsafeMutablePointer<UInt32>!
) -> layout_status {
  guard let layout = Layout.behind(context), let out else { return LAYOUT_ERROR_ARGUMENT }
  out.pointee = layout.advance(to: time) ? LAYOUT_MOVING : LAYOUT_AT_REST
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_preferred_size(
  _ context: UnsafeMutableRawPointer!, _ element: layout_element, _ original: layout_size,
  _ preferred: layout_size, _ out: UnsafeMutablePointer<UInt32>!
) -> layout_status {
  guard let out else { return LAYOUT_ERROR_ARGUMENT }
  return Layout.call(context) { (layout) throws(LayoutError) in
    out.pointee = try layout.setPreferredSize(preferred, for: element, original: original).rawValue
  }
}
