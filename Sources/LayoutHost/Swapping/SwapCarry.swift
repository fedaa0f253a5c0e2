// SPDX-License-Identifier: Apache-2.0
//
// What was set, bound and registered on the old layout, on the new one.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Carries over by name. Data, registrations of views, selection and scroll position are the view's and
/// stay where they are.
struct CarryStage {
  let old: CollectionLayout
  let new: CollectionLayout
  /// Whether a state that cannot be read is left behind.
  let isCold: Bool

  /// Carries everything but the state, which is taken in the last moment.
  ///
  /// - Returns: What the new layout does not take.
  /// - Throws: `query-signature` when an answer no longer fits; `state-schema` when there is no way for
  ///   the state.
  func run() throws(LayoutError) -> [String] {
    try checkState()
    var lost = properties()
    lost += try new.queries.adopt(old.queries).map { "query \($0)" }
    for (kind, type) in old.decorationTypes {
      do throws(LayoutError) {
        try new.register(type, forDecorationViewOfKind: kind)
      } catch {
        lost.append("decoration \(kind)")
      }
    }
    return lost
  }

  /// Properties that are not at their default, by name and type; an enumeration by its case. What is
  /// refused stays at the new default. A layout that cannot say what it has, has nothing to give.
  private func properties() -> [String] {
    var lost: [String] = []
    for property in old.descriptor.properties {
      do throws(LayoutError) {
        let value = try old.value(of: property.name)
        if value == property.defaultValue { continue }
        if case .enumeration(let index) = value, property.cases.indices.contains(index) {
          try new.set(property.name, toCase: property.cases[index])
        } else {
          try new.set(property.name, to: value)
        }
      } catch {
        lost.append("property \(property.name)")
      }
    }
    return lost
  }

  private var keepsState: Bool { old.connection.offers(LAYOUT_EXT_STATE) }

  /// Whether the new layout reads states of the old one's schema: the same name, and a version that is
  /// no older.
  private var readsState: Bool {
    let (had, has) = (old.descriptor, new.descriptor)
    return new.connection.offers(LAYOUT_EXT_STATE) && had.stateSchema == has.stateSchema
      && had.stateVersion <= has.stateVersion
  }

  private func checkState() throws(LayoutError) {
    guard keepsState, !readsState, !isCold else { return }
    let (had, has) = (old.descriptor, new.descriptor)
    let reads =
      new.connection.offers(LAYOUT_EXT_STATE)
      ? "\(has.stateSchema) up to version \(has.stateVersion)" : "none"
    throw LayoutError(
      "state-schema",
      "the state of \(old.id) is \(had.stateSchema) version \(had.stateVersion), and the new version "
        + "reads \(reads); swap it cold to leave the state behind",
      plugin: new.connection.pluginID, call: "load")
  }

  /// Takes the old layout's state as it is now to the new one.
  ///
  /// - Returns: Whether the new layout has to prepare because of it, and what was left behind.
  /// - Throws: The new layout's refusal, unless the swap is cold.
  func carryState() throws(LayoutError) -> (isLoaded: Bool, lost: [String]) {
    guard keepsState else { return (false, []) }
    guard readsState else { return (false, ["state"]) }
    do throws(LayoutError) {
      guard let state = try old.connection.saveState() else { return (false, []) }
      let isLoaded = try new.connection.loadState(state, version: old.descriptor.stateVersion)
      return (isLoaded, isLoaded ? [] : ["state"])
    } catch {
      guard isCold else { throw error }
      return (false, ["state"])
    }
  }
}
