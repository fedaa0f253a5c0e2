// SPDX-License-Identifier: Apache-2.0
//
// The wrong things that plugins of the corpus do, and how each ends in each tier.

import LayoutLoading
import LayoutTesting
import Testing

/// The outcome of a plugin's deed.
enum Ending: Equatable, Sendable, CustomStringConvertible {
  /// The process that ran the plugin is gone; the signal or exit code.
  case died(String)
  /// It did not answer and was ended.
  case hung
  /// An answer was refused by the trust border, by this rule.
  case refused(String)
  /// An error of this code, with the layout still alive.
  case failed(String)
  /// The attempt failed, and the plugin went on.
  case denied
  /// The attempt succeeded, and the plugin went on.
  case done
  /// It went on, and nothing came of it.
  case harmless
  /// Not tried here: it would take all memory there is, or the terminal of who tests.
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

  /// The sort of ending, without the rule or the error.
  var sort: String {
    switch self {
    case .refused: "refused"
    case .failed: "fails"
    default: description
    }
  }

  /// The same without a worker: in this process nobody stands between a plugin and its host.
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
  /// For people, after "it".
  let does: String
  var place = "IN_RECT"
  var flags: [String] = []
  let sandboxed: Ending
  /// In a worker that is not confined; nil for the same as sandboxed.
  var plain: Ending?
  /// In this process, where that does not follow from `plain`.
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

  /// True when it looks for the memory that it shares with the host, which takes longer than a frame may.
  private var searches: Bool {
    place == "IN_RECT" && Corpus.searching.contains(name)
  }

  /// The plugin, compiled.
  func path() throws -> String {
    if let forgery { return try forgery.path() }
    let folder = FileSystem.parent(of: FileSystem.parent(of: #filePath)) + "/Fixtures"
    func text(_ name: String) throws -> String {
      String(decoding: try FileSystem.contents(of: "\(folder)/\(name)").bytes, as: UTF8.self)
    }
    // One text, so that a change of any part compiles the corpus anew.
    let source = try Self.headers.reduce(text("Hostile.c")) { source, header in
      source.replacing("#include \"\(header)\"\n", with: try text(header))
    }
    return try CPlugin.build(
      source: source, name: "Hostile",
      flags: ["-DDEED=\(name)", "-DWHERE=\(place)"] + flags
        + (searches ? ["-DSEARCHES"] : []))
  }
}
