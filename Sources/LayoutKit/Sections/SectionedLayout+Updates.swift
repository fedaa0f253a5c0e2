// SPDX-License-Identifier: Apache-2.0
//
// Preparing for a change that was named: only what is named is asked for again and placed anew.

import LayoutABI

extension SectionedLayout {
  /// Brings the sections up to date, if the reasons say enough for that.
  /// - Returns: False when everything has to be asked for and laid out anew; nothing changed then.
  final func update(
    _ snapshot: borrowing Snapshot, _ why: borrowing Invalidation, _ breadth: Double
  ) throws(LayoutError) -> Bool {
    guard let sections, sections.stack.direction == axis,
      why.marks.isDisjoint(with: [.everything, .properties])
    else { return false }
    let isNamed = why.updateCount > 0
    guard isNamed || (sections.epoch == snapshot.epoch && !why.marks.contains(.counts))
    else { return false }
    if isNamed || !why.marks.isDisjoint(with: [.items, .supplementaries]) {
      guard let batch = DataBatch(why),
        let change = try SectionsChange.make(batch, of: sections, for: snapshot, by: self)
      else { return false }
      change.commit(to: sections)
      sections.epoch = snapshot.epoch
    }
    if breadth != sections.stack.breadth { sections.layOut(breadth) }
    return true
  }
}
