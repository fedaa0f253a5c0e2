// SPDX-License-Identifier: Apache-2.0
//
// The files and the shared memory of a simulated session, none of which is left after it.

import Glibc

@testable import LayoutIsolation

/// The descriptors that a world opened, and the areas that its workers used.
final class OpenFiles {
  private struct Weak { weak var area: SharedArea? }

  /// The descriptors that were open at any time.
  private var descriptors: Set<Int32> = []
  private var areas: [Weak] = []

  /// F_SETSIG and F_GETSIG of the kernel. The signal of an open file is a mark here: it stays with the file, and goes
  /// with it, so a later file with the same number has none. It is never sent, because no file has O_ASYNC.
  private static let (setMark, getMark): (Int32, Int32) = (10, 11)
  private static let mark: Int32 = 50

  /// Notes an opened file.
  ///
  /// - Parameter descriptor: A descriptor, or a negated errno.
  /// - Returns: The same.
  func note(_ descriptor: Int32) -> Int32 {
    if descriptor >= 0, fcntl(descriptor, Self.setMark, Self.mark) == 0 {
      descriptors.insert(descriptor)
    }
    return descriptor
  }

  /// Notes the areas of a worker.
  func note(_ pair: AreaPair) {
    areas += [Weak(area: pair.requests), Weak(area: pair.replies)]
  }

  private var mappedCount: Int { areas.count { $0.area != nil } }

  private var isClosed: Bool { mappedCount == 0 && openFiles.isEmpty }

  private var openFiles: Set<Int32> {
    descriptors.filter { fcntl($0, Self.getMark) == Self.mark }
  }

  /// Checks that all are closed, and all memory is given back.
  func check() throws(Violation) {
    // The thread of a dead worker may still be on its way out.
    for _ in 0..<2_000 where !isClosed {
      // One that was let go of is waited for until a time of its own clock.
      (try? Supervisor.shared())?.ring()
      usleep(500)
    }
    let open = openFiles
    try require(open.isEmpty, "no file is left open", "\(open.count) of \(descriptors.count)")
    let mapped = mappedCount
    try require(mapped == 0, "no shared memory is left", "\(mapped) areas of \(areas.count)")
  }
}
