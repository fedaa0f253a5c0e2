// SPDX-License-Identifier: Apache-2.0
//
// A host looks at plugins again and again, with each change of their files.

import LayoutLoading

struct LoadLeaks: FileRule {
  let id = "load-leaks"
  let sentence = "Loading and unloading again and again takes no memory that stays."

  private static let roundCount = 40

  func check(_ file: Specimen) throws(Finding) {
    // The first rounds fill caches of the C library and of the host; what grows each time leaks.
    var growths: [Int] = []
    for _ in 0..<4 {
      let before = ProcessState.heapBytes
      for _ in 0..<Self.roundCount { _ = try file.load() }
      growths.append(ProcessState.heapBytes - before)
    }
    let least = growths.min() ?? 0
    try require(
      least < Self.roundCount * 8,
      "\(Self.roundCount) rounds of loading and unloading leave \(least) bytes behind, each time")
  }
}
