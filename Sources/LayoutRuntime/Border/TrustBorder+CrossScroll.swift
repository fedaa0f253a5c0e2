// SPDX-License-Identifier: Apache-2.0
//
// The rules for sections that scroll across.

import LayoutABI
import LayoutModel

extension TrustBorder {
  /// A track: of a section in the data, with finite numbers, around the point that was asked about, its
  /// offset inside its ends.
  public func crossTrack(
    _ track: layout_cross_track, at point: Point, sectionCount: Int
  ) throws(LayoutError) -> CrossTrack {
    let name = "the track of section \(track.section)"
    func breach(_ rule: Rule, _ what: String) -> LayoutError {
      self.breach(rule, what, call: Slot.trackAt.rawValue)
    }
    guard Int(track.section) < sectionCount else {
      throw breach(.path, "\(name) is not in the data")
    }
    guard track.flags & ~LAYOUT_CROSS_VERTICAL == 0 else {
      throw breach(.flags, "\(name) has the flags 0x\(String(track.flags, radix: 16))")
    }
    let frame = track.frame
    let lengths = [frame.x, frame.y, frame.width, frame.height, track.content_length, track.offset]
    guard frame.isFinite, lengths.allSatisfy(\.isFinite) else {
      throw breach(.finite, "\(name) has a number that is not finite")
    }
    guard frame.width >= 0, frame.height >= 0, track.content_length >= 0 else {
      throw breach(.size, "\(name) has a length below zero")
    }
    guard frame.contains(closed: point) else {
      throw breach(.identity, "\(name) does not contain the point that was asked about")
    }
    let made = CrossTrack(
      section: Int(track.section), frame: frame, contentLength: track.content_length,
      offset: track.offset, isVertical: track.flags & LAYOUT_CROSS_VERTICAL != 0)
    guard made.offset >= 0, made.offset <= made.end else {
      throw breach(
        .value,
        "\(name) is at \(Self.text(made.offset)), outside of 0 to \(Self.text(made.end))")
    }
    return made
  }

  /// An offset to rest at: finite.
  public func crossTarget(_ target: Double) throws(LayoutError) {
    guard target.isFinite else {
      throw breach(
        .finite, "the target is \(Self.text(target))", call: Slot.crossTarget.rawValue)
    }
  }
}

extension HostInput {
  /// The point is finite.
  package static func check(crossPoint point: Point) throws(LayoutError) {
    guard point.x.isFinite, point.y.isFinite else {
      throw LayoutError(.invalidArgument, "the point of a track has to be finite")
    }
  }

  /// The section is in the data, the numbers finite.
  package static func check(
    crossTarget proposed: Double, _ velocity: Double, section: Int, sectionCount: Int
  ) throws(LayoutError) {
    guard (0..<sectionCount).contains(section) else {
      throw LayoutError(.invalidArgument, "the section \(section) is not in the data")
    }
    guard proposed.isFinite, velocity.isFinite else {
      throw LayoutError(
        .invalidArgument, "the target and the velocity of a section have to be finite")
    }
  }
}

extension layout_rect {
  /// Returns true when the point lies inside or on an edge.
  fileprivate func contains(closed point: Point) -> Bool {
    point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY
  }
}
