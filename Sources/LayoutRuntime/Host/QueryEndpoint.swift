// SPDX-License-Identifier: Apache-2.0
//
// The two C functions through which a layout asks one query.

import CFFI
import LayoutABI
import LayoutModel

/// The functions of one bound query of one instance: `one`, built by libffi for the prototype that
/// the descriptor declares, and `many`.
///
/// Lives as long as the instance's context: a layout may hold the functions from one `prepare` to
/// the next, and when the app takes the answer away in between they say "unanswered".
final class QueryEndpoint {
  /// The functions that the host table hands out.
  let functions: UnsafePointer<layout_query_functions>
  // Not counted: the context owns its endpoints and nobody else holds one.
  private unowned(unsafe) let context: HostContext
  private let index: Int
  private let isSectionScope: Bool
  private let argumentCount: Int
  private let memory: UnsafeMutablePointer<layout_query_functions>
  private let prototype: ForeignPrototype
  private var closure: ForeignClosure?

  /// Builds the functions of the query at `index`.
  /// - Throws: `out-of-memory` when libffi has no memory that may be executed.
  init(_ index: Int, of context: HostContext) throws(LayoutError) {
    let query = context.descriptor.queries[index]
    let path = [ForeignPrototype.Argument.value(.index), .value(.index)]
    guard
      let prototype = ForeignPrototype(
        path + query.arguments.map(ForeignPrototype.Argument.value) + [.pointer])
    else { throw Self.noMemory(query.name, context.plugin) }
    self.context = context
    self.index = index
    self.prototype = prototype
    isSectionScope = query.scope == .section
    argumentCount = query.arguments.count
    memory = .allocate(capacity: 1)
    memory.initialize(to: layout_query_functions())
    functions = UnsafePointer(memory)
    let own = Unmanaged.passUnretained(self).toOpaque()
    closure = self.prototype.makeClosure(askOne, own)
    guard let function = closure?.function else {
      throw Self.noMemory(query.name, context.plugin)
    }
    memory.pointee = .sized()
    memory.pointee.one = function
    memory.pointee.many = query.arguments.isEmpty ? askMany : nil
    memory.pointee.many_context = own
  }

  deinit { memory.deallocate() }

  private static func noMemory(_ query: String, _ plugin: String) -> LayoutError {
    LayoutError(
      .outOfMemory, "no memory for the function that answers \(query)", plugin: plugin)
  }

  /// Answers a call of `one`; `arguments` points to each argument of the prototype.
  fileprivate func one(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> layout_status {
    guard context.isInCall else { return LAYOUT_ERROR_CONTEXT }
    guard let section = arguments[0]?.load(as: UInt32.self),
      let item = arguments[1]?.load(as: UInt32.self),
      let out = arguments[argumentCount + 2]?.load(as: UnsafeMutableRawPointer?.self),
      isSectionScope
        ? section < context.counts.sectionCount && item == 0
        : context.counts.contains(section, item)
    else { return LAYOUT_ERROR_ARGUMENT }
    let status = context.queries.answerOne(
      index, section: section, item: item, arguments: UnsafePointer(arguments + 2), into: out)
    if status == LAYOUT_ERROR_QUERY { context.didQueryFail = true }
    return status
  }

  /// Answers a call of `many`.
  fileprivate func many(
    _ section: UInt32, _ first: UInt32, _ count: UInt32, _ out: UnsafeMutableRawPointer?,
    _ how: UnsafeMutablePointer<UInt32>
  ) -> layout_status {
    guard context.isInCall else { return LAYOUT_ERROR_CONTEXT }
    how.pointee = LAYOUT_ANSWERED_NONE
    guard count > 0 else { return LAYOUT_OK }
    guard let out, let last = room(section), Int(first) + Int(count) <= last else {
      return LAYOUT_ERROR_ARGUMENT
    }
    let answer = context.queries.answerMany(
      index, section: isSectionScope ? 0 : section, first: first, count: count, into: out)
    how.pointee = answer.how
    if answer.status == LAYOUT_ERROR_QUERY { context.didQueryFail = true }
    return answer.status
  }

  /// Returns the number of items, or sections, that a range may reach to.
  private func room(_ section: UInt32) -> Int? {
    isSectionScope ? context.counts.sectionCount : context.counts[section].map(Int.init)
  }
}

/// Answers libffi's call of `one`. The result of a call narrower than a register is written as a
/// whole register.
private func askOne(
  _: UnsafeMutablePointer<ffi_cif>?, _ result: UnsafeMutableRawPointer?,
  _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ data: UnsafeMutableRawPointer?
) {
  guard let result, let arguments, let data else { return }
  // Without counting: the context keeps the endpoint through the call that asks.
  let status = Unmanaged<QueryEndpoint>.fromOpaque(data)._withUnsafeGuaranteedRef {
    $0.one(arguments)
  }
  result.storeBytes(of: Int(status), as: Int.self)
}

/// Answers a plugin's call of `many`.
private func askMany(
  _ data: UnsafeMutableRawPointer?, _ section: UInt32, _ first: UInt32, _ count: UInt32,
  _ out: UnsafeMutableRawPointer?, _ how: UnsafeMutablePointer<UInt32>?
) -> layout_status {
  guard let data, let how else { return LAYOUT_ERROR_ARGUMENT }
  return Unmanaged<QueryEndpoint>.fromOpaque(data).takeUnretainedValue()
    .many(section, first, count, out, how)
}

// MARK: - Counts
//
// The data's counts, where every call of a query's function tests its path.

/// The items of each section, in memory of its own: testing a path counts no references, which
/// would cost as much as the rest of the answer.
final class ItemCounts {
  private var base: UnsafeMutablePointer<UInt32>?
  /// The items of every section where there is no list.
  private var uniform: UInt32 = 0
  /// The number of sections.
  private(set) var sectionCount = 0

  deinit { base?.deallocate() }

  /// Takes over other counts.
  func assign(_ counts: SectionCounts) {
    base?.deallocate()
    base = nil
    sectionCount = counts.count
    uniform = counts.uniformCount ?? 0
    let list = counts.list
    guard !list.isEmpty else { return }
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: list.count)
    memory.initialize(from: list, count: list.count)
    base = memory
  }

  /// The items of a section; nil when there is no such section.
  subscript(section: UInt32) -> UInt32? {
    guard section < sectionCount else { return nil }
    return base.map { $0[Int(section)] } ?? uniform
  }

  /// Returns true when the item exists.
  func contains(_ section: UInt32, _ item: UInt32) -> Bool {
    guard section < sectionCount else { return false }
    guard let base else { return item < uniform }
    return item < base[Int(section)]
  }
}
