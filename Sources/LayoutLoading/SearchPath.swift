// SPDX-License-Identifier: Apache-2.0
//
// Where plugins are looked for, in order.

import LayoutModel

/// The directories that are searched for plugins, the first one first.
public struct SearchPath: Sendable, Equatable {
  /// A directory, and why it is looked at.
  public struct Directory: Sendable, Equatable {
    /// As given; relative to the current directory when it has no slash in front.
    public var path: String
    /// Of the files in it; ``Trust/bundled`` holds for those alone that came with LayoutHost.
    public var trust: Trust
    /// True when somebody named it, so that its absence is an error and not an empty shelf.
    public var isRequired: Bool

    /// A directory; somebody named it unless `isRequired` is false.
    public init(path: String, trust: Trust = .user, isRequired: Bool = true) {
      self.path = path
      self.trust = trust
      self.isRequired = isRequired
    }
  }

  /// In the order in which they are searched.
  public var directories: [Directory]

  /// A search path of one's own.
  public init(_ directories: [Directory]) { self.directories = directories }

  /// The directory of the path in which a file lies, as a search would find it: the first one; nil when
  /// the file lies elsewhere.
  func directory(ofFileAt path: String) -> Directory? {
    guard let holder = FileSystem.resolved(FileSystem.parent(of: path)) else { return nil }
    return directories.first { FileSystem.resolved($0.path) == holder }
  }

  /// `extra`, then `$LAYOUTHOST_PATH` (separated by colons), `$XDG_DATA_HOME/layouthost/plugins`
  /// (`~/.local/share` by default), the system's directories, and where LayoutHost's own are:
  /// ``Executables/directories(_:)``.
  public static func standard(
    extra: [String] = [], environment: Environment = .process
  ) -> SearchPath {
    let named =
      extra + (environment["LAYOUTHOST_PATH"] ?? "").split(separator: ":").map(String.init)
    let own = environment.directory("XDG_DATA_HOME", orHome: ".local/share").map {
      [Directory(path: $0 + "/layouthost/plugins", isRequired: false)]
    }
    let system = ["/usr/local/lib/layouthost/plugins", "/usr/lib/layouthost/plugins"]
    return SearchPath(
      named.map { Directory(path: $0) } + (own ?? [])
        + system.map { Directory(path: $0, trust: .system, isRequired: false) }
        + Executables.directories(environment).map {
          Directory(path: $0, trust: .bundled, isRequired: false)
        })
  }
}
