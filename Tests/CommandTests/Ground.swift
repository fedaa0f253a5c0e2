// SPDX-License-Identifier: Apache-2.0
//
// The folders for tests of sessions that follow plugin files.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

/// A folder with a home, a plugin directory and a small source.
struct Ground {
  let root: TemporaryDirectory
  let home: String
  let plugins: String
  let source: String

  init() throws {
    root = try TemporaryDirectory()
    home = try root.makeDirectory("home")
    plugins = try root.makeDirectory("plugins")
    let rows = ["name,town"] + (0..<200).map { "Person \($0),Town \($0 % 7)" }
    source = try root.write(Array(rows.joined(separator: "\n").utf8), to: "people.csv")
  }

  /// Puts a version of the fake layout into the plugin directory.
  func drop(spacing: Int, as name: String = "fake.so") throws {
    try drop(try FakeLayout.path(flags: ["-DIN_PREPARE=self->spacing = \(spacing)"]), as: name)
  }

  /// Puts a copy of a plugin into the plugin directory, with unique bytes appended, so that its hash is new.
  func drop(_ plugin: String, as name: String = "fake.so") throws {
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: plugin)))
    // Replaces the file in one step, as build tools do.
    try root.write(bytes + Array(UUID().uuidString.utf8), to: "plugins/.\(name)")
    try #require(rename("\(plugins)/.\(name)", "\(plugins)/\(name)") == 0)
  }
}
