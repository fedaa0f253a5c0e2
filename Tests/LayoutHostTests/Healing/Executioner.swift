// SPDX-License-Identifier: Apache-2.0
//
// Ends a worker at a chosen turn of its exchanges with the host.

import Foundation
import LayoutModel

@testable import LayoutIsolation

/// Counts the turns of the exchanges with a worker, and ends it at one of them. Used on one thread.
final class Executioner: @unchecked Sendable {
  /// The turns so far, while counting is on.
  private(set) var turns = 0
  /// The turn at which the worker is ended; nil for none.
  var victim: Int?
  /// False lets exchanges pass without counting.
  var isWatching = false
  /// The turn at which the worker was ended; nil if it was not.
  private(set) var lastTurn: ExchangeTurn?

  /// Options of a worker with deadlines that a slow machine does not miss.
  func options() -> WorkerOptions {
    var options = WorkerOptions(deadlines: nil)
    options.isSandboxed = SandboxSupport.ofThisKernel.missingPart == nil
    var deadlines = Deadlines()
    deadlines.rectangle = .init(soft: 60, hard: 300)
    deadlines.prepare = .init(soft: 60, hard: 300)
    deadlines.other = .init(soft: 60, hard: 300)
    options.deadlines = deadlines
    options.onTurn = { [unowned self] in take($0, of: $1) }
    return options
  }

  private func take(_ turn: ExchangeTurn, of process: WorkerProcess) {
    guard isWatching else { return }
    defer { turns += 1 }
    if turn == .willSend, victim == turns + 1 {
      // It must end while it holds the request: not before, and not after its answer.
      stop(process)
    }
    guard victim == turns else { return }
    lastTurn = turn
    process.kill()
    _ = process.waitForEnd()
  }

  /// Stops a process, and returns after it has stopped.
  private func stop(_ process: WorkerProcess) {
    kill(process.id, SIGSTOP)
    while true {
      let status = try? String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8)
      let state = status?.split(separator: ")").last?.dropFirst().first
      if state == nil || state == "T" || state == "Z" { return }
      usleep(50)
    }
  }
}
