// SPDX-License-Identifier: Apache-2.0
//
// The calls through extension tables on the wire.

import LayoutABI
import LayoutModel
import LayoutRuntime

extension WireWriter {
  /// Appends the end of an update.
  mutating func write(_ end: UpdateEnd) { write(end == .initial) }

  /// Appends a notice: its number, then what it says.
  mutating func write(_ notice: TransitionNotice) {
    switch notice {
    case .prepareFrom(let id):
      write(UInt8(0))
      write(id)
    case .prepareTo(let id):
      write(UInt8(1))
      write(id)
    case .finalize: write(UInt8(2))
    case .prepareForBoundsChange(let bounds):
      write(UInt8(3))
      write(bounds)
    case .finalizeBoundsChange: write(UInt8(4))
    }
  }

  /// Appends the item that is dragged and where it is held.
  mutating func write(_ path: ItemPath, at position: Point) {
    let path = layout_path(wire: path)
    write(path.section)
    write(path.item)
    write(position)
  }

  /// Appends a track.
  mutating func write(_ track: CrossTrack) {
    write(count: track.section)
    write(track.frame)
    write(track.contentLength)
    write(track.offset)
    write(track.isVertical)
  }

  /// Appends what an element prefers to measure.
  mutating func write(_ preference: SizePreference) {
    write(preference.element)
    write(preference.original)
    write(preference.preferred)
  }
}

extension WireReader {
  /// The next end of an update.
  mutating func readEnd() throws(LayoutError) -> UpdateEnd { try readBool() ? .initial : .final }

  /// The next notice.
  mutating func readNotice() throws(LayoutError) -> TransitionNotice {
    switch try read(UInt8.self) {
    case 0: .prepareFrom(try readText())
    case 1: .prepareTo(try readText())
    case 2: .finalize
    case 3: .prepareForBoundsChange(try read())
    case 4: .finalizeBoundsChange
    default: throw .wire("a notice of no known kind")
    }
  }

  /// The next item that is dragged and where it is held.
  mutating func readDrag() throws(LayoutError) -> (path: ItemPath, position: Point) {
    (ItemPath(try readCount(), try readCount()), try read())
  }

  /// The next track, as the layout's own record.
  mutating func readTrack() throws(LayoutError) -> layout_cross_track {
    let section: UInt32 = try read()
    return layout_cross_track(
      frame: try read(), content_length: try read(), offset: try read(), section: section,
      flags: try readBool() ? LAYOUT_CROSS_VERTICAL : 0)
  }

  /// The next preference.
  mutating func readPreference() throws(LayoutError) -> SizePreference {
    SizePreference(element: try read(), original: try read(), preferred: try read())
  }
}

extension layout_path {
  /// The path as it travels; one that no data can have becomes another such.
  init(wire path: ItemPath) {
    self.init(
      section: UInt32(exactly: path.section) ?? .max, item: UInt32(exactly: path.item) ?? .max)
  }
}
