// SPDX-License-Identifier: Apache-2.0
//
// The languages of `layouthost new`, each with a worked example.

/// A language for a layout.
enum Language: String, CaseIterable {
  case swift, c, cpp, rust

  /// A file of the new folder.
  struct File {
    /// The target path, with the example's own names.
    let path: String
    let content: [UInt8]
  }

  /// The name of the example, which is replaced by the new layout's name.
  var example: String {
    switch self {
    case .swift: "shelves"
    case .c: "bricks"
    case .cpp: "steps"
    case .rust: "tiles"
    }
  }

  /// The title of the example.
  var exampleTitle: String { example.prefix(1).uppercased() + example.dropFirst() }

  /// The files of the example, which are compiled into this program.
  var files: [File] {
    switch self {
    case .swift:
      [
        File(path: "Makefile", content: PackageResources.swift_Makefile_txt),
        File(path: "Package.swift", content: PackageResources.swift_Package_swift_txt),
        File(path: "exports.map", content: PackageResources.swift_exports_map_txt),
        File(
          path: "Sources/Shelves/Shelves.swift",
          content: PackageResources.swift_Shelves_swift_txt),
        File(path: "Sources/ShelvesNote/note.c", content: PackageResources.swift_note_c_txt),
        File(
          path: "Sources/ShelvesNote/include/ShelvesNote.h",
          content: PackageResources.swift_ShelvesNote_h_txt),
      ]
    case .c:
      [
        File(path: "Makefile", content: PackageResources.c_Makefile_txt),
        File(path: "bricks.c", content: PackageResources.c_bricks_c_txt),
      ]
    case .cpp:
      [
        File(path: "Makefile", content: PackageResources.cpp_Makefile_txt),
        File(path: "steps.cpp", content: PackageResources.cpp_steps_cpp_txt),
      ]
    case .rust:
      [
        File(path: "Makefile", content: PackageResources.rust_Makefile_txt),
        File(path: "tiles.rs", content: PackageResources.rust_tiles_rs_txt),
        File(path: "layout.rs", content: PackageResources.rust_layout_rs_txt),
      ]
    }
  }
}
