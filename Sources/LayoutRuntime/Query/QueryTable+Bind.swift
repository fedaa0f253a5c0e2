// SPDX-License-Identifier: Apache-2.0
//
// Binds closures to queries. Inlinable, so that the loop over items is compiled in the app's module
// for the app's closure and costs a few nanoseconds an item.

import LayoutABI
import LayoutModel

extension QueryTable {
  /// Answers a query with a closure for one path; nil leaves that path to the layout's property.
  /// The item of the path is 0 for a query of section scope.
  ///
  /// - Throws: `unknown-query`, or `query-signature` with the difference.
  @inlinable
  public func bind<R: QueryType>(
    _ name: String, to answer: @escaping (ItemPath) throws -> R?
  ) throws(LayoutError) {
    let index = try check(name, result: R.typeName, R.fits, arguments: [])
    let isSectionScope = descriptors[index].scope == .section
    unsafe install(
      QueryBinding(
        one: { path, _, out in
          unsafe try Self.store(try answer(path), to: out)
        },
        many: { section, range, out in
          unsafe try Self.answer(range, out.assumingMemoryBound(to: R.self)) { index in
            isSectionScope ? ItemPath(index, 0) : ItemPath(section, index)
          } by: {
            try answer($0)
          }
        }), at: index)
  }

  /// Answers a query that has further arguments; nil leaves that path to the layout's property.
  ///
  /// - Throws: `unknown-query`, or `query-signature` with the difference.
  @inlinable
  public func bind<each A: QueryType, R: QueryType>(
    _ name: String, to answer: @escaping (ItemPath, repeat each A) throws -> R?
  ) throws(LayoutError) {
    var arguments: [QueryArgumentType] = []
    repeat arguments.append(QueryArgumentType((each A).self))
    let index = try check(name, result: R.typeName, R.fits, arguments: arguments)
    unsafe install(
      QueryBinding(
        one: { path, pointers, out in
          var next = 0
          return unsafe try Self.store(
            try answer(path, repeat Self.load((each A).self, pointers, &next)), to: out)
        }, many: nil), at: index)
  }

  /// Answers a query for whole ranges: the closure writes directly into the layout's memory. For
  /// `.all` it writes one value for each place of the range, for `.uniform` only the first place,
  /// for `.none` nothing. The content of the memory before the call has no meaning. An index
  /// outside of the range stops the program.
  ///
  /// For a query of section scope `section` is 0 and the range is a range of sections.
  ///
  /// - Throws: `unknown-query`, or `query-signature` with the difference; a query with arguments
  ///   has no bulk form.
  @inlinable
  public func bind<R: QueryType>(
    _ name: String,
    bulk:
      @escaping (
        _ section: Int, _ range: Range<Int>, _ out: inout MutableSpan<R>
      ) throws -> QueryCoverage
  ) throws(LayoutError) {
    let index = try check(name, result: R.typeName, R.fits, arguments: [])
    let isSectionScope = descriptors[index].scope == .section
    unsafe install(
      QueryBinding(
        one: { path, _, out in
          let place = unsafe out.assumingMemoryBound(to: R.self)
          let room = unsafe UnsafeMutableBufferPointer(start: place, count: 1)
          let before = unsafe PlaceBytes(out, count: MemoryLayout<R>.size)
          var values = unsafe room.mutableSpan
          let coverage =
            isSectionScope
            ? try bulk(0, path.section..<path.section + 1, &values)
            : try bulk(path.section, path.item..<path.item + 1, &values)
          let isAnswered =
            unsafe try Self.check(coverage, room) { _ in path } != .none
            && !R.load(from: out).isUnanswered
          // The closure may have written its mark for "unanswered".
          if !isAnswered { unsafe before.store(to: out) }
          return isAnswered
        },
        many: { section, range, out in
          let room = unsafe UnsafeMutableBufferPointer(
            start: out.assumingMemoryBound(to: R.self), count: range.count)
          let before =
            unsafe range.isEmpty ? nil : PlaceBytes(out, count: MemoryLayout<R>.size)
          var values = unsafe room.mutableSpan
          let coverage = unsafe try Self.check(try bulk(section, range, &values), room) { offset in
            let index = range.lowerBound + offset
            return isSectionScope ? ItemPath(index, 0) : ItemPath(section, index)
          }
          // One mark for "unanswered" may stand for the whole range.
          if coverage == .none { unsafe before?.store(to: out) }
          return coverage
        }), at: index)
  }
}

extension QueryTable {
  /// Fills a range from a closure for single paths. Leaves `out` untouched if no path is answered.
  @inlinable
  @inline(__always)
  static func answer<R: QueryType>(
    _ range: Range<Int>, _ out: UnsafeMutablePointer<R>, path: (Int) -> ItemPath,
    by answer: (ItemPath) throws -> R?
  ) throws -> QueryCoverage {
    var place = 0
    var answeredCount = 0
    for index in range {
      let path = path(index)
      let value: R?
      do { value = try answer(path) } catch { throw QueryFailure(path: path, error: error) }
      if let value, !value.isUnanswered {
        guard value.isAllowed else {
          throw QueryFailure(path: path, error: ForbiddenAnswer(value))
        }
        if answeredCount == 0, place > 0 { unsafe try markUnanswered(out, place, at: path) }
        unsafe out[place] = value
        answeredCount += 1
      } else if answeredCount > 0 {
        unsafe try markUnanswered(out + place, 1, at: path)
      }
      place += 1
    }
    return answeredCount == 0 ? .none : .all
  }

  /// Stores one answer. Returns false if there is none.
  @inlinable
  static func store<R: QueryType>(_ value: R?, to out: UnsafeMutableRawPointer) throws -> Bool {
    guard let value, !value.isUnanswered else { return false }
    guard value.isAllowed else { throw ForbiddenAnswer(value) }
    unsafe out.storeBytes(of: value, as: R.self)
    return true
  }

  /// Checks the values that a bulk closure wrote: a pass at memory speed, without a branch for each
  /// value.
  @inlinable
  static func check<R: QueryType>(
    _ coverage: QueryCoverage, _ room: UnsafeMutableBufferPointer<R>, path: (Int) -> ItemPath
  ) throws -> QueryCoverage {
    guard coverage != .none, let first = unsafe room.first else { return .none }
    if coverage == .uniform {
      guard first.isAllowed else {
        throw QueryFailure(path: path(0), error: ForbiddenAnswer(first))
      }
      return first.isUnanswered ? .none : .uniform
    }
    var isAllowed = true
    for offset in room.indices { isAllowed = unsafe room[offset].isAllowed && isAllowed }
    guard isAllowed else {
      let offset = unsafe room.firstIndex { !$0.isAllowed } ?? 0
      throw unsafe QueryFailure(path: path(offset), error: ForbiddenAnswer(room[offset]))
    }
    return .all
  }

  @inlinable
  static func markUnanswered<R: QueryType>(
    _ out: UnsafeMutablePointer<R>, _ count: Int, at path: ItemPath
  ) throws {
    guard let unanswered = R.unanswered else {
      throw QueryFailure(path: path, error: PartialAnswer(typeName: R.typeName))
    }
    for place in 0..<count { unsafe out[place] = unanswered }
  }

  /// Reads the argument at `next` and moves on to the one after it.
  @inlinable
  static func load<A: QueryType>(
    _ type: A.Type, _ pointers: UnsafePointer<UnsafeMutableRawPointer?>?, _ next: inout Int
  ) throws -> A {
    guard let place = unsafe pointers?[next] else { throw MissingArgument(index: next) }
    next += 1
    return unsafe A.load(from: place)
  }
}

/// The error for an app that answered with a value that no layout can use.
@usableFromInline
struct ForbiddenAnswer: Error, CustomStringConvertible {
  @usableFromInline let description: String

  @usableFromInline
  init(_ value: some QueryType) {
    description = "\(value) is not allowed: numbers are finite, sizes zero or more"
  }
}

/// The error for a plugin that asked a query without the arguments that it declares.
@usableFromInline
struct MissingArgument: Error, CustomStringConvertible {
  @usableFromInline let index: Int

  @usableFromInline
  init(index: Int) { self.index = index }

  @usableFromInline
  var description: String { "argument \(index) is missing" }
}

// MARK: - Types known at run time
//
// Binds a closure whose types are known only at run time, for scenarios and for bindings from other
// languages.

extension QueryTable {
  /// Answers a query of any signature with a closure over values; nil leaves that path to the
  /// layout's property.
  ///
  /// The closure's result is checked at each answer: a value of another type fails the query.
  ///
  /// - Throws: `unknown-query`.
  public func bind(
    _ name: String, dynamic answer: @escaping (ItemPath, [LayoutValue]) throws -> LayoutValue?
  ) throws(LayoutError) {
    let index = try index(of: name)
    let query = descriptors[index]
    let one: QueryBinding.One = { path, pointers, out in
      let arguments = unsafe try Self.arguments(pointers, query.arguments)
      guard let value = try answer(path, arguments) else { return false }
      try value.check(is: query.result)
      switch value {
      case .number(let value): return unsafe try Self.store(value, to: out)
      case .point(let value): return unsafe try Self.store(value, to: out)
      case .size(let value): return unsafe try Self.store(value, to: out)
      case .insets(let value): return unsafe try Self.store(value, to: out)
      default:
        unsafe value.store(to: out)
        return true
      }
    }
    let many = unsafe query.arguments.isEmpty ? Self.many(query, by: one) : nil
    unsafe install(QueryBinding(one: one, many: many), at: index)
  }

  /// Returns the bulk form of a closure for single paths.
  private static func many(
    _ query: QueryDescriptor, by one: @escaping QueryBinding.One
  ) -> QueryBinding.Many {
    let stride = query.result.byteCount
    return { section, range, out in
      var answeredCount = 0
      for index in range {
        let path = query.scope == .section ? ItemPath(index, 0) : ItemPath(section, index)
        let place = unsafe out + (index - range.lowerBound) * stride
        do {
          if unsafe try one(path, nil, place) {
            if answeredCount == 0 {
              for earlier in 0..<index - range.lowerBound {
                unsafe try query.result.storeUnanswered(to: out + earlier * stride)
              }
            }
            answeredCount += 1
          } else if answeredCount > 0 {
            unsafe try query.result.storeUnanswered(to: place)
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
      guard let place = unsafe pointers?[index] else { throw MissingArgument(index: index) }
      unsafe values.append(try LayoutValue(loading: type, from: place))
    }
    return values
  }
}
