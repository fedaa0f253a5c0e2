// SPDX-License-Identifier: Apache-2.0
//
// Instructions and allocations of single samples.

import CBenchReference
import Glibc

/// Counts the work of samples on this thread, one at a time.
struct WorkCounter {
  private let instructionCounter = bench_instructions_open()
  private var allocations: [Double] = []
  private var instructions: [Double] = []
  private var plainInstructions: [Double] = []

  /// Starts to count a sample.
  func start() {
    _ = bench_allocations_start()
    if instructionCounter >= 0 { bench_instructions_start(instructionCounter) }
  }

  /// Ends the sample.
  mutating func stop(isPlain: Bool) {
    let executed = instructionCounter >= 0 ? bench_instructions_stop(instructionCounter) : -1
    let allocated = bench_allocations_stop()
    if executed >= 0, isPlain { plainInstructions.append(Double(executed)) }
    if executed >= 0, !isPlain { instructions.append(Double(executed)) }
    if allocated >= 0, !isPlain { allocations.append(Double(allocated)) }
  }

  /// The medians so far.
  var work: Work {
    Work(
      allocations: Self.median(allocations), instructions: Self.median(instructions),
      plainInstructions: Self.median(plainInstructions))
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[(values.count - 1) / 2]
  }
}
