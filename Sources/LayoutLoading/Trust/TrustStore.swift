// SPDX-License-Identifier: Apache-2.0
//
// The file that holds the hashes which the user trusts.

import Glibc
import LayoutModel

/// The user's own list of trusted plugins: `$XDG_CONFIG_HOME/layouthost/trust` (`~/.config` by
/// default).
///
/// What is trusted are bytes: a file that changes is not trusted any more. The list is not believed
/// when others than the user could have written it.
public struct TrustStore: Sendable {
  /// Where the list is; nil without a home directory, which makes it an empty one.
  public let path: String?

  /// The store that an environment names.
  public init(environment: Environment = .process) {
    self.init(
      path: environment.directory("XDG_CONFIG_HOME", orHome: ".config").map {
        $0 + "/layouthost/trust"
      })
  }

  /// The store in a file of this path.
  init(path: String?) { self.path = path }

  /// The list; empty when there is no file.
  ///
  /// - Throws: `writable-by-others`, `wrong-owner`, `bad-trust-file`, or what reading the file gave.
  public func read() throws(LayoutError) -> TrustList {
    guard let path, lstatSucceeds(path) else { return TrustList() }
    let (bytes, status) = try FileSystem.contents(of: path)
    try Ownership.check(status, at: path)
    // Stricter than for a plugin: no group has a reason to write here.
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw LayoutError(
        "writable-by-others",
        "\(path): other users can write this file, so nothing in it is trusted; look through it, "
          + "then chmod 600 '\(path)'")
    }
    do throws(LayoutError) {
      return try TrustList(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw error.about(path, plugin: nil)
    }
  }

  /// Changes the list. Two processes that do so at once wait for each other.
  ///
  /// - Parameter change: Gives the list its new entries; nothing is written when it changes none, or
  ///   throws.
  /// - Throws: What ``read()`` or `change` throws, `no-home`, or `unwritable` with the reason.
  public func update<Answer>(
    _ change: (inout TrustList) throws(LayoutError) -> Answer
  ) throws(LayoutError) -> Answer {
    guard let path else {
      throw LayoutError("no-home", "there is no place for the list: set $HOME or $XDG_CONFIG_HOME")
    }
    let lock = try FileSystem.lock(FileSystem.parent(of: path))
    defer { close(lock) }
    let before = try read()
    var list = before
    let answer = try change(&list)
    if list != before {
      // A link to another place stays one.
      let target = FileSystem.resolved(path) ?? path
      try FileSystem.replace(target, with: Array(list.text.utf8), mode: 0o600, isDurable: true)
    }
    return answer
  }

  private func lstatSucceeds(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
