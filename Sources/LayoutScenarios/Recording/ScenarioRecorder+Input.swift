// SPDX-License-Identifier: Apache-2.0
//
// What people do with wheel, keys and fingers, as steps.

import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel

extension ScenarioRecorder {
  /// Nil for a call that is none of these.
  func inputStep(for call: ViewCall) -> RecordedStep? {
    switch call {
    case .setContentOffset(let offset, let isAnimated):
      return RecordedStep("scroll", ["to": offset.json]).animated(isAnimated)
    case .drag(let movement, let place, let seconds):
      var keys: JSONObject = ["by": movement.json, "seconds": .number(seconds)]
      keys["at"] = place?.json
      return RecordedStep("drag", keys)
    case .release(let velocity): return RecordedStep("release", ["velocity": velocity.json])
    case .wheel(let movement, let place):
      var keys: JSONObject = ["by": movement.json]
      keys["at"] = place?.json
      return RecordedStep("wheel", keys)
    case .scrollToItem(let path, let position, let isAnimated):
      return RecordedStep(
        "scrollToItem", ["path": path.json, "position": ScrollToItemStep.json(position)]
      ).animated(isAnimated)
    case .setCrossOffset(let offset, let section, let isAnimated):
      return RecordedStep("crossScroll", CrossScrollStep.keys(offset, ofSection: section))
        .animated(isAnimated)
    case .press(let key, let modifiers, let isAnimated):
      let held = KeyStep.names.filter { modifiers.contains($0.modifier) }
      return RecordedStep(
        "key",
        ["name": .string(key.rawValue), "modifiers": .array(held.map { .string($0.name) })]
      ).animated(isAnimated)
    default: return touchStep(for: call)
    }
  }

  private func touchStep(for call: ViewCall) -> RecordedStep? {
    switch call {
    case .touch(let phase, let place):
      return RecordedStep("touch", ["phase": .string(phase.rawValue), "at": place.json])
    case .touchItem(let phase, let path):
      return RecordedStep("touch", ["phase": .string(phase.rawValue), "path": path.json])
    case .select(let path, let position, let isAnimated):
      var step = RecordedStep("select", ["paths": [path.json]])
      step.keys["position"] = position.map(ScrollToItemStep.json)
      return step.animated(isAnimated)
    case .deselect(let path): return RecordedStep("deselect", ["paths": [path.json]])
    case .selectAll: return RecordedStep("selectAll")
    case .deselectAll: return RecordedStep("deselectAll")
    case .openMenu(let path):
      return RecordedStep("menu", ["phase": "opened", "path": path.json])
    case .performMenuAction(let action):
      return RecordedStep("menu", ["phase": "performed", "action": .string(action.name)])
    case .closeMenu: return RecordedStep("menu", ["phase": "closed"])
    case .beginMovement(let path, let place):
      var keys: JSONObject = ["phase": "began", "from": path.json]
      keys["at"] = place?.json
      return RecordedStep("move", keys)
    case .updateMovement(let place):
      return RecordedStep("move", ["phase": "moved", "at": place.json])
    case .endMovement: return RecordedStep("move", ["phase": "ended"])
    case .cancelMovement: return RecordedStep("move", ["phase": "cancelled"])
    default: return nil
    }
  }
}

extension RecordedStep {
  fileprivate func animated(_ isAnimated: Bool) -> RecordedStep {
    isAnimated ? with("animated", true) : self
  }
}
