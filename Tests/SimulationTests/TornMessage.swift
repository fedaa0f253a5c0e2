// SPDX-License-Identifier: Apache-2.0
//
// A message of a worker of which only a part was stored.

import Glibc
import LayoutTesting

@testable import LayoutIsolation

/// The first stores of a message, with the bytes of the message before it behind them.
struct TornMessage {
  /// A part of a message.
  enum Part: CaseIterable { case head, bulk, header }

  /// The part in which the stores end.
  let part: Part
  /// The number of bytes of this part that were stored; the rest of a division by its length.
  let count: Int
  /// True if the header was stored before the rest, and not after it.
  let isHeaderFirst: Bool
  /// True if the message is signalled in spite of that; false if the worker ends at this place.
  let isSignalled: Bool

  init(part: Part, count: Int, isHeaderFirst: Bool = false, isSignalled: Bool) {
    (self.part, self.count, self.isHeaderFirst) = (part, count, isHeaderFirst)
    self.isSignalled = isSignalled
  }

  /// Chooses a place at random: each part as often as the others, although most bytes are in the bulk.
  init(isSignalled: Bool, using dice: inout SeededGenerator) {
    self.init(
      part: Part.allCases.randomElement(using: &dice) ?? .head,
      count: Int.random(in: 0..<1 << 20, using: &dice),
      isHeaderFirst: isSignalled && Int.random(in: 0..<3, using: &dice) == 0,
      isSignalled: isSignalled)
  }

  /// The number of bytes of a message that are restored. Longer ones are torn before that.
  private static let room = 1 << 17

  /// Returns the bytes of an area's message, for ``tear(_:before:)``.
  static func copy(of message: UnsafeMutableRawBufferPointer) -> [UInt8] {
    Array(message.prefix(room))
  }

  /// Puts the bytes before the message back at all places that were not stored.
  ///
  /// - Returns: True if the message is now another one. The length of the bulk data alone does not count, since a saved
  ///   state may have any length.
  func tear(_ message: UnsafeMutableRawBufferPointer, before: [UInt8]) -> Bool {
    let parts = Self.ranges(in: message)
    let order: [Part] = isHeaderFirst ? [.header, .head, .bulk] : [.head, .bulk, .header]
    var (isStored, isOther) = (true, false)
    for part in order {
      guard let range = parts[part] else { continue }
      var start = range.upperBound
      if part == self.part {
        (isStored, start) = (false, range.lowerBound + (range.isEmpty ? 0 : count % range.count))
      } else if !isStored {
        start = range.lowerBound
      }
      for place in start..<max(start, min(range.upperBound, before.count))
      where message[place] != before[place] {
        message[place] = before[place]
        isOther = isOther || part != .header || place < Self.bulkLengthOffset
      }
    }
    return isOther
  }

  private static let bulkLengthOffset =
    MemoryLayout<WireHeader>.offset(of: \.bulkLength) ?? MemoryLayout<WireHeader>.size

  /// The bytes of each part of a message.
  static func ranges(in message: UnsafeMutableRawBufferPointer) -> [Part: Range<Int>] {
    let header = message.load(as: WireHeader.self)
    let headEnd = WireFormat.headOffset + Int(header.headLength)
    let bulk = WireFormat.aligned(headEnd)
    return [
      .header: 0..<MemoryLayout<WireHeader>.size, .head: WireFormat.headOffset..<headEnd,
      .bulk: bulk..<bulk + Int(header.bulkLength),
    ]
  }
}
