// SPDX-License-Identifier: Apache-2.0
//
// The answers that every rule about elements looks at.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// One answer, with what it was for.
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

  /// The elements that keep the rules about single elements, each once: what rules about answers as
  /// a whole speak of, so that one mistake is told once.
  var soundElements: [Element] { sound(answer.elements(subject.descriptor)) }

  /// Those elements of an ascending list that keep the rules about single elements, each once.
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
  /// True when every number, those of the far edges too, is finite, and no size is below zero.
  var isSound: Bool { (maxX + maxY) * 0 + (x + y) * 0 == 0 && width >= 0 && height >= 0 }
}

extension Subject {
  /// Calls `body` with all that is there at rest, and with what a viewport shows after each of a few
  /// scrolls.
  func inspect(_ body: (Inspection) throws(Finding) -> Void) throws(Finding) {
    let trial = try Trial(self)
    let size = try trial.makeReady()
    try body(trial.inspection(try trial.everything()))
    for part in [0.3, 1, 0] {
      let place = Point(
        x: max(0, size.width - trial.world.container.width) * part,
        y: max(0, size.height - trial.world.container.height) * part)
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
