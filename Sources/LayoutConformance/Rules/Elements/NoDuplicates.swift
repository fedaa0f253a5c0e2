// SPDX-License-Identifier: Apache-2.0
//
// An element has one view.

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
