// SPDX-License-Identifier: Apache-2.0
//
// A new version of the layout on its way to the screen, while everything else goes on.

import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting

@testable import LayoutEngine
@testable import LayoutHost
@testable import LayoutIsolation

/// A swap, and what it may be refused for.
final class SwapUnderWay {
  let swapper: LayoutSwapper
  /// The layout that was on screen when it began.
  let old: CollectionLayout
  /// The stage that is made to fail; nil for none.
  let broken: SwapStage?
  /// The faults that had happened before.
  let struckBefore: Int
  /// The plugins of which the layout was made.
  let libraryBefore: PluginLibrary?
  /// True when the version that is asked for runs already.
  let isSameVersion: Bool
  /// True when an answer of the app has thrown since.
  var hasAppFailed = false

  /// The error of the stage that is made to fail, as a swap of the whole or of a layout inside gives it.
  var fault: LayoutError { swapper.request.named(Self.fault) }

  private static let fault = LayoutError("simulated", "the stage was made to fail")

  init(_ swapper: LayoutSwapper, breaking broken: SwapStage?, after struckBefore: Int) {
    (self.swapper, self.broken, self.struckBefore) = (swapper, broken, struckBefore)
    old = swapper.site.shownLayout
    libraryBefore = old.library
    isSameVersion = swapper.request.newFile.hash == swapper.request.runningHash
    swapper.fault = { $0 == broken ? Self.fault : nil }
  }
}

extension SimulatedSession {
  /// Asks for the layout on screen once more, as if its file were another version.
  func beginSwap() throws {
    // A part of a layout that waits to take over is not one of the layout on screen.
    guard swap == nil, view.collectionViewLayout === view.shownLayout, let choice = shownChoice
    else { return }
    var request = ready(try newVersion(of: choice))
    (request.isAnimated, request.timing) = (chance(), anyTiming())
    let stages = SwapStage.allCases.prefix { $0 != .probation }
    swap = SwapUnderWay(
      LayoutSwapper(request, on: view),
      breaking: chance(0.15) ? stages.randomElement(using: &dice) : nil, after: world.struck.count)
  }

  /// The request with all that versions need here.
  private func ready(_ plain: SwapRequest) -> SwapRequest {
    var request = plain
    var options = world.options
    options.children = request.policy.options.children
    // A layout inside may be of the directory that the view follows, whose files are trusted.
    request.policy = LayoutPolicy(
      isRemote ? .sandboxed : .inProcess, isTrustedOnce: folder != nil, options: options)
    request.isCold = true
    request.configure = { [unowned self] in prepare(newVersion: $0) }
    return request
  }

  /// Asks for another version of a layout inside, where there are such, or for the whole once more.
  private func newVersion(of choice: LayoutChoice) throws -> SwapRequest {
    let layout = view.collectionViewLayout
    if let id = layout.connection.members.randomElement(using: &dice), chance(0.7) {
      let file = try Plugins.part(id, version: Int.random(in: 0...2, using: &dice))
      let part = layout.part(in: file)
      try require(part?.id == id, "swap: parts are known", "\(part as Any), not \(id)")
      if let part { return try SwapRequest(part: part, of: layout) }
    }
    var request = SwapRequest(file: try Plugins.file(choice.plugin), layoutID: choice.id)
    request.policy.options.children = layout.library
    return request
  }

  /// Has a new version run as all layouts here do.
  func prepare(newVersion layout: CollectionLayout) -> CollectionLayout {
    let layout = isRemote ? supervised(layout) : layout
    // Its thread runs only while this one looks at it.
    (layout.connection as? InProcessConnection)?.isInLockstep = true
    own(swapped: layout)
    return layout
  }

  private func supervised(_ layout: CollectionLayout) -> CollectionLayout {
    guard let base = layout.connection as? WorkerConnection else { return layout }
    return CollectionLayout(world.supervise(base))
  }

  /// Goes on with the swap by some steps; its worker has a turn after each.
  func stepSwap() throws {
    guard let swap else { return }
    let swapper = swap.swapper
    // The steps of other sessions stay what they are without it.
    var own = SeededGenerator(seed: seed &* 31 &+ UInt64(story.count))
    for _ in 0..<Int.random(in: 1...8, using: &dice) where swapper.answer == nil {
      if Int.random(in: 0..<8, using: &own) == 0 { try setMeanwhile(using: &own) }
      // What a layout says of itself at first is believed, if it is right in form.
      if [.notice, .copy, .judge, .trial, .load].contains(swapper.stage) { world.cancelForgery() }
      swapper.step()
      world.turn()
    }
    if let answer = swapper.answer { try look(at: answer, of: swap) }
  }

  /// Sets a property of the old version while the new one is on its way.
  private func setMeanwhile(using own: inout SeededGenerator) throws {
    let layout = view.collectionViewLayout
    let names = layout.descriptor.properties.map(\.name).filter { $0.hasSuffix("Spacing") }
    guard let name = names.randomElement(using: &own) else { return }
    try set(name, to: .number(Double.random(in: 1...20, using: &own)), of: layout)
  }

  private func look(at answer: SwapAnswer, of swap: SwapUnderWay) throws {
    self.swap = nil
    switch answer {
    case .accepted(let receipt):
      story[story.count - 1] += ": accepted"
      try require(
        swap.broken == nil, "swap: broken stages refuse", "\(swap.broken as Any) was broken")
      let lost = receipt.notCarriedOver
      try require(
        lost.isEmpty || world.hasStruck || swap.hasAppFailed, "swap: all is carried over",
        "not \(lost)")
      try lookInside(swap)
      passOn(from: swap.old, to: view.shownLayout, without: lost)
    case .refused(let refusal):
      story[story.count - 1] += ": refused at \(refusal.stage)"
      if refusal.stage == swap.broken, refusal.error == swap.fault { return }
      if refusal.error.code == .sameVersion {
        return try require(swap.isSameVersion, "swap: refusals", "\(refusal)")
      }
      let codes: Set<LayoutError.Code> = [.busy, .overtaken, .cancelled, .reentrant]
      let isStruck = world.struck.count > swap.struckBefore || world.hasStruck
      try require(
        codes.contains(refusal.error.code) || swap.hasAppFailed || app.hasFailed
          || (isStruck && isLayoutFault(refusal.error)), "swap: refusals", "\(refusal)")
    }
  }
}

extension SimulatedSession {
  /// Swaps another version of a layout inside in, now that nothing fails any more.
  func swapInside() throws(Violation) {
    let layout = view.collectionViewLayout
    guard view.shownLayout === layout, let choice = shownChoice,
      let id = layout.connection.members.first
    else { return }
    do {
      var version = 0
      let running = try layout.library?.file(forLayout: id).hash
      while try Plugins.part(id, version: version).hash == running { version += 1 }
      let part = layout.part(in: try Plugins.part(id, version: version))
      guard let part else { throw Violation(rule: "swap: parts are known", detail: id) }
      let swap = SwapUnderWay(
        LayoutSwapper(ready(try SwapRequest(part: part, of: layout)), on: view), breaking: nil,
        after: world.struck.count)
      let answer = swap.swapper.run()
      guard case .accepted = answer else {
        throw Violation(rule: "swap: parts", detail: "\(choice.id): \(answer)")
      }
      try look(at: answer, of: swap)
    } catch {
      throw error as? Violation ?? Violation(rule: "swap: parts", detail: "\(error)")
    }
  }

  /// Looks that a layout inside is the version that was asked for, and that all others stay what they are.
  private func lookInside(_ swap: SwapUnderWay) throws(Violation) {
    let request = swap.swapper.request
    guard let part = request.part else { return }
    try require(!swap.isSameVersion, "swap: refusals", "the same \(part.id) was taken")
    let (old, new) = (swap.libraryBefore, view.shownLayout.library)
    for file in Plugins.children.files {
      guard let id = file.note?.layouts.first else { continue }
      let hash = try? new?.file(forLayout: id).hash
      let wanted = id == part.id ? part.file.hash : (try? old?.file(forLayout: id).hash)
      try require(hash == wanted, "swap: parts", "another version of \(id) for \(part.id)")
    }
  }
}

extension Act {
  nonisolated(unsafe) static let swapping = [
    Act("swap", 3) { try $0.beginSwap() },
    Act("swap on", 6) { try $0.stepSwap() },
    Act("give the swap up", 1) { session in
      _ = session.swap?.swapper.cancel()
      session.swap = nil
    },
  ]
}
