// SPDX-License-Identifier: Apache-2.0
//
// The one thing that stops the host: a plugin in this process wrote where it must not.

import Glibc

/// The damage that was found behind the memory that a plugin was given.
public struct MemoryDamage: Sendable, Equatable {
  /// Id of the plugin.
  public var plugin: String
  /// The ABI slot that ran.
  public var call: String
  /// The array behind which it wrote: `records`, `transforms` or `payload`; `the state` where it was
  /// to write that down.
  public var array: String

  /// The line for people and for the crash record.
  public var message: String {
    "\(plugin), \(call): wrote behind the room for \(array) (rule: memory); "
      + "memory can no longer be trusted, the process stops"
  }

  /// Called when a guard is found damaged; must not return, since anything may be overwritten.
  public typealias Handler = @Sendable (MemoryDamage) -> Never

  /// Writes the line to standard error and aborts.
  public static let stopProcess: Handler = { damage in
    let line = Array("layouthost: \(damage.message)\n".utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    abort()
  }
}
