// SPDX-License-Identifier: Apache-2.0
//
// The environment variables and well-known directories for loading.

import CLayoutSystem
import Glibc

/// The environment at the start of the process. A value, so that tests can replace it.
public struct Environment: Sendable {
  /// Reads a variable; nil when unset or empty.
  private let read: @Sendable (String) -> String?
  /// The file that contains LayoutHost, with links resolved: the running program, or the library in
  /// a foreign program. Nil when /proc is not mounted.
  package let executable: String?
  /// True when that file is a library.
  let isLibrary: Bool
  /// The home directory of the effective user in the user database, independent of `$HOME`.
  let accountHome: String?

  /// This process's own environment, read again at each query.
  public static let process = Environment(
    executable: Self.ownLibrary() ?? FileSystem.target(of: "/proc/self/exe"),
    isLibrary: Self.ownLibrary() != nil, accountHome: Self.accountHome()
  ) { name in getenv(name).map { String(cString: $0) } }

  /// An environment of exactly these variables.
  ///
  /// - Parameters:
  ///   - executable: The file that contains LayoutHost.
  ///   - isLibrary: True if that is a library and not a program.
  public init(_ variables: [String: String], executable: String? = nil, isLibrary: Bool = false) {
    self.init(executable: executable, isLibrary: isLibrary, accountHome: nil) { name in
      variables[name]
    }
  }

  /// The same, with a home directory in the user database.
  package init(_ variables: [String: String], accountHome: String) {
    self.init(executable: nil, isLibrary: false, accountHome: accountHome) { name in
      variables[name]
    }
  }

  private init(
    executable: String?, isLibrary: Bool, accountHome: String?,
    read: @escaping @Sendable (String) -> String?
  ) {
    self.executable = executable
    self.isLibrary = isLibrary
    self.accountHome = accountHome
    self.read = read
  }

  /// The value of a variable; nil when it is unset or empty.
  package subscript(_ name: String) -> String? {
    read(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The absolute path in `variable`, else `fallback` below the home directory. Relative paths are
  /// ignored, as required by the XDG Base Directory Specification.
  package func directory(_ variable: String, orHome fallback: String) -> String? {
    if let path = self[variable], path.hasPrefix("/") { return path }
    return home.map { $0 + "/" + fallback }
  }

  /// The directory for files that live as long as the process: the absolute path in `$TMPDIR`, else
  /// "/tmp".
  package var temporaryDirectory: String {
    self["TMPDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
  }

  /// `$HOME`, else the home of the user database. A home that belongs to another user, as after
  /// `sudo -E`, is not used, because that user could replace files in it.
  private var home: String? {
    if let path = self["HOME"], path.hasPrefix("/"), !Self.isForeign(path) { return path }
    return accountHome
  }

  private static func isForeign(_ path: String) -> Bool {
    guard let status = FileSystem.status(of: path) else { return false }
    return status.st_uid != 0 && status.st_uid != geteuid()
  }

  private static func ownLibrary() -> String? {
    layout_sys_own_library().flatMap { FileSystem.resolved(String(cString: $0)) }
  }

  private static func accountHome() -> String? {
    guard let entry = getpwuid(geteuid()), let directory = entry.pointee.pw_dir else { return nil }
    return String(cString: directory)
  }
}
