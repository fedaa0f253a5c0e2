// SPDX-License-Identifier: Apache-2.0
//
// The rules for answers that come through extension tables.

import LayoutABI
import LayoutModel

extension TrustBorder {
  /// Checks the path that a dragged item would take: it is in the data, or behind the last item of
  /// a section other than the item's own.
  public func reorderingTarget(
    _ target: layout_path, of path: layout_path, itemCounts: SectionCounts
  ) throws(LayoutError) {
    let count = Int(target.section) < itemCounts.count ? itemCounts[Int(target.section)] : 0
    let isKnown =
      Int(target.section) < itemCounts.count
      && (target.item < count || (target.item == count && target.section != path.section))
    guard isKnown else {
      throw breach(
        .path, "the target \(target.section).\(target.item) is not in the data",
        call: Slot.targetPath.rawValue)
    }
  }

  /// Checks the attributes of a dragged item: one cell at its path, or none.
  public func movingItem(
    _ buffer: AnswerBuffer, at path: layout_path, itemCounts: SectionCounts
  ) throws(LayoutError) {
    let call = Slot.attributesForMoving.rawValue
    try admit(buffer, itemCounts: itemCounts, call: call)
    guard let record = unsafe buffer.records.first else { return }
    let isRight =
      buffer.count == 1 && record.category == LAYOUT_CELL && record.section == path.section
      && record.item == path.item
    guard isRight else {
      let names = unsafe buffer.records.prefix(2).map(name(of:)).joined(separator: " and ")
      buffer.clear()
      throw breach(
        .identity, "asked for cell \(path.section).\(path.item), it answered \(names)", call: call)
    }
  }
}

/// The rules for values that the host itself hands to a layout through extension tables. Breaking
/// one is the caller's mistake, not a breach.
package enum HostInput {
  /// Checks that every element is in the data and every number is finite.
  package static func check(
    _ defaults: AnswerBuffer, itemCounts: SectionCounts, border: TrustBorder
  ) throws(LayoutError) {
    let records = unsafe defaults.records
    for index in records.indices {
      let record = unsafe records[index]
      guard border.hasKnownKind(record), border.hasKnownPath(record, itemCounts) else {
        throw invalid("\(border.name(of: record)) is not in the data")
      }
    }
  }

  /// Checks that the element is in the data, and that its sizes are finite and not negative.
  package static func check(
    _ preference: SizePreference, itemCounts: SectionCounts, border: TrustBorder
  ) throws(LayoutError) {
    do throws(LayoutError) {
      try border.element(preference.element, itemCounts: itemCounts, call: "")
    } catch { throw invalid(error.message) }
    let sizes = [preference.original, preference.preferred]
    guard sizes.allSatisfy({ $0.width.isFinite && $0.height.isFinite }),
      sizes.allSatisfy({ $0.width >= 0 && $0.height >= 0 })
    else { throw invalid("a preferred size has to be finite and not negative") }
  }

  /// Checks that the item is in the data and the position is finite.
  package static func check(
    _ path: ItemPath, _ position: Point, itemCounts: SectionCounts
  ) throws(LayoutError) {
    guard itemCounts.indices.contains(path.section), path.item >= 0,
      path.item < itemCounts[path.section]
    else { throw invalid("the item \(path.section).\(path.item) is not in the data") }
    guard position.x.isFinite, position.y.isFinite else {
      throw invalid("the position of a dragged item has to be finite")
    }
  }

  /// Checks that the bounds of a notice are finite.
  package static func check(_ notice: TransitionNotice) throws(LayoutError) {
    guard case .prepareForBoundsChange(let bounds) = notice, !bounds.isFinite else { return }
    throw invalid("the bounds before a change have to be finite")
  }

  private static func invalid(_ message: String) -> LayoutError {
    LayoutError(.invalidArgument, message)
  }
}

// MARK: - Sections that scroll across

extension TrustBorder {
  /// Checks a track: its section is in the data, its numbers are finite, it contains the point that
  /// was asked about, and its offset is inside its ends.
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

  /// Checks that the offset to rest at is finite.
  public func crossTarget(_ target: Double) throws(LayoutError) {
    guard target.isFinite else {
      throw breach(
        .finite, "the target is \(Self.text(target))", call: Slot.crossTarget.rawValue)
    }
  }
}

extension HostInput {
  /// Checks that the point is finite.
  package static func check(crossPoint point: Point) throws(LayoutError) {
    guard point.x.isFinite, point.y.isFinite else {
      throw LayoutError(.invalidArgument, "the point of a track has to be finite")
    }
  }

  /// Checks that the section is in the data and the numbers are finite.
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
  /// Returns true if the point lies inside or on an edge.
  fileprivate func contains(closed point: Point) -> Bool {
    point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY
  }
}
