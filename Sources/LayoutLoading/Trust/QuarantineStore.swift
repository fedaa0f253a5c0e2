// SPDX-License-Identifier: Apache-2.0
//
// The file that holds the hashes of plugins that get no further call.

import LayoutModel

/// The plugins in quarantine: `$XDG_STATE_HOME/layouthost/quarantine` (`~/.local/state` by default),
/// in the form of a ``TrustList`` whose paths are the reasons.
///
/// Quarantine is by hash: a new file of the same plugin is not in it.
public struct QuarantineStore: Sendable {
  private let file: HashFile
  /// The strikes that lead here.
  public let strikes: StrikeStore

  /// The path of the list; nil without a home directory, which makes it an empty one.
  public var path: String? { file.path }

  /// The store that an environment names.
  public init(environment: Environment = .process) {
    let home = "XDG_STATE_HOME"
    file = HashFile(
      path: environment.directory(home, orHome: ".local/state").map {
        $0 + "/layouthost/quarantine"
      },
      heading: "Plugins that get no further call: layouthost quarantine --help",
      consequence: "nothing is refused by it", variable: home)
    strikes = StrikeStore(environment: environment)
  }

  /// The list; empty when there is no file.
  ///
  /// - Throws: What ``TrustStore/read()`` throws.
  public func read() throws(LayoutError) -> TrustList { try file.read() }

  /// Puts bytes into quarantine; nothing changes when they are there.
  ///
  /// - Throws: What ``TrustStore/update(_:)`` throws.
  public func add(_ hash: String, because reason: String) throws(LayoutError) {
    let entry = TrustList.Entry(hash: hash, date: TrustList.today(), path: reason)
    try file.update { list throws(LayoutError) in _ = list.add(entry) }
  }

  /// The refusal of a file that is in quarantine now; nil for others, and for all while the list
  /// cannot be believed. What is trusted never is.
  public func refusal(of file: PluginFile) -> LayoutError? {
    guard !file.trust.runsInProcess else { return nil }
    return (try? read())?.quarantine(of: file.hash, plugin: file.note?.id)
  }

  /// Takes bytes out again, and forgets their strikes; the entries that were there.
  ///
  /// - Throws: What ``TrustStore/update(_:)`` throws.
  public func lift(_ hash: String) throws(LayoutError) -> [TrustList.Entry] {
    try strikes.forget(hash)
    return try file.update { list throws(LayoutError) in
      let entries = list.entries.filter { $0.hash == hash }
      _ = list.remove(hash)
      return entries
    }
  }
}

extension TrustList {
  /// The refusal of a file whose bytes are in quarantine; nil for others.
  func quarantine(of hash: String, plugin: String?) -> LayoutError? {
    guard contains(hash), let entry = entries.first(where: { $0.hash == hash }) else { return nil }
    let since = entry.date.map { " since \($0)" } ?? ""
    let reason = entry.path.map { " (\($0))" } ?? ""
    return LayoutError(
      .quarantined,
      "in quarantine\(since)\(reason); a new build of it is not, and 'layouthost quarantine lift' "
        + "lets this one run again", plugin: plugin)
  }
}
