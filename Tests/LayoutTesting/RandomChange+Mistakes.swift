// SPDX-License-Identifier: Apache-2.0
//
// Valid batches, each damaged in one way that a collection view has to refuse.

import LayoutModel
import LayoutUpdates

extension RandomChange {
  /// Returns the batch with one mistake in it: an index out of range, a duplicate, a missing operation, or two
  /// operations that contradict each other.
  public func mistaken(about old: ArrayModel, using dice: inout SeededGenerator) -> BatchUpdate {
    var mistakes: [[BatchUpdate.Operation]] = [
      batch.operations + [.insertItem(ItemPath(result.sections.count + 40, 0))],
      batch.operations + [.deleteSection(-1)],
      batch.operations + [.moveSection(from: 0, to: result.sections.count)],
    ]
    if let section = old.sections.indices.randomElement(using: &dice) {
      let path = ItemPath(section, old.sections[section].items.count)
      mistakes.append(batch.operations + [.deleteItem(path)])
      mistakes.append(batch.operations + [.reloadItem(path)])
    }
    // Operations of items in new sections are not checked.
    let heard = batch.operations.indices.filter { isHeard(batch.operations[$0]) }
    if let index = heard.randomElement(using: &dice) {
      let operation = batch.operations[index]
      mistakes.append(batch.operations + [operation])
      if let contradiction = Self.contradiction(of: operation) {
        mistakes.append(batch.operations + [contradiction])
      }
      if Self.changesCounts(operation) {
        var rest = batch.operations
        rest.remove(at: index)
        mistakes.append(rest)
      }
    }
    return BatchUpdate(mistakes.randomElement(using: &dice) ?? [])
  }

  private func isHeard(_ operation: BatchUpdate.Operation) -> Bool {
    guard let reloadedSection else { return true }
    return switch operation {
    case .insertItem(let path): path.section != reloadedSection.new
    case .deleteItem(let path), .reloadItem(let path): path.section != reloadedSection.old
    case .moveItem(let source, let target):
      source.section != reloadedSection.old && target.section != reloadedSection.new
    default: true
    }
  }

  /// Operations that contradict this one.
  private static func contradiction(of operation: BatchUpdate.Operation) -> BatchUpdate.Operation? {
    switch operation {
    case .deleteItem(let path): .moveItem(from: path, to: ItemPath(0, 0))
    case .moveItem(let source, _): .deleteItem(source)
    case .reloadItem(let path): .deleteItem(path)
    case .deleteSection(let index), .moveSection(let index, _): .reloadSection(index)
    case .reloadSection(let index): .deleteSection(index)
    case .insertItem, .insertSection: nil
    }
  }

  /// Returns true if the counts do not add up without it.
  private static func changesCounts(_ operation: BatchUpdate.Operation) -> Bool {
    switch operation {
    case .insertItem, .deleteItem, .insertSection, .deleteSection: true
    default: false
    }
  }
}
