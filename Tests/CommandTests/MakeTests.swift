// SPDX-License-Identifier: Apache-2.0
//
// Targets of the Makefile that need an earlier build, where it is missing.

import LayoutTesting
import Testing

@Suite("make")
struct MakeTests {
  @Test(
    "the widget without its C library names the build of the same configuration",
    arguments: [("release", "'make gtk'"), ("debug", "'make gtk CONFIGURATION=debug'")])
  func widget(_ configuration: String, _ remedy: String) throws {
    let folder = try TemporaryDirectory()
    let run = try make("gtk-only", "CONFIGURATION=\(configuration)", in: folder.path)
    #expect(run.status != 0 && run.errors.contains("run \(remedy)\n"), "\(run.errors)")
  }

  private func make(_ words: String..., in directory: String) throws -> Command {
    try Command.run(
      ["env", "-u", "MAKEFLAGS", "-u", "CONFIGURATION", "make", "-s", "-f"]
        + [CPlugin.sourceRoot + "/Makefile"] + words, in: directory)
  }
}
