// SPDX-License-Identifier: Apache-2.0
//
// A new version of a layout that another is made of, on its way to the screen.

import LayoutEngine
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// A layout inside of another one, and the file that has its new version.
public struct SwapPart: Sendable {
  /// The id of the layout inside.
  public let id: String
  /// The file.
  public let file: PluginFile
}

extension SwapRequest {
  /// A request to show a layout with a new version of one of the layouts that it is made of.
  ///
  /// The whole is swapped: a new instance of the same plugin opens the new version, takes over what the old
  /// one has, and prepares beside it. A tree of layouts runs in one process, behind one connection, so what a
  /// new version may do wrong it does to all of the tree.
  ///
  /// - Throws: `unknown-layout` for a layout that was made of no file.
  public init(part: SwapPart, of layout: CollectionLayout) throws(LayoutError) {
    guard let file = layout.file else {
      throw LayoutError(
        .unknownLayout,
        "\(layout.id) was made of no file, so it cannot be made anew with \(part.id)")
    }
    self.init(file: file, layoutID: layout.id, runningHash: layout.provider(of: part.id)?.hash)
    policy.options.children = layout.library
    take(part)
  }

  /// Has the new version of a layout inside go along.
  package mutating func take(_ part: SwapPart) {
    self.part = part
    policy.options.children = (policy.options.children ?? PluginLibrary()).preferring(part.file)
  }

  /// The file whose version is new.
  var newFile: PluginFile { part?.file ?? file }

  /// The error with the name of the layout inside that it is about.
  func named(_ error: LayoutError) -> LayoutError {
    guard let part, !error.message.contains("child \(part.id)") else { return error }
    var named = error
    named.message = "child \(part.id) of \(layoutID): \(error.message)"
    return named
  }
}

extension CollectionLayout {
  /// The file that a layout inside comes from; nil where there is none.
  package func provider(of id: String) -> PluginFile? {
    try? (library ?? PluginLibrary()).file(forLayout: id)
  }

  /// The layout inside of which the file is another version: it comes from a file of this path, or is offered
  /// by this one from now on. As ever, no file takes a layout from one that is trusted more.
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

  /// A path in one form, however its directory is called.
  private static func place(_ path: String) -> String {
    let parent = FileSystem.parent(of: path)
    return "\(FileSystem.resolved(parent) ?? parent)/\(FileSystem.name(of: path))"
  }
}
