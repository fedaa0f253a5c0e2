// SPDX-License-Identifier: Apache-2.0
//
// The wrong things that plugins of the corpus do, and the ending of each in each tier.

import LayoutLoading
import LayoutTesting
import Testing

/// The outcome of a plugin's deed.
enum Ending: Equatable, Sendable, CustomStringConvertible {
  /// The process that ran the plugin has ended; the signal or exit code.
  case died(String)
  /// The process did not answer and was killed.
  case hung
  /// The trust border refused an answer by this rule.
  case refused(String)
  /// An error of this code; the layout is still running.
  case failed(String)
  /// The attempt failed, and the plugin continued.
  case denied
  /// The attempt succeeded, and the plugin continued.
  case done
  /// The plugin continued, and the attempt had no effect.
  case harmless
  /// A deed that is not tried here: it would take all memory, or the terminal of the user who runs
  /// the tests.
  case notTried

  var description: String {
    switch self {
    case .died(let how): "the worker ends: \(how)"
    case .hung: "ended at the deadline"
    case .refused(let rule): "refused: \(rule)"
    case .failed(let code): "fails: \(code)"
    case .denied: "denied"
    case .done: "possible"
    case .harmless: "no effect"
    case .notTried: "not tried"
    }
  }

  /// The kind of ending, without the rule or the error.
  var sort: String {
    switch self {
    case .refused: "refused"
    case .failed: "fails"
    default: description
    }
  }

  /// The ending without a worker: in this process no border protects the host from a plugin.
  var inProcess: String {
    switch self {
    case .died(let how): "the host ends: \(how)"
    case .hung: "the host hangs"
    case .refused("memory"): "the host ends: on purpose"
    default: description
    }
  }
}

/// One plugin of the corpus.
struct Deed: Sendable, CustomTestStringConvertible {
  /// The function in one of the `Hostile….h`.
  let name: String
  /// The text after "it".
  let does: String
  var place = "IN_RECT"
  var flags: [String] = []
  let sandboxed: Ending
  /// The ending in a worker that is not confined; nil for the same as sandboxed.
  var plain: Ending?
  /// The ending in this process, where that does not follow from `plain`.
  var here: String?
  /// The message that it sends in place of its worker; nil for a plugin that is scrolled.
  var forgery: Forgery?

  var testDescription: String { name }
  var inWorker: Ending { plain ?? sandboxed }
  var inProcess: String { here ?? inWorker.inProcess }

  init(
    _ name: String, _ does: String, _ sandboxed: Ending, worker plain: Ending? = nil,
    here: String? = nil, at place: String = "IN_RECT", flags: [String] = []
  ) {
    (self.name, self.does, self.sandboxed, self.plain) = (name, does, sandboxed, plain)
    (self.here, self.place, self.flags) = (here, place, flags)
  }

  private static let headers = [
    "HostileDeeds.h", "HostileBorder.h", "HostileCalls.h", "HostileLeaks.h", "HostileEscapes.h",
    "HostileStorms.h",
  ]

  /// True if it searches for the memory that it shares with the host, which takes longer than a frame may.
  private var searches: Bool {
    place == "IN_RECT" && Corpus.searching.contains(name)
  }

  /// Compiles the plugin.
  func path() throws -> String {
    if let forgery { return try forgery.path() }
    let folder = FileSystem.parent(of: FileSystem.parent(of: #filePath)) + "/Fixtures"
    func text(_ name: String) throws -> String {
      String(decoding: try FileSystem.contents(of: "\(folder)/\(name)").bytes, as: UTF8.self)
    }
    // One text, so that a change of any part compiles the corpus again.
    let source = try Self.headers.reduce(text("Hostile.c")) { source, header in
      source.replacing("#include \"\(header)\"\n", with: try text(header))
    }
    return try CPlugin.build(
      source: source, name: "Hostile",
      flags: ["-DDEED=\(name)", "-DWHERE=\(place)"] + flags
        + (searches ? ["-DSEARCHES"] : []))
  }
}
