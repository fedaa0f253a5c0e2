// SPDX-License-Identifier: Apache-2.0
//
// Apps delete whole sections, move them and reload them; a layout that has seen only items is not ready.

import LayoutABI
import LayoutModel
import LayoutUpdates

struct UpdateKinds: LayoutRule {
  let id = "update-kinds"
  let sentence =
    "After inserts, deletes, moves and reloads of items and of sections a layout answers what a new one answers."

  func check(_ subject: Subject) throws(Finding) {
    for kind in UpdateKind.allCases {
      // A run of one kind, so that what is found has one cause.
      try check(subject, [kind, kind, kind], seed: 11)
    }
    let all = UpdateKind.allCases
    try check(subject, all + all.reversed(), seed: 12)
  }

  private func check(
    _ subject: Subject, _ kinds: [UpdateKind], seed: UInt64
  ) throws(Finding) {
    let trial = try Trial(subject)
    var model = Model([5, 0, 13, 40, 1])
    trial.turn(to: model.world)
    try trial.makeReady()
    let moves = trial.extensionTable(LAYOUT_EXT_DYNAMICS) != nil
    var random = Randomness(seed: seed)
    for kind in kinds {
      let old = model
      let batch = kind.change(&model, &random)
      guard !batch.operations.isEmpty else { continue }
      try trial.apply(batch, from: old, to: model)
      // Where elements that move by themselves are depends on where they were.
      if moves {
        _ = try trial.elements()
      } else {
        try trial.requireLikeNew(model, "after \(kind.rawValue) (\(batch.operations[0]), …)")
      }
    }
  }
}
