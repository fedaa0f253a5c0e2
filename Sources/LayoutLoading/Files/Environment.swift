// SPDX-License-Identifier: Apache-2.0
//
// The environment variables and well-known directories that loading looks at.

import Glibc

/// The environment with which the process was started. A value, so that tests give their own.
public struct Environment: Sendable {
  /// Reads a variable; nil when unset or empty.
  private let read: @Sendable (String) -> String?
  /// The file that is being executed, links resolved; nil when /proc is not mounted.
  package let executable: String?
  /// The home directory that the user database has for the effective user, whatever `$HOME` says.
  let accountHome: String?

  /// This process's own environment, read anew at each question.
  public static let process = Environment(
    executable: FileSystem.target(of: "/proc/self/exe"), accountHome: Self.accountHome()
  ) { name in getenv(name).map { String(cString: $0) } }

  /// An environment that holds exactly these variables.
  public init(_ variables: [String: String], executable: String? = nil) {
    self.init(executable: executable, accountHome: nil) { name in variables[name] }
  }

  /// The same, with a user database that knows the user's home.
  package init(_ variables: [String: String], accountHome: String) {
    self.init(executable: nil, accountHome: accountHome) { name in variables[name] }
  }

  private init(
    executable: String?, accountHome: String?, read: @escaping @Sendable (String) -> String?
  ) {
    self.executable = executable
    self.accountHome = accountHome
    self.read = read
  }

  /// The value of a variable; nil when it is unset or empty.
  package subscript(_ name: String) -> String? {
    read(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The absolute path in `variable`, else `fallback` below the home directory. Relative paths are
  /// ignored, as the XDG Base Directory Specification demands.
  package func directory(_ variable: String, orHome fallback: String) -> String? {
    if let path = self[variable], path.hasPrefix("/") { return path }
    return home.map { $0 + "/" + fallback }
  }

  /// `$HOME`, else what the user database says. A home that belongs to another user, as after
  /// `sudo -E`, is not used: he could exchange what is kept in it.
  private var home: String? {
    if let path = self["HOME"], path.hasPrefix("/"), !Self.isForeign(path) { return path }
    return accountHome
  }

  private static func isForeign(_ path: String) -> Bool {
    guard let status = FileSystem.status(of: path) else { return false }
    return status.st_uid != 0 && status.st_uid != geteuid()
  }

  private static func accountHome() -> String? {
    guard let entry = getpwuid(geteuid()), let directory = entry.pointee.pw_dir else { return nil }
    return String(cString: directory)
  }
}
