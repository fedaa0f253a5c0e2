// SPDX-License-Identifier: Apache-2.0
//
// The calls of layout.cross-scroll/1, bare and behind the border.

import LayoutABI
import LayoutModel

extension LayoutInstance {
  /// The track at `point` as the plugin wrote it; nil where nothing scrolls across.
  func crossTrack(at point: Point) throws(LayoutError) -> layout_cross_track? {
    guard let slots = extensions.crossScroll else { return nil }
    var track = layout_cross_track()
    var isAnswered = true
    try run(.trackAt) {
      let status = slots.trackAt($0, point, &track)
      isAnswered = status != LAYOUT_UNANSWERED
      return isAnswered ? status : LAYOUT_OK
    }
    return isAnswered ? track : nil
  }

  /// Says where a section stands.
  func setCrossOffset(_ offset: Double, ofSection section: Int) throws(LayoutError) {
    guard let slots = extensions.crossScroll else { return }
    try run(.setOffset) { slots.setOffset($0, UInt32(section), offset) }
  }

  /// Returns the offset at which a section shall rest; nil when the layout does not say.
  func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    guard let slots = extensions.crossScroll else { return nil }
    var target = proposed
    try run(.crossTarget) { slots.crossTarget($0, UInt32(section), proposed, velocity, &target) }
    return target
  }
}

extension LiveLayout {
  /// See ``LayoutExtensions/crossTrack(at:)``.
  package func crossTrack(at point: Point) throws(LayoutError) -> CrossTrack? {
    guard instance.hasCrossScroll else { return nil }
    return try guarded { () throws(LayoutError) in
      let itemCounts = try preparedShape().itemCounts
      try HostInput.check(crossPoint: point)
      guard let track = try instance.crossTrack(at: point) else { return nil }
      return try context.border.crossTrack(track, at: point, sectionCount: itemCounts.count)
    }
  }

  /// See ``LayoutExtensions/crossTarget(_:velocity:ofSection:)``.
  package func crossTarget(
    _ proposed: Double, velocity: Double, ofSection section: Int
  ) throws(LayoutError) -> Double? {
    guard instance.hasCrossScroll else { return nil }
    return try guarded { () throws(LayoutError) in
      let itemCounts = try preparedShape().itemCounts
      try HostInput.check(
        crossTarget: proposed, velocity, section: section, sectionCount: itemCounts.count)
      let target = try instance.crossTarget(proposed, velocity: velocity, ofSection: section)
      if let target { try context.border.crossTarget(target) }
      return target
    }
  }
}
