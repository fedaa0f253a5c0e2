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

  /// The start of the section along the scroll axis.
  var start = 0.0
  /// The end of its header and inset, and the start of its items.
  var bodyStart = 0.0
  /// The length of the items' part.
  var body = 0.0
  /// The end of the section: the start of the next.
  var end = 0.0
  /// The inset at the leading side.
  var side = 0.0
  /// The room of a line: what container and insets leave across the scroll axis.
  var room = 0.0

  // What the layout that places the items keeps of the section.

  /// The section's items and lines in a flow, and in a compositional layout groups of lengths that
  /// views say.
  var lines = LineRoot()
  /// The section's items in a waterfall or a gallery; the section's description in a compositional
  /// layout.
  var place = 0
  /// The number of columns of a waterfall here, or of groups of a compositional layout.
  var count = 0
}

extension LineRule {
  /// The rule of a section whose items stand in lines.
  init(_ section: SectionRecord, _ direction: ScrollDirection) {
    self.init(
      room: section.room, between: section.acrossSpacing, spacing: section.alongSpacing, direction)
  }
}
