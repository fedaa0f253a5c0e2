// SPDX-License-Identifier: Apache-2.0
//
// The answers bound for one version of a layout, bound for another.

import LayoutModel

extension QueryTable {
  /// Binds every answer of `other` whose query is asked here in the same way. What is bound here
  /// already stays.
  ///
  /// - Returns: The names of the bound queries that this layout does not ask.
  /// - Throws: `query-signature` when a query of that name is asked in another way. Nothing is bound
  ///   then.
  package func adopt(_ other: QueryTable) throws(LayoutError) -> [String] {
    var (pairs, lost): ([(from: Int, to: Int)], [String]) = ([], [])
    for (index, query) in other.descriptors.enumerated() where other.isBound(index) {
      guard let own = descriptors.firstIndex(where: { $0.name == query.name }) else {
        lost.append(query.name)
        continue
      }
      try check(descriptors[own], asksLike: query)
      if !isBound(own) { pairs.append((index, own)) }
    }
    for (from, to) in pairs {
      if let binding = other.bindings[from] { install(binding, at: to) }
    }
    return lost
  }

  private func check(
    _ query: QueryDescriptor, asksLike old: QueryDescriptor
  ) throws(LayoutError) {
    guard
      query.scope == old.scope, query.result == old.result, query.arguments == old.arguments
    else {
      throw LayoutError(
        .querySignature,
        "\(query.name) was \(Self.form(old)) when it was bound and is \(Self.form(query)) now; "
          + "bind an answer that fits, or unbind it", plugin: plugin)
    }
  }

  private static func form(_ query: QueryDescriptor) -> String {
    let path = query.scope == .item ? "item" : "section"
    let arguments = ([path] + query.arguments.map(\.name)).joined(separator: ", ")
    return "(\(arguments)) -> \(query.result.name)"
  }
}
