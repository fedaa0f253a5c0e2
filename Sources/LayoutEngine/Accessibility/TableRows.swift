// SPDX-License-Identifier: Apache-2.0
//
// Rows and columns of a table in the tree of assistive technology.

import LayoutModel

/// Gathers the cells of a table into rows, in the order in which their columns are shown.
struct TableRows {
  let state: EngineState

  init(_ state: EngineState) { self.state = state }

  /// Makes a table of the tree if its cells tell their rows and columns.
  func gather(_ root: inout AccessibilityElement) {
    guard root.children.contains(where: { $0.row != nil }) else { return }
    root.role = .table
    root.row = state.numberOfSections
    let sections = Set(root.children.compactMap { $0.path?.section })
    root.column = sections.map { state.numberOfItems(inSection: $0) }.max()
    let others = root.children.filter { $0.row == nil && $0.role != .columnHeader }
    var cells = root.children.filter { $0.row != nil }
    // In the first row a header is said to belong to its cell, since it has the cell's path.
    let headers =
      root.children.filter { $0.role == .columnHeader }
      + cells.flatMap(\.children)
      .filter { $0.role == .columnHeader }
    for index in cells.indices { cells[index].children.removeAll { $0.role == .columnHeader } }
    root.children = others + gathered(headers) + gathered(cells)
  }

  /// Returns rows of the elements, which come row by row.
  private func gathered(_ elements: [AccessibilityElement]) -> [AccessibilityElement] {
    var rows: [AccessibilityElement] = []
    for element in elements {
      if rows.isEmpty || rows[rows.count - 1].row != element.row {
        rows.append(row(of: element))
      }
      let last = rows.count - 1
      let place = rows[last].children.firstIndex { ($0.column ?? 0) > (element.column ?? 0) }
      rows[last].children.insert(element, at: place ?? rows[last].children.count)
      rows[last].frame = rows[last].frame.union(element.frame)
    }
    return rows
  }

  private func row(of child: AccessibilityElement) -> AccessibilityElement {
    var row = AccessibilityElement(
      role: .row, index: child.row, count: state.numberOfSections, frame: child.frame)
    row.row = child.row
    return row
  }
}
