// SPDX-License-Identifier: Apache-2.0
//
// The plugin files of a session that is written down: a recording is about bytes, and files change.

import LayoutLoading
import LayoutModel
import LayoutRendering

/// Keeps copies of plugin files beside a recording, each named by its hash, so that the recording runs
/// with the versions that the session ran, whatever became of the files.
struct PluginArchive {
  private let directory: String

  /// The archive of a recording: a directory beside it, made when there is something to keep.
  init(of recording: String) {
    let parent = FileSystem.parent(of: recording)
    directory = "\(FileSystem.resolved(parent) ?? parent)/\(FileSystem.name(of: recording)).plugins"
  }

  /// Keeps the bytes that were judged.
  ///
  /// - Returns: The path of the copy, by which the recording names the layouts in it; nil for a file
  ///   that came with LayoutHost, which is there wherever the recording is run.
  /// - Throws: `changed` when the file has other bytes by now, or why the copy cannot be written.
  func keep(_ file: PluginFile) throws(LayoutError) -> String? {
    if file.trust == .bundled { return nil }
    let path = "\(directory)/\(file.hash).so"
    if FileSystem.exists(path) { return path }
    // The image is a copy already, and its bytes are the ones that were judged.
    let (bytes, _) = try FileSystem.contents(of: try ImageStore().place(file))
    try makeFolder(directory, mode: 0o755)
    try OutputFile.write(bytes, to: path)
    return path
  }
}
