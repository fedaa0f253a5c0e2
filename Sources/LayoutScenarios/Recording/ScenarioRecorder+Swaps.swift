// SPDX-License-Identifier: Apache-2.0
//
// New versions of a layout in a recorded session.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// The preparation of a new version, and the answers that it got.
final class Preparation {
  let swapper: any ObservedSwap
  /// The number of steps before it.
  let place: Int
  /// The revision of the data at its start.
  private let revision: Int
  /// The data of the scenario at its start.
  private let start: ScenarioData
  /// The same with the answers that it got.
  private var data: ScenarioData
  /// The answers to it that differ from the data at its start.
  private(set) var answers: [LaterAnswer] = []
  private weak var recorder: ScenarioRecorder?

  init(for swapper: any ObservedSwap, by recorder: ScenarioRecorder) {
    (self.swapper, self.recorder) = (swapper, recorder)
    (place, revision) = (recorder.steps.count, recorder.revision)
    (start, data) = (recorder.data, recorder.data)
  }

  /// The answers of the data at its start, in place of those that differ.
  var formerAnswers: [LaterAnswer] { answers.map(start.ownAnswer) }

  /// Takes answers to it. After a change of the data they are about other paths, and it asks again. Those in a
  /// commit are in the step of that.
  private func learn(_ news: (ScenarioData) -> [LaterAnswer]) {
    guard let recorder, !recorder.isAsking, recorder.outgoing == nil, recorder.revision == revision
    else { return }
    let own = news(data)
    data.learn(own)
    answers += own
  }
}

extension Preparation: QueryObserver {
  func didAnswer(
    _ query: QueryDescriptor, at path: ItemPath, _ arguments: [LayoutValue], _ value: LayoutValue?
  ) {
    if arguments.isEmpty { learn { $0.news(of: query, at: path, value) } }
    recorder?.didAnswer(query, at: path, arguments, value)
  }

  func didAnswer(
    _ query: QueryDescriptor, section: Int, _ range: Range<Int>, _ answers: QueryAnswers
  ) {
    learn { $0.news(of: query, section: section, range, answers) }
    recorder?.didAnswer(query, section: section, range, answers)
  }
}

extension ScenarioRecorder {
  package func willPrepare(_ layout: CollectionLayout, for swapper: any ObservedSwap) {
    // Earlier settings belong before it.
    noteSettings(before: .layoutIfNeeded)
    noteBindings()
    let preparation = Preparation(for: swapper, by: self)
    preparations.removeAll { $0.swapper === swapper }
    preparations.append(preparation)
    listen(to: layout, by: preparation)
  }

  /// The new version saw the view at the start of its preparation, which some layouts remember. If
  /// steps ran between that and the commit, two steps represent the swap, and the first has the
  /// answers that the preparation got. They hold for the new version alone: with the next step, the
  /// layout on screen gets the former ones.
  func finish(_ swapper: any ObservedSwap, at index: Int) {
    defer { outgoing = nil }
    guard swapper.isAccepted else { return remove(index) }
    let layout = view.shownLayout
    if let arrival = try? layouts.arrival(layout, replacing: outgoing) {
      for member in arrival.members { steps[index].keys[member.key] = member.value }
    }
    steps[index].keys["layout"] = .string(layouts.name(of: layout) ?? layout.id)
    listen(to: layout)
    let preparation = preparations.first { $0.swapper === swapper }
    preparations.removeAll { $0.swapper === swapper }
    guard let preparation, preparation.place < index else { return }
    var start = RecordedStep("swap", steps[index].keys)
    start.keys["commit"] = false
    for answer in preparation.answers { start.learn(answer) }
    start.keepData()
    steps[preparation.place].precede(with: preparation.formerAnswers)
    insert(start, at: preparation.place)
  }
}
