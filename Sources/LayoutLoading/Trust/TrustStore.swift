// SPDX-License-Identifier: Apache-2.0
//
// The file that holds the hashes which the user trusts.

import LayoutModel

/// The user's own list of trusted plugins: `$XDG_CONFIG_HOME/layouthost/trust` (`~/.config` by
/// default).
///
/// The list trusts bytes, by hash: a file that changes is not trusted any more. The list is ignored
/// when anybody but the user could have written it.
public struct TrustStore: Sendable {
  private let file: HashFile

  /// The path of the list; nil without a home directory, which makes it an empty one.
  public var path: String? { file.path }

  /// The store that an environment names.
  public init(environment: Environment = .process) {
    let home = "XDG_CONFIG_HOME"
    file = HashFile(
      path: environment.directory(home, orHome: ".config").map { $0 + "/layouthost/trust" },
      heading: "Plugins that layouthost runs in its own process: layouthost trust --help",
      consequence: "nothing in it is trusted", variable: home)
  }

  /// The list; empty when there is no file.
  ///
  /// - Throws: `writable-by-others`, `wrong-owner`, `bad-trust-file`, or what reading the file gave.
  public func read() throws(LayoutError) -> TrustList { try file.read() }

  /// Changes the list. Two processes that do so at once wait for each other.
  ///
  /// - Parameter change: Gives the list its new entries; nothing is written when it changes none, or
  ///   throws.
  /// - Throws: What ``read()`` or `change` throws, `no-home`, or `unwritable` with the reason.
  public func update<Answer>(
    _ change: (inout TrustList) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    try file.update(change)
  }
}
