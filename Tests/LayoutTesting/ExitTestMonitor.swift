// SPDX-License-Identifier: Apache-2.0
//
// The thread of Swift Testing that waits for the processes of exit tests.

import Foundation
import LayoutLoading
import Synchronization

/// While any child of this process has ended and was not collected yet, the thread asks for ended children again and
/// again. Tests start thousands of programs, and each is collected by another thread, from which it takes the processor:
/// 4 % of the processor time of all tests.
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
