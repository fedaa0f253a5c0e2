// SPDX-License-Identifier: Apache-2.0
//
// The names in a directory, files and directories apart.

import Glibc
import LayoutModel

/// One directory's visible entries, each kind in natural order.
struct Folder {
  let path: String
  private(set) var files: [String] = []
  private(set) var folders: [String] = []

  /// Lists the directory at `path`. Links to files count as files; links to directories are left
  /// out, so that no walk runs in a circle.
  ///
  /// - Parameter limit: So many entries at most.
  /// - Returns: Nil when there are more.
  /// - Throws: `source-unreadable`.
  init?(_ path: String, limit: Int = .max) throws(LayoutError) {
    self.path = path
    guard let stream = opendir(path) else {
      throw FileBytes.unreadable(path, "name a folder that exists and that you may read")
    }
    defer { closedir(stream) }
    var count = 0
    while let entry = readdir(stream) {
      // Hidden ones count too, and so do those that are neither file nor folder.
      count += 1
      if count > max(0, limit) + 2 { return nil }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { add(name) }
    }
    files.sort(by: NaturalOrder.precedes)
    folders.sort(by: NaturalOrder.precedes)
  }

  private mutating func add(_ name: String) {
    var own = stat()
    guard lstat(path + "/" + name, &own) == 0 else { return }
    if own.st_mode & S_IFMT == S_IFDIR { return folders.append(name) }
    var target = stat()
    guard stat(path + "/" + name, &target) == 0 else { return }
    if target.st_mode & S_IFMT == S_IFREG { files.append(name) }
  }
}
