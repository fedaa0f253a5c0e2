// SPDX-License-Identifier: Apache-2.0
//
// The functions of a query as a plugin calls them, without a plugin.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// A host context with one query and its functions, which are called as a plugin does: through C
/// function pointers.
final class QueryBench {
  let table: QueryTable
  let context: HostContext

  init(
    scope: QueryDescriptor.Scope = .item, result: ValueType = .size, arguments: [ValueType] = [],
    itemCounts: SectionCounts = [10, 0, 5]
  ) {
    let query = QueryDescriptor(
      name: "ask", help: "", scope: scope, result: result, arguments: arguments)
    let descriptor = LayoutDescriptor(
      id: "bench", name: "Bench", help: "", properties: [], queries: [query], actions: [],
      events: [], kinds: [KindDescriptor(name: "cell", category: .cell, fields: [])],
      stateSchema: "", stateVersion: 0, hostMirrors: false)
    table = QueryTable(descriptor.queries, plugin: "test.bench")
    context = HostContext(
      plugin: "test.bench", descriptor: descriptor, queries: table,
      border: TrustBorder(plugin: "test.bench", descriptor: descriptor), log: LayoutLog())
    context.itemCounts = itemCounts
    context.enter(.prepare)
  }

  deinit { context.leave() }

  /// The value of `query`; nil if no closure is bound.
  var functions: layout_query_functions? {
    let host = context.table.pointee
    return host.query?(host.context, 0)?.pointee
  }

  /// `one` cast to the prototype of the query.
  func one<Function>(as type: Function.Type) -> Function? {
    functions?.one.map { unsafeBitCast($0, to: type) }
  }

  /// Queries one value without further arguments; `initial` is the content of `out` before.
  func askOne<R>(_ section: UInt32, _ item: UInt32, _ initial: R) -> (layout_status, R) {
    typealias One =
      @convention(c) (
        UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeMutableRawPointer?
      ) -> layout_status
    var out = initial
    let context = functions?.context
    let status = withUnsafeMutablePointer(to: &out) {
      one(as: One.self)?(context, section, item, $0)
    }
    return (status ?? LAYOUT_ERROR_FAILED, out)
  }

  /// Queries a range; `initial` is the content of every place of `out` before.
  func askMany<R>(
    _ section: UInt32, _ first: UInt32, _ count: UInt32, _ initial: R
  ) -> (status: layout_status, how: UInt32, values: [R]) {
    var values = Array(repeating: initial, count: Int(count))
    var how: UInt32 = 77
    guard let functions, let many = functions.many else { return (LAYOUT_ERROR_FAILED, how, []) }
    let status = values.withUnsafeMutableBytes {
      many(functions.context, section, first, count, $0.baseAddress, &how)
    }
    return (status, how, values)
  }
}

/// An error of an app.
struct AppError: Error, CustomStringConvertible {
  let description: String
}
