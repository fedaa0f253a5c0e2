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

  @Test(
    "a folder whose name a recipe cannot quote is refused, and nothing is made",
    arguments: ["'", "\"", "`", "&", "|", "\\"], ["", "/Sources/LayoutHostGtk"])
  func unusable(_ character: String, _ makefile: String) throws {
    let stage = try TemporaryDirectory()
    let run = try Command.run(
      [
        "env", "-u", "MAKEFLAGS", "-u", "LIBDIR", "make", "-s", "install-pkgconfig",
        "DESTDIR=\(stage.path)", "PREFIX=/opt/a\(character)b",
      ], in: CPlugin.sourceRoot + makefile)
    #expect(
      run.status != 0 && run.errors.contains("cannot have the character \(character);"),
      "\(run.errors)")
    #expect(try FileSystem.names(in: stage.path).isEmpty)
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

  @Test("pkg-config gives whole paths of an installation in a folder whose name has a space")
  func flags() throws {
    let stage = try TemporaryDirectory()
    for folder in ["", "/Sources/LayoutHostGtk"] {
      let made = try Command.run(
        [
          "env", "-u", "MAKEFLAGS", "-u", "LIBDIR", "make", "-s", "install-pkgconfig",
          "DESTDIR=\(stage.path)", "PREFIX=/opt/two words",
        ], in: CPlugin.sourceRoot + folder)
      #expect(made.status == 0, "\(made.errors)")
    }
    let files = "PKG_CONFIG_PATH=\(stage.path)/opt/two words/lib/pkgconfig"
    // A shell that reads the flags as words of a command, as that of a makefile does.
    func words(_ name: String) throws -> [Substring] {
      let flags = "$(pkg-config --cflags --libs \(name))"
      let run = try Command.run([files, "sh", "-c", "eval \"printf '%s\\n' \(flags)\""])
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      return run.output.split(separator: "\n")
    }
    let (headers, libraries) = ("-I/opt/two words/include", "-L/opt/two words/lib")
    #expect(try words("layout-plugin") == [Substring(headers)])
    #expect(try words("layouthost").prefix(2) == [Substring(headers), Substring(libraries)])
    let widget = try words("layouthost-gtk4")
    #expect(widget.contains(Substring(headers)) && widget.contains(Substring(libraries)))
    let folder = try Command.run([files, "pkg-config", "--variable=pluginsdir", "layout-plugin"])
    #expect(folder.output == "/opt/two words/lib/layouthost/plugins\n")
  }

  private func make(_ words: String..., in directory: String) throws -> Command {
    try Command.run(
      ["env", "-u", "MAKEFLAGS", "-u", "CONFIGURATION", "make", "-s", "-f"]
        + [CPlugin.sourceRoot + "/Makefile"] + words, in: directory)
  }
}
