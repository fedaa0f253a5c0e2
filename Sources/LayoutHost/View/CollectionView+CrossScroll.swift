// SPDX-License-Identifier: Apache-2.0
//
// Sections that scroll across the view, for the app.

import LayoutEngine
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
    state.crossOffset(ofSection: section)
  }

  /// Returns the offset at which a section that scrolls across comes to rest, as long as
  /// nothing moves it but a finger.
  public func crossTarget(ofSection section: Int) -> Double {
    state.crossTarget(ofSection: section)
  }

  /// The section that a finger moves across, from the movement that decides so until the release.
  public var draggedSection: Int? { state.draggedSection }

  /// The track of a section, with its strip in content coordinates; nil when it does not scroll across.
  ///
  /// - Throws: `unknown-section`; what the layout gave.
  public func crossTrack(ofSection section: Int) throws(LayoutError) -> CrossTrack? {
    var track = try CrossScrollPass(state, self).track(ofSection: section)
    if let frame = track?.frame { track?.frame = state.mirror.turn(frame) }
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
      guard let track = try CrossScrollPass(state, self).track(ofSection: section) else {
        throw LayoutError(
          .notAcross,
          "section \(section) does not scroll across in \(layout.id); scroll to its items, or use a "
            + "layout with \(LAYOUT_EXT_CROSS_SCROLL)")
      }
      try CrossScrollPass(state, self).move(track, to: offset, animated: animated)
    }
  }
}
