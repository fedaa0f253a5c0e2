// SPDX-License-Identifier: Apache-2.0
//
// Calls in any order that the header allows.

import Glibc
import LayoutABI
import LayoutModel
import LayoutRuntime

/// The header says which call may follow which; a host may use all of it.
struct CallOrders: LayoutRule {
  let id = "call-orders"
  let sentence =
    "Every order of four legal calls succeeds, and the layout can be ended after any of them."

  func check(_ subject: Subject) throws(Finding) {
    var path = [0, 0, 0, 0]
    let calls = LegalCall.allCases
    for number in 0..<path.reduce(1, { product, _ in product * calls.count }) {
      var rest = number
      for place in path.indices { (path[place], rest) = (rest % calls.count, rest / calls.count) }
      let trial = try Trial(subject, World([2, 0, 9]))
      try trial.prepareFrame()
      for (place, call) in path.enumerated() {
        do throws(Finding) { try calls[call].make(on: trial) } catch {
          guard case .broken(let text) = error else { throw error }
          let before = path[..<place].map { calls[$0].rawValue }.joined(separator: ", ")
          throw .broken("\(text), after \(before.isEmpty ? "prepare" : before)")
        }
      }
    }
  }
}

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
