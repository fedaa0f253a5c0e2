// SPDX-License-Identifier: Apache-2.0
//
// The paths of the headers, the kit and this program, for authors of layouts.

import Glibc
import LayoutLoading
import LayoutModel

/// The places around this program: an installation, or the source tree that it was built in.
struct InstalledPlaces {
  /// The path of this program.
  let program: String

  init() { program = FileSystem.target(of: "/proc/self/exe") ?? "layouthost" }

  /// True when a shell finds this program by its name.
  var isOnPath: Bool {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    for directory in path.split(separator: ":") where access("\(directory)/layouthost", X_OK) == 0 {
      return FileSystem.resolved("\(directory)/layouthost") == FileSystem.resolved(program)
    }
    return false
  }

  /// The directory that holds `layout/layout.h`.
  /// - Throws: `not-installed` with the missing file.
  func include() throws(LayoutError) -> String {
    let candidates = [prefix + "/include"] + above.map { $0 + "/Sources/LayoutABI/include" }
    guard let found = candidates.first(where: { FileSystem.exists($0 + "/layout/layout.h") }) else {
      throw LayoutError(
        .notInstalled,
        "layout/layout.h is neither in \(prefix)/include nor in a source tree above \(program); "
          + "run make install")
    }
    return found
  }

  /// The package of the kit: the installed one, or the source tree.
  /// - Throws: `not-installed` with the missing file.
  func package() throws(LayoutError) -> String {
    let candidates = [prefix + "/share/layouthost/kit"] + above
    guard let found = candidates.first(where: { FileSystem.exists($0 + "/Sources/LayoutKit") })
    else {
      throw LayoutError(
        .notInstalled,
        "the sources of LayoutKit, which a layout in Swift is built with, are neither in "
          + "\(candidates[0]) nor in a source tree above \(program); run make install")
    }
    return found
  }

  /// The prefix of the installation of this program.
  private var prefix: String { FileSystem.parent(of: FileSystem.parent(of: program)) }

  /// Every directory above this program, the nearest first.
  private var above: [String] {
    var directories: [String] = []
    var path = FileSystem.parent(of: program)
    while path != "/", path != ".", !path.isEmpty {
      directories.append(path)
      path = FileSystem.parent(of: path)
    }
    return directories
  }
}
