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
    interface = .allocate(capacity: 1)
    interface.initialize(to: ffi_cif())
    types = .allocate(capacity: arguments.count)
    for (place, argument) in arguments.enumerated() {
      let type =
        switch argument {
        case .value(let type): layout_ffi_type(type.rawValue)
        case .pointer: Optional(layout_ffi_pointer())
        }
      types.advanced(by: place).initialize(to: type)
    }
    guard
      ffi_prep_cif(
        interface, FFI_DEFAULT_ABI, UInt32(argumentCount), layout_ffi_status(), types) == FFI_OK
    else { return nil }
  }

  deinit {
    types.deallocate()
    interface.deallocate()
  }

  /// Calls a function of this prototype; `values` points to each argument.
  func call(
    _ function: @convention(c) () -> Void, _ values: [UnsafeMutableRawPointer?]
  ) -> layout_status {
    // A result narrower than a register comes back as a whole one.
    var status = 0
    var values = values
    ffi_call(interface, function, &status, &values)
    return layout_status(truncatingIfNeeded: status)
  }

  /// A function of this prototype that calls `handler`.
  func makeClosure(_ handler: @escaping ForeignClosure.Handler) -> ForeignClosure? {
    ForeignClosure(interface, handler)
  }
}

/// A C function made at run time. Owned memory that can be executed, freed in `deinit`.
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
    guard let entry = ClosureStock.take() else { return nil }
    let closure = entry.memory.assumingMemoryBound(to: ffi_closure.self)
    guard ffi_prep_closure_loc(closure, interface, handler, nil, entry.code) == FFI_OK else {
      ClosureStock.giveBack(entry)
      return nil
    }
    self.entry = entry
    function = unsafeBitCast(entry.code, to: (@convention(c) () -> Void).self)
  }

  deinit { ClosureStock.giveBack(entry) }
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
  struct Entry: @unchecked Sendable {
    // Sendable because it is in one place at a time.
    let memory: UnsafeMutableRawPointer
    let code: UnsafeMutableRawPointer
  }

  private struct State {
    var entries: [Entry] = []
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
      while state.entries.count < count {
        guard let entry = make() else { return false }
        state.entries.append(entry)
      }
      return true
    }
  }

  /// One from stock, or a new one; nil when there is neither.
  static func take() -> Entry? {
    state.withLock { $0.entries.popLast() } ?? make()
  }

  /// Gives one back.
  static func giveBack(_ entry: Entry) {
    let isKept = state.withLock { state in
      if state.isKeeping { state.entries.append(entry) }
      return state.isKeeping
    }
    if !isKept { ffi_closure_free(entry.memory) }
  }

  private static func make() -> Entry? {
    var code: UnsafeMutableRawPointer?
    guard let memory = ffi_closure_alloc(MemoryLayout<ffi_closure>.size, &code) else { return nil }
    guard let code else {
      ffi_closure_free(memory)
      return nil
    }
    return Entry(memory: memory, code: code)
  }
}
