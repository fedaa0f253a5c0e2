// SPDX-License-Identifier: Apache-2.0
//
// How a process got its processor, by what the kernel says of it.

import CLayoutSystem
import LayoutLoading

/// The kernel's figures of a process at one moment.
struct Scheduling: Equatable {
  /// Nanoseconds of processor time in its life.
  var used: Int64
  /// Nanoseconds in its life in which it could have run and waited for a processor, up to the last one
  /// that it got; nil where the kernel does not count them.
  var waited: Int64?
  /// True when it is neither asleep nor stopped: it runs, waits for a processor, or for a page.
  var isReady: Bool
  /// True when it runs.
  var isRunning: Bool
}

extension Scheduling {
  /// Of a process now; of one that is gone, nothing.
  init(of id: Int32) {
    let before = layout_sys_process_time_ns(id)
    isReady = Self.state(of: id).map { $0 == UInt8(ascii: "R") || $0 == UInt8(ascii: "D") } ?? false
    waited = Self.waited(by: id)
    used = layout_sys_process_time_ns(id)
    isRunning = used > before
  }

  /// The letter by which `/proc` names what it does.
  private static func state(of id: Int32) -> UInt8? {
    guard let text = try? FileSystem.contents(of: "/proc/\(id)/stat").bytes,
      let name = text.lastIndex(of: UInt8(ascii: ")")), name + 2 < text.count
    else { return nil }
    return text[name + 2]
  }

  /// The second of three numbers: time that it ran, time that it waited, how often it ran.
  private static func waited(by id: Int32) -> Int64? {
    guard let text = try? FileSystem.contents(of: "/proc/\(id)/schedstat").bytes else { return nil }
    let numbers = String(decoding: text, as: UTF8.self).split(separator: " ").map { Int64($0) }
    // A kernel that does not count has three zeros.
    guard numbers.count == 3, let ran = numbers[0], ran > 0 else { return nil }
    return numbers[1]
  }
}
