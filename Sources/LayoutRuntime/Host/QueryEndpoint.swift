// SPDX-License-Identifier: Apache-2.0
//
// The two C functions through which a layout calls one query.

import CFFI
import LayoutABI
import LayoutModel

/// The functions of one bound query of one instance: `one` and `many`. A query with arguments has
/// its own prototype, for which libffi builds `one`.
///
/// Lives as long as the instance's context. A layout may keep the functions from one `prepare` to
/// the next; if the app unbinds the answer in between, they return "unanswered".
///
/// Memory safety: it owns its functions; the context owns it and outlives it.
@safe
final class QueryEndpoint {
  /// The functions that the host table hands out.
  let functions: UnsafePointer<layout_query_functions>
  // Not counted: only the context holds its endpoints, and it owns them.
  private unowned(unsafe) let context: HostContext
  private let index: Int
  private let isSectionScope: Bool
  private let argumentCount: Int
  private let memory: UnsafeMutablePointer<layout_query_functions>
  /// The built function of a query with arguments.
  private let built: BuiltFunction?

  /// Builds the functions of the query at `index`.
  /// - Throws: `out-of-memory` if libffi has no executable memory.
  init(_ index: Int, of context: HostContext) throws(LayoutError) {
    let query = context.descriptor.queries[index]
    built = query.arguments.isEmpty ? nil : try BuiltFunction(query, plugin: context.plugin)
    unsafe self.context = context
    self.index = index
    isSectionScope = query.scope == .section
    argumentCount = query.arguments.count
    unsafe memory = .allocate(capacity: 1)
    unsafe memory.initialize(to: .sized())
    unsafe functions = unsafe UnsafePointer(memory)
    unsafe memory.pointee.one = built?.function ?? plainOne
    unsafe memory.pointee.many = unsafe query.arguments.isEmpty ? askMany : nil
    unsafe memory.pointee.context = unsafe Unmanaged.passUnretained(self).toOpaque()
  }

  deinit { unsafe memory.deallocate() }

  /// Answers a call of `one` that libffi received. `arguments` points to each argument of the
  /// prototype after the context.
  fileprivate func one(
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> layout_status {
    guard let section = unsafe arguments[0]?.load(as: UInt32.self),
      let item = unsafe arguments[1]?.load(as: UInt32.self),
      let out = unsafe arguments[argumentCount + 2]?.load(as: UnsafeMutableRawPointer?.self)
    else { return unsafe context.isInCall ? LAYOUT_ERROR_ARGUMENT : LAYOUT_ERROR_CONTEXT }
    return unsafe one(section, item, arguments + 2, out)
  }

  /// Answers a call of `one`; `arguments` points to each argument between the path and the result.
  fileprivate func one(
    _ section: UInt32, _ item: UInt32,
    _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ out: UnsafeMutableRawPointer?
  ) -> layout_status {
    guard unsafe context.isInCall else { return LAYOUT_ERROR_CONTEXT }
    guard let out = unsafe out,
      unsafe isSectionScope
        ? section < context.counts.sectionCount && item == 0
        : context.counts.contains(section, item)
    else { return LAYOUT_ERROR_ARGUMENT }
    let status = unsafe context.queries.answerOne(
      index, section: section, item: item, arguments: arguments.map { unsafe UnsafePointer($0) },
      into: unsafe out
    )
    if status == LAYOUT_ERROR_QUERY { unsafe context.didQueryFail = true }
    return status
  }

  /// Answers a call of `many`.
  fileprivate func many(
    _ section: UInt32, _ first: UInt32, _ count: UInt32, _ out: UnsafeMutableRawPointer?,
    _ how: UnsafeMutablePointer<UInt32>
  ) -> layout_status {
    guard unsafe context.isInCall else { return LAYOUT_ERROR_CONTEXT }
    unsafe how.pointee = LAYOUT_ANSWERED_NONE
    guard count > 0 else { return LAYOUT_OK }
    guard let out = unsafe out, let last = room(section), Int(first) + Int(count) <= last else {
      return LAYOUT_ERROR_ARGUMENT
    }
    let answer = unsafe context.queries.answerMany(
      index, section: isSectionScope ? 0 : section, first: first, count: count, into: out)
    unsafe how.pointee = answer.how
    if answer.status == LAYOUT_ERROR_QUERY { unsafe context.didQueryFail = true }
    return answer.status
  }

  /// Returns the number of items, or of sections, up to which a range may reach.
  private func room(_ section: UInt32) -> Int? {
    unsafe isSectionScope ? context.counts.sectionCount : context.counts[section].map(Int.init)
  }
}

/// A `one` function made at run time, for a query with arguments.
private final class BuiltFunction {
  private let prototype: ForeignPrototype
  private let closure: ForeignClosure
  let function: @convention(c) () -> Void

  /// - Throws: `out-of-memory` if libffi has no executable memory.
  init(_ query: QueryDescriptor, plugin: String) throws(LayoutError) {
    let start: [ForeignPrototype.Argument] = [.pointer, .value(.index), .value(.index)]
    let arguments = query.arguments.map(ForeignPrototype.Argument.value)
    guard let prototype = ForeignPrototype(start + arguments + [.pointer]),
      let closure = unsafe prototype.makeClosure(builtOne)
    else {
      throw LayoutError(
        .outOfMemory, "no memory for the function that answers \(query.name)", plugin: plugin)
    }
    function = closure.function
    self.prototype = prototype
    self.closure = closure
  }
}

/// Answers libffi's call of `one`. A result that is narrower than a register is written as a whole
/// register.
private func builtOne(
  _: UnsafeMutablePointer<ffi_cif>?, _ result: UnsafeMutableRawPointer?,
  _ arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _: UnsafeMutableRawPointer?
) {
  guard let result = unsafe result, let arguments = unsafe arguments else { return }
  var status = LAYOUT_ERROR_ARGUMENT
  if let data = unsafe arguments[0]?.load(as: UnsafeMutableRawPointer?.self) {
    // Without reference counting: the context keeps the endpoint alive through the call of the
    // plugin.
    status = unsafe Unmanaged<QueryEndpoint>.fromOpaque(data)._withUnsafeGuaranteedRef {
      unsafe $0.one(arguments + 1)
    }
  }
  unsafe result.storeBytes(of: Int(status), as: Int.self)
}

/// The function `one` of a query without arguments: results of all types are written through a
/// pointer.
private var plainOne: @convention(c) () -> Void {
  let function:
    @convention(c) (
      UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeMutableRawPointer?
    ) -> layout_status = unsafe askOne
  return unsafe unsafeBitCast(function, to: (@convention(c) () -> Void).self)
}

/// Answers a plugin's call of `one`.
private func askOne(
  _ data: UnsafeMutableRawPointer?, _ section: UInt32, _ item: UInt32,
  _ out: UnsafeMutableRawPointer?
) -> layout_status {
  guard let data = unsafe data else { return LAYOUT_ERROR_ARGUMENT }
  return unsafe Unmanaged<QueryEndpoint>.fromOpaque(data)._withUnsafeGuaranteedRef {
    unsafe $0.one(section, item, nil, out)
  }
}

/// Answers a plugin's call of `many`.
private func askMany(
  _ data: UnsafeMutableRawPointer?, _ section: UInt32, _ first: UInt32, _ count: UInt32,
  _ out: UnsafeMutableRawPointer?, _ how: UnsafeMutablePointer<UInt32>?
) -> layout_status {
  guard let data = unsafe data, let how = unsafe how else { return LAYOUT_ERROR_ARGUMENT }
  return unsafe Unmanaged<QueryEndpoint>.fromOpaque(data)._withUnsafeGuaranteedRef {
    unsafe $0.many(section, first, count, out, how)
  }
}

// MARK: - Counts
//
// The data's counts, against which every call of a query's function checks its path.

/// The number of items of each section, in memory of its own: checking a path counts no references,
/// which would cost as much as the rest of the answer.
///
/// Memory safety: it owns the counts, and a section is checked against their number.
@safe
final class ItemCounts {
  private var base: UnsafeMutablePointer<UInt32>?
  /// The number of items of every section, if there is no list.
  private var uniform: UInt32 = 0
  /// The number of sections.
  private(set) var sectionCount = 0

  deinit { unsafe base?.deallocate() }

  /// Copies other counts.
  func assign(_ counts: SectionCounts) {
    unsafe base?.deallocate()
    unsafe base = nil
    sectionCount = counts.count
    uniform = counts.uniformCount ?? 0
    let list = counts.list
    guard !list.isEmpty else { return }
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: list.count)
    unsafe memory.initialize(from: list, count: list.count)
    unsafe base = unsafe memory
  }

  /// The number of items of a section; nil if there is no such section.
  subscript(section: UInt32) -> UInt32? {
    guard section < sectionCount else { return nil }
    return unsafe base.map { unsafe $0[Int(section)] } ?? uniform
  }

  /// Returns true if the item exists.
  func contains(_ section: UInt32, _ item: UInt32) -> Bool {
    guard section < sectionCount else { return false }
    guard let base = unsafe base else { return item < uniform }
    return unsafe item < base[Int(section)]
  }
}
