// SPDX-License-Identifier: Apache-2.0
//
// A system call that the sandbox of a check refused, as the parent of the child sees it.

import CLayoutSystem
import Glibc

/// An attempt that the sandbox refused.
package struct RefusedCall: Equatable, Sendable {
  /// The kind of attempt, each with its rule.
  package enum Subject: Equatable, Sendable {
    /// Files are opened, made, changed or removed.
    case files
    /// Programs and processes are started, or leave the group that is ended with the check.
    case processes
    /// Signals are sent to others, or queued.
    case signals
    /// All else: the network, other processes, the settings of the kernel.
    case other
  }

  package let subject: Subject
  /// The call, with its path where it has one: "openat /etc/passwd".
  package let text: String
  /// The call into the layout that was under way, with its arguments; nil when none was.
  package let place: String?

  /// "openat /etc/passwd, in prepare …".
  package var description: String {
    place.map { "\(text), in \($0)" } ?? "\(text), while it loaded"
  }
}

extension RefusedCall {
  /// Describes a call that waits for its answer.
  init(_ call: layout_sys_refusal, place: String?) {
    let known = SystemCall.known[Int(call.call)]
    subject = known?.subject ?? .other
    let path = known?.path.flatMap { Self.text(at: call.argument($0), of: call.process) }
    text = [known?.name ?? "system call \(call.call)", path].compactMap { $0 }.joined(
      separator: " ")
    self.place = place
  }

  /// The text at an address of another process, at most one path; nil when it cannot be read.
  static func text(at address: UInt64, of process: pid_t) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    // Up to the end of a page, behind which there may be nothing.
    let toEnd = 4096 - Int(address % 4096)
    var count = layout_sys_read_memory(process, address, &bytes, UInt64(bytes.count))
    if count < 0 { count = layout_sys_read_memory(process, address, &bytes, UInt64(toEnd)) }
    guard count > 0, let end = bytes[..<Int(count)].firstIndex(of: 0) else { return nil }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }
}

extension layout_sys_refusal {
  /// An argument by its index, 0 to 5.
  func argument(_ index: Int) -> UInt64 {
    withUnsafeBytes(of: arguments) { $0.load(fromByteOffset: index * 8, as: UInt64.self) }
  }
}
