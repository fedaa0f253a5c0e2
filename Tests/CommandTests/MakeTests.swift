// SPDX-License-Identifier: Apache-2.0
//
// Targets of the Makefile where an earlier build is missing, and in a checkout whose path has a space.

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

  @Test("a checkout whose path has a space is installed, and nothing is removed beside it")
  func space() throws {
    let folder = try TemporaryDirectory()
    // Its path up to the space is that of another folder.
    let (checkout, other) = (folder.path + "/a b", folder.path + "/a")
    for path in [checkout, other] { try #require(mkdir(path, 0o755) == 0) }
    for name in ["Sources", "Tools"] {
      try #require(symlink("\(CPlugin.sourceRoot)/\(name)", "\(checkout)/\(name)") == 0)
    }
    let kit = try make("install-kit", "DESTDIR=\(checkout)/stage", "PREFIX=/usr", in: checkout)
    #expect(kit.status == 0, "\(kit.errors)")
    #expect(FileSystem.exists("\(checkout)/stage/usr/share/layouthost/kit/Package.swift"))
    #expect(FileSystem.exists(other))
    let widget = try make("-n", "gtk-only", in: checkout)
    #expect(widget.status == 0, "\(widget.errors)")
  }

  private func make(_ words: String..., in directory: String) throws -> Command {
    try Command.run(
      ["env", "-u", "MAKEFLAGS", "-u", "CONFIGURATION", "make", "-s", "-f"]
        + [CPlugin.sourceRoot + "/Makefile"] + words, in: directory)
  }
}
