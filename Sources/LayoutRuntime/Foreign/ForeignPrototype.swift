// SPDX-License-Identifier: Apache-2.0
//
// The prototype of a C function that is known at run time only, as libffi wants it described.

import CFFI
import CFFIShim
import LayoutABI
import LayoutModel

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

  /// A function of this prototype that calls `handler` with `data`.
  func makeClosure(
    _ handler: @escaping ForeignClosure.Handler, _ data: UnsafeMutableRawPointer
  ) -> ForeignClosure? {
    ForeignClosure(interface, handler, data)
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
    _ interface: UnsafeMutablePointer<ffi_cif>, _ handler: @escaping Handler,
    _ data: UnsafeMutableRawPointer
  ) {
    guard let entry = ClosureStock.take() else { return nil }
    let closure = entry.memory.assumingMemoryBound(to: ffi_closure.self)
    guard ffi_prep_closure_loc(closure, interface, handler, data, entry.code) == FFI_OK else {
      ClosureStock.giveBack(entry)
      return nil
    }
    self.entry = entry
    function = unsafeBitCast(entry.code, to: (@convention(c) () -> Void).self)
  }

  deinit { ClosureStock.giveBack(entry) }
}
