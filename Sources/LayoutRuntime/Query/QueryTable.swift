// SPDX-License-Identifier: Apache-2.0
//
// The app's answers to a layout's queries, bound by name and answered by index.

import Glibc
import LayoutABI
import LayoutModel

/// The part of its range that a bulk closure covered.
public enum QueryCoverage: Sendable, Equatable {
  /// No answer for any place; the buffer counts as untouched.
  case none
  /// Every place of the buffer is written; a value whose first number is NaN means "unanswered".
  case all
  /// The first place of the buffer applies to the whole range.
  case uniform
}

/// The answers bound to a layout's queries.
///
/// Closures run synchronously while the layout prepares, in the isolation that runs the frame. They
/// answer from the data and must not call into the layout.
///
/// Memory safety: it owns one place for each query, and checks an index.
@safe
public final class QueryTable {
  /// The queries of the layout, in the order of its descriptor.
  public let descriptors: [QueryDescriptor]
  /// A number that grows with each ``bind`` and ``unbind(_:)``. If it changed, a connection
  /// prepares again.
  public internal(set) var revision = 0
  /// The first error that a closure threw since it was last taken.
  package var pendingError: LayoutError?
  /// One place for each query. Not an array, because each answer would then count a reference to
  /// it.
  let bindings: UnsafeMutablePointer<QueryBinding?>
  let plugin: String?
  /// An item that is shown at another path than its path in the data, if there is one. The layout
  /// asks with the shown paths; closures answer with paths of the data.
  package var move: ItemMove?
  /// Receives every answer while the session is recorded.
  package weak var observer: (any QueryObserver)? {
    didSet { isObserved = observer != nil }
  }
  /// The time that closures took since ``beginTiming()``, in nanoseconds; nil while it is not
  /// measured.
  private(set) var answerTime: Int64?
  /// A copy of whether there is an observer: reading the weak reference would cost each answer
  /// more.
  private(set) var isObserved = false

  /// Creates a table in which nothing is bound. `plugin` names the plugin in errors.
  public init(_ descriptors: [QueryDescriptor], plugin: String? = nil) {
    self.descriptors = descriptors
    self.plugin = plugin
    unsafe bindings = .allocate(capacity: descriptors.count)
    unsafe bindings.initialize(repeating: nil, count: descriptors.count)
  }

  deinit {
    unsafe bindings.deinitialize(count: descriptors.count)
    unsafe bindings.deallocate()
  }

  /// Measures the time of closures from now on.
  func beginTiming() { answerTime = 0 }

  /// Ends the measurement.
  ///
  /// - Returns: The time that closures took, in nanoseconds.
  func endTiming() -> Int64 {
    defer { answerTime = nil }
    return answerTime ?? 0
  }

  /// Runs a closure of the app, and measures its time if timing is on.
  @inline(__always)
  func timed<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    guard answerTime != nil else { return try body() }
    let start = OperationClock.now(CLOCK_MONOTONIC)
    defer { answerTime = answerTime.map { $0 + OperationClock.now(CLOCK_MONOTONIC) - start } }
    return try body()
  }

  /// Returns true if the query at `index` of the descriptor has an answer.
  public func isBound(_ index: Int) -> Bool {
    unsafe descriptors.indices.contains(index) && bindings[index] != nil
  }

  /// Unbinds the answer of a query; the layout then uses its property.
  /// - Throws: `unknown-query` if the layout has no query of that name.
  public func unbind(_ name: String) throws(LayoutError) {
    unsafe bindings[try index(of: name)] = nil
    revision += 1
  }

  /// Returns the index of the query of that name.
  /// - Throws: `unknown-query`, with the known names.
  package func index(of name: String) throws(LayoutError) -> Int {
    if let index = descriptors.firstIndex(where: { $0.name == name }) { return index }
    let known = descriptors.map(\.name).joined(separator: ", ")
    let remedy = known.isEmpty ? "it asks none" : "it asks \(known)"
    throw LayoutError(
      .unknownQuery, "the layout asks no query named '\(name)'; \(remedy)", plugin: plugin)
  }

  @usableFromInline
  func install(_ binding: QueryBinding, at index: Int) {
    unsafe bindings[index] = binding
    revision += 1
  }
}

/// One answer, in the two forms that a layout may ask for. A class, so that holding it while it
/// answers counts one reference instead of one for each closure.
///
/// Memory safety: the closures take pointers, so calling one is unsafe by its type.
@usableFromInline
@safe
final class QueryBinding {
  /// Answers for one path. The pointers are those of the further arguments. Returns false for
  /// "unanswered".
  @usableFromInline
  typealias One = (
    _ path: ItemPath, _ arguments: UnsafePointer<UnsafeMutableRawPointer?>?,
    _ out: UnsafeMutableRawPointer
  ) throws -> Bool
  /// Answers for a range of items, or of sections.
  @usableFromInline
  typealias Many = (_ section: Int, _ range: Range<Int>, _ out: UnsafeMutableRawPointer) throws ->
    QueryCoverage

  @usableFromInline let one: One
  /// The bulk form; nil for a query with arguments.
  @usableFromInline let many: Many?

  @usableFromInline
  init(one: @escaping One, many: Many?) {
    unsafe self.one = unsafe one
    unsafe self.many = unsafe many
  }
}

/// The error that a closure threw, and the path that it was asked for.
@usableFromInline
struct QueryFailure: Error {
  @usableFromInline let path: ItemPath
  @usableFromInline let error: any Error

  @usableFromInline
  init(path: ItemPath, error: any Error) {
    self.path = path
    self.error = error
  }
}

// MARK: - Answering
//
// Answers by index into raw memory. The functions that a plugin calls end here, both in this
// process and at the host's end of a worker's messages.

/// An object that answers the queries of an instance: the app's closures here, pages of answers in
/// a worker.
///
/// The caller has checked that the path or range lies inside the data.
package protocol QueryAnswering: AnyObject {
  /// Returns true if the query at `index` has an answer.
  func isBound(_ index: Int) -> Bool

  /// Answers for one path. `arguments` points to a pointer for each further argument.
  func answerOne(
    _ index: Int, section: UInt32, item: UInt32,
    arguments: UnsafePointer<UnsafeMutableRawPointer?>?, into out: UnsafeMutableRawPointer
  ) -> layout_status

  /// Answers for a range; `how` is a LAYOUT_ANSWERED_… constant.
  func answerMany(
    _ index: Int, section: UInt32, first: UInt32, count: UInt32, into out: UnsafeMutableRawPointer
  ) -> (status: layout_status, how: UInt32)

  /// Returns the app's error since the last call, as the reason why `call` failed.
  func takeError(call: String) -> LayoutError?
}

extension QueryTable: QueryAnswering {
  package func answerOne(
    _ index: Int, section: UInt32, item: UInt32,
    arguments: UnsafePointer<UnsafeMutableRawPointer?>?, into out: UnsafeMutableRawPointer
  ) -> layout_status {
    guard let binding = unsafe bindings[index] else { return LAYOUT_UNANSWERED }
    var path = ItemPath(section: Int(section), item: Int(item))
    if let move, descriptors[index].scope == .item { path = move.dataPath(of: path) }
    do {
      let isAnswered = try timed { unsafe try binding.one(path, arguments, out) }
      if isObserved { unsafe tell(index, path, arguments, out, isAnswered: isAnswered) }
      return isAnswered ? LAYOUT_OK : LAYOUT_UNANSWERED
    } catch {
      keep(error, index, path)
      return LAYOUT_ERROR_QUERY
    }
  }

  package func answerMany(
    _ index: Int, section: UInt32, first: UInt32, count: UInt32, into out: UnsafeMutableRawPointer
  ) -> (status: layout_status, how: UInt32) {
    guard let binding = unsafe bindings[index] else { return (LAYOUT_OK, LAYOUT_ANSWERED_NONE) }
    guard let many = unsafe binding.many else {
      return (LAYOUT_ERROR_UNSUPPORTED, LAYOUT_ANSWERED_NONE)
    }
    let range = Int(first)..<Int(first) + Int(count)
    do {
      let coverage: QueryCoverage
      if let move, descriptors[index].scope == .item {
        coverage = try timed {
          unsafe try answer(index, moved: move, by: many, Int(section), range, out)
        }
      } else {
        coverage = try timed { unsafe try many(Int(section), range, out) }
        if isObserved { unsafe tell(index, Int(section), range, out, coverage) }
      }
      switch coverage {
      case .none: return (LAYOUT_OK, LAYOUT_ANSWERED_NONE)
      case .all: return (LAYOUT_OK, LAYOUT_ANSWERED_ALL)
      case .uniform: return (LAYOUT_OK, LAYOUT_ANSWERED_UNIFORM)
      }
    } catch {
      let isItemScope = descriptors[index].scope == .item
      keep(error, index, isItemScope ? ItemPath(Int(section), Int(first)) : ItemPath(Int(first), 0))
      return (LAYOUT_ERROR_QUERY, LAYOUT_ANSWERED_NONE)
    }
  }

  /// Keeps the first error of a call; the later ones follow from it.
  private func keep(_ error: any Error, _ index: Int, _ path: ItemPath) {
    guard pendingError == nil else { return }
    let failure = error as? QueryFailure ?? QueryFailure(path: path, error: error)
    pendingError = LayoutError(
      .queryFailed,
      "the app's answer to \(descriptors[index].name) at \(failure.path) failed: \(failure.error)",
      plugin: plugin)
  }

  package func takeError(call: String) -> LayoutError? {
    defer { pendingError = nil }
    pendingError?.call = call
    return pendingError
  }
}

// MARK: - Another version
//
// Binds the answers of one version of a layout to another version.

extension QueryTable {
  /// Binds every answer of `other` whose query has the same signature here. Existing bindings stay.
  ///
  /// - Returns: The names of the bound queries that this layout does not have.
  /// - Throws: `query-signature` if a query of that name has another signature. Nothing is bound
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
      if let binding = unsafe other.bindings[from] { install(binding, at: to) }
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
