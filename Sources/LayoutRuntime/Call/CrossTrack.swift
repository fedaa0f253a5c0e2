// SPDX-License-Identifier: Apache-2.0
//
// Sections that scroll across the view, and where each of them stands.

import LayoutABI
import LayoutModel

/// A section that scrolls across, as its layout has it now (`layout.cross-scroll/1`).
public struct CrossTrack: Equatable, Sendable {
  /// Its index in the data that the layout prepared for.
  public var section: Int
  /// The visible strip, in content coordinates.
  public var frame: Rect
  /// Of all that can be scrolled to, along the track, points.
  public var contentLength: Double
  /// Of that content, points; inside the ends.
  public var offset: Double
  /// True when the track runs from top to bottom; from left to right otherwise.
  public var isVertical: Bool

  /// A track from left to right, unless `isVertical`.
  public init(
    section: Int, frame: Rect, contentLength: Double, offset: Double, isVertical: Bool = false
  ) {
    (self.section, self.frame) = (section, frame)
    (self.contentLength, self.offset) = (contentLength, offset)
    self.isVertical = isVertical
  }

  /// The strip's length along the track, points.
  public var length: Double { isVertical ? frame.height : frame.width }

  /// The largest offset: what of the content does not fit in the strip.
  public var end: Double { max(0, contentLength - length) }
}

/// The offsets of the sections that do not stand at 0, ascending by section.
public struct CrossOffsets: Equatable, Sendable {
  /// The place of one section.
  public struct Entry: Equatable, Sendable {
    /// Its index.
    public let section: Int
    /// Points; finite, not 0.
    public fileprivate(set) var offset: Double
  }

  /// One for each section that does not stand at 0.
  public private(set) var entries: [Entry] = []

  /// Every section at 0.
  public init() {}

  /// True when every section stands at 0.
  public var isEmpty: Bool { entries.isEmpty }

  /// The place of a section, points.
  /// - Complexity: O(log *n*). Setting one that stood at 0, or to 0, is O(*n*); moving one that is
  ///   scrolled does not allocate.
  public subscript(section: Int) -> Double {
    get {
      let place = place(of: section)
      return isEntry(place, section) ? entries[place].offset : 0
    }
    set {
      let place = place(of: section)
      switch (isEntry(place, section), newValue == 0) {
      case (true, true): entries.remove(at: place)
      case (true, false): entries[place].offset = newValue
      case (false, true): break
      case (false, false): entries.insert(Entry(section: section, offset: newValue), at: place)
      }
    }
  }

  /// Becomes equal to another list and keeps its own room.
  public mutating func assign(_ other: CrossOffsets) {
    entries.removeAll(keepingCapacity: true)
    entries.append(contentsOf: other.entries)
  }

  /// Forgets the sections from `count` on.
  public mutating func truncate(toSections count: Int) {
    while !entries.isEmpty, entries[entries.count - 1].section >= count { entries.removeLast() }
  }

  private func isEntry(_ place: Int, _ section: Int) -> Bool {
    place < entries.count && entries[place].section == section
  }

  /// Returns the index of the section in the list, or the one that it would have.
  private func place(of section: Int) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].section < section { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
