// SPDX-License-Identifier: Apache-2.0
//
// C functions that are known only at run time: descriptions of their prototypes for libffi, and
// closures made ahead of time.

import CFFI
import CFFIShim
import LayoutABI
import LayoutModel
import Synchronization

// MARK: - Prototypes

/// A C function's arguments, and a `layout_status` as its result. Owns the description, whose
/// address must not change while a function is called or built through it.
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

  /// Describes a prototype; nil if no function can have it.
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
    // A result that is narrower than a register comes back as a whole register.
    var status = 0
    var values = unsafe values
    unsafe ffi_call(interface, function, &status, &values)
    return layout_status(truncatingIfNeeded: status)
  }

  /// Returns a function of this prototype that calls `handler`; nil if there is no memory for it.
  func makeClosure(_ handler: @escaping ForeignClosure.Handler) -> ForeignClosure? {
    unsafe ForeignClosure(interface, handler)
  }
}

/// A C function made at run time. Owns executable memory and frees it in `deinit`.
///
/// Memory safety: it owns its entry and gives it back once; the address of its code is unsafe by its type.
@safe
struct ForeignClosure: ~Copyable {
  typealias Handler =
    @convention(c) (
      UnsafeMutablePointer<ffi_cif>?, UnsafeMutableRawPointer?,
      UnsafeMutablePointer<UnsafeMutableRawPointer?>?, UnsafeMutableRawPointer?
    ) -> Void

  /// The function. The caller casts it to its prototype.
  let function: @convention(c) () -> Void
  private let entry: ClosureStock.Entry

  /// Makes the function; nil if there is no executable memory.
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
// Closures made ahead of time, for a process that soon cannot make more.

/// Memory for functions made at run time. It is kept for a confined process, which cannot get more:
/// libffi maps files to make it.
///
/// In a process that is not confined it is empty and has no effect.
package enum ClosureStock {
  /// The memory of a closure and the address at which it is called.
  ///
  /// Unsafe: the holder of an entry owns its memory.
  @unsafe
  struct Entry: @unchecked Sendable {
    // Sendable because only one owner holds it at a time.
    let memory: UnsafeMutableRawPointer
    let code: UnsafeMutableRawPointer
  }

  /// Memory safety: entries are taken out and put in, and their memory is never read.
  @safe
  private struct State {
    var entries: [Entry] = unsafe []
    /// True if a returned closure is kept.
    var isKeeping = false
  }

  private static let state = Mutex(State())

  /// Makes `count` closures and keeps them.
  ///
  /// - Returns: False if there is no executable memory.
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

  /// Returns a closure from the stock, or a new one; nil if there is neither.
  static func take() -> Entry? {
    unsafe state.withLock { unsafe $0.entries.popLast() } ?? make()
  }

  /// Gives a closure back.
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
