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
    sections.stack.stackIfDue()
    do throws(LayoutError) {
      try measure(sections, axis.along(snapshot.bounds))
    } catch {
      // The sections are those of the new data already. What is assumed holds for this frame, and
      // the next one hears of the error.
      if !isNamed { throw error }
      invalidate(.bounds)
    }
    return true
  }

  /// Gives one cell another size. The `prepare` that follows stacks the sections, once for all such
  /// cells.
  /// - Returns: What that invalidates: the content's length, but no answer of the app.
  final func resize(_ element: ElementName, to size: Size) throws(LayoutError) -> Marks {
    let (section, item) = (Int(element.section), Int(element.item))
    guard let sections, element.category == Category.cell.rawValue, item < itemCount(in: section),
      size.width >= 0, size.height >= 0, size.width + size.height < .infinity
    else { return [] }
    let known = sections.bodies.sized(item, sections.stack.records[section])
    if known.size == size, !known.isEstimate { return [] }
    var changes = ItemChanges()
    changes.replaced = [SizedItem(item: item, size: size, span: known.span)]
    try sections.bodies.reserve(for: changes, sections.stack.records[section])
    sections.apply(changes, to: section)
    sections.stack.isDue = true
    return .bounds
  }
}
