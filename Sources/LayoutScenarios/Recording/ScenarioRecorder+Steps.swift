// SPDX-License-Identifier: Apache-2.0
//
// Converting a call to the step that repeats it.

import LayoutEngine
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutUpdates

extension ScenarioRecorder {
  /// Nil for a call without a visible effect, or that a scenario expresses differently.
  func step(for call: ViewCall) -> RecordedStep? {
    switch call {
    case .advance(let time): .advance(from: view.clock, to: time)
    case .layoutIfNeeded: RecordedStep("layoutIfNeeded")
    case .reloadData: RecordedStep("reload")
    case .dataSource: RecordedStep("reload", ["frame": false])
    case .setNeedsFrame: RecordedStep("setNeedsFrame")
    case .viewport: viewportStep()
    case .selectionMode(let mode): RecordedStep("configure", ["selection": .string(mode.rawValue)])
    case .resize(let size, let course):
      RecordedStep("resize", ["container": size.saneExtent.json], course, isAnimatedElse: false)
    default: inputStep(for: call) ?? dataStep(for: call) ?? layoutStep(for: call)
    }
  }

  private func viewportStep() -> RecordedStep {
    var changes = settingChanges(where: Self.viewportKeys.contains)
    // An unchanged value also makes the layout prepare.
    if changes.members.isEmpty { changes["contentInset"] = settings["contentInset"] }
    return RecordedStep("configure", changes)
  }

  // MARK: Data

  private func dataStep(for call: ViewCall) -> RecordedStep? {
    switch call {
    case .batch(let course): RecordedStep("batch", [:], course, isAnimatedElse: true)
    case .changes(_, let course):
      RecordedStep("batch", ["late": true], course, isAnimatedElse: true)
    case .reconfigure(let paths):
      RecordedStep("reconfigure", ["paths": .array(paths.map(\.json))])
    default: nil
    }
  }

  // MARK: Layouts

  private func layoutStep(for call: ViewCall) -> RecordedStep? {
    switch call {
    case .setLayout(let layout, let course):
      // This does nothing.
      layout === view.collectionViewLayout && view.collectionViewLayout === view.shownLayout
        ? nil : arrival(layout, "swap", as: "layout", course, isAnimatedElse: false)
    case .assignLayout(let layout):
      arrival(layout, "swap", as: "layout").map { $0.with("assigned", true) }
    case .startTransition(let layout):
      arrival(layout, "transition", as: "to").map { $0.with("begin", true) }
    case .transitionProgress(let share): transition(["progress": .number(min(max(share, 0), 1))])
    case .finishTransition(let course): finishTransition(course)
    case .cancelTransition(let course): transition(["finish": false], course)
    case .commitSwap(let swapper): commit(swapper)
    default: ownStep(for: call)
    }
  }

  private func arrival(
    _ layout: CollectionLayout, _ name: String, as key: String,
    _ course: ViewCall.Course = .init(false), isAnimatedElse: Bool = false
  ) -> RecordedStep? {
    guard let keys = try? layouts.arrival(layout) else { return nil }
    var step = RecordedStep(name, [:], course, isAnimatedElse: isAnimatedElse)
    step.keys[key] = .string(layouts.name(of: layout) ?? layout.id)
    for member in keys.members { step.keys[member.key] = member.value }
    return step
  }

  /// Nothing without a running transition: the view does nothing then either.
  private func transition(
    _ keys: JSONObject, _ course: ViewCall.Course = .init(true)
  ) -> RecordedStep? {
    guard let layout = view.transitionLayout else { return nil }
    var step = RecordedStep("transition", keys, course, isAnimatedElse: true)
    step.keys["to"] = .string(layouts.name(of: layout) ?? layout.id)
    return step
  }

  /// Includes the settings of the layout since the start of the transition.
  private func finishTransition(_ course: ViewCall.Course) -> RecordedStep? {
    guard let layout = view.transitionLayout, var step = transition(["finish": true], course),
      let keys = try? layouts.arrival(layout)
    else { return nil }
    for member in keys.members where member.key != "instance" {
      step.keys[member.key] = member.value
    }
    return step
  }

  private func commit(_ swapper: any ObservedSwap) -> RecordedStep {
    RecordedStep(
      "swap", ["layout": .string(swapper.layoutID), "hot": true], swapper.course,
      isAnimatedElse: false)
  }

  /// Returns the step for a call to the current or pending layout of the view. Others are read when
  /// they appear.
  private func ownStep(for call: ViewCall) -> RecordedStep? {
    let now = view.collectionViewLayout
    switch call {
    case .setProperty(let layout, let name, let value) where layout === now:
      let cases = (try? layout.property(named: name))?.cases ?? []
      return RecordedStep("set", ["property": .string(name), "value": value.json(cases: cases)])
    case .invalidate(let layout, let context) where layout === now:
      return RecordedStep("invalidate", context.json)
    case .restart(let layout) where layout === now: return RecordedStep("restart")
    case .action(let layout, let name, let arguments) where layout === now:
      return RecordedStep(
        "call", ["action": .string(name), "arguments": .array(arguments.map { $0.json() })])
    case .setProperty, .invalidate, .restart, .action: return nil
    // The functions above make the steps of these. There is no `default`, so that the compiler
    // names a new call without a step.
    case .advance, .layoutIfNeeded, .reloadData, .dataSource, .setNeedsFrame, .viewport,
      .selectionMode, .resize, .setContentOffset, .drag, .release, .wheel, .scrollToItem,
      .setCrossOffset, .press, .touch,
      .touchItem, .select, .deselect, .selectAll, .deselectAll, .openMenu, .performMenuAction,
      .closeMenu, .beginMovement, .updateMovement, .endMovement, .cancelMovement, .batch, .changes,
      .reconfigure, .setLayout, .assignLayout, .startTransition, .transitionProgress,
      .finishTransition, .cancelTransition, .commitSwap:
      return nil
    }
  }
}

extension RecordedStep {
  /// A step with its animation, if that differs from the default of its kind.
  init(
    _ name: String, _ keys: JSONObject, _ course: ViewCall.Course, isAnimatedElse: Bool
  ) {
    self.init(name, keys)
    if course.isAnimated != isAnimatedElse { self.keys["animated"] = .bool(course.isAnimated) }
    guard let timing = course.timing else { return }
    if timing == .curve(duration: timing.duration) {
      self.keys["seconds"] = .number(timing.duration)
    } else {
      self.keys["timing"] = timing.json
    }
  }

  /// An advance of the clock, in one frame.
  static func advance(from start: Double, to end: Double) -> RecordedStep {
    let seconds = end - start
    // Rounding may require the adjacent number.
    let exact = [seconds, seconds.nextUp, seconds.nextDown].first { start + $0 == end }
    guard let exact, exact >= 0, exact <= AdvanceStep.limit else {
      return RecordedStep("advance", ["to": .number(end)])
    }
    return RecordedStep("advance", ["seconds": .number(exact), "frames": 1])
  }

  func with(_ key: String, _ value: JSONValue) -> RecordedStep {
    var step = self
    step.keys[key] = value
    return step
  }
}

extension InvalidationContext {
  /// The keys of the step `invalidate`; none if everything is stale and there is no other mark.
  fileprivate var json: JSONObject {
    if self == .all { return JSONObject() }
    var keys: JSONObject = ["items": .array(items.map(\.json))]
    if everything { keys["everything"] = true }
    if !supplementaries.isEmpty { keys["supplementaries"] = .array(supplementaries.map(\.json)) }
    if !decorations.isEmpty { keys["decorations"] = .array(decorations.map(\.json)) }
    if counts { keys["counts"] = true }
    if contentOffsetAdjustment != .zero { keys["offsetBy"] = contentOffsetAdjustment.json }
    return keys
  }
}

extension InvalidationContext.Element {
  fileprivate var json: JSONValue { ["kind": .string(kind), "path": path.json] }
}

// MARK: - Input
//
// Input by wheel, keys and fingers, as steps.

extension ScenarioRecorder {
  /// Nil for any other call.
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
