// SPDX-License-Identifier: Apache-2.0
//
// What is known of one section, along and across the scroll axis.

import LayoutABI

/// One section of a stack. Along the scroll axis: header, start inset, body, end inset, footer.
struct SectionRecord {
  var itemCount = 0
  /// Lengths along the scroll axis; 0 when there is no such element.
  var header = 0.0
  var footer = 0.0
  var insets = Insets.zero
  /// Between lines, or between the items of a column.
  var alongSpacing = 0.0
  /// Between the items of a line, or between columns.
  var acrossSpacing = 0.0

  /// Where the section starts along the scroll axis.
  var start = 0.0
  /// Where its header and inset end and its items begin.
  var bodyStart = 0.0
  /// The length of the items' part.
  var body = 0.0
  /// Where it ends: the start of the next.
  var end = 0.0
  /// The inset at the leading side.
  var side = 0.0
  /// The room of a line: what container and insets leave across the scroll axis.
  var room = 0.0

  // What the layout that places the items keeps of the section.

  /// Where a flow has the section's items and lines, and a compositional layout groups of lengths that
  /// views say.
  var lines = LineRoot()
  /// Where a waterfall has the section's items; the section's description in a compositional layout.
  var place = 0
  /// How many columns a waterfall has here, or groups a compositional layout.
  var count = 0
}
