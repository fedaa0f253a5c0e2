// SPDX-License-Identifier: Apache-2.0
//
// The thread of Swift Testing that waits for the processes of exit tests.

import Foundation
import LayoutLoading
import Synchronization

/// The thread of Swift Testing that waits for exit tests. It asks for ended children without a pause while any child of
/// this process has ended and its status was not read yet. Tests start thousands of programs, whose statuses other
/// threads read, so it used 4 % of the processor time of all tests.
enum ExitTestMonitor {
  private static let isCalm = Mutex(false)

  /// Gives the thread the lowest priority, once it exists. Costs a listing of the threads until then.
  static func calm() {
    isCalm.withLock { isCalm in
      guard !isCalm else { return }
      for task in (try? FileSystem.names(in: "/proc/self/task")) ?? [] {
        guard let id = id_t(task),
          let name = try? FileSystem.contents(of: "/proc/self/task/\(task)/comm").bytes,
          name.starts(with: "SWT ExT monitor".utf8)
        else { continue }
        isCalm = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id, 19) == 0
      }
    }
  }
}
