// SPDX-License-Identifier: Apache-2.0
//
// The command that plays a session again, printed where a session ends the process.

import Glibc

/// The sessions under way, for a process that ends in one of them: by a trap, or by a wrong access to memory.
enum CrashNote {
  private static let signals = [SIGILL, SIGTRAP, SIGBUS, SIGSEGV, SIGFPE, SIGABRT]
  /// Enough for the numbers of two long sessions.
  private static let capacity = 4_096
  /// The line to print, ended by a zero. A handler of signals may read it, and may not allocate one.
  nonisolated(unsafe) private static let line = {
    let line = UnsafeMutablePointer<CChar>.allocate(capacity: capacity)
    line.initialize(repeating: 0, count: capacity)
    return line
  }()
  /// The handlers from before, by signal.
  nonisolated(unsafe) private static let former = UnsafeMutablePointer<sigaction>.allocate(
    capacity: 64)
  private static let isSetUp: Void = {
    for signal in signals {
      var action = sigaction()
      action.sa_flags = SA_ONSTACK
      action.__sigaction_handler.sa_handler = { CrashNote.print(for: $0) }
      sigaction(signal, &action, former + Int(signal))
    }
  }()

  /// Notes that these sessions are under way; none ends the note.
  static func note(_ scenarios: [Scenario]) {
    _ = isSetUp
    let commands = scenarios.map(\.description).joined(separator: "; ")
    let text = scenarios.isEmpty ? "" : "simulation: the process ends in a session: \(commands)\n"
    _ = text.withCString { strncpy(line, $0, capacity - 1) }
  }

  /// Prints the note, and lets the handler from before handle the signal.
  private static func print(for signal: CInt) {
    write(STDERR_FILENO, line, strlen(line))
    sigaction(signal, former + Int(signal), nil)
    raise(signal)
  }
}
