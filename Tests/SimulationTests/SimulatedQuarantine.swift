// SPDX-License-Identifier: Apache-2.0
//
// The strikes of the plugins of a simulated session, and the quarantine that follows from them.

import LayoutLoading
import LayoutModel
import LayoutTesting

@testable import LayoutHost
@testable import LayoutIsolation

/// The strikes on record, counted twice: by the product, in files of its own, and here.
final class SimulatedQuarantine {
  private let directory: TemporaryDirectory
  /// The product's files.
  let store: QuarantineStore
  /// The times of the strikes of each file, by its hash.
  private var times: [String: [Double]] = [:]
  /// The hashes that are in quarantine.
  private(set) var hashes: Set<String> = []
  /// The number of changes of the files, and that at the last check of each hash.
  private var (changeCount, checked) = (0, [String: Int]())
  /// The first difference between the two counts.
  private(set) var difference: String?

  init() throws {
    directory = try TemporaryDirectory()
    store = QuarantineStore(environment: Environment(["XDG_STATE_HOME": directory.path]))
  }

  /// Records a strike.
  ///
  /// - Returns: The product's number of strikes in the last ten minutes, and true if that is the last one.
  func strike(_ hash: String, at time: Double) -> (count: Int, isLast: Bool) {
    changeCount += 1
    let recent = (times[hash] ?? []).filter { $0 > time - 600 } + [time]
    times[hash] = recent
    let count: Int
    do {
      count = try store.strikes.add(hash, at: time, window: Watchdog.window)
    } catch {
      (count, difference) = (recent.count, "\(error)")
    }
    if count != recent.count, difference == nil {
      difference = "\(count) strikes are in the file, not \(recent.count)"
    }
    if recent.count >= 3 { hashes.insert(hash) }
    return (count, recent.count >= 3)
  }

  /// Puts a file into quarantine as the product does.
  func quarantine(_ hash: String, because error: LayoutError) {
    changeCount += 1
    do { try store.add(hash, because: "\(error)") } catch { difference = "\(error)" }
  }

  /// Lifts the quarantine of a file as `layouthost quarantine lift` does.
  func lift(_ hash: String) throws {
    changeCount += 1
    _ = try store.lift(hash)
    hashes.remove(hash)
    times[hash] = nil
  }

  /// Checks that the product refuses a file if, and only if, it is in quarantine.
  func check(_ file: PluginFile) throws(Violation) {
    if let difference { throw Violation(rule: Self.rule, detail: difference) }
    // The list is a file, and is read anew each time.
    guard checked[file.hash] != changeCount else { return }
    checked[file.hash] = changeCount
    let refusal = store.refusal(of: file)
    try require(
      (refusal?.code == .quarantined) == hashes.contains(file.hash), Self.rule,
      "\(file.path): \(refusal as Any), where \(hashes.count) files are in quarantine")
  }

  /// The promise that is checked here.
  static let rule = "quarantine as the faults say"
}

// MARK: - Out of quarantine

extension SimulatedSession {
  /// Ends the quarantine of the layout on screen: it is lifted and the layout is made again, or another build of it
  /// takes over.
  func leaveQuarantine() throws(Violation) {
    let layout = view.collectionViewLayout
    let isBlocked = world.supervised.contains {
      $0.isBlocked && $0.connection === layout.connection
    }
    guard isBlocked, let choice = choices[ObjectIdentifier(layout)] else { return }
    do {
      try requireRefusal(of: choice)
      try? view.cancelInteractiveTransition(animated: false)
      switch Int.random(in: 0..<3, using: &dice) {
      case 0:
        try world.quarantine?.lift(try Plugins.file(choice.plugin).hash)
        try show(choice, version: 0)
      case 1: try show(choice, version: 1)
      default: try swapOut(choice)
      }
    } catch {
      throw error as? Violation
        ?? Violation(rule: SimulatedQuarantine.rule, detail: "\(choice.id) stays in it: \(error)")
    }
    onScreen = view.shownLayout
  }

  /// Checks that no layout is made of a file in quarantine.
  private func requireRefusal(of choice: LayoutChoice) throws {
    do { _ = try choice.make(in: world) } catch let error as LayoutError
      where error.code == .quarantined
    { return }
    throw Violation(rule: SimulatedQuarantine.rule, detail: "\(choice.id) is made in quarantine")
  }

  private func show(_ choice: LayoutChoice, version: Int) throws {
    let layout = try choice.make(in: world, version: version)
    try own(layout, choice)
    try view.setLayout(layout, animated: false)
    try choice.setInside(layout)
  }

  /// Swaps in a new version, which is trusted.
  private func swapOut(_ choice: LayoutChoice) throws {
    let old = view.collectionViewLayout
    var request = SwapRequest(
      file: try Plugins.file(choice.plugin, version: 1), layoutID: choice.id)
    request.policy.options.children = old.library
    let answer = LayoutSwapper(ready(request), on: view).run()
    guard case .accepted(let receipt) = answer else {
      throw Violation(rule: SimulatedQuarantine.rule, detail: "\(choice.id): \(answer)")
    }
    passOn(from: old, to: view.shownLayout, without: receipt.notCarriedOver)
  }
}
