// SPDX-License-Identifier: Apache-2.0
//
// One process at a time changes a file of the user's: the others wait.

import Glibc
import LayoutModel

extension FileSystem {
  /// Makes a directory where it is missing, and waits until nobody else holds its lock. The lock is on
  /// the directory since the files in it are replaced. It ends with the descriptor.
  ///
  /// - Throws: `unwritable` with the reason.
  static func lock(_ directory: String) throws(LayoutError) -> Int32 {
    try makeDirectory(directory)
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw LayoutError(.unwritable, "\(directory): cannot be opened: \(FileSystem.reason())")
    }
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno != EINTR else { continue }
      let reason = FileSystem.reason()
      close(descriptor)
      throw LayoutError(.unwritable, "\(directory): cannot be locked: \(reason)")
    }
    return descriptor
  }
}
