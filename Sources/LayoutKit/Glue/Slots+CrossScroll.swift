// SPDX-License-Identifier: Apache-2.0
//
// The C functions of layout.cross-scroll/1.
//
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CLayoutKit
import LayoutABI

@c @implementation
public func layout_kit_track_at(
  _ context: UnsafeMutableRawPointer!, _ point: layout_point,
  _ out: UnsafeMutablePointer<layout_cross_track>!
) -> layout_status {
  guard let layout = Layout.behind(context), let out else { return LAYOUT_ERROR_ARGUMENT }
  // A layout may look by section alone; a point beside the strip is on no track.
  guard let track = layout.crossTrack(at: point), track.contains(point) else {
    return LAYOUT_UNANSWERED
  }
  out.pointee = track.record
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_set_offset(
  _ context: UnsafeMutableRawPointer!, _ section: UInt32, _ offset: Double
) -> layout_status {
  guard let layout = Layout.behind(context), offset - offset == 0,
    Int(section) < layout.preparedSectionCount
  else { return LAYOUT_ERROR_ARGUMENT }
  layout.setCrossOffset(offset, ofSection: Int(section))
  return LAYOUT_OK
}

@c @implementation
public func layout_kit_cross_target(
  _ context: UnsafeMutableRawPointer!, _ section: UInt32, _ proposed: Double, _ velocity: Double,
  _ out: UnsafeMutablePointer<Double>!
) -> layout_status {
  guard let layout = Layout.behind(context), let out else { return LAYOUT_ERROR_ARGUMENT }
  out.pointee = layout.crossTarget(proposed, velocity: velocity, section: Int(section))
  return LAYOUT_OK
}
