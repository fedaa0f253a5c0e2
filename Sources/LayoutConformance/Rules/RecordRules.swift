// SPDX-License-Identifier: Apache-2.0
//
// Rules about the records of an answer.

import LayoutABI
import LayoutModel

/// A bit without a meaning today may get one tomorrow.
struct FlagsKnown: LayoutRule {
  let id = "flags-known"
  let sentence = "Only declared flags are set."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      try require(
        record.flags & ~(LAYOUT_HIDDEN | LAYOUT_PINNED) == 0,
        "\(inspection.name(record)) has the flags 0x\(String(record.flags, radix: 16))")
    }
  }
}

/// The app registers views for the kinds that the layout declares.
struct KindsDeclared: LayoutRule {
  let id = "kinds-declared"
  let sentence = "Every element is of a declared kind, in that kind's category."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      try require(
        inspection.isDeclared(record),
        "item \(record.section).\(record.item) has kind \(record.kind) in category "
          + "\(record.category)")
    }
  }
}

/// The app is asked for a view at each path, and crashes at one that its data has not.
struct PathsExist: LayoutRule {
  let id = "paths-exist"
  let sentence =
    "Cells and supplementaries stand at paths of the data, decorations in a section of it or in none."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      try require(
        inspection.hasPath(record),
        "\(inspection.name(record)) is not in data of \(inspection.counts) items")
    }
  }
}

/// An element has one view.
struct NoDuplicates: LayoutRule {
  let id = "no-duplicates"
  let sentence = "No element comes twice in one answer."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspect { (inspection) throws(Finding) in
      let elements = inspection.answer.elements(subject.descriptor)
      for (one, next) in zip(elements, elements.dropFirst()) where one.key == next.key {
        throw .broken(
          "attributes_in_rect gives \(one.name.text(subject.descriptor)) twice, at \(one.frame) and \(next.frame)"
        )
      }
    }
  }
}

/// Transforms lie beside the records, and a record says where its own is.
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

/// Custom fields are read by their declared types.
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
