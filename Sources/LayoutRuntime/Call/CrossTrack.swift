// SPDX-License-Identifier: Apache-2.0
//
// Sections that scroll across the view, and their offsets.

import LayoutABI
import LayoutModel

/// A section that scrolls across, as its layout has it now (`layout.cross-scroll/1`).
public struct CrossTrack: Equatable, Sendable {
  /// The index of the section in the data that the layout prepared for.
  public var section: Int
  /// The visible strip, in content coordinates.
  public var frame: Rect
  /// The length of the content that can be scrolled to, along the track, in points.
  public var contentLength: Double
  /// The offset in that content, in points; inside the ends.
  public var offset: Double
  /// True if the track runs from top to bottom; otherwise it runs from left to right.
  public var isVertical: Bool

  /// Creates a track from left to right, unless `isVertical`.
  public init(
    section: Int, frame: Rect, contentLength: Double, offset: Double, isVertical: Bool = false
  ) {
    (self.section, self.frame) = (section, frame)
    (self.contentLength, self.offset) = (contentLength, offset)
    self.isVertical = isVertical
  }

  /// The strip's length along the track, in points.
  public var length: Double { isVertical ? frame.height : frame.width }

  /// The largest offset: the length of the content that does not fit in the strip.
  public var end: Double { max(0, contentLength - length) }
}

/// The offsets of the sections that are not at 0, ascending by section.
public struct CrossOffsets: Equatable, Sendable {
  /// The offset of one section.
  public struct Entry: Equatable, Sendable {
    /// The index of the section.
    public let section: Int
    /// The offset in points; finite, not 0.
    public fileprivate(set) var offset: Double
  }

  /// One entry for each section that is not at 0.
  public private(set) var entries: [Entry] = []

  /// Creates offsets with every section at 0.
  public init() {}

  /// True if every section is at 0.
  public var isEmpty: Bool { entries.isEmpty }

  /// The offset of a section, in points.
  ///
  /// - Complexity: O(log *n*). Setting an offset that was 0, or setting one to 0, is O(*n*). Moving
  ///   a section that is already scrolled does not allocate.
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

  /// Copies another list and keeps its own memory.
  public mutating func assign(_ other: CrossOffsets) {
    entries.removeAll(keepingCapacity: true)
    entries.append(contentsOf: other.entries)
  }

  /// Removes the sections from `count` on.
  public mutating func truncate(toSections count: Int) {
    while !entries.isEmpty, entries[entries.count - 1].section >= count { entries.removeLast() }
  }

  private func isEntry(_ place: Int, _ section: Int) -> Bool {
    place < entries.count && entries[place].section == section
  }

  /// Returns the index of the section in the list, or the index at which it would be inserted.
  private func place(of section: Int) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].section < section { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
