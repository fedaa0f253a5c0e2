// SPDX-License-Identifier: Apache-2.0
//
// The app's answers, and changes of its data.

import LayoutEngine
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutUpdates

extension ScenarioRecorder {
  // MARK: Data

  package func didState(_ batch: BatchUpdate, _ plan: UpdatePlan, counts: [Int]) {
    guard let index = open.last?.step, steps[index].name == "batch" else { return }
    let changes = (try? asking { () throws(LayoutError) in try told(batch, plan, counts) }) ?? []
    open[open.count - 1].start = (data, revision, view.dataEpoch)
    let before = data
    data.apply(changes)
    revision += 1
    let selected = selectedAnew(since: before)
    withStep {
      $0.keys["ops"] = .array(changes.map(\.json))
      if !selected.isEmpty { $0.keys["selected"] = .array(selected.map(\.json)) }
      $0.changeData()
    }
  }

  package func didReadCounts(_ counts: [Int]) {
    guard let index = open.last?.step else { return }
    let identifies = identifying != nil && view.selectedItemCount > 0
    guard counts != data.counts || isUnsure || identifies else { return }
    let capture = Capture(layout: view.collectionViewLayout, counts: counts)
    guard let now = try? asking({ () throws(LayoutError) in try capture.data() }) else { return }
    let selected = identifies ? stillSelected : []
    var step = RecordedStep("data", ["sections": .array(now.contents.map { .object($0.json) })])
    if !selected.isEmpty { step.keys["selected"] = .array(selected.map(\.json)) }
    (data, isUnsure) = (now, false)
    revision += 1
    step.takeFormerAnswers(of: &steps[index])
    steps[index].hasChangedData = true
    insert(step, at: index)
  }

  /// The current paths, in the data, of the selected items.
  private var stillSelected: [ItemPath] {
    guard let source = identifying else { return [] }
    return view.selectedIdentities.compactMap { source.path(ofItemWithIdentity: $0) }.sorted()
  }

  /// The selected items that the app identifies after a batch and a scenario would not: in a scenario an item that is
  /// deleted and inserted is another one. A difference of snapshots moves items so between sections.
  private func selectedAnew(since before: ScenarioData) -> [ItemPath] {
    guard view.selectedItemCount > 0 else { return [] }
    let kept = view.indexPathsForSelectedItems.compactMap {
      before.id(at: $0).flatMap(data.path(ofItemWithID:))
    }
    return Set(stillSelected).subtracting(kept).sorted()
  }

  package func didDrop(_ source: ItemPath, at target: ItemPath, isTaken: Bool) {
    if isTaken {
      data.apply([DataChange(moving: source, to: target)])
      revision += 1
    } else {
      withStep { $0.answer("moveItem", source, false) }
    }
  }

  /// The changes of a batch, with the app's answers for inserted elements.
  private func told(
    _ batch: BatchUpdate, _ plan: UpdatePlan, _ counts: [Int]
  ) throws(LayoutError) -> [DataChange] {
    let capture = Capture(layout: view.collectionViewLayout, counts: counts)
    var changes: [DataChange] = []
    for operation in batch.operations {
      switch operation {
      case .insertItem(let path):
        changes.append(DataChange(operation, .item(ItemContent(size: try capture.size(at: path)))))
      case .reloadItem(let path):
        let size = try plan.newPlace(of: path).map { place throws(LayoutError) in
          try capture.size(at: place)
        }
        let content = size.map { DataChange.Content.item(ItemContent(size: $0)) }
        changes.append(DataChange(operation, content ?? .nothing))
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

  /// Queries the app directly, which does not count as an answer to a layout.
  private func asking<Answer>(
    _ body: () throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    isAsking = true
    defer { isAsking = false }
    return try body()
  }

  // MARK: The delegate and the data source

  package func didAnswer(_ question: AppQuestion, _ path: ItemPath, _ answer: Bool) {
    if !answer { withStep { $0.answer(question.rawValue, path, false) } }
  }

  package func didAnswer(_ action: MenuAction, _ path: ItemPath, _ answer: Bool) {
    if !answer { withStep { $0.answer("canPerformAction", path, about: action.name, false) } }
  }

  package func didTarget(_ source: ItemPath, proposed: ItemPath, _ target: ItemPath) {
    guard target != proposed else { return }
    withStep { $0.answer("targetForMove", source, about: "\(proposed)", target.json) }
  }

  package func didAsk(forViewOf kind: String, at path: ItemPath, isGiven: Bool) {
    withStep { $0.ask(forViewOf: .init(kind: kind, path: path), isGiven: isGiven) }
  }

  package func didPrefer(_ size: Size, to attributes: LayoutAttributes) {
    // A view that prefers an invalid size keeps the one that it has, and no step could have the other.
    withStep { $0.prefer(size.isExtent ? size : attributes.size, attributes) }
  }
}

extension ScenarioRecorder: QueryObserver {
  package func didAnswer(
    _ query: QueryDescriptor, at path: ItemPath, _ arguments: [LayoutValue], _ value: LayoutValue?
  ) {
    guard !isAsking else { return }
    guard arguments.isEmpty else {
      let answer = value?.json() ?? .null
      return withStep { $0.ask(query.name, path, arguments.map { $0.json() }, answer) }
    }
    learn(data.news(of: query, at: path, value))
  }

  package func didAnswer(
    _ query: QueryDescriptor, section: Int, _ range: Range<Int>, _ answers: QueryAnswers
  ) {
    guard !isAsking else { return }
    learn(data.news(of: query, section: section, range, answers))
  }

  /// Records answers that differ from the scenario.
  private func learn(_ answers: [LaterAnswer]) {
    data.learn(answers)
    for answer in answers { withStep { $0.learn(answer) } }
  }
}
