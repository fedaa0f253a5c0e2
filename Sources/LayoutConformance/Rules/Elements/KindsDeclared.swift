// SPDX-License-Identifier: Apache-2.0
//
// The app registers views for the kinds that the layout declares.

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
