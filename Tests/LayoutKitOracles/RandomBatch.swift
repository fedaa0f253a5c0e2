// SPDX-License-Identifier: Apache-2.0
//
// Random batches over sections of items, as a host gives them to a layout.

import LayoutABI

@testable import LayoutKitHosted

/// Data that changes at random, and the description of each change.
struct RandomBatch {
  var sections: [FlowSection]
  private(set) var updates: [layout_update] = []
  /// New paths of the items that a layout has to query.
  private(set) var asked: Set<[Int]> = []
  private var chance: Chance
  /// The largest number of items of a section that change.
  private let reach: Int

  init(_ sections: [FlowSection], seed: UInt64, reach: Int = 6) {
    self.sections = sections
    self.reach = reach
    chance = Chance(seed)
  }

  /// One section on the way to its new place.
  private struct Traveller {
    var section: FlowSection
    var old: Int?
    var isMoved = false
    var isReloaded = false
  }

  /// Makes the next change.
  mutating func change() {
    (updates, asked) = ([], [])
    let old = sections
    let travellers = chance.flag(3) ? changeSections() : stayPut()
    sections = travellers.map(\.section)
    changeItems(travellers, old)
    for (new, traveller) in travellers.enumerated()
    where traveller.old == nil || traveller.isReloaded {
      for item in sections[new].sizes.indices { asked.insert([new, item]) }
    }
  }

  private func stayPut() -> [Traveller] {
    sections.indices.map { Traveller(section: sections[$0], old: $0) }
  }

  private mutating func changeSections() -> [Traveller] {
    var staying: [Traveller] = []
    var placed: [Traveller] = []
    for index in sections.indices {
      var traveller = Traveller(section: sections[index], old: index)
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: say(LAYOUT_UPDATE_DELETE, section: true, before: [index, 0], after: nil)
      case 1:
        traveller.isMoved = true
        placed.append(traveller)
      case 2:
        traveller.isReloaded = true
        traveller.section = .random(&chance)
        staying.append(traveller)
      default: staying.append(traveller)
      }
    }
    if chance.flag() { placed.append(Traveller(section: .random(&chance), old: nil)) }
    let (all, places) = arrange(staying, placed)
    for (traveller, new) in zip(placed, places) {
      if let old = traveller.old {
        say(LAYOUT_UPDATE_MOVE, section: true, before: [old, 0], after: [new, 0])
      } else {
        say(LAYOUT_UPDATE_INSERT, section: true, before: nil, after: [new, 0])
      }
    }
    for (new, traveller) in all.enumerated() where traveller.isReloaded {
      say(LAYOUT_UPDATE_RELOAD, section: true, before: [traveller.old ?? 0, 0], after: [new, 0])
    }
    return all
  }

  /// Puts `placed` at random places among `staying`, which keep their order.
  private mutating func arrange<Thing>(
    _ staying: [Thing], _ placed: [Thing]
  ) -> (all: [Thing], places: [Int]) {
    let count = staying.count + placed.count
    let places = Array((0..<count).shuffled(using: &chance).prefix(placed.count)).sorted()
    var all = staying
    for (thing, place) in zip(placed, places) { all.insert(thing, at: place) }
    return (all, places)
  }

  private enum Coming {
    case new(Size)
    case moved(Size, from: [Int])
  }

  private mutating func changeItems(_ travellers: [Traveller], _ old: [FlowSection]) {
    var moving: [Coming] = []
    var kept: [Int: [Size]] = [:]
    var reloaded: [Int: Set<Int>] = [:]
    for (new, traveller) in travellers.enumerated() {
      guard let source = traveller.old, !traveller.isReloaded else { continue }
      kept[new] = removeItems(source, old[source].sizes, &moving, &reloaded[new, default: []])
    }
    for new in kept.keys.sorted() {
      let isLast = new == kept.keys.max()
      let taken = isLast ? moving.count : Int.random(in: 0...moving.count, using: &chance)
      place(Array(moving.prefix(taken)), in: new, kept[new] ?? [], reloaded[new] ?? [], travellers)
      moving.removeFirst(taken)
    }
  }

  /// Removes items from an old section, and marks some to be queried again.
  private mutating func removeItems(
    _ section: Int, _ sizes: [Size], _ moving: inout [Coming], _ reloaded: inout Set<Int>
  ) -> [Size] {
    var kept: [Size] = []
    let goers = Set(
      (0..<Int.random(in: 0...reach, using: &chance)).compactMap { _ in
        sizes.indices.randomElement(using: &chance)
      })
    for (item, size) in sizes.enumerated() {
      if goers.contains(item) {
        if chance.flag() {
          say(LAYOUT_UPDATE_DELETE, section: false, before: [section, item], after: nil)
        } else {
          moving.append(.moved(size, from: [section, item]))
        }
        continue
      }
      if chance.flag(40) { reloaded.insert(kept.count) }
      kept.append(size)
    }
    return kept
  }

  private mutating func place(
    _ moved: [Coming], in new: Int, _ kept: [Size], _ reloaded: Set<Int>, _ travellers: [Traveller]
  ) {
    var coming = moved
    for _ in 0..<Int.random(in: 0...reach, using: &chance) { coming.append(.new(size(like: kept))) }
    coming.shuffle(using: &chance)
    let (all, places) = arrange(kept.map { Coming.new($0) }, coming)
    sections[new].sizes = all.map {
      switch $0 {
      case .new(let size), .moved(let size, _): size
      }
    }
    for (thing, item) in zip(coming, places) {
      switch thing {
      case .new:
        say(LAYOUT_UPDATE_INSERT, section: false, before: nil, after: [new, item])
        asked.insert([new, item])
      case .moved(_, let source):
        say(LAYOUT_UPDATE_MOVE, section: false, before: source, after: [new, item])
      }
    }
    let isPlaced = Set(places)
    let survivors = sections[new].sizes.indices.filter { !isPlaced.contains($0) }
    for index in reloaded.sorted() {
      let item = survivors[index]
      sections[new].sizes[item] = size(like: kept)
      // Its old place has no effect on a layout; the new path has.
      say(LAYOUT_UPDATE_RELOAD, section: false, before: [0, 0], after: [new, item])
      asked.insert([new, item])
    }
  }

  /// Returns a size, often one that other items have, so that runs appear and vanish.
  private mutating func size(like others: [Size]) -> Size {
    if chance.flag(), let size = others.randomElement(using: &chance) { return size }
    return Size(width: chance.halves(2...240), height: chance.halves(0...90))
  }

  private mutating func say(
    _ action: UInt32, section: Bool, before: [Int]?, after: [Int]?
  ) {
    func path(_ path: [Int]?) -> layout_path {
      guard let path else { return .none }
      return section
        ? layout_path(section: UInt32(path[0]), item: LAYOUT_PATH_NONE) : ItemPath(path[0], path[1])
    }
    updates.append(
      layout_update(
        action: action, of_section: section ? 1 : 0, before: path(before), after: path(after)))
  }
}
