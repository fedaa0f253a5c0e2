// SPDX-License-Identifier: Apache-2.0
//
// The child processes of this process.

import Foundation
import LayoutLoading

/// The entries of `/proc` about the processes that this process started.
public enum ChildProcesses {
  /// The number of children that were not reaped yet.
  ///
  /// The kernel lists children by the thread that started them. A thread that ends between the listing of threads and
  /// the listing of its children has none: the kernel gives them to another thread.
  public static func count() throws -> Int {
    try FileSystem.names(in: "/proc/self/task").map(count(ofTask:)).reduce(0, +)
  }

  private static func count(ofTask task: String) -> Int {
    // The file is missing, or cannot be read any more, once the thread has ended.
    guard
      let file = try? FileHandle(
        forReadingFrom: URL(filePath: "/proc/self/task/\(task)/children")),
      let bytes = try? file.readToEnd()
    else { return 0 }
    return String(decoding: bytes, as: UTF8.self).split(separator: " ").count
  }
}
