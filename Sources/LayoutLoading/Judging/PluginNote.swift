// SPDX-License-Identifier: Apache-2.0
//
// What a plugin says about itself without running.

import LayoutABIDrafts
import LayoutModel

/// The content of a plugin's ELF note.
public struct PluginNote: Equatable, Sendable {
  /// The language runtime that the plugin's code needs, which decides whether it can be unloaded.
  public enum Runtime: Equatable, Sendable, CustomStringConvertible {
    /// None: C, C++, Rust, Zig or Embedded Swift.
    case none
    /// Swift's, inside the file.
    case swiftStatic
    /// Swift's shared libraries, of this version.
    case swiftShared(version: String)

    /// As the note writes it.
    public var description: String {
      switch self {
      case .none: "none"
      case .swiftStatic: "swift-static"
      case .swiftShared(let version): "swift-shared \(version)"
      }
    }
  }

  /// Unique among all plugins.
  public var id: String
  /// For people.
  public var name: String
  /// major.minor.patch.
  public var version: String
  /// Of the headers it was compiled with; for messages.
  public var abi: Int
  public var runtime: Runtime
  /// Extensions that the plugin cannot do without.
  public var requires: [String]
  /// Extensions that it uses where they are there.
  public var uses: [String]
  /// The ids of its layouts, in the order of its table.
  public var layouts: [String]

  /// True when its layouts may be made of others (`layout.children/1`).
  public var hasChildren: Bool {
    requires.contains(LAYOUT_EXT_CHILDREN) || uses.contains(LAYOUT_EXT_CHILDREN)
  }

  /// A note with this content; nothing is checked. For one that another process read, and tests.
  public init(
    id: String, name: String, version: String, abi: Int, runtime: Runtime, requires: [String],
    uses: [String], layouts: [String]
  ) {
    self.id = id
    self.name = name
    self.version = version
    self.abi = abi
    self.runtime = runtime
    self.requires = requires
    self.uses = uses
    self.layouts = layouts
  }
}
