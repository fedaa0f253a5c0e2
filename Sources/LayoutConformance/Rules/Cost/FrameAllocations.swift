// SPDX-License-Identifier: Apache-2.0
//
// An allocation may wait for a lock, and a frame may not.

import CConformance
import LayoutABI
import LayoutRuntime

struct FrameAllocations: LayoutRule {
  let id = "frame-allocations"
  let sentence = "Frames of steady scrolling ask for no memory."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject, World([400]))
    let size = try trial.makeReady()
    layout_conformance_hook_allocations()
    let room = Room(AnswerCounts(records: 4096, transforms: 4096, payload: 65_536))
    let isVertical = size.height - trial.world.container.height > 0
    var place = trial.world.bounds
    var count: UInt64 = 0
    for frame in 0..<300 {
      let old = place
      // There and back, so that it stays inside.
      let step = frame % 100 < 50 ? 3.0 : -3.0
      if isVertical { place.y += step } else { place.x += step }
      layout_conformance_start_counting()
      let (status, marks) = trial.shouldInvalidate(from: old, to: place)
      let asked = layout_conformance_stop_counting()
      try trial.ok(status, "should_invalidate")
      if marks != LAYOUT_MARK_NOTHING {
        trial.world.offset = place.origin
        try trial.ok(trial.prepare(marks), "prepare")
        try trial.ok(trial.contentSize().status, "content_size")
      }
      layout_conformance_start_counting()
      _ = trial.advance(by: 1.0 / 60)
      let answer = trial.attributes(in: place, into: room)
      let answered = layout_conformance_stop_counting()
      try require(
        answer == LAYOUT_OK || answer == LAYOUT_CAPACITY, "attributes_in_rect gives \(answer)")
      // The first frames may make room that is kept.
      if frame >= 100 { count += asked + answered }
    }
    try require(count == 0, "200 frames of steady scrolling make \(count) allocations")
  }
}
