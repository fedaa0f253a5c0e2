// SPDX-License-Identifier: Apache-2.0
//
// The data of a session that is written down: what came with a batch, and what changed unsaid.

import LayoutHost
import LayoutLoading
import LayoutModel

extension ScenarioRecorder {
  /// The changes of a batch that was accepted, with what the app answers for what came.
  func told(
    _ batch: BatchUpdate, from counts: [Int]
  ) throws(LayoutError) -> [DataChange] {
    let capture = Capture(layout: view.collectionViewLayout, counts: view.itemCounts)
    let plan = try batch.plan(from: counts, to: view.itemCounts)
    var changes: [DataChange] = []
    for operation in batch.operations {
      switch operation {
      case .insertItem(let path):
        changes.append(DataChange(operation, .size(try capture.size(at: path))))
      case .reloadItem(let path):
        let size = try plan.newPlace(of: path).map { place throws(LayoutError) in
          try capture.size(at: place)
        }
        changes.append(DataChange(operation, size.map(DataChange.Content.size) ?? .nothing))
      case .insertSection(let index):
        changes.append(DataChange(operation, .section(try capture.content(ofSection: index))))
      case .reloadSection(let index):
        if let place = plan.newSection(of: index) {
          let content = try capture.content(ofSection: place)
          changes.append(DataChange(.deleteSection(index), isTold: false))
          changes.append(DataChange(.insertSection(place), .section(content), isTold: false))
        }
        changes.append(DataChange(operation))
      default: changes.append(DataChange(operation))
      }
    }
    return changes
  }

  /// Brings the scenario's data to what the app answers now, without telling the view.
  func catchUp(with layout: CollectionLayout) throws(LayoutError) {
    let now = try Capture(layout: layout, counts: view.itemCounts).data()
    var changes: [DataChange] = []
    if now.counts == data.counts {
      for (section, count) in now.counts.enumerated() {
        for item in 0..<count {
          let path = ItemPath(section, item)
          let size = now.size(at: path)
          if size != data.size(at: path) {
            changes.append(DataChange(.reloadItem(path), .size(size), isTold: false))
          }
        }
      }
    } else {
      changes = data.sections.indices.map { DataChange(.deleteSection($0), isTold: false) }
      for (index, content) in now.contents.enumerated() {
        changes.append(DataChange(.insertSection(index), .section(content), isTold: false))
      }
    }
    guard !changes.isEmpty else { return }
    let catches = now.counts != data.counts
    data.apply(changes)
    add("batch", ["ops": .array(changes.map(\.json)), "animated": false], catches: catches)
  }
}
