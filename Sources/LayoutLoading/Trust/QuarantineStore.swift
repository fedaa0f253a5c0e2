// SPDX-License-Identifier: Apache-2.0
//
// The file with the hashes of blocked plugins.

import LayoutModel

/// The plugins in quarantine: `$XDG_STATE_HOME/layouthost/quarantine` (`~/.local/state` by
/// default), in the format of a ``TrustList`` with reasons instead of paths.
///
/// Quarantine is by hash: a new file of the same plugin is not in it.
public struct QuarantineStore: Sendable {
  private let file: HashFile
  /// The strikes that cause quarantine.
  public let strikes: StrikeStore

  /// The path of the list; nil without a home directory, which gives an empty list.
  public var path: String? { file.path }

  /// The store of an environment.
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
  /// - Throws: The errors of ``TrustStore/read()``.
  public func read() throws(LayoutError) -> TrustList { try file.read() }

  /// Puts a hash into quarantine; does nothing if it is there.
  ///
  /// - Throws: The errors of ``TrustStore/update(_:)``.
  public func add(_ hash: String, because reason: String) throws(LayoutError) {
    let entry = TrustList.Entry(hash: hash, date: TrustList.today(), path: reason)
    try file.update { list throws(LayoutError) in _ = list.add(entry) }
  }

  /// The refusal of a file that is in quarantine now; nil for others, and for all while the list is
  /// not safe to use. Trusted files are never in quarantine.
  public func refusal(of file: PluginFile) -> LayoutError? {
    guard !file.trust.runsInProcess else { return nil }
    return (try? read())?.quarantine(of: file.hash, plugin: file.note?.id)
  }

  /// Removes a hash, and drops its strikes; returns the removed entries.
  ///
  /// - Throws: The errors of ``TrustStore/update(_:)``.
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
  /// The refusal of a file whose hash is in quarantine; nil for others.
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
