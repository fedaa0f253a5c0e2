// SPDX-License-Identifier: Apache-2.0
//
// Custom fields are read by their declared types.

import LayoutModel

struct FieldsTyped: LayoutRule {
  let id = "fields-typed"
  let sentence = "The custom fields of an element lie inside the answer and are of their types."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      guard record.payload > 0, inspection.isDeclared(record) else { return }
      let kind = subject.descriptor.kinds[Int(record.kind)]
      let words = inspection.answer.words(of: record, subject.descriptor)
      try require(
        words.count == kind.wordCount,
        "the fields of \(inspection.name(record)) begin at word \(record.payload - 1) of "
          + "\(inspection.answer.payload.count)")
      var place = 0
      for field in kind.fields {
        let own = words[place..<place + field.wordCount]
        place += field.wordCount
        try require(
          own.allSatisfy { field.allows($0) },
          "the field \(field.name) of \(inspection.name(record)) is no \(field.type.name)")
      }
    }
  }
}

extension FieldDescriptor {
  /// Returns true when a word can be one of this field.
  fileprivate func allows(_ word: UInt64) -> Bool {
    switch type {
    case .bool: word <= 1
    case .enumeration: word < cases.count
    case .number, .point, .size, .insets: Double(bitPattern: word).isFinite
    case .none, .integer, .text, .array, .index: true
    }
  }
}
