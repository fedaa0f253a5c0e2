// SPDX-License-Identifier: Apache-2.0
//
// What the watchdog holds against the running file: strikes and quarantine.

import LayoutHost
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRendering

/// The strikes of a file's bytes, in this session and all others of this user.
struct StrikeWatch: Equatable {
  private(set) var strikes = 0
  private(set) var isQuarantined = false

  /// Nothing is known.
  init() {}

  /// Reads what holds now.
  init(of file: PluginFile) {
    let store = QuarantineStore()
    strikes = store.strikes.count(of: file.hash, window: Watchdog.window)
    isQuarantined = store.refusal(of: file) != nil
  }

  /// - Parameter tier: Where the layout runs, for people.
  func write(tier: String, to json: inout JSONText) {
    json.object { json in
      json.key("strikes")
      json.integer(strikes)
      json.key("limit")
      json.integer(Watchdog.strikeLimit)
      json.key("minutes")
      json.integer(Int(Watchdog.window / 60))
      json.key("isQuarantined")
      json.bool(isQuarantined)
      json.key("tier")
      json.string(tier)
    }
  }
}

extension LayoutTier {
  /// Words for where a file runs.
  func words(for file: PluginFile) -> String {
    switch self {
    case .auto: file.trust.runsInProcess ? "in this process" : "in a sandbox of its own"
    case .inProcess: "in this process"
    case .worker: "in a process of its own, with your rights"
    case .sandboxed: "in a sandbox of its own"
    }
  }
}
