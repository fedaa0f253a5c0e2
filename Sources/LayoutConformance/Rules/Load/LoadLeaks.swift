// SPDX-License-Identifier: Apache-2.0
//
// A host looks at plugins again and again, with each change of their files.

import LayoutLoading

struct LoadLeaks: FileRule {
  let id = "load-leaks"
  let sentence = "Loading and unloading again and again takes no memory that stays."

  private static let roundCount = 60

  func check(_ file: PluginFile) throws(Finding) {
    // The first rounds fill caches of the C library and of the host.
    for _ in 0..<10 { _ = try file.load() }
    let before = ProcessState.heapBytes
    for _ in 0..<Self.roundCount { _ = try file.load() }
    let grown = ProcessState.heapBytes - before
    try require(
      grown < Self.roundCount * 16,
      "\(Self.roundCount) rounds of loading and unloading leave \(grown) bytes behind")
  }
}
