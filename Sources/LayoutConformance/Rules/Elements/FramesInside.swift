// SPDX-License-Identifier: Apache-2.0
//
// What lies outside of the content cannot be scrolled to.
// Decorations may: a shadow, a background that bleeds. So may what waits in a section that scrolls across.

import LayoutABI
import LayoutModel

struct FramesInside: LayoutRule {
  let id = "frames-inside"
  let sentence = "Cells and supplementaries lie inside the content when nothing moves."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    let size = try trial.makeReady()
    try skip(try !trial.settle(seconds: 120), "the elements still move after two minutes")
    try trial.requireInside(size)
  }
}

extension Trial {
  /// Throws when a cell or a supplementary lies outside of the content.
  func requireInside(_ size: Size) throws(Finding) {
    guard size.width.isFinite, size.height.isFinite else { return }
    // Sums of many lengths are exact to a few units in the last place.
    let slack = 1e-9 * max(1, size.width, size.height)
    for element in try soundElements()
    where element.record.category != LAYOUT_DECORATION && element.record.transform == 0 {
      let frame = element.frame
      let isInside = (
        x: frame.x >= -slack && frame.maxX <= size.width + slack,
        y: frame.y >= -slack && frame.maxY <= size.height + slack
      )
      if isInside.x && isInside.y { continue }
      let track = track(of: element.record, in: size)
      try require(
        (isInside.x || track == .horizontal) && (isInside.y || track == .vertical),
        "\(element.name.text(subject.descriptor)) at \(frame) lies outside of the content, which content_size "
          + "says is \(size): nobody can scroll there")
    }
  }
}

extension Trial {
  /// The way in which the section of an element scrolls by itself, if it does.
  fileprivate enum TrackAxis {
    case horizontal, vertical
  }

  /// The track that an element lies on, looked for where the element is nearest inside the content.
  fileprivate func track(of record: layout_attributes, in size: Size) -> TrackAxis? {
    let table = table(.crossScroll, as: layout_cross_scroll.self)
    guard let call = table?.pointee.track_at else { return nil }
    let point = Point(
      x: min(max(record.frame.x + record.frame.width / 2, 0), size.width),
      y: min(max(record.frame.y + record.frame.height / 2, 0), size.height))
    var track = layout_cross_track()
    let status = within(.trackAt) { call(own, point, &track) }
    guard status == LAYOUT_OK, track.section == record.section else { return nil }
    return track.flags & LAYOUT_CROSS_VERTICAL == 0 ? .horizontal : .vertical
  }
}
