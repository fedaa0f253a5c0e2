// SPDX-License-Identifier: Apache-2.0
//
// Binding a closure whose types are known at run time only: scenarios, bindings from other
// languages.

import LayoutABI
import LayoutModel

extension QueryTable {
  /// Answers a query of any signature with a closure over values; nil leaves that path to the
  /// layout's property.
  ///
  /// The closure's result is checked at each answer: a value of another type fails the query.
  /// - Throws: `unknown-query`.
  public func bind(
    _ name: String, dynamic answer: @escaping (ItemPath, [LayoutValue]) throws -> LayoutValue?
  ) throws(LayoutError) {
    let index = try index(of: name)
    let query = descriptors[index]
    let one: QueryBinding.One = { path, pointers, out in
      let arguments = try Self.arguments(pointers, query.arguments)
      guard let value = try answer(path, arguments) else { return false }
      try value.check(is: query.result)
      switch value {
      case .number(let value): return try Self.store(value, to: out)
      case .point(let value): return try Self.store(value, to: out)
      case .size(let value): return try Self.store(value, to: out)
      case .insets(let value): return try Self.store(value, to: out)
      default:
        value.store(to: out)
        return true
      }
    }
    let many = query.arguments.isEmpty ? Self.many(query, by: one) : nil
    install(QueryBinding(one: one, many: many), at: index)
  }

  /// The bulk form of a closure for single paths.
  private static func many(
    _ query: QueryDescriptor, by one: @escaping QueryBinding.One
  ) -> QueryBinding.Many {
    let stride = query.result.byteCount
    return { section, range, out in
      var answeredCount = 0
      for index in range {
        let path = query.scope == .section ? ItemPath(index, 0) : ItemPath(section, index)
        let place = out + (index - range.lowerBound) * stride
        do {
          if try one(path, nil, place) {
            if answeredCount == 0 {
              for earlier in 0..<index - range.lowerBound {
                try query.result.storeUnanswered(to: out + earlier * stride)
              }
            }
            answeredCount += 1
          } else if answeredCount > 0 {
            try query.result.storeUnanswered(to: place)
          }
        } catch { throw QueryFailure(path: path, error: error) }
      }
      return answeredCount == 0 ? .none : .all
    }
  }

  private static func arguments(
    _ pointers: UnsafePointer<UnsafeMutableRawPointer?>?, _ types: [ValueType]
  ) throws -> [LayoutValue] {
    var values: [LayoutValue] = []
    for (index, type) in types.enumerated() {
      guard let place = pointers?[index] else { throw MissingArgument(index: index) }
      values.append(try LayoutValue(loading: type, from: place))
    }
    return values
  }
}
