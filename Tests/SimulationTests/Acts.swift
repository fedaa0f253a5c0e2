// SPDX-License-Identifier: Apache-2.0
//
// The actions of users and apps in a simulated session.

import LayoutModel
import LayoutRuntime
import LayoutTesting

@testable import LayoutHost

/// An action in a session.
struct Act {
  let name: String
  let weight: Int
  /// The codes of errors that it may give without an injected fault.
  var codes: Set<LayoutError.Code> = []
  let run: (SimulatedSession) throws -> Void

  init(
    _ name: String, _ weight: Int, _ codes: Set<LayoutError.Code> = [],
    _ run: @escaping (SimulatedSession) throws -> Void
  ) {
    (self.name, self.weight, self.codes, self.run) = (name, weight, codes, run)
  }

  nonisolated(unsafe) static let all: [Act] =
    scrolling + changing + data + exchanging + swapping + files
}

extension [Act] {
  /// Returns one of them, with the probability of its weight.
  func pick(using dice: inout SeededGenerator) -> Act {
    var number = Int.random(in: 0..<reduce(0) { $0 + $1.weight }, using: &dice)
    for act in self {
      number -= act.weight
      if number < 0 { return act }
    }
    return self[0]
  }
}

// MARK: Time, scrolling, selecting

extension Act {
  nonisolated(unsafe) static let scrolling = [
    Act("advance", 12) { try $0.view.advance(to: $0.view.clock + $0.number(0...0.12)) },
    Act("settle", 4) { try $0.settle() },
    Act("frame", 3) { try $0.view.layoutIfNeeded() },
    Act("scroll", 8) { session in
      let edges = session.view.contentOffsetEdges
      let offset = Point(
        x: session.number(edges.horizontal), y: session.number(edges.vertical))
      try session.view.setContentOffset(offset, animated: session.chance(0.3))
    },
    Act("scroll beyond", 2) { session in
      let offset = session.view.contentOffset
      try session.view.setContentOffset(
        Point(x: offset.x + session.number(-90...90), y: offset.y + session.number(-90...90)))
    },
    Act("drag", 6) { session in
      try session.view.drag(
        by: Vector(dx: session.number(-40...40), dy: session.number(-80...80)),
        at: session.chance() ? session.place : nil,
        taking: session.chance() ? 0 : session.number(0...0.05))
    },
    Act("release", 4) { session in
      try session.view.release(
        velocity: Vector(dx: session.number(-900...900), dy: session.number(-3_000...3_000)))
    },
    Act("wheel", 3) { session in
      try session.view.scrollWheel(
        by: Vector(dx: session.number(-60...60), dy: session.number(-120...120)), at: session.place)
    },
    Act("scroll across", 3) { session in
      let sections = (0..<session.view.numberOfSections).filter {
        (try? session.view.crossTrack(ofSection: $0)) != nil
      }
      guard let section = sections.randomElement(using: &session.dice) else { return }
      try session.view.setCrossOffset(
        session.number(-20...400), ofSection: section, animated: session.chance(0.4))
    },
    Act("scroll to item", 3) { session in
      guard let item = session.anyItem() else { return }
      let positions: [ScrollPosition] = [
        .top, .nearest, .centeredVertically, [.bottom, .right], .left,
      ]
      try session.view.scrollToItem(
        at: item, position: positions.randomElement(using: &session.dice) ?? .top,
        animated: session.chance())
    },
    Act("select", 5) { session in
      session.selectionRule = .free
      if session.chance(0.1) { return try session.view.selectAllItems() }
      if session.chance(0.1) { return try session.view.deselectAllItems() }
      guard let item = session.anyItem() else { return }
      if session.chance(0.3) { return try session.view.deselectItem(at: item) }
      try session.view.selectItem(
        at: item, animated: session.chance(), scrollPosition: session.chance(0.2) ? .top : nil)
    },
    Act("touch", 3) { session in
      session.selectionRule = .free
      let phase = TouchPhase.allCases.randomElement(using: &session.dice) ?? .began
      try session.view.touch(phase, at: session.place)
    },
    Act("key", 2) { session in
      session.selectionRule = .free
      let key = Key.allCases.randomElement(using: &session.dice) ?? .up
      try session.view.press(
        key, modifiers: session.chance() ? [] : .shift, animated: session.chance())
    },
  ]
}

// MARK: Settings and viewports

extension Act {
  nonisolated(unsafe) static let changing = [
    Act("resize", 4) { session in
      try session.view.resize(
        to: Size(width: session.number(120...420).rounded(), height: session.number(100...420)),
        animated: session.chance(), timing: session.anyTiming())
    },
    Act("turn", 1) { session in
      let size = session.view.viewportSize
      try session.view.resize(
        to: Size(width: size.height, height: size.width), animated: session.chance(0.8),
        timing: session.anyTiming())
    },
    Act("there and back", 1) { session in
      session.selectionRule = .free
      let size = session.view.viewportSize
      let share = session.number(0.3...0.7)
      try session.view.resize(
        to: Size(width: size.width, height: size.height * share), animated: true)
      try session.view.advance(to: session.view.clock + session.number(0...0.1))
      // Items that are on their way out come back with another look.
      if session.chance() {
        try session.view.selectAllItems()
      } else {
        try session.view.deselectAllItems()
      }
      try session.view.resize(to: size, animated: true)
    },
    Act("settings", 4) { session in
      let view = session.view
      switch Int.random(in: 0..<7, using: &session.dice) {
      case 0:
        view.contentInset = Insets(
          top: session.number(0...30), left: 3, bottom: session.number(0...9), right: 1)
      case 1: view.scale = [1, 2, 1.5].randomElement(using: &session.dice) ?? 1
      case 2: view.isRightToLeft.toggle()
      case 3: view.scrollOptions.isPaging.toggle()
      case 4: view.animation.isEnabled.toggle()
      case 5: view.cellsPreparedPerFrame = Int.random(in: 0...3, using: &session.dice)
      default: view.idleViewLimit = [0, 2, 256].randomElement(using: &session.dice) ?? 256
      }
    },
    Act("set", 3) { session in
      let layout = session.view.collectionViewLayout
      if session.chance(0.6), !layout.connection.members.isEmpty {
        return try session.setInside(layout)
      }
      for name in ["rowSpacing", "minimumLineSpacing", "minimumInteritemSpacing", "itemSpacing"]
      where layout.hasProperty(name) && session.chance() {
        let value = LayoutValue.number(session.number(0...20))
        try session.set(name, to: value, of: layout)
      }
    },
    Act("invalidate", 3) { session in
      var context = InvalidationContext()
      if let item = session.anyItem(), session.view.interactiveMovement == nil {
        context.items = [item]
      }
      if session.chance(0.2) { context = .all }
      if session.chance(0.2) { context.counts = true }
      if context.counts { session.selectionRule = .free }
      try session.view.collectionViewLayout.invalidate(context)
    },
    Act("nothing", 1) { $0.view.setNeedsFrame() },
  ]
}

extension SimulatedSession {
  /// Sets a property of an inner layout, by the number of one of its sections.
  func setInside(_ layout: CollectionLayout) throws {
    guard let child = try layout.connection.children().randomElement(using: &dice) else { return }
    let names = child.properties.map(\.name).filter { $0.hasSuffix("Spacing") }
    guard let name = names.randomElement(using: &dice) else { return }
    let (path, value) = ("\(child.sections.first).\(name)", LayoutValue.number(number(0...20)))
    try set(path, to: value, of: layout)
  }
}
