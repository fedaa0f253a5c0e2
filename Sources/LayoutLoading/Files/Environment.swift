// SPDX-License-Identifier: Apache-2.0
//
// The environment variables and well-known directories that loading looks at.

import Glibc

/// What the process was started with. A value, so that tests give their own.
public struct Environment: Sendable {
  /// Reads a variable; nil when unset or empty.
  private let read: @Sendable (String) -> String?
  /// The file that is being executed, links resolved; nil when /proc is not mounted.
  package let executable: String?

  /// This process's own environment, read anew at each question.
  public static let process = Environment(executable: FileSystem.target(of: "/proc/self/exe")) {
    name in getenv(name).map { String(cString: $0) }
  }

  /// An environment that holds exactly these variables.
  public init(_ variables: [String: String], executable: String? = nil) {
    self.init(executable: executable) { name in variables[name] }
  }

  private init(executable: String?, read: @escaping @Sendable (String) -> String?) {
    self.executable = executable
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

  /// `$HOME`, else what the user database says.
  private var home: String? {
    if let path = self["HOME"], path.hasPrefix("/") { return path }
    guard let entry = getpwuid(geteuid()), let directory = entry.pointee.pw_dir else { return nil }
    return String(cString: directory)
  }
}
