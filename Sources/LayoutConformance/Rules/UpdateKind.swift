// SPDX-License-Identifier: Apache-2.0
//
// Every kind of change that data can go through, done to a model and stated as a batch.

import LayoutModel
import LayoutUpdates

/// One kind of change.
enum UpdateKind: String, CaseIterable {
  case insertItems = "inserted items"
  case deleteItems = "deleted items"
  case moveItems = "moved items"
  case reloadItems = "reloaded items"
  case insertSection = "an inserted section"
  case deleteSection = "a deleted section"
  case moveSection = "a moved section"
  case reloadSection = "a reloaded section"
  case insertFirstSection = "a section inserted at the front"
  case deleteAndMove = "a deleted section while items moved"
  case moveAndInsert = "a moved section while items came and went"

  /// Changes a model and says how.
  /// - Returns: An empty batch where the model has nothing to change in this way.
  func change(_ model: inout Model, _ random: inout Randomness) -> BatchUpdate {
    switch self {
    case .insertItems, .deleteItems, .moveItems, .reloadItems: changeItems(&model, &random)
    case .deleteAndMove, .moveAndInsert: changeBoth(&model, &random)
    default: changeSection(&model, &random)
    }
  }

  private func changeItems(_ model: inout Model, _ random: inout Randomness) -> BatchUpdate {
    var batch = BatchUpdate()
    let full = model.sections.indices.filter { model.sections[$0].items.count > 1 }
    guard let section = full.isEmpty ? nil : full[random.index(below: full.count)] else {
      return batch
    }
    let count = model.sections[section].items.count
    let (one, other) = (random.index(below: count), count - 1)
    switch self {
    case .insertItems:
      for path in [ItemPath(section, one), ItemPath(section, count + 1)] {
        model.insert(at: path)
        batch.insertItem(at: path)
      }
    case .deleteItems:
      for item in Set([other, one]).sorted(by: >) {
        model.remove(at: ItemPath(section, item))
        batch.deleteItem(at: ItemPath(section, item))
      }
    case .reloadItems:
      for item in Set([other, one]) {
        model.renew(ItemPath(section, item))
        batch.reloadItem(at: ItemPath(section, item))
      }
    default: model.moveEnds(of: section, &batch)
    }
    return batch
  }

  private func changeSection(_ model: inout Model, _ random: inout Randomness) -> BatchUpdate {
    var batch = BatchUpdate()
    let count = model.sections.count
    if self == .insertFirstSection || self == .insertSection || count < 3 {
      let index = self == .insertFirstSection ? 0 : random.index(below: count + 1)
      model.insertSection(at: index, items: random.index(below: 9))
      batch.insertSection(at: index)
      return batch
    }
    let (source, target) = (random.index(below: count), random.index(below: count))
    let gone = model.sections.remove(at: source)
    switch self {
    case .deleteSection: batch.deleteSection(at: source)
    case .reloadSection:
      model.insertSection(at: source, items: gone.items.count + random.index(below: 3))
      batch.reloadSection(at: source)
    default:
      model.sections.insert(gone, at: target)
      batch.moveSection(from: source, to: target)
    }
    return batch
  }

  /// Changes sections and items at once: items leave by their old paths and come by their new ones.
  private func changeBoth(_ model: inout Model, _ random: inout Randomness) -> BatchUpdate {
    var batch = BatchUpdate()
    let count = model.sections.count
    guard count > 2, let full = model.sections.firstIndex(where: { $0.items.count > 2 }) else {
      return batch
    }
    let source = (full + 1 + random.index(below: count - 1)) % count
    let last = model.sections[full].items.count - 1
    let item = model.sections[full].items.remove(at: last)
    let id = model.sections[full].id
    let section = model.sections.remove(at: source)
    if self == .moveAndInsert {
      let target = random.index(below: count)
      model.sections.insert(section, at: target)
      batch.moveSection(from: source, to: target)
    } else {
      batch.deleteSection(at: source)
    }
    let place = model.sections.firstIndex { $0.id == id } ?? 0
    if self == .moveAndInsert {
      model.insert(at: ItemPath(place, 0))
      batch.deleteItem(at: ItemPath(full, last))
      batch.insertItem(at: ItemPath(place, 0))
    } else {
      model.sections[place].items.insert(item, at: 0)
      batch.moveItem(from: ItemPath(full, last), to: ItemPath(place, 0))
    }
    return batch
  }
}

extension Model {
  /// Moves a section's first item to its end, and its last one to the front of another section.
  fileprivate mutating func moveEnds(of section: Int, _ batch: inout BatchUpdate) {
    let last = sections[section].items.count - 1
    let moved = sections[section].items.remove(at: last)
    let first = sections[section].items.remove(at: 0)
    let other = (section + 1) % sections.count
    sections[other].items.insert(moved, at: 0)
    batch.moveItem(from: ItemPath(section, last), to: ItemPath(other, 0))
    let end = sections[section].items.count
    sections[section].items.append(first)
    batch.moveItem(from: ItemPath(section, 0), to: ItemPath(section, end))
  }
}
