// SPDX-License-Identifier: Apache-2.0
//
// Opacity has no meaning outside of 0 to 1.

struct AlphaRange: LayoutRule {
  let id = "alpha-range"
  let sentence = "Opacity is between 0 and 1."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      try require(
        record.alpha >= 0 && record.alpha <= 1,
        "\(inspection.name(record)) has the opacity \(record.alpha)")
    }
  }
}
