// SPDX-License-Identifier: Apache-2.0
//
// Carrying what was set over to a new version, property by property, while frames of the old one run.

import LayoutEngine
import LayoutModel
import LayoutRuntime

/// Carries everything but the state, which is taken in the last moment, some properties a step.
///
/// Properties that are not at their default go by name and type; an enumeration by its case. What is
/// refused stays at the new default. A layout that cannot say what it has, has nothing to give.
final class CarryWork {
  private let stage: CarryStage
  private var lost: [String] = []
  /// Of the old layout's properties.
  private var next = 0
  private var setting: (any SettingInProgress)?

  /// Properties that a step asks the old layout for: an exchange each, where it runs in a worker.
  static let stepLength = 16

  /// - Throws: `state-schema` when there is no way for the state.
  init(_ stage: CarryStage) throws(LayoutError) {
    self.stage = stage
    try stage.checkState()
  }

  /// - Returns: What the new layout does not take, once all is carried over; nil before.
  /// - Throws: `query-signature` when an answer no longer fits; what ended the new layout.
  func poll(_ patience: Patience) throws(LayoutError) -> [String]? {
    let properties = stage.old.descriptor.properties
    let end = patience == .untilDone ? properties.count : next + Self.stepLength
    while next < properties.count {
      // A layout that takes long over one holds up nobody: the next step looks again.
      guard next < end, try carry(properties[next], patience) else { return nil }
      next += 1
    }
    return lost + (try stage.carryBindings())
  }

  /// - Returns: Whether the property is dealt with.
  /// - Throws: What ended the new layout: it may be started again, but not shown.
  private func carry(
    _ property: PropertyDescriptor, _ patience: Patience
  ) throws(LayoutError) -> Bool {
    do throws(LayoutError) {
      if setting == nil { setting = try start(property) }
      guard let setting else { return true }
      guard try setting.poll(patience) else { return false }
      stage.new.noteSetting()
    } catch {
      if setting != nil, Self.isEnd(error) { throw error }
      lost.append("property \(property.name)")
    }
    setting = nil
    return true
  }

  private static func isEnd(_ error: LayoutError) -> Bool {
    [.workerDied, .workerHung, .breach, .quarantined].contains(error.code)
  }

  /// - Returns: Nil for a property that is at its default.
  private func start(
    _ property: PropertyDescriptor
  ) throws(LayoutError) -> (any SettingInProgress)? {
    var value = try stage.old.value(of: property.name)
    if value == property.defaultValue { return nil }
    if case .enumeration(let index) = value, property.cases.indices.contains(index) {
      value = try stage.new.value(ofCase: property.cases[index], of: property.name)
    }
    return try stage.new.startSetting(property.name, to: value)
  }
}
