// SPDX-License-Identifier: Apache-2.0
//
// Hosts change layouts at will, for hours.

struct DestroyClean: LayoutRule {
  let id = "destroy-clean"
  let sentence = "A layout's end gives back its memory, its threads and its descriptors."

  func check(_ subject: Subject) throws(Finding) {
    let roundCount = 40
    func live() throws(Finding) {
      let trial = try Trial(subject)
      try trial.prepareFrame()
      _ = try trial.answer(in: trial.world.bounds)
    }
    for _ in 0..<10 { try live() }
    let (threads, open) = (ProcessState.threadCount, ProcessState.descriptors)
    // What grows once is a cache of somebody's; what grows each time leaks.
    var growths: [Int] = []
    for _ in 0..<3 {
      let before = ProcessState.heapBytes
      for _ in 0..<roundCount { try live() }
      growths.append(ProcessState.heapBytes - before)
    }
    let least = growths.min() ?? 0
    try require(
      least < roundCount * 8, "\(roundCount) lives leave \(least) bytes behind, each time")
    try require(
      ProcessState.threadCount == threads,
      "a life leaves threads behind: \(threads) became "
        + "\(ProcessState.threadCount)")
    if let line = ProcessState.difference(open, ProcessState.descriptors) {
      throw .broken("a life leaves a descriptor behind: \(line)")
    }
  }
}
