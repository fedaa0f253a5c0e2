// SPDX-License-Identifier: Apache-2.0
//
// The input of a layout as one value: data, room and the app's answers.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// The data, the viewport and how the app answers queries.
struct World {
  /// The app's answers to the queries whose names layouts share; all other queries stay unbound.
  enum Answers: Equatable {
    /// No query is bound.
    case unbound
    /// Each path gets its own answer, the same each time.
    case varied
    /// All paths get the same answer, one by one.
    case same
    /// All paths get the same answer, as one uniform answer.
    case uniform
    /// Bound, and no path gets an answer.
    case unanswered
    /// Bound, and the query of this name fails.
    case failing(String)
  }

  /// Items of each section.
  var counts: [UInt32]
  /// The viewport's extent, points.
  var viewportSize = Size(width: 320, height: 480)
  /// The content offset.
  var offset = Point.zero
  var contentInset = Insets.zero
  var scale = 1.0
  var isRightToLeft = false
  var answers = Answers.varied
  /// A number that is added to varied answers: another model with the same counts.
  var edition = 0
  /// The identities of the data, for answers that depend on them; nil when paths are enough.
  var identities: [(id: Int, items: [Int])]?

  init(_ counts: [UInt32]) { self.counts = counts }

  /// Sections of several lengths, one of them empty; a little more than one screen.
  static let ordinary = World([5, 0, 13, 40, 1])

  /// The viewport.
  var bounds: Rect { Rect(origin: offset, size: viewportSize) }
  /// All items.
  var itemCount: Int { counts.reduce(0) { $0 + Int($1) } }
}

// MARK: - The app's answers
//
// The app's side of a world: answers to the queries whose names layouts share.

extension World {
  /// Binds the answers. Queries of other names stay unbound, because their meaning is unknown.
  func bind(to queries: QueryTable) {
    guard answers != .unbound else { return }
    for query in queries.descriptors where query.arguments.isEmpty {
      // Binding cannot fail: the name comes from the table itself, and the type was checked.
      switch (query.name, query.result) {
      case ("sizeForItem", .size):
        try? bind(query.name, queries) { section, item in
          Size(
            width: Double(20 + (section * 7 + item * 13) % 60),
            height: Double(20 + (section * 5 + item * 11) % 50))
        }
      case ("headerSize", .size), ("footerSize", .size):
        try? bind(query.name, queries) { section, _ in
          Size(width: 40, height: Double(20 + section % 3 * 4))
        }
      case ("insetForSection", .insets):
        try? bind(query.name, queries) { section, _ in
          Insets(top: 4, left: Double(section % 3), bottom: 6, right: 2)
        }
      case ("minimumLineSpacing", .number), ("minimumInteritemSpacing", .number):
        try? bind(query.name, queries) { section, _ in Double(3 + section % 4) }
      default: break
      }
    }
  }

  /// Binds one query to a function of identities.
  private func bind<Value: QueryType>(
    _ name: String, _ queries: QueryTable, _ answer: @escaping @Sendable (Int, Int) -> Value
  ) throws(LayoutError) {
    let (edition, identities) = (edition * 3, identities)
    switch answers {
    case .unbound: break
    case .unanswered: try queries.bind(name) { (_: ItemPath) -> Value? in nil }
    case .same: try queries.bind(name) { (_: ItemPath) -> Value? in answer(0, 0) }
    case .uniform:
      try queries.bind(name) { (_, _, out: inout MutableSpan<Value>) in
        // Only the first place counts. The others get numbers that must have no effect.
        for place in out.indices { out[place] = place == 0 ? answer(0, 0) : answer(3, 3) }
        return .uniform
      }
    case .failing(name): try queries.bind(name) { (_: ItemPath) -> Value? in throw RefusedAnswer() }
    case .varied, .failing:
      try queries.bind(name) { (path: ItemPath) -> Value? in
        guard let identities else { return answer(path.section, path.item + edition) }
        let section = identities[path.section]
        // The size of an item does not depend on its section, so that a move keeps it.
        if name == "sizeForItem" { return answer(0, section.items[path.item]) }
        return answer(section.id, 0)
      }
    }
  }

  /// An app without an answer.
  private struct RefusedAnswer: Error {}
}

// MARK: - Chance
//
// Repeatable random numbers, for rectangles and changes.

/// Random numbers that are the same in every run (SplitMix64).
struct Randomness {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number from a range, bounds included.
  mutating func number(in range: ClosedRange<Double>) -> Double {
    let part = Double(next() >> 11) * 0x1p-53
    return range.lowerBound + part * (range.upperBound - range.lowerBound)
  }

  /// A whole number below `bound`, which is at least 1.
  mutating func index(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
