// SPDX-License-Identifier: Apache-2.0
//
// What a layout is laid out for: data, room and the app's answers, as one value.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The data, the viewport and how the app answers queries.
struct World: Equatable {
  /// How the app answers the queries whose names layouts share; all others stay unbound.
  enum Answers: Equatable {
    /// No query is bound.
    case unbound
    /// Each path gets its own answer, the same each time.
    case varied
    /// All paths get the same answer.
    case same
    /// Bound, and no path gets an answer.
    case unanswered
    /// Bound, and the query of this name fails.
    case failing(String)
  }

  /// Items of each section.
  var counts: [UInt32]
  /// The viewport's extent, points.
  var container = Size(width: 320, height: 480)
  /// The content offset.
  var offset = Point.zero
  var contentInset = Insets.zero
  var scale = 1.0
  var isRightToLeft = false
  var answers = Answers.varied
  /// What is added to varied answers: another model of the same shape.
  var edition = 0

  init(_ counts: [UInt32]) { self.counts = counts }

  /// Sections of several lengths, an empty one among them, a little over one screen.
  static let ordinary = World([5, 0, 13, 40, 1])

  /// The viewport.
  var bounds: Rect { Rect(origin: offset, size: container) }
  /// All items.
  var itemCount: Int { counts.reduce(0) { $0 + Int($1) } }
}

extension World {
  /// Binds the answers.
  func bind(to queries: QueryTable) {
    guard answers != .unbound else { return }
    for query in queries.descriptors where query.arguments.isEmpty {
      guard let answer = Self.answer(query) else { continue }
      let (answers, edition) = (answers, edition)
      // Cannot fail: the name comes from the table itself.
      try? queries.bind(query.name) { path, _ in
        switch answers {
        case .unbound, .unanswered: nil
        case .varied: answer(path.section, path.item + edition * 3)
        case .same: answer(0, 0)
        case .failing(let name):
          if name == query.name { throw RefusedAnswer() } else { answer(path.section, path.item) }
        }
      }
    }
  }

  /// An app without an answer.
  struct RefusedAnswer: Error {}

  /// Answers that any layout with a query of that name and type can work with.
  private static func answer(_ query: QueryDescriptor) -> ((Int, Int) -> LayoutValue)? {
    switch (query.name, query.result) {
    case ("sizeForItem", .size):
      {
        .size(
          Size(
            width: Double(20 + ($0 * 7 + $1 * 13) % 60),
            height: Double(20 + ($0 * 5 + $1 * 11) % 50)))
      }
    case ("headerSize", .size), ("footerSize", .size):
      { section, _ in .size(Size(width: 40, height: Double(20 + section % 3 * 4))) }
    case ("insetForSection", .insets):
      { section, _ in .insets(Insets(top: 4, left: Double(section % 3), bottom: 6, right: 2)) }
    case ("minimumLineSpacing", .number), ("minimumInteritemSpacing", .number):
      { section, _ in .number(Double(3 + section % 4)) }
    default: nil
    }
  }
}
