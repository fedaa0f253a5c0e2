// SPDX-License-Identifier: Apache-2.0
//
// The app's side of a world: answers to the queries whose names layouts share.

import LayoutModel
import LayoutRuntime

extension World {
  /// Binds the answers. Queries of other names stay unbound: nobody knows what they mean.
  func bind(to queries: QueryTable) {
    guard answers != .unbound else { return }
    for query in queries.descriptors where query.arguments.isEmpty {
      // Binding cannot fail: the name comes from the table itself, and the type was looked at.
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
      try queries.bind(name) { (_, _, out: UnsafeMutableBufferPointer<Value>) in
        // The other places are nobody's: who reads them reads numbers that mean nothing.
        out.initialize(repeating: answer(3, 3))
        if !out.isEmpty { out[0] = answer(0, 0) }
        return .uniform
      }
    case .failing(name): try queries.bind(name) { (_: ItemPath) -> Value? in throw RefusedAnswer() }
    case .varied, .failing:
      try queries.bind(name) { (path: ItemPath) -> Value? in
        guard let identities else { return answer(path.section, path.item + edition) }
        let section = identities[path.section]
        // An item is as large wherever it goes: its section is no part of what it is.
        if name == "sizeForItem" { return answer(0, section.items[path.item]) }
        return answer(section.id, 0)
      }
    }
  }

  /// An app without an answer.
  private struct RefusedAnswer: Error {}
}
