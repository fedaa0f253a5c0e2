// SPDX-License-Identifier: Apache-2.0
//
// Closures made ahead of time, for a process that soon may make none any more.

import CFFI
import Synchronization

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
