// SPDX-License-Identifier: Apache-2.0
//
// The files and the shared memory of a simulated session, none of which is left after it.

import Glibc

@testable import LayoutIsolation

/// The files that a world opened, and the areas that its workers used.
final class OpenFiles {
  private struct Area {
    weak var object: SharedArea?
    /// The first page of its mapping.
    let page: UnsafeMutableRawPointer
  }

  /// The name of shared memory in the kernel's list.
  static let name = "simulated-layout"
  /// F_SETSIG and F_GETSIG of the kernel. The signal of an open file is a mark here: its copies have it too, and a
  /// later file with the same number has none. It is never sent, because no file has O_ASYNC.
  private static let (setMark, getMark): (Int32, Int32) = (10, 11)
  private static let mark: Int32 = 50

  /// The descriptors that an earlier session left.
  private let leftBefore = OpenFiles.marked
  private var areas: [Area] = []

  /// Notes an opened file.
  ///
  /// - Parameter descriptor: A descriptor, or a negated errno.
  /// - Returns: The same.
  func note(_ descriptor: Int32) -> Int32 {
    if descriptor >= 0 { _ = fcntl(descriptor, Self.setMark, Self.mark) }
    return descriptor
  }

  /// Notes the areas of a worker.
  func note(_ pair: AreaPair) {
    areas += [pair.requests, pair.replies].map { Area(object: $0, page: $0.base) }
  }

  /// Checks that all files are closed, and all shared memory is given back.
  func check() throws(Violation) {
    // The thread of a dead worker may still be on its way out.
    Self.wait { hasOpen }
    let open = openFiles
    try require(open.isEmpty, "no file is left open", "\(open.count) descriptors")
    let left = areas.filter(Self.isLeft)
    try require(left.isEmpty, "no shared memory is left", "\(left.count) of \(areas.count) areas")
  }

  /// Checks that the kernel has no mapping of shared memory, after ``check()`` for all sessions.
  func checkMappings() throws(Violation) {
    // Other memory may be where an area was.
    guard areas.contains(where: { Self.isMapped($0.page) }) else { return }
    // The replay of a recording has a world, and workers, of its own.
    Self.wait { Self.isListed }
    try require(!Self.isListed, "no shared memory is left", "a mapping without an owner")
  }

  /// Waits while a condition holds, for about a second at most.
  private static func wait(while isOpen: () -> Bool) {
    var count = 0
    while count < 2_000, isOpen() {
      // A worker that was let go of is kept until a time of its own clock.
      (try? Supervisor.shared())?.ring()
      usleep(500)
      count += 1
    }
  }

  private var hasOpen: Bool { areas.contains(where: Self.isLeft) || !openFiles.isEmpty }

  private var openFiles: Set<Int32> { Self.marked.subtracting(leftBefore) }

  /// The open descriptors with a mark, of the first few hundred.
  private static var marked: Set<Int32> {
    Set((3..<512).filter { fcntl($0, getMark) == mark })
  }

  private static func isLeft(_ area: Area) -> Bool { area.object != nil }

  private static func isMapped(_ page: UnsafeMutableRawPointer) -> Bool {
    var isResident: UInt8 = 0
    return mincore(page, 1, &isResident) == 0
  }

  /// True if the kernel lists a mapping of shared memory. It takes long.
  private static var isListed: Bool {
    guard let maps = fopen("/proc/self/maps", "re") else { return true }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, maps) > 0 {
      if let line, strstr(line, "memfd:" + name) != nil { return true }
    }
    return false
  }
}
