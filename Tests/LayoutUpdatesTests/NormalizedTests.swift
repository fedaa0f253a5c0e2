// SPDX-License-Identifier: Apache-2.0
//
// Conflicting batches are made consistent, by the published cases and by property.

import LayoutModel
import LayoutTesting
import LayoutUpdates
import Testing

@Suite("BatchUpdate.normalized")
struct NormalizedTests {
  @Test("B4: the published cases of conflicting batches give the published results")
  func cases() throws {
    let lines = try CaseFile.lines("iglist_batch_normalise.jsonl")
    #expect(lines.count == 13)
    for line in lines {
      let name = Comment(rawValue: "\(line["id"] ?? "")")
      let input = try #require(line["input"] as? [String: Any])
      let expected = try #require(line["expect"] as? [String: Any])
      let result = Listing(Listing(json: input).batch.normalized())
      for (key, value) in expected where key != "counts" {
        #expect(result.sorted(key) == Listing(json: [key: value]).sorted(key), name)
      }
      for (key, value) in expected["counts"] as? [String: Int] ?? [:] {
        #expect(result.sorted(key == "moveIndexPaths" ? "moveItems" : key).count == value, name)
      }
    }
  }

  @Test("B4: a reloaded item that moves is deleted and inserted")
  func reloadWithMove() {
    let batch = BatchUpdate([
      .moveItem(from: ItemPath(0, 0), to: ItemPath(0, 2)), .reloadItem(ItemPath(0, 0)),
    ])
    #expect(
      batch.normalized().operations == [.deleteItem(ItemPath(0, 0)), .insertItem(ItemPath(0, 2))])
  }

  @Test("B4: a consistent batch is unchanged, except for its order")
  func consistentStays() throws {
    for seed in 0..<500 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let old = ArrayModel.random(using: &generator)
      let (batch, new) = old.randomBatch(using: &generator)
      // A normalized batch must still fit the same data.
      _ = try batch.normalized().plan(from: old.counts, to: new.counts)
    }
  }
}

/// Operations by name, as the case files write them.
private struct Listing {
  var lists: [String: [[Int]]] = [:]

  init(json: [String: Any]) {
    for (key, value) in json {
      if let numbers = value as? [Int] {
        lists[key] = numbers.map { [$0] }
      } else if let pairs = value as? [[Int]] {
        lists[key] = pairs
      } else if let moves = value as? [[[Int]]] {
        lists[key] = moves.map { $0.flatMap { $0 } }
      }
    }
  }

  init(_ batch: BatchUpdate) {
    for operation in batch.operations {
      let (key, numbers): (String, [Int]) =
        switch operation {
        case .insertItem(let path): ("insertItems", [path.section, path.item])
        case .deleteItem(let path): ("deleteItems", [path.section, path.item])
        case .reloadItem(let path): ("updateItems", [path.section, path.item])
        case .moveItem(let a, let b): ("moveItems", [a.section, a.item, b.section, b.item])
        case .insertSection(let index): ("insertSections", [index])
        case .deleteSection(let index): ("deleteSections", [index])
        case .reloadSection(let index): ("reloadSections", [index])
        case .moveSection(let a, let b): ("moveSections", [a, b])
        }
      lists[key, default: []].append(numbers)
    }
  }

  func sorted(_ key: String) -> [[Int]] {
    (lists[key] ?? []).sorted { $0.lexicographicallyPrecedes($1) }
  }

  var batch: BatchUpdate {
    BatchUpdate(
      lists.keys.sorted().flatMap { key in
        (lists[key] ?? []).map { numbers -> BatchUpdate.Operation in
          switch key {
          case "insertItems": .insertItem(ItemPath(numbers[0], numbers[1]))
          case "deleteItems": .deleteItem(ItemPath(numbers[0], numbers[1]))
          case "updateItems": .reloadItem(ItemPath(numbers[0], numbers[1]))
          case "moveItems":
            .moveItem(
              from: ItemPath(numbers[0], numbers[1]), to: ItemPath(numbers[2], numbers[3]))
          case "insertSections": .insertSection(numbers[0])
          case "deleteSections": .deleteSection(numbers[0])
          default: .moveSection(from: numbers[0], to: numbers[1])
          }
        }
      })
  }
}
