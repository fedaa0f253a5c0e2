// SPDX-License-Identifier: Apache-2.0
//
// Right batches spoilt, each in one way that a collection view has to refuse.

import LayoutModel
import LayoutUpdates

extension RandomChange {
  /// The batch with one mistake in it: something out of range, something stated twice, something left
  /// out, or two things that contradict each other.
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
    // What is said of items in sections that are made anew is not looked at.
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

  /// What cannot be true together with the operation.
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

  /// Whether the counts do not add up without it.
  private static func changesCounts(_ operation: BatchUpdate.Operation) -> Bool {
    switch operation {
    case .insertItem, .deleteItem, .insertSection, .deleteSection: true
    default: false
    }
  }
}
