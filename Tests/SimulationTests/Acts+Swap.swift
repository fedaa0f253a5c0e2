// SPDX-License-Identifier: Apache-2.0
//
// A new version of the layout on its way to the screen, while everything else continues.

import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting

@testable import LayoutEngine
@testable import LayoutHost
@testable import LayoutIsolation

/// A swap, and the errors with which it may be refused.
final class SwapUnderWay {
  let swapper: LayoutSwapper
  /// The layout that was on screen when it began.
  let old: CollectionLayout
  /// The stage at which a failure is injected; nil for none.
  let broken: SwapStage?
  /// The faults that had happened before.
  let struckBefore: Int
  /// The plugins of the layout and its inner layouts.
  let libraryBefore: PluginLibrary?
  /// True if the requested version already runs.
  let isSameVersion: Bool
  /// True if an answer of the app has thrown since.
  var hasAppFailed = false

  /// The error of the injected failure, as a swap of the whole or of an inner layout gives it.
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
  /// Requests the layout on screen again, as if its file were another version.
  func beginSwap() throws {
    // A part of a layout that waits to be swapped in is not part of the layout on screen.
    guard swap == nil, view.collectionViewLayout === view.shownLayout, let choice = shownChoice,
      world.quarantine == nil
    else { return }
    // A recording has the swap where it ends, but what such a layout remembers begins with its preparation.
    if written != nil, choice.remembers(in: app) { return }
    var request = ready(try newVersion(of: choice))
    (request.isAnimated, request.timing) = (chance(), anyTiming())
    let stages = SwapStage.allCases.prefix { $0 != .probation }
    swap = SwapUnderWay(
      LayoutSwapper(request, on: view),
      breaking: chance(0.15) ? stages.randomElement(using: &dice) : nil, after: world.struck.count)
  }

  /// The request with the options that versions need here.
  func ready(_ plain: SwapRequest) -> SwapRequest {
    var request = plain
    var options = world.options
    options.children = request.policy.options.children
    // An inner layout may be from the directory that the view follows, whose files are trusted.
    request.policy = LayoutPolicy(
      isRemote ? .sandboxed : .inProcess, isTrustedOnce: folder != nil, options: options)
    request.isCold = true
    request.configure = { [unowned self] in prepare(newVersion: $0) }
    return request
  }

  /// Requests another version of an inner layout, if there is one, or of the whole.
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

  /// Sets the options with which all layouts here run.
  func prepare(newVersion layout: CollectionLayout) -> CollectionLayout {
    let layout = isRemote ? supervised(layout) : layout
    // Its thread runs only while this one polls it.
    (layout.connection as? InProcessConnection)?.isInLockstep = true
    own(swapped: layout)
    return layout
  }

  private func supervised(_ layout: CollectionLayout) -> CollectionLayout {
    guard let base = layout.connection as? WorkerConnection else { return layout }
    return CollectionLayout(world.supervise(base))
  }

  /// Runs some steps of the swap; its worker has a turn after each.
  func stepSwap() throws {
    guard let swap else { return }
    let swapper = swap.swapper
    // The steps of other sessions are the same without it, and this one without steps before it.
    var own = SeededGenerator(seed: seed &* 31 &+ UInt64(step) &+ 1)
    for _ in 0..<Int.random(in: 1...8, using: &dice) where swapper.answer == nil {
      if Int.random(in: 0..<8, using: &own) == 0 { try setMeanwhile(using: &own) }
      // The first description of a layout is accepted if its form is valid.
      if [.notice, .copy, .judge, .trial, .load].contains(swapper.stage) { world.cancelForgery() }
      swapper.step()
      world.turn()
    }
    if let answer = swapper.answer { try look(at: answer, of: swap) }
  }

  /// Sets a property of the old version while the new one prepares.
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
      if world.struck[swap.struckBefore...].contains(where: \.changesMessages) {
        doubtSettings(of: view.shownLayout)
      }
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

// MARK: - Inside, at the end of a session

extension SimulatedSession {
  /// Sets all spacings of inner layouts, ends their worker, and checks that the next one has them too.
  func restartInside() throws(Violation) {
    let layout = view.collectionViewLayout
    guard written == nil, world.quarantine == nil, view.shownLayout === layout,
      let choice = shownChoice, !choice.remembers(in: app), !layout.connection.members.isEmpty,
      let connection = layout.connection as? SupervisedConnection
    else { return }
    try setSpacings(of: layout, inside: true)
    world.killWorker(of: connection)
    layout.invalidate()
    try recover()
    try look(after: "restart inside")
    if isQuiet { try lookAtFresh(view.visibleElements, "restart inside") }
  }

  /// Sets all spacings of a layout, or of its inner layouts.
  private func setSpacings(of layout: CollectionLayout, inside: Bool) throws(Violation) {
    func names(_ properties: [PropertyDescriptor]) -> [String] {
      properties.map(\.name).filter { $0.hasSuffix("Spacing") }
    }
    do {
      var paths = inside ? [] : names(layout.descriptor.properties)
      for child in try inside ? layout.connection.children() : [] {
        paths += names(child.properties).map { "\(child.sections.first).\($0)" }
      }
      for path in paths { try set(path, to: .number(number(1...20)), of: layout) }
    } catch {
      // The first call after a worker's end reports it.
      if isLayoutFault(error), world.hasStruck { return }
      throw Violation(rule: "error of a setting", detail: "\(error)")
    }
  }

  /// Swaps in another version of an inner layout, without further faults. The version that runs is refused, and
  /// a setting that is made meanwhile is not lost.
  func swapInside() throws(Violation) {
    let layout = view.collectionViewLayout
    guard view.shownLayout === layout, let choice = shownChoice, world.quarantine == nil,
      let id = layout.connection.members.first
    else { return }
    do {
      var version = 0
      // A followed directory may swap the layout in a frame.
      if !isRemote, folder == nil, !choice.remembers(in: app) {
        try setSpacings(of: layout, inside: true)
        try recover()
      }
      let running = try layout.library?.file(forLayout: id)
      if let running { try requireRefusal(of: running, in: layout) }
      while try Plugins.part(id, version: version).hash == running?.hash { version += 1 }
      let part = layout.part(in: try Plugins.part(id, version: version))
      guard let part else { throw Violation(rule: "swap: parts are known", detail: id) }
      let swap = SwapUnderWay(
        LayoutSwapper(ready(try SwapRequest(part: part, of: layout)), on: view), breaking: nil,
        after: world.struck.count)
      swap.swapper.prepare()
      // The new version has to be made again for these.
      try setSpacings(of: layout, inside: false)
      let answer = swap.swapper.run()
      guard case .accepted = answer else {
        throw Violation(rule: "swap: parts", detail: "\(choice.id): \(answer)")
      }
      try look(at: answer, of: swap)
      if isQuiet { try lookAtFresh(view.visibleElements, "a new part") }
    } catch {
      throw error as? Violation ?? Violation(rule: "swap: parts", detail: "\(error)")
    }
  }

  /// Checks that no swap is made to the version of an inner layout that runs.
  private func requireRefusal(of running: PluginFile, in layout: CollectionLayout) throws {
    guard let part = layout.part(in: running) else {
      throw Violation(rule: "swap: parts are known", detail: running.path)
    }
    let answer = LayoutSwapper(ready(try SwapRequest(part: part, of: layout)), on: view).run()
    if case .refused(let refusal) = answer, refusal.error.code == .sameVersion { return }
    throw Violation(rule: "swap: refusals", detail: "the same \(part.id): \(answer)")
  }

  /// Checks that an inner layout is the requested version, and that all others are unchanged.
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
