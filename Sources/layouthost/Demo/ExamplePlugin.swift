// SPDX-License-Identifier: Apache-2.0
//
// Compiles an example in C and drops it into the plugin folder, as a layout author would.

import Glibc
import LayoutModel

/// An example that is one C file.
struct ExamplePlugin {
  let source: String
  let library: String
  private let headers: String

  /// - Parameters:
  ///   - root: The project's directory, with `Examples` in it.
  ///   - folder: Where the library goes.
  init(_ name: String, root: String, folder: String) {
    source = "\(root)/Examples/\(name)/\(name).c"
    library = "\(folder)/\(name).so"
    headers = "\(root)/Sources/LayoutABI/include"
  }

  /// Compiles it and puts it into the folder.
  /// - Throws: `example` with what is missing or what went wrong.
  func dropIn() throws(LayoutError) {
    guard access(source, R_OK) == 0 else {
      throw LayoutError(
        "example",
        "\(source) is not here; run this in the project's directory, or say where that is with "
          + "--project")
    }
    // To a name that is no candidate yet: a half-written library must not be found.
    let fresh = library + ".new"
    let command = [
      "cc", "-std=c11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", "-I\(headers)", source,
      "-o", fresh, "-lm",
    ]
    guard try run(command) == 0 else {
      throw LayoutError("example", "cc could not compile \(source)")
    }
    guard chmod(fresh, 0o755) == 0, rename(fresh, library) == 0 else {
      throw LayoutError("example", "\(library): \(String(cString: strerror(errno)))")
    }
  }

  private func run(_ command: [String]) throws(LayoutError) -> CInt {
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    guard posix_spawnp(&child, "cc", nil, nil, &words, environ) == 0 else {
      throw LayoutError("example", "there is no C compiler called cc; make setup installs one")
    }
    var status: CInt = 0
    while waitpid(child, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
