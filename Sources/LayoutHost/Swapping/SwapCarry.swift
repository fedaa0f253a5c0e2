// SPDX-License-Identifier: Apache-2.0
//
// Carrying settings, bindings and registrations from the old layout to the new one.

import LayoutABI
import LayoutEngine
import LayoutModel
import LayoutRuntime

/// Carries over by name. Data, registrations of views, selection and scroll position belong to the
/// view and stay.
struct CarryStage {
  let old: CollectionLayout
  let new: CollectionLayout
  /// True when a state that cannot be read is dropped.
  let isCold: Bool

  /// Carries everything that needs no waiting: all but properties and state.
  ///
  /// - Returns: The names that the new layout does not accept.
  /// - Throws: `query-signature` when an answer no longer fits.
  func carryBindings() throws(LayoutError) -> [String] {
    var lost = try new.queries.adopt(old.queries).map { "query \($0)" }
    for (kind, type) in old.decorationTypes {
      do throws(LayoutError) {
        try new.register(type, forDecorationViewOfKind: kind)
      } catch {
        lost.append("decoration \(kind)")
      }
    }
    return lost
  }

  private var keepsState: Bool { old.connection.offers(LAYOUT_EXT_STATE) }

  /// True when the new layout reads states of the old one's schema: the same name, and no older
  /// version.
  private var readsState: Bool {
    let (had, has) = (old.descriptor, new.descriptor)
    return new.connection.offers(LAYOUT_EXT_STATE) && had.stateSchema == has.stateSchema
      && had.stateVersion <= has.stateVersion
  }

  /// - Throws: `state-schema` when the state cannot be carried over.
  func checkState() throws(LayoutError) {
    guard keepsState, !readsState, !isCold else { return }
    let (had, has) = (old.descriptor, new.descriptor)
    let reads =
      new.connection.offers(LAYOUT_EXT_STATE)
      ? "\(has.stateSchema) up to version \(has.stateVersion)" : "none"
    throw LayoutError(
      .stateSchema,
      "the state of \(old.id) is \(had.stateSchema) version \(had.stateVersion), and the new version "
        + "reads \(reads); swap it cold to leave the state behind",
      plugin: new.connection.pluginID, call: "load")
  }

  /// A state that was carried over.
  struct State {
    /// The bytes that the old layout saved; nil without a state.
    var bytes: [UInt8]?
    /// True when the new layout loaded it, and must prepare because of it.
    var isLoaded = false
    /// The settings that were dropped.
    var lost: [String] = []
  }

  /// Carries the current state of the old layout to the new one.
  ///
  /// - Parameter earlier: The state carried over before: equal bytes are not loaded again.
  /// - Throws: The new layout's refusal, unless the swap is cold.
  func carryState(after earlier: State? = nil) throws(LayoutError) -> State {
    guard keepsState else { return State() }
    guard readsState else { return State(lost: ["state"]) }
    var state = State()
    do throws(LayoutError) {
      state.bytes = try old.connection.saveState()
      guard let bytes = state.bytes else { return state }
      if let earlier, earlier.bytes == bytes { return State(bytes: bytes, lost: earlier.lost) }
      state.isLoaded = try new.connection.loadState(bytes, version: old.descriptor.stateVersion)
    } catch {
      guard isCold else { throw error }
    }
    if !state.isLoaded { state.lost = ["state"] }
    return state
  }

  /// The settings and bindings of a layout, as an increasing number.
  struct Mark: Equatable {
    let settings: Int
    let bindings: Int

    init(_ layout: CollectionLayout) {
      (settings, bindings) = (layout.settingRevision, layout.queries.revision)
    }
  }
}

// MARK: - Between frames
//
// Carrying settings to a new version, property by property, while frames of the old one run.

/// Carries everything but the state, which is carried last, some properties per step.
///
/// Properties without their default value are carried by name and type; an enumeration by its case.
/// A refused value stays at the new default. A layout that fails to return its values has none to
/// carry.
final class CarryWork {
  private let stage: CarryStage
  private var lost: [String] = []
  /// The index of the next of the old layout's properties.
  private var next = 0
  private var setting: (any SettingInProgress)?

  /// Properties that a step reads from the old layout: one exchange each, if it runs in a worker.
  static let stepLength = 16

  /// - Throws: `state-schema` when the state cannot be carried over.
  init(_ stage: CarryStage) throws(LayoutError) {
    self.stage = stage
    try stage.checkState()
  }

  /// - Returns: The names that the new layout does not accept, once everything is carried over; nil
  ///   before.
  /// - Throws: `query-signature` when an answer no longer fits; the error that ended the new
  ///   layout.
  func poll(_ mode: WaitMode) throws(LayoutError) -> [String]? {
    let properties = stage.old.descriptor.properties
    let end = mode == .untilDone ? properties.count : next + Self.stepLength
    while next < properties.count {
      // A layout that takes long over a property delays no frame: the next step polls again.
      guard next < end, try carry(properties[next], mode) else { return nil }
      next += 1
    }
    try stage.new.connection.keep(stage.old.connection.childSettings)
    return lost + (try stage.carryBindings())
  }

  /// - Returns: True if the property is done.
  /// - Throws: The error that ended the new layout: it may be restarted, but not shown.
  private func carry(
    _ property: PropertyDescriptor, _ mode: WaitMode
  ) throws(LayoutError) -> Bool {
    do throws(LayoutError) {
      if setting == nil { setting = try start(property) }
      guard let setting else { return true }
      guard try setting.poll(mode) else { return false }
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

  /// - Returns: Nil for a property with its default value that was never set.
  private func start(
    _ property: PropertyDescriptor
  ) throws(LayoutError) -> (any SettingInProgress)? {
    guard var value = try stage.old.changedValue(of: property) else { return nil }
    if case .enumeration(let index) = value, property.cases.indices.contains(index) {
      value = try stage.new.value(ofCase: property.cases[index], of: property.name)
    }
    return try stage.new.startSetting(property.name, to: value)
  }
}
