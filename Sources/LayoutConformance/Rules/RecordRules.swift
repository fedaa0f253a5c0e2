// SPDX-License-Identifier: Apache-2.0
//
// Rules about the records of an answer.

import LayoutABI
import LayoutModel
import LayoutRuntime

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
  let sentence = "Every element has a declared kind, in that kind's category."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      try require(
        inspection.isDeclared(record),
        "item \(record.section).\(record.item) has kind \(record.kind) in category "
          + "\(record.category)")
    }
  }
}

/// The host asks the app for a view at each path, and an unknown path crashes the app.
struct PathsExist: LayoutRule {
  let id = "paths-exist"
  let sentence =
    "Cells and supplementaries have paths of the data; decorations belong to one of its sections or to none."

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
  let sentence = "No element is twice in one answer."

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

/// Transforms are stored beside the records, and a record holds the index of its own.
struct TransformsSound: LayoutRule {
  let id = "transforms-sound"
  let sentence = "Every transform that a record refers to is in the answer, and finite."

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
  let sentence =
    "The custom fields of an element are inside the answer and have their declared types."

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
  /// Returns true when a word is a legal value of this field.
  fileprivate func allows(_ word: UInt64) -> Bool {
    switch type {
    case .bool: word <= 1
    case .enumeration: word < cases.count
    case .number, .point, .size, .insets: Double(bitPattern: word).isFinite
    case .none, .integer, .text, .array, .index: true
    }
  }
}

// MARK: - Inspection
//
// The answers for every rule about elements.

/// One answer, with its query.
struct Inspection {
  let subject: Subject
  let answer: RawAnswer
  /// The data, for the paths.
  let counts: [UInt32]

  /// The name of a record, for messages.
  func name(_ record: layout_attributes) -> String {
    layout_element(
      category: record.category, kind: record.kind, section: record.section, item: record.item
    ).text(subject.descriptor)
  }

  /// Returns true when the kind of a record is declared with the record's category.
  func isDeclared(_ record: layout_attributes) -> Bool {
    let kinds = subject.descriptor.kinds
    return Int(record.kind) < kinds.count
      && kinds[Int(record.kind)].category.rawValue == record.category
  }

  /// Returns true when the data has the path of a record. Decorations are in a section of the data or
  /// in none, and number their items as they like.
  func hasPath(_ record: layout_attributes) -> Bool {
    guard Int(record.section) < counts.count else {
      return record.section == LAYOUT_PATH_NONE && record.category == LAYOUT_DECORATION
    }
    if record.category == LAYOUT_DECORATION { return true }
    return record.item < counts[Int(record.section)]
      || (record.category == LAYOUT_SUPPLEMENTARY && record.item == 0)
  }

  /// The elements without a fault in the rules about single elements, each once. Rules about whole
  /// answers use only these, so that one mistake is reported once.
  var soundElements: [Element] { sound(answer.elements(subject.descriptor)) }

  /// The elements of an ascending list without a fault in the rules about single elements, each
  /// once.
  func sound(_ elements: [Element]) -> [Element] {
    var found: [Element] = []
    for element in elements {
      let record = element.record
      guard isDeclared(record), hasPath(record), record.frame.isSound,
        found.last?.key != element.key
      else { continue }
      found.append(element)
    }
    return found
  }
}

extension Rect {
  /// True when every number, including the far edges, is finite, and no size is below zero.
  var isSound: Bool { (maxX + maxY) * 0 + (x + y) * 0 == 0 && width >= 0 && height >= 0 }
}

extension Subject {
  /// Calls `body` with all elements at rest, and with the visible elements after each of a few
  /// scrolls.
  func inspect(_ body: (Inspection) throws(Finding) -> Void) throws(Finding) {
    let trial = try Trial(self)
    let size = try trial.makeReady()
    try body(trial.inspection(try trial.everything()))
    for part in [0.3, 1, 0] {
      let place = Point(
        x: max(0, size.width - trial.world.viewportSize.width) * part,
        y: max(0, size.height - trial.world.viewportSize.height) * part)
      try trial.move(to: place)
      try body(trial.inspection(try trial.answer(in: trial.world.bounds)))
    }
  }

  /// Calls `body` with each record of those answers.
  func inspectRecords(
    _ body: (layout_attributes, Inspection) throws(Finding) -> Void
  ) throws(Finding) {
    try inspect { (inspection) throws(Finding) in
      for record in inspection.answer.records { try body(record, inspection) }
    }
  }
}

extension Trial {
  func inspection(_ answer: RawAnswer) -> Inspection {
    Inspection(subject: subject, answer: answer, counts: world.counts)
  }

  /// Every sound element that meets `rect`.
  func soundElements(in rect: Rect = Trial.plane) throws(Finding) -> [Element] {
    inspection(try answer(in: rect)).soundElements
  }
}
