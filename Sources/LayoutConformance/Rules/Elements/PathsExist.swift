// SPDX-License-Identifier: Apache-2.0
//
// The app is asked for a view at each path, and crashes at one that its data has not.

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
