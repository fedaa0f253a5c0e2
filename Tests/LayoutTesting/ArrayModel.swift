// SPDX-License-Identifier: Apache-2.0
//
// An independent, slow model of batches on plain arrays, and random batches for it.

import LayoutModel
import LayoutUpdates

/// Data as arrays of identities, and the rule of batches in its simplest form.
public struct ArrayModel {
  /// The items' identities, by section.
  public var sections: [(id: Int, items: [Int])]
  private var nextID = 1_000

  /// Makes data of these sections.
  public init(sections: [(id: Int, items: [Int])]) { self.sections = sections }

  /// The number of items of each section.
  public var counts: [Int] { sections.map(\.items.count) }

  /// Returns the index of an identity; nil when it is absent.
  public func path(of id: Int) -> ItemPath? {
    for (section, content) in sections.enumerated() {
      if let item = content.items.firstIndex(of: id) { return ItemPath(section, item) }
    }
    return nil
  }

  /// A batch that is valid for this model, and the resulting model.
  ///
  /// Works backwards from the result: some elements are deleted, some move, the rest keep their
  /// order, new ones are put at random places.
  ///
  /// - Parameter calm: One of so many items is deleted and one moves, on average. More than 2.
  public func randomBatch(
    calm: Int = 8, using generator: inout some RandomNumberGenerator
  ) -> (batch: BatchUpdate, result: ArrayModel) {
    var batch = BatchUpdate()
    var result = self
    var sectionGone: Set<Int> = []
    var sectionMoved: [Int] = []
    for index in sections.indices {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: sectionGone.insert(index)
      case 1: sectionMoved.append(index)
      default: break
      }
    }
    // The new order of sections: survivors in order, then moved and new ones at random places.
    var order = sections.indices.filter { !sectionGone.contains($0) && !sectionMoved.contains($0) }
      .map(Optional.some)
    for source in sectionMoved {
      order.insert(source, at: Int.random(in: 0...order.count, using: &generator))
    }
    for _ in 0..<Int.random(in: 0...2, using: &generator) {
      order.insert(nil, at: Int.random(in: 0...order.count, using: &generator))
    }
    for source in sectionGone.sorted() { batch.deleteSection(at: source) }
    for (target, source) in order.enumerated() {
      guard let source else { batch.insertSection(at: target); continue }
      if sectionMoved.contains(source) { batch.moveSection(from: source, to: target) }
    }
    // Items: removes some from the sections that stay, then puts moved and new ones at random
    // places.
    var contents: [[(id: Int, from: ItemPath?)]] = []
    var moving: [(id: Int, from: ItemPath)] = []
    for source in order {
      guard let source else { contents.append([]); continue }
      var kept: [(id: Int, from: ItemPath?)] = []
      for (item, id) in sections[source].items.enumerated() {
        let path = ItemPath(source, item)
        switch Int.random(in: 0..<calm, using: &generator) {
        case 0: batch.deleteItem(at: path)
        case 1: moving.append((id, path))
        default: kept.append((id, nil))
        }
      }
      contents.append(kept)
    }
    let open = order.indices.filter { order[$0] != nil }
    if open.isEmpty {
      for (_, path) in moving { batch.deleteItem(at: path) }
      moving = []
    }
    for (id, path) in moving {
      let target = open[Int.random(in: 0..<open.count, using: &generator)]
      contents[target].insert(
        (id, path), at: Int.random(in: 0...contents[target].count, using: &generator))
    }
    if !open.isEmpty {
      for _ in 0..<Int.random(in: 0...4, using: &generator) {
        let target = open[Int.random(in: 0..<open.count, using: &generator)]
        let place = Int.random(in: 0...contents[target].count, using: &generator)
        contents[target].insert((-1, nil), at: place)
      }
    }
    for (target, items) in contents.enumerated() {
      for (item, element) in items.enumerated() {
        let path = ItemPath(target, item)
        if element.id == -1 {
          batch.insertItem(at: path)
          contents[target][item].id = result.makeID()
        } else if let source = element.from {
          batch.moveItem(from: source, to: path)
        }
      }
    }
    for (target, source) in order.enumerated() where source == nil {
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        contents[target].append((result.makeID(), nil))
      }
    }
    var sectionIDs = order.map { source in source.map { sections[$0].id } }
    for index in sectionIDs.indices where sectionIDs[index] == nil {
      sectionIDs[index] = result.makeID()
    }
    result.sections = zip(sectionIDs, contents).map { ($0 ?? 0, $1.map(\.id)) }
    batch.operations.shuffle(using: &generator)
    return (batch, result)
  }

  private mutating func makeID() -> Int {
    nextID += 1
    return nextID
  }

  /// Makes random data with unique identities.
  public static func random(using generator: inout some RandomNumberGenerator) -> ArrayModel {
    var model = ArrayModel(sections: [])
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      var items: [Int] = []
      for _ in 0..<Int.random(in: 0...9, using: &generator) { items.append(model.makeID()) }
      model.sections.append((model.makeID(), items))
    }
    return model
  }
}
