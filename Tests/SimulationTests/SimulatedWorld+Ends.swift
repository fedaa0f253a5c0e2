// SPDX-License-Identifier: Apache-2.0
//
// The ends of simulated workers by faults, and what has to follow from each: a strike, a crash record, or neither.

import Foundation
import Glibc
import LayoutModel
import LayoutRuntime

@testable import LayoutIsolation

extension SimulatedWorld {
  /// The end of a worker by a fault.
  struct End {
    let process: Int32
    /// The fault; nil if the worker had none.
    let fault: Fault?
    /// The call of the plugin in which it ended, as far as that is known.
    let slot: Slot?
    /// True if the host slept until the worker's next message.
    let isAwaited: Bool
    /// True if strikes of the layout are counted.
    let isSupervised: Bool
    /// True if the host ended it.
    let isByHost: Bool

    /// True if the plugin is to blame.
    var isDeserved: Bool { isByHost || fault == .crashes || fault == .crashesInside }
  }

  /// A start that failed before there was a layout.
  struct FailedStart {
    let error: LayoutError
    /// True if the product blames the plugin.
    let isPluginFault: Bool
    /// The end of its worker; nil if it did not end meanwhile.
    let end: End?

    /// True if the plugin is to blame. A worker that is late is let go of afterwards.
    var isDeserved: Bool { end?.isDeserved ?? (error.code == .workerLate) }
  }

  /// A strike, and what had happened by then.
  struct Strike {
    let error: LayoutError
    let struck: [Fault]
    /// The number of ends by then. The last one is its cause, if any is.
    let endCount: Int
  }

  /// A supervised layout.
  struct Supervised {
    weak var connection: SupervisedConnection?
    /// True if one of its strikes was the third one on record in ten minutes.
    var isBlocked = false
    /// The number of requests to its worker by then.
    var requestCount = 0
  }
}

extension SimulatedWorld {
  /// Checks that each worker that used too much gave one strike, with the next call or at the release of its layout.
  func lookAtExcesses() throws(Violation) {
    for end in ends where end.fault == .exceeds && end.isSupervised {
      let count = strikes.count { $0.error.isAbout(end.process) }
      try require(count == 1, "one strike for a fault", "\(count) for \(end), at the end")
    }
  }
}

extension LayoutError {
  /// Returns true if it is about a worker's process.
  func isAbout(_ process: Int32) -> Bool {
    message.withCString { strstr($0, "process \(process),") != nil }
  }

  /// The process that the message names; nil for none.
  var namedProcess: Int32? {
    guard let start = message.range(of: "process ")?.upperBound else { return nil }
    let digits = message[start...].prefix(while: \.isNumber)
    return message[start...].dropFirst(digits.count).first == "," ? Int32(digits) : nil
  }
}

extension SimulatedSession {
  /// Checks that each worker that ended while the host waited for it left one crash record, which names the call.
  func lookAtRecords() throws(Violation) {
    let rule = "one crash record for a death"
    for end in world.ends.suffix(from: endsBefore) where end.isAwaited && !end.isByHost {
      let records = world.records.filter { $0.isAbout(end.process) }
      try require(
        records.count == 1, rule, "\(records.count) of \(end), after \(world.struck.suffix(4))")
      guard let slot = end.slot else { continue }
      try require(
        records[0].call == slot.rawValue, "crash records name the call",
        "\(records[0]) of a worker that ended in \(slot.rawValue)")
    }
    for record in world.records.suffix(from: recordsBefore) {
      try require(world.hasStruck, rule, "\(record) without a fault")
    }
  }

  /// Checks that no plugin has a strike if it only lacked a processor, or if it was killed from outside.
  func lookAtStrikes() throws(Violation) {
    for strike in world.strikes {
      // The fourth one that is killed without a frame in between is not believed. A fault that ends no worker may fail
      // a frame too, so it does not count as one.
      let last = strike.struck.filter(\.endsWorker).suffix(Watchdog.excuseLimit + 1)
      let isUnbelieved = last.count > Watchdog.excuseLimit && last.allSatisfy(\.isExcused)
      try require(
        isUnbelieved || !strike.struck.allSatisfy(\.isExcused), "strikes are deserved",
        "\(strike.error) after \(strike.struck)")
    }
    guard let quarantine = world.quarantine else { return }
    try lookAtEachStrike()
    for start in world.failedStarts {
      try require(
        start.isPluginFault == start.isDeserved, "strikes are deserved", "a start: \(start)")
    }
    for supervised in world.supervised {
      guard let connection = supervised.connection else { continue }
      try quarantine.check(connection.base.file)
      try require(
        (connection.supervision.state == .quarantined) == supervised.isBlocked,
        SimulatedQuarantine.rule,
        "\(connection.pluginID) is \(connection.supervision), with the strikes \(world.strikes.map(\.error))"
      )
      guard supervised.isBlocked else { continue }
      try require(
        connection.base.link.counters.requests == supervised.requestCount,
        "no further call in quarantine", "\(connection.pluginID) got one")
    }
  }

  /// Checks that each fault of a plugin gave one strike, and each strike has a fault.
  private func lookAtEachStrike() throws(Violation) {
    var counts = Array(repeating: 0, count: world.ends.count)
    var lateCount = 0
    for strike in world.strikes {
      if strike.error.code == .workerLate {
        lateCount += 1
      } else {
        try require(strike.endCount > 0, "strikes are deserved", "\(strike.error) without an end")
        // The end between two calls is told later. Most other ends are the last one.
        let ends = world.ends.prefix(strike.endCount)
        let cause = ends.lastIndex { strike.error.isAbout($0.process) } ?? strike.endCount - 1
        counts[cause] += 1
      }
    }
    let hangs = world.struck.count { $0 == .hangs }
    try require(lateCount <= hangs, "strikes are deserved", "\(lateCount) late for \(hangs) hangs")
    for (number, end) in world.ends.enumerated() where end.isSupervised {
      // The fourth one that is killed without a frame in between is not believed.
      let isExcess = !end.isDeserved && number >= 3 && counts[number] == 1
      // A layout that is released while its worker hangs has no strike for that.
      let isReleased = end.isByHost && end.fault == .hangs && counts[number] == 0
      // A host that did not wait for it may never look.
      let isUnseen = end.isDeserved && !end.isAwaited && counts[number] == 1
      try require(
        counts[number] == (end.isDeserved && end.isAwaited ? 1 : 0) || isExcess || isReleased
          || isUnseen,
        "one strike for a fault", "\(counts[number]) for \(end) in \(world.ends)")
    }
  }
}
