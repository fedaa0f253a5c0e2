// SPDX-License-Identifier: Apache-2.0
//
// The start and the end of the app's calls.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutUpdates

/// A call that has not ended.
struct OpenCall {
  /// The index of its step; nil for a call without a step.
  var step: Int?
  /// True if it was made while a frame, a batch or an answer of the app was under way.
  let isNested: Bool
  /// The data before its batch, and the epoch of the view's data then; nil without a batch.
  var start: (data: ScenarioData, revision: Int, epoch: UInt64)?
}

extension ScenarioRecorder: SessionObserver {
  package func willPerform(_ call: ViewCall) {
    switch call {
    case .setLayout(let layout, _), .assignLayout(let layout), .startTransition(let layout):
      listen(to: layout)
    case .commitSwap: outgoing = view.shownLayout
    default: break
    }
    let known = (steps: steps.count, settings: settings, layouts: layouts)
    noteSettings(before: call)
    noteBindings()
    var own = OpenCall(isNested: view.isOccupied)
    guard let step = step(for: call) else {
      // A call without a step is not recorded again on replay either: settings so far belong to the
      // next step.
      steps.removeSubrange(known.steps...)
      (settings, layouts) = (known.settings, known.layouts)
      return open.append(own)
    }
    steps.append(step)
    own.step = steps.count - 1
    open.append(own)
    if between.hasAnswers { steps[steps.count - 1].take(&between) }
  }

  package func didPerform(_ call: ViewCall, _ error: LayoutError?) {
    guard let own = open.popLast(), let index = own.step else { return }
    steps[index].endRequests()
    if let error {
      if Self.isRefusal(error, of: own, steps[index].name) {
        if case .commitSwap = call { outgoing = nil }
        return remove(index)
      }
      steps[index].catches = true
      if error.code == .unregisteredKind { steps[index].unregistered = view.missingKind }
      if steps[index].name == "batch", steps[index].keys["ops"] == nil {
        stand(in: index)
        // The block may have changed the data before it failed, or while no counts were known.
        isUnsure = true
      }
      if steps[index].hasChangedData { isUnsure = true }
      // A batch that is refused because the app gave no view: the next one is about the data before it.
      if let start = own.start, !steps[index].failing.isEmpty, start.epoch == view.dataEpoch {
        (data, revision) = (start.data, start.revision)
      }
    }
    switch call {
    case .changes where steps[index].keys["ops"] == nil:
      // Everything was to be reloaded already, so it was a reload.
      steps[index] = steps[index].renamed("reload")
    case .setProperty(let layout, _, _): layouts.note(layout)
    case .commitSwap(let swapper): finish(swapper, at: index)
    default: break
    }
    // An unreadable step had no effect: the view refuses it for the same reason.
    if steps.indices.contains(index), error != nil, !steps[index].isReadable { remove(index) }
  }

  /// Returns true for the error of a call that had no effect, at the wrong time or with a wrong number. Any other call has
  /// such an error from one that the app made inside it: a batch from its block, a frame from an answer.
  private static func isRefusal(_ error: LayoutError, of call: OpenCall, _ name: String) -> Bool {
    call.isNested && untimely.contains(error.code) || name != "batch" && wrong.contains(error.code)
  }

  private static let wrong: Set<LayoutError.Code> = ["clock", "not-finite", "reentrant-touch"]
  private static let untimely: Set<LayoutError.Code> = ["reentrant", "nested-update"]

  /// A refused batch shows no change, so its step has none either: its operation names a missing
  /// section.
  private func stand(in index: Int) {
    steps[index].keepData()
    steps[index].keys["ops"] = [["deleteSection": .integer(Int64(data.sections.count))]]
  }

  // MARK: Steps

  /// Removes a step. The answers that were learned in it hold from the next step on.
  func remove(_ index: Int) {
    let step = steps.remove(at: index)
    if !step.hasChangedData { between.inherit(step) }
    shift(from: index, by: -1)
  }

  /// Inserts a step before another one that may be running.
  func insert(_ step: RecordedStep, at index: Int) {
    steps.insert(step, at: index)
    shift(from: index, by: 1)
  }

  private func shift(from index: Int, by distance: Int) {
    for call in open.indices {
      if let step = open[call].step, step >= index { open[call].step = step + distance }
    }
  }

  /// Changes the step of the innermost call; without a call, that of the next step.
  func withStep(_ change: (inout RecordedStep) -> Void) {
    if let index = open.last?.step { change(&steps[index]) } else { change(&between) }
  }

  // MARK: Changes without a step of their own

  /// Settings take effect with the next call, so they are checked before each call.
  func noteSettings(before call: ViewCall) {
    var isViewport = false
    if case .viewport = call { isViewport = true }
    let changes = settingChanges { !isViewport || !Self.viewportKeys.contains($0) }
    if !changes.members.isEmpty { steps.append(RecordedStep("configure", changes)) }
  }

  /// The settings that differ from the scenario.
  func settingChanges(where isMeant: (String) -> Bool) -> JSONObject {
    let changes = JSONObject(
      view.settingsJSON.members.filter { isMeant($0.key) && settings[$0.key] != $0.value })
    for member in changes.members { settings[member.key] = member.value }
    return changes
  }

  /// The settings that report each assignment.
  static let viewportKeys: Set<String> = ["contentInset", "scale", "direction"]

  func noteBindings() {
    let layout = view.collectionViewLayout
    guard layouts.isRebound(layout) else { return }
    let names = layouts.bindings(of: layouts.number(of: layout))
    steps.append(RecordedStep("bind", ["queries": .array(names.map(JSONValue.string))]))
  }
}

extension RecordedStep {
  /// True when a scenario can contain the step.
  var isReadable: Bool {
    let text = JSONValue.object(json).serialised()
    guard let parsed = try? JSONValue(parsing: text) else { return false }
    return (try? ReadStep(parsed, number: 0).step.get()) != nil
  }
}
