// SPDX-License-Identifier: Apache-2.0
//
// Sections that scroll across in one frame: where they shall stand, and where their ends let them.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The offsets of one frame, by the sections of the data that it shows.
struct CrossFrame {
  var offsets: CrossOffsets
  let sectionCount: Int
  /// Those that were looked at because their content may be another.
  private(set) var tracks: [CrossTrack] = []

  init(offsets: CrossOffsets, sectionCount: Int) {
    (self.offsets, self.sectionCount) = (offsets, sectionCount)
  }

  /// Looks at each section that is not at its start, and brings those back inside their ends that
  /// nothing holds beyond.
  ///
  /// - Parameter isActive: Whether something may hold a section beyond its ends.
  /// - Returns: Whether a section stands elsewhere now.
  mutating func settle(
    _ finder: TrackFinder, _ answer: Answer, isActive: (Int) -> Bool
  ) throws(LayoutError) -> Bool {
    guard !offsets.isEmpty, finder.layout.scrollsAcross else { return false }
    var hasMoved = false
    for entry in offsets.entries {
      guard let track = try finder.track(ofSection: entry.section, answer) else { continue }
      tracks.append(track)
      let inside = min(max(entry.offset, 0), track.end)
      guard inside != entry.offset, !isActive(entry.section) else { continue }
      offsets[entry.section] = inside
      hasMoved = true
    }
    return hasMoved
  }
}

/// Finds the track of a section with a layout that can be asked by place alone.
struct TrackFinder {
  let layout: EngineLayout
  /// The viewport, in the layout's coordinates.
  let bounds: Rect
  /// Room for the answer about one cell.
  let scratch: AnswerBuffer

  /// The track of a section; nil when it does not scroll across, or has no item.
  ///
  /// It is looked for at a cell of the section, and in the middle of the viewport beside it, where a
  /// strip is that the cell lies outside of: at most three questions.
  func track(ofSection section: Int, _ answer: Answer) throws(LayoutError) -> CrossTrack? {
    guard let center = try center(ofCellIn: section, answer) else { return nil }
    let middle = bounds.center
    for point in [center, Point(x: middle.x, y: center.y), Point(x: center.x, y: middle.y)] {
      if let track = try layout.connection.crossTrack(at: point), track.section == section {
        return track
      }
    }
    return nil
  }

  private func center(ofCellIn section: Int, _ answer: Answer) throws(LayoutError) -> Point? {
    let cells = answer.records.filter { $0.category == LAYOUT_CELL && $0.section == section }
    if let inside = cells.first(where: { bounds.contains($0.frame.center) }) ?? cells.first {
      return inside.frame.center
    }
    let cell = layout_element(
      category: UInt16(LAYOUT_CELL), kind: 0, section: UInt32(section), item: 0)
    try layout.connection.attributes(for: cell, into: scratch)
    return scratch.records.first?.frame.center
  }
}
