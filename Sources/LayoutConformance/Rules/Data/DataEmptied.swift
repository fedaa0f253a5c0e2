// SPDX-License-Identifier: Apache-2.0
//
// A search finds nothing, and what it found before is gone.

import LayoutABI
import LayoutModel
import LayoutUpdates

struct DataEmptied: LayoutRule {
  let id = "data-emptied"
  let sentence = "When the data goes, its elements go with it."

  func check(_ subject: Subject) throws(Finding) {
    for world in [World([]), World([0])] {
      let trial = try Trial.ready(subject)
      trial.turn(to: world)
      try trial.prepareFrame()
      try requireGone(trial, "prepared for \(world.counts) items after other data")
    }
    let (trial, model) = (try Trial(subject), Model([5, 0, 13]))
    trial.turn(to: model.world)
    try trial.makeReady()
    var batch = BatchUpdate()
    for section in [2, 1, 0] { batch.deleteSection(at: section) }
    try trial.apply(batch, from: model, to: Model([]))
    try requireGone(trial, "after a batch that deleted all sections")
  }

  private func requireGone(_ trial: Trial, _ what: String) throws(Finding) {
    let inspection = trial.inspection(try trial.everything())
    for record in inspection.answer.records where !inspection.hasPath(record) {
      throw .broken(
        "\(what), attributes_in_rect gives \(inspection.name(record)), which is not in the data")
    }
  }
}
