// SPDX-License-Identifier: Apache-2.0
//
// A number that is none spreads to all that is computed from it.

struct FramesFinite: LayoutRule {
  let id = "frames-finite"
  let sentence = "Frames are finite, and so are their far edges."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      let frame = record.frame
      try require(
        (frame.maxX + frame.maxY) * 0 + (frame.x + frame.y) * 0 == 0,
        "\(inspection.name(record)) is at \(frame)")
    }
  }
}
