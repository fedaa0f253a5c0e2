// SPDX-License-Identifier: Apache-2.0
//
// A negative size means another rectangle to everybody who reads it.

struct FramesSized: LayoutRule {
  let id = "frames-sized"
  let sentence = "No frame has a negative width or height."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      try require(
        !(record.frame.width < 0) && !(record.frame.height < 0),
        "\(inspection.name(record)) is \(record.frame.width) wide and \(record.frame.height) high")
    }
  }
}
