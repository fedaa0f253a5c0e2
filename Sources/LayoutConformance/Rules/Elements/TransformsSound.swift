// SPDX-License-Identifier: Apache-2.0
//
// Transforms lie beside the records, and a record says where its own is.

struct TransformsSound: LayoutRule {
  let id = "transforms-sound"
  let sentence = "Every transform that a record names is in the answer, and finite."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      guard record.transform > 0 else { return }
      let transforms = inspection.answer.transforms
      try require(
        Int(record.transform) <= transforms.count,
        "\(inspection.name(record)) names transform \(record.transform) of \(transforms.count)")
      let numbers = withUnsafeBytes(of: transforms[Int(record.transform) - 1]) {
        Array($0.bindMemory(to: Double.self))
      }
      try require(
        numbers.allSatisfy(\.isFinite), "the transform of \(inspection.name(record)) is \(numbers)")
    }
  }
}
