// SPDX-License-Identifier: Apache-2.0
//
// Sections that scroll across the view, for the app.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension CollectionView {
  /// Returns the offset of a section that scrolls across: points along its track, from the
  /// start of its content, on whichever side that is; beyond the ends during a bounce. 0 for
  /// a section that does not scroll.
  ///
  /// The view keeps it: it goes with the section through batches, to other layouts that scroll across,
  /// and to a layout that is started again.
  public func crossOffset(ofSection section: Int) -> Double {
    layout.engine.scrollsAcross ? cross.offsets[section] : 0
  }

  /// Returns the offset at which a section that scrolls across comes to rest, as long as
  /// nothing moves it but a finger.
  public func crossTarget(ofSection section: Int) -> Double {
    cross.active(section)?.rest ?? crossOffset(ofSection: section)
  }

  /// The section that a finger moves across, from the movement that decides so until the release.
  public var draggedSection: Int? { cross.isUndecided ? nil : cross.held }

  /// The track of a section, with its strip in content coordinates; nil when it does not scroll across.
  ///
  /// - Throws: `unknown-section`; what the layout gave.
  public func crossTrack(ofSection section: Int) throws(LayoutError) -> CrossTrack? {
    var track = try crossTrackInLayout(ofSection: section)
    if let frame = track?.frame { track?.frame = mirror.turn(frame) }
    return track
  }

  /// Scrolls a section across, as far as its ends allow, and ends what moved it.
  ///
  /// - Parameters:
  ///   - offset: Points along the track, from the start of the content.
  ///   - animated: By the clock, in `advance(to:)`; a touch ends it.
  /// - Throws: `not-finite`, `unknown-section`; `not-across` when the section does not scroll across;
  ///   what the frame gave, and then nothing has changed.
  public func setCrossOffset(
    _ offset: Double, ofSection section: Int, animated: Bool = false
  ) throws(LayoutError) {
    try noted(.setCrossOffset(offset, section: section, isAnimated: animated)) {
      () throws(LayoutError) in
      guard offset.isFinite else {
        throw LayoutError(.notFinite, "the offset of a section is finite, not \(offset)")
      }
      guard let track = try crossTrackInLayout(ofSection: section) else {
        throw LayoutError(
          .notAcross,
          "section \(section) does not scroll across in \(layout.id); scroll to its items, or use a "
            + "layout with \(LAYOUT_EXT_CROSS_SCROLL)")
      }
      try CrossScrollPass(view: self).move(track, to: offset, animated: animated)
    }
  }

  /// The track of a section, in the layout's coordinates.
  func crossTrackInLayout(ofSection section: Int) throws(LayoutError) -> CrossTrack? {
    try layoutIfNeeded()
    guard data.shape.itemCounts.indices.contains(section) else {
      throw LayoutError(
        .unknownSection, "there is no section \(section); there are \(numberOfSections)")
    }
    guard layout.engine.scrollsAcross else { return nil }
    let finder = TrackFinder(layout: layout.engine, bounds: scroll.bounds, scratch: frames.scratch)
    return try finder.track(ofSection: section, frames.front.answer)
  }
}
