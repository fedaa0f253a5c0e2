// SPDX-License-Identifier: Apache-2.0
//
// The state of a process, read from the kernel: loading a plugin must not change it.

import CConformance
import Glibc
import LayoutLoading

enum ProcessState {
  /// The number of threads.
  static var threadCount: Int { names(in: "/proc/self/task").count }

  /// Every open descriptor with its target, in order.
  static var descriptors: [String] {
    names(in: "/proc/self/fd").compactMap { name in
      // The directory's own descriptor is closed again when its link is read.
      FileSystem.target(of: "/proc/self/fd/\(name)").map { "\(name) → \($0)" }
    }
  }

  /// The action of each signal, and the blocked signals.
  static var signals: [String] {
    var blocked = sigset_t()
    pthread_sigmask(SIG_SETMASK, nil, &blocked)
    return (1..<65).map { signal in
      var action = sigaction()
      _ = sigaction(Int32(signal), nil, &action)
      let handler = unsafeBitCast(action.__sigaction_handler.sa_sigaction, to: UInt.self)
      return "signal \(signal): \(handler), \(sigismember(&blocked, Int32(signal)))"
    }
  }

  /// The environment, the working directory, the mask of new files and the locale.
  static var surroundings: [String] {
    var lines: [String] = []
    var next = environ
    while let entry = next.pointee {
      lines.append("variable \(String(cString: entry))")
      next += 1
    }
    lines.append("directory \(FileSystem.target(of: "/proc/self/cwd") ?? "?")")
    let mask = umask(0)
    umask(mask)
    lines.append("umask \(String(mask, radix: 8))")
    lines.append("locale \(setlocale(LC_ALL, nil).map { String(cString: $0) } ?? "?")")
    return lines
  }

  /// Bytes on the heap.
  static var heapBytes: Int { Int(layout_conformance_heap_bytes()) }

  /// Returns true when a file is mapped.
  static func isMapped(_ path: String) -> Bool {
    guard let stream = fopen("/proc/self/maps", "r") else { return false }
    defer { fclose(stream) }
    var line: UnsafeMutablePointer<CChar>?
    var room = 0
    defer { free(line) }
    while getline(&line, &room, stream) > 0 {
      if let line, strstr(line, path) != nil { return true }
    }
    return false
  }

  /// The first line that only one of the two lists contains.
  static func difference(_ before: [String], _ after: [String]) -> String? {
    after.first { !before.contains($0) } ?? before.first { !after.contains($0) }
  }

  private static func names(in directory: String) -> [String] {
    ((try? FileSystem.names(in: directory)) ?? []).sorted()
  }
}
