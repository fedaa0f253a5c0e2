// SPDX-License-Identifier: Apache-2.0
//
// A record that was filled with zeros is transparent.

import LayoutABI
import LayoutModel

struct CellsVisible: LayoutRule {
  let id = "cells-visible"
  let sentence = "Not all cells are transparent or hidden."

  func check(_ subject: Subject) throws(Finding) {
    let cells = try Trial.ready(subject).soundElements().filter {
      $0.record.category == LAYOUT_CELL
    }
    try skip(cells.isEmpty, "the layout places no cell")
    try require(
      cells.contains { $0.record.alpha != 0 && $0.record.flags & LAYOUT_HIDDEN == 0 },
      "all \(cells.count) cells have the opacity 0 or are hidden; set alpha to 1 in each record")
  }
}
