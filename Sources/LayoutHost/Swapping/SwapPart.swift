// SPDX-License-Identifier: Apache-2.0
//
// Swapping in a new version of a child layout.

import LayoutEngine
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// A child layout, and the file with its new version.
public struct SwapPart: Sendable {
  /// The id of the child.
  public let id: String
  /// The file.
  public let file: PluginFile
}

extension SwapRequest {
  /// A request to show a layout with a new version of one of its children.
  ///
  /// The whole tree is swapped: a new instance of the same plugin opens the new version, takes over
  /// the settings and state of the old one, and prepares beside it. A tree of layouts runs in one
  /// process, behind one connection, so an error of a new version affects the whole tree.
  ///
  /// - Throws: `unknown-layout` for a layout that was not made from a file.
  public init(part: SwapPart, of layout: CollectionLayout) throws(LayoutError) {
    guard let file = layout.file else {
      throw LayoutError(
        .unknownLayout,
        "\(layout.id) has no file, so it cannot be made again with \(part.id)")
    }
    self.init(file: file, layoutID: layout.id, runningHash: layout.provider(of: part.id)?.hash)
    policy.options.children = layout.library
    take(part)
  }

  /// Adds the new version of a child.
  package mutating func take(_ part: SwapPart) {
    self.part = part
    policy.options.children = (policy.options.children ?? PluginLibrary()).preferring(part.file)
  }

  /// The file with the new version.
  var newFile: PluginFile { part?.file ?? file }

  /// Returns the error with the name of the child.
  func named(_ error: LayoutError) -> LayoutError {
    guard let part, !error.message.contains("child \(part.id)") else { return error }
    var named = error
    named.message = "child \(part.id) of \(layoutID): \(error.message)"
    return named
  }
}

extension CollectionLayout {
  /// The file of a child; nil if there is none.
  package func provider(of id: String) -> PluginFile? {
    try? (library ?? PluginLibrary()).file(forLayout: id)
  }

  /// The child of which the file is another version: the child's file has the same path, or this
  /// file now provides it. A file never replaces a layout from a more trusted file.
  package func part(in file: PluginFile) -> SwapPart? {
    let (library, place) = (library ?? PluginLibrary(), Self.place(file.path))
    let chosen = library.preferring(file)
    for id in connection.members {
      let isOld = provider(of: id).map { Self.place($0.path) == place } ?? false
      let isNew = (try? chosen.file(forLayout: id))?.path == file.path
      if isOld || isNew { return SwapPart(id: id, file: file) }
    }
    return nil
  }

  /// The canonical form of a path.
  private static func place(_ path: String) -> String {
    let parent = FileSystem.parent(of: path)
    return "\(FileSystem.resolved(parent) ?? parent)/\(FileSystem.name(of: path))"
  }
}
