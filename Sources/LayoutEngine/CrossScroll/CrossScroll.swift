// SPDX-License-Identifier: Apache-2.0
//
// The offsets of sections that scroll across, and their motion, between two frames.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutUpdates

/// The state of cross scrolling. It keeps its memory, so that moving sections allocate nothing; a
/// copy restores the state after a failed frame.
final class CrossScroll {
  /// The state that a frame may change and a failure restores.
  private struct State {
    var offsets = CrossOffsets()
    /// The sections that are dragged or move; few.
    var active: [CrossSection] = []
    /// The section under the finger.
    var held: Int?
    /// True when a finger is down, but the direction of its movement is not known yet.
    var isUndecided = false

    mutating func assign(_ other: State) {
      offsets.assign(other.offsets)
      active.removeAll(keepingCapacity: true)
      active.append(contentsOf: other.active)
      (held, isUndecided) = (other.held, other.isUndecided)
    }
  }

  private var now = State()
  private var saved = State()
  /// The offsets on screen.
  private var shown = CrossOffsets()
  /// The offsets that the delegate knows.
  private(set) var told = CrossOffsets()

  /// The offsets of the sections, on screen with the next frame.
  var offsets: CrossOffsets { now.offsets }
  /// The section under the finger.
  var held: Int? { now.held }
  /// True when a finger is down, but the direction of its movement is not known yet.
  var isUndecided: Bool {
    get { now.isUndecided }
    set { now.isUndecided = newValue }
  }
  /// True when a section moves by itself.
  var isMoving: Bool {
    for place in now.active.indices where now.active[place].isMoving { return true }
    return false
  }
  /// True when the offset of a section differs from that on screen.
  var isDue: Bool { now.offsets != shown }

  /// Returns the section if it is dragged or moves.
  func active(_ section: Int) -> CrossSection? { place(of: section).map { now.active[$0] } }

  // By index throughout: without optimisation an iterator over records allocates.
  private func place(of section: Int) -> Int? {
    for place in now.active.indices where now.active[place].section == section { return place }
    return nil
  }

  private func forget(where isOver: (CrossSection) -> Bool) {
    var left = now.active.count
    while left > 0 {
      left -= 1
      if isOver(now.active[left]) { now.active.remove(at: left) }
    }
  }

  // MARK: Moving

  /// Changes a section, which is at rest unless it is already dragged or moving.
  ///
  /// - Parameter track: The current track from the layout.
  func change(
    _ track: CrossTrack, _ options: ScrollOptions, _ change: (inout CrossSection) -> Void
  ) {
    let place = place(of: track.section)
    var section =
      place.map { now.active[$0] }
      ?? CrossSection(track, at: now.offsets[track.section], options: options)
    change(&section)
    if let place { now.active[place] = section } else { now.active.append(section) }
    follow(section)
  }

  /// Changes the section under the finger.
  func changeHeld(_ change: (inout CrossSection) -> Void) {
    guard let held, let place = place(of: held) else { return }
    change(&now.active[place])
    follow(now.active[place])
  }

  private func follow(_ section: CrossSection) {
    now.offsets[section.section] = section.offset
    if section.isHeld { now.held = section.section } else if now.held == section.section { letGo() }
    if !section.isHeld, !section.isMoving { forget { $0.section == section.section } }
  }

  private func letGo() { (now.held, now.isUndecided) = (nil, false) }

  /// Sets the offset of a section and stops its motion.
  func jump(_ section: Int, to offset: Double) {
    forget { $0.section == section }
    if held == section { letGo() }
    now.offsets[section] = offset
  }

  /// Advances to `time`.
  func advance(to time: Double) {
    for place in now.active.indices where now.active[place].isMoving {
      now.active[place].advance(to: time)
      now.offsets[now.active[place].section] = now.active[place].offset
    }
    forget { !$0.isHeld && !$0.isMoving }
  }

  /// Saves the state.
  func checkpoint() { saved.assign(now) }

  /// Restores the state of the last ``checkpoint()``.
  func rollBack() { now.assign(saved) }
}

// MARK: A frame

extension CrossScroll {
  /// Returns the offsets for a frame.
  ///
  /// - Parameter plan: The batch that the frame shows, which maps the sections.
  func frame(through plan: UpdatePlan?, sectionCount: Int) -> CrossFrame {
    var offsets = now.offsets
    if let plan { offsets = offsets.followed(plan) }
    offsets.truncate(toSections: sectionCount)
    return CrossFrame(offsets: offsets, sectionCount: sectionCount)
  }

  /// Returns true when a section, by the data after the batch, may be beyond its ends because of a
  /// drag or a motion.
  func isActive(_ section: Int, after plan: UpdatePlan?) -> Bool {
    guard !now.active.isEmpty else { return false }
    let old = plan.map { $0.oldSection(of: section) } ?? section
    return now.active.contains { $0.section == old }
  }

  /// Records that the frame is on screen.
  ///
  /// - Parameter stops: True for another layout's frame, which ends all motion of sections.
  func commit(_ frame: CrossFrame, through plan: UpdatePlan?, stops: Bool, at time: Double) {
    if let plan { follow(plan) }
    told.truncate(toSections: frame.sectionCount)
    forget { $0.section >= frame.sectionCount }
    if let held, held >= frame.sectionCount { letGo() }
    if stops {
      now.active.removeAll()
      letGo()
    }
    if now.offsets != frame.offsets { now.offsets.assign(frame.offsets) }
    shown.assign(now.offsets)
    for track in frame.tracks {
      if let place = place(of: track.section) { now.active[place].adapt(to: track, at: time) }
    }
  }

  private func follow(_ plan: UpdatePlan) {
    told = told.followed(plan)
    now.active = now.active.compactMap { section in
      guard let new = plan.newSection(of: section.section) else { return nil }
      var section = section
      section.section = new
      return section
    }
    if let held {
      now.held = plan.newSection(of: held)
      if now.held == nil { letGo() }
    }
  }

  /// Calls `tell` for each section whose offset differs from the last reported one.
  func tellChanges(_ tell: (Int, Double) -> Void) {
    // One at a time: the callback may scroll, and so call this function recursively.
    while let section = untold {
      told[section] = shown[section]
      tell(section, shown[section])
    }
  }

  private var untold: Int? {
    guard told != shown else { return nil }
    for index in shown.entries.indices {
      let entry = shown.entries[index]
      if told[entry.section] != entry.offset { return entry.section }
    }
    for index in told.entries.indices where shown[told.entries[index].section] == 0 {
      return told.entries[index].section
    }
    return nil
  }
}

extension CrossOffsets {
  /// The offsets after a batch; those of deleted sections are dropped.
  fileprivate func followed(_ plan: UpdatePlan) -> CrossOffsets {
    var result = CrossOffsets()
    for entry in entries {
      if let new = plan.newSection(of: entry.section) { result[new] = entry.offset }
    }
    return result
  }
}

// MARK: - One frame
//
// Offsets of sections in one frame: the wanted offset, limited by the ends.

/// The offsets of one frame, by the sections of the data that it shows.
struct CrossFrame {
  var offsets: CrossOffsets
  let sectionCount: Int
  /// The tracks that were queried because their content may have changed.
  private(set) var tracks: [CrossTrack] = []

  init(offsets: CrossOffsets, sectionCount: Int) {
    (self.offsets, self.sectionCount) = (offsets, sectionCount)
  }

  /// Queries each section that is not at its start, and moves it inside its ends unless it is
  /// dragged or moving.
  ///
  /// - Parameter isActive: True for a section that may be beyond its ends.
  /// - Returns: True when the offset of a section changed.
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

/// Finds the track of a section with a layout that finds tracks only by place.
struct TrackFinder {
  let layout: EngineLayout
  /// The viewport, in the layout's coordinates.
  let bounds: Rect
  /// The buffer for the answer about one cell.
  let scratch: AnswerBuffer

  /// Returns the track of a section; nil when it does not scroll across, or has no item.
  ///
  /// Searches at a cell of the section, and in the middle of the viewport beside it in case the
  /// cell is outside of its strip: at most three queries.
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
