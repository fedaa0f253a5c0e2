// SPDX-License-Identifier: Apache-2.0
//
// Whether a closure fits the query that it is bound to, and what differs when it does not.

import LayoutModel

/// The Swift type of one argument of a closure.
@usableFromInline
struct QueryArgumentType {
  let name: String
  let fits: (ValueType) -> Bool

  @usableFromInline
  init<A: QueryType>(_ type: A.Type) {
    name = A.typeName
    fits = A.fits
  }
}

extension QueryTable {
  /// The index of the query, once its signature is known to be that of the closure.
  @usableFromInline
  func check(
    _ name: String, result: String, _ fits: (ValueType) -> Bool, arguments: [QueryArgumentType]
  ) throws(LayoutError) -> Int {
    let index = try index(of: name)
    let query = descriptors[index]
    guard fits(query.result) else {
      throw mismatch("\(name) answers \(query.result.name), not \(result)")
    }
    let agree =
      query.arguments.count == arguments.count
      && zip(query.arguments, arguments).allSatisfy { $1.fits($0) }
    guard agree else {
      let wanted = Self.list(query.arguments.map(\.name))
      throw mismatch(
        "\(name) takes \(wanted) after its path, not \(Self.list(arguments.map(\.name)))")
    }
    return index
  }

  private func mismatch(_ message: String) -> LayoutError {
    LayoutError(.querySignature, message, plugin: plugin)
  }

  private static func list(_ names: [String]) -> String {
    names.isEmpty ? "no arguments" : "(\(names.joined(separator: ", ")))"
  }
}
