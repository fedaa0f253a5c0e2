// SPDX-License-Identifier: Apache-2.0
//
// Answers to what a layout asks: bound by name, checked against its declaration.

import LayoutEngine
import LayoutModel
import LayoutRuntime

extension CollectionLayout {
  /// The answers bound to the layout's queries. What is bound takes effect with the next frame.
  public var queries: QueryTable { connection.queries }

  /// Returns true when the layout asks a query of this name.
  public func hasQuery(_ name: String) -> Bool {
    queries.descriptors.contains { $0.name == name }
  }

  /// Answers a query for one path at a time; nil leaves that path to the layout's property. The item
  /// of the path is 0 for a query about sections.
  ///
  /// - Throws: `unknown-query`, or `query-signature` with what differs.
  @inlinable
  public func bind<R: QueryType>(
    _ name: String, to answer: @escaping (ItemPath) throws -> R?
  ) throws(LayoutError) {
    try queries.bind(name, to: answer)
  }

  /// Answers a query that has further arguments.
  ///
  /// - Throws: `unknown-query`, or `query-signature` with what differs.
  @inlinable
  public func bind<each A: QueryType, R: QueryType>(
    _ name: String, to answer: @escaping (ItemPath, repeat each A) throws -> R?
  ) throws(LayoutError) {
    try queries.bind(name, to: answer)
  }

  /// Answers a query for whole ranges, straight into the layout's memory: the fast form for large
  /// data. `.uniform` answers any number of equal items at once.
  ///
  /// - Throws: `unknown-query`, or `query-signature` with what differs.
  @inlinable
  public func bind<R: QueryType>(
    _ name: String,
    bulk:
      @escaping (
        _ section: Int, _ range: Range<Int>, _ out: UnsafeMutableBufferPointer<R>
      ) throws -> QueryCoverage
  ) throws(LayoutError) {
    try queries.bind(name, bulk: bulk)
  }

  /// Answers a query with values whose type is known at run time only.
  ///
  /// - Throws: `unknown-query`.
  public func bind(
    _ name: String, dynamic answer: @escaping (ItemPath, [LayoutValue]) throws -> LayoutValue?
  ) throws(LayoutError) {
    try queries.bind(name, dynamic: answer)
  }

  /// Leaves a query to the layout's property again.
  ///
  /// - Throws: `unknown-query`.
  public func unbind(_ name: String) throws(LayoutError) { try queries.unbind(name) }
}
