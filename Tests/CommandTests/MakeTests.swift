// SPDX-License-Identifier: Apache-2.0
//
// Targets of the Makefile that need an earlier build, where it is missing.

import Glibc
import LayoutLoading
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

  @Test("an installation from a folder of another user builds nothing and names what is missing")
  func installation() throws {
    // Only root can give a folder away.
    guard geteuid() == 0 else { return }
    let folder = try TemporaryDirectory()
    try #require(chown(folder.path, 54_321, 54_321) == 0)
    let run = try make("built", in: folder.path)
    #expect(run.status != 0 && run.errors.contains("run 'make build'"), "\(run.errors)")
    #expect(try FileSystem.names(in: folder.path).isEmpty)
  }

  private func make(_ words: String..., in directory: String) throws -> Command {
    try Command.run(
      ["env", "-u", "MAKEFLAGS", "-u", "CONFIGURATION", "make", "-s", "-f"]
        + [CPlugin.sourceRoot + "/Makefile"] + words, in: directory)
  }
}
