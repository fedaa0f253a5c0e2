// SPDX-License-Identifier: Apache-2.0
//
// Valid answers to every request, as workers give them.

import LayoutABI
import LayoutModel
import LayoutRuntime

@testable import LayoutIsolation

extension ReplyFuzz {
  func seeds(plugins: [[UInt8]]) -> [[UInt8]] {
    let heads: [(inout WireWriter) -> Void] = [
      { $0.write(Samples.started) }, { $0.write(Samples.plugin) },
      {
        let size = Size(width: 1, height: 2)
        $0.write(FrameOutcome(contentSize: size, didPrepare: true, isMoving: false))
        $0.write(answerOf: Samples.elementCounts)
      },
      { $0.write(answerOf: Samples.elementCounts) },
      { $0.write(answerOf: AnswerCounts()) }, { _ in }, { $0.write(LayoutValue.number(2)) },
      { $0.write(LayoutValue.text("a")) },
      {
        $0.write(true)
        $0.write(Point(x: 0, y: 0))
      }, { $0.write(LayoutValue.number(3)) },
      {
        $0.write(true)
        $0.write(answerOf: Samples.elementCounts)
      }, { _ in }, { _ in },
      {
        $0.write(true)
        for index in [0, 2] as [UInt32] { $0.write(index) }
      },
      {
        $0.write(true)
        $0.write(answerOf: Samples.cellCounts)
      },
      {
        $0.write(true)
        $0.write(LAYOUT_MARK_COUNTS)
      },
      { $0.write(true) }, { $0.write(true) },
      {
        $0.write(true)
        $0.write(UInt32(2))
        $0.write(Rect(x: 0, y: 0, width: 100, height: 50))
        for length in [400.0, 7] { $0.write(length) }
        $0.write(false)
      },
      {
        $0.write(true)
        $0.write(12.5)
      },
      { $0.write(each: [Samples.child]) { $0.write($1) } },
    ]
    return heads.enumerated().flatMap { index, head in
      Self.seeds(of: index, head: head) + [
        Message.seed(.failed, prefix: [UInt8(index)], epoch: index < 2 ? 0 : 3) {
          $0.write(LayoutError("layout-failed", "no", plugin: "p", call: "c"))
          $0.write(Self.notices(of: index))
        }
      ]
    }
  }

  /// The side messages that can be sent: before the data arrive, none about elements.
  private static func notices(of index: Int) -> Notices {
    var notices = Samples.notices
    if index < 2 { notices.elements = [] }
    return notices
  }

  /// Returns the answer, once without side messages and once with all of them.
  private static func seeds(
    of index: Int, head: (inout WireWriter) -> Void
  ) -> [[UInt8]] {
    let bulk =
      switch index {
      case 2, 3, 10: Samples.elementBytes
      case 14: Samples.cellBytes
      default: [] as [UInt8]
      }
    return [Notices(), notices(of: index)].map { notices in
      Message.seed(.done, prefix: [UInt8(index)], epoch: index < 2 ? 0 : 3, bulk: bulk) {
        head(&$0)
        $0.write(notices)
      }
    }
  }
}

extension WireWriter {
  /// Appends the part of an answer about its elements: the lengths of its arrays, and that none was dropped.
  fileprivate mutating func write(answerOf counts: AnswerCounts) {
    write(counts)
    write(count: 0)
  }
}

extension Samples {
  /// The layouts that the sample may have inside.
  static let children = ["flow", "spring"]

  static let child = ChildNote(
    place: [0], id: children[0], properties: layout.properties,
    values: layout.properties.map(\.defaultValue), sections: ChildSections(first: 1, count: 2),
    isFirst: true)

  static let notices = {
    var notices = Notices()
    notices.events = [LayoutEvent(name: "touched", arguments: [.index(3)])]
    notices.marks = LAYOUT_MARK_ITEMS
    notices.elements = [layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 0, item: 1)]
    notices.log = [Notices.Line(level: .error, message: "a line")]
    notices.reuseIdentifiers = ["a", nil, "c"]
    notices.offered = ["layout.updates/1"]
    notices.members = children
    return notices
  }()
}
