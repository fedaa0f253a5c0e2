// SPDX-License-Identifier: Apache-2.0
//
// The calls that may come in any order once a layout has prepared.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// A call, or two that always come together.
enum LegalCall: String, CaseIterable {
  case setProperty = "set_property, prepare"
  case getProperty = "get_property"
  case invalidate = "should_invalidate"
  case prepare = "prepare"
  case bulk = "attributes_in_rect"
  case single = "attributes_for"
  case settle = "extension, advance"

  /// Makes it.
  func make(on trial: Trial) throws(Finding) {
    let properties = trial.subject.descriptor.properties
    switch self {
    case .setProperty:
      guard let property = properties.first else { return }
      try trial.ok(trial.setProperty(0, property.defaultValue), "set_property")
      // Questions about single elements may come before the new value takes effect.
      if let name = trial.names().first { _ = try trial.single(name) }
      try trial.prepareFrame(LAYOUT_MARK_PROPERTIES)
    case .getProperty:
      if !properties.isEmpty { try trial.ok(trial.property(0).status, "get_property") }
    case .invalidate:
      var place = trial.world.offset
      place.y += 5
      try trial.step(to: place)
    case .prepare: try trial.prepareFrame()
    case .bulk: _ = try trial.answer(in: trial.world.bounds)
    case .single: if let name = trial.names().last { _ = try trial.single(name) }
    case .settle: if let (status, _) = trial.advance(by: 0.1) { try trial.ok(status, "advance") }
    }
  }
}
