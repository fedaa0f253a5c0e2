// SPDX-License-Identifier: Apache-2.0
//
// The worker gives what this process gives: answers, errors, events, to the bit.

import LayoutABI
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("A worker and this process agree")
struct SameAnswersTests {
  static let shape = DataShape(
    epoch: 3, itemCounts: [40, 0, 25], contentInset: Insets(top: 8, left: 4, bottom: 2, right: 4),
    scale: 2)

  /// Sizes that differ, some unanswered, and insets of sections.
  static func bind(_ connection: any LayoutConnection) throws {
    try connection.queries.bind("sizeForItem") { (path: ItemPath) -> Size? in
      path.item % 5 == 0 ? nil : Size(width: Double(path.item) / 3, height: 20)
    }
    try connection.queries.bind("insetForSection") { (path: ItemPath) -> Insets? in
      Insets(top: Double(path.section) * 7, left: 0, bottom: 0, right: 0)
    }
  }

  @Test("frames: the first, at rest, scrolled, scrolled far outside")
  func frames() throws {
    let tiers = try Tiers.fake()
    for connection in tiers.both { try Self.bind(connection) }
    let first = tiers.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), Self.shape)
    #expect(first.elements.count > 40)
    tiers.frame(.at(0), Self.shape)
    for y in stride(from: 10.0, through: 400, by: 10) {
      tiers.frame(.at(y, from: y - 10, time: y / 100), Self.shape)
    }
    #expect(tiers.frame(.at(1e9, from: 400), Self.shape).elements.count == 0)
  }
}
