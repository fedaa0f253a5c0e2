// SPDX-License-Identifier: Apache-2.0
//
// Compiles an example in C and puts it into the plugin folder, as a layout author would.

import Glibc
import LayoutModel
import LayoutRendering

/// An example that is one C file, which is compiled into this program.
struct ExamplePlugin {
  /// The examples of the demo.
  enum Name: String {
    case orbit, trap

    fileprivate var content: [UInt8] {
      switch self {
      case .orbit: PackageResources.orbit_c_txt
      case .trap: PackageResources.trap_c_txt
      }
    }
  }

  /// The path of the source, which is kept for the reader.
  let source: String
  let library: String
  private let content: [UInt8]

  /// - Parameter folder: The folder for source and library.
  init(_ name: Name, folder: String) {
    source = "\(folder)/\(name.rawValue).c"
    library = "\(folder)/\(name.rawValue).so"
    content = name.content
  }

  /// Compiles it and puts it into the folder.
  ///
  /// - Throws: `example` with the missing tool or the compiler's error; `not-installed` without the
  ///   headers; `output-unwritable`.
  func dropIn() throws(LayoutError) {
    let headers = try InstalledPlaces().include()
    try OutputFile.write(content, to: source)
    // Written to a name that the search ignores: a half-written library must not be found.
    let fresh = library + ".new"
    let command = [
      "cc", "-std=c11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-I\(headers)", source,
      "-o", fresh, "-lm",
    ]
    guard try run(command) == 0 else {
      throw LayoutError(.example, "cc could not compile \(source)")
    }
    guard chmod(fresh, 0o755) == 0, rename(fresh, library) == 0 else {
      throw LayoutError(.example, "\(library): \(String(cString: strerror(errno)))")
    }
  }

  private func run(_ command: [String]) throws(LayoutError) -> CInt {
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    guard posix_spawnp(&child, "cc", nil, nil, &words, environ) == 0 else {
      throw LayoutError(.example, "there is no C compiler called cc; make setup installs one")
    }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
