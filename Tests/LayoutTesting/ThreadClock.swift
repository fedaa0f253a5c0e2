// SPDX-License-Identifier: Apache-2.0
//
// The processor time of a thread, for ratios within one run.

import Glibc

/// The processor time of the calling thread.
public enum ThreadClock {
  /// The time so far, in seconds.
  public static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
