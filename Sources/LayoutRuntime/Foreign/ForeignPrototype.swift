// SPDX-License-Identifier: Apache-2.0
//
// C functions that are known at run time only: their prototypes as libffi wants them described, and
// closures made ahead of time.

import CFFI
import CFFIShim
import LayoutABI
import LayoutModel
import Synchronization

// MARK: - Prototypes

/// A C function's arguments, and a `layout_status` as its result. Owns the description, which has to
/// stay at its place as long as anything is called or built through it.
///
/// Memory safety: it owns the description; calls through it are unsafe by their pointers.
@safe
struct ForeignPrototype: ~Copyable {
  private let interface: UnsafeMutablePointer<ffi_cif>
  private let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>
  /// The number of arguments.
  let argumentCount: Int

  /// One argument: a value of a declared type, or a pointer.
  enum Argument {
    case value(ValueType)
    case pointer
  }

  /// Describes a prototype; nil when no function can have it.
  init?(_ arguments: [Argument]) {
    argumentCount = arguments.count
    unsafe interface = .allocate(capacity: 1)
    unsafe interface.initialize(to: ffi_cif())
    unsafe types = .allocate(capacity: arguments.count)
    for (place, argument) in arguments.enumerated() {
      let type =
        switch argument {
        case .value(let type): unsafe layout_ffi_type(type.rawValue)
        case .pointer: unsafe Optional(layout_ffi_pointer())
        }
      unsafe types.advanced(by: place).initialize(to: type)
    }
    guard
      unsafe ffi_prep_cif(
        interface, FFI_DEFAULT_ABI, UInt32(argumentCount), layout_ffi_status(), types) == FFI_OK
    else { return nil }
  }

  deinit {
    unsafe types.deallocate()
    unsafe interface.deallocate()
  }

  /// Calls a function of this prototype; `values` points to each argument.
  func call(
    _ function: @convention(c) () -> Void, _ values: [UnsafeMutableRawPointer?]
  ) -> layout_status {
    // A result narrower than a register comes back as a whole one.
    var status = 0
    var values = unsafe values
    unsafe ffi_call(interface, function, &status, &values)
    return layout_status(truncatingIfNeeded: status)
  }

  /// A function of this prototype that calls `handler`.
  func makeClosure(_ handler: @escaping ForeignClosure.Handler) -> ForeignClosure? {
    unsafe ForeignClosure(interface, handler)
  }
}

/// A C function made at run time. Owned memory that can be executed, freed in `deinit`.
///
/// Memory safety: it owns its entry and gives it back once; the address of its code is unsafe by its type.
@safe
struct ForeignClosure: ~Copyable {
  typealias Handler =
    @convention(c) (
      UnsafeMutablePointer<ffi_cif>?, UnsafeMutableRawPointer?,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>?, UnsafeMutableRawPointer?
    ) -> Void

  /// The function; to be cast to its prototype.
  let function: @convention(c) () -> Void
  private let entry: ClosureStock.Entry

  /// Nil when there is no memory that may be executed.
  fileprivate init?(
    _ interface: UnsafeMutablePointer<ffi_cif>, _ handler: @escaping Handler
  ) {
    guard let entry = unsafe ClosureStock.take() else { return nil }
    let closure = unsafe entry.memory.assumingMemoryBound(to: ffi_closure.self)
    guard unsafe ffi_prep_closure_loc(closure, interface, handler, nil, entry.code) == FFI_OK else {
      unsafe ClosureStock.giveBack(entry)
      return nil
    }
    unsafe self.entry = unsafe entry
    function = unsafe unsafeBitCast(entry.code, to: (@convention(c) () -> Void).self)
  }

  deinit { unsafe ClosureStock.giveBack(entry) }
}

// MARK: - Closures
//
// Closures made ahead of time, for a process that soon may make none any more.

/// Memory for functions made at run time, kept for when a confined process can get no more of it:
/// libffi maps files to make it.
///
/// Empty, and never in the way, in a process that is not confined.
package enum ClosureStock {
  /// The memory of a closure and the address at which it is called.
  ///
  /// Unsafe: whoever has an entry owns its memory.
  @unsafe
  struct Entry: @unchecked Sendable {
    // Sendable because it is in one place at a time.
    let memory: UnsafeMutableRawPointer
    let code: UnsafeMutableRawPointer
  }

  /// Memory safety: entries are taken out and put in, and never looked into.
  @safe
  private struct State {
    var entries: [Entry] = unsafe []
    /// True when a returned closure is kept.
    var isKeeping = false
  }

  private static let state = Mutex(State())

  /// Makes `count` closures to have.
  ///
  /// - Returns: False when there is no memory that may be executed.
  package static func fill(_ count: Int) -> Bool {
    state.withLock { state in
      state.isKeeping = true
      while unsafe state.entries.count < count {
        guard let entry = unsafe make() else { return false }
        unsafe state.entries.append(entry)
      }
      return true
    }
  }

  /// One from stock, or a new one; nil when there is neither.
  static func take() -> Entry? {
    unsafe state.withLock { unsafe $0.entries.popLast() } ?? make()
  }

  /// Gives one back.
  static func giveBack(_ entry: Entry) {
    let isKept = state.withLock { state in
      if state.isKeeping { unsafe state.entries.append(entry) }
      return state.isKeeping
    }
    if !isKept { unsafe ffi_closure_free(entry.memory) }
  }

  private static func make() -> Entry? {
    var code: UnsafeMutableRawPointer?
    guard let memory = unsafe ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code) else {
      return nil
    }
    guard let code = unsafe code else {
      unsafe ffi_closure_free(memory)
      return nil
    }
    return unsafe Entry(memory: memory, code: code)
  }
}
