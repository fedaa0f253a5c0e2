// SPDX-License-Identifier: Apache-2.0
//
// Rounding, signals, directory and umask belong to the app, whose next call meets what a layout left.

import CConformance
import LayoutABI
import LayoutModel

struct ProcessKept: LayoutRule {
  let id = "process-kept"
  let sentence =
    "No call changes rounding, signals, the environment, the directory, the umask or the locale, and what a layout opened or started is gone with it."

  func check(_ subject: Subject) throws(Finding) {
    let (before, held) = (Self.settings, Self.holdings)
    do {
      let trial = try Trial(subject)
      try Self.requireSame(before, Self.settings, "create")
      try trial.makeReady()
      try Self.requireSame(before, Self.settings, "prepare")
      for step in 0..<20 {
        try trial.step(to: Point(x: 0, y: Double(step * 8)))
        _ = try trial.answer(in: trial.world.bounds)
      }
      _ = try trial.singles()
      try Self.requireSame(before, Self.settings, "a frame")
    }
    try Self.requireSame(before, Self.settings, "destroy")
    try Self.requireSame(held, Self.holdings, "the life of an instance")
  }

  /// The settings of the process.
  private static var settings: [String] {
    let mode = String(layout_conformance_float_mode(), radix: 16)
    return ["floating-point mode 0x\(mode)"] + ProcessState.signals + ProcessState.surroundings
  }

  /// The resources that the process holds: an instance may hold more while it lives.
  private static var holdings: [String] {
    ["\(ProcessState.threadCount) threads"] + ProcessState.descriptors
  }

  private static func requireSame(
    _ before: [String], _ after: [String], _ call: String
  ) throws(Finding) {
    if let line = ProcessState.difference(before, after) {
      throw .broken("\(call) changes what belongs to the whole process: \(line)")
    }
  }
}
