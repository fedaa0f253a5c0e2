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

  @Test("a version of GTK that is too old is refused by name")
  func oldVersion() throws {
    let folder = try TemporaryDirectory()
    try "Name: GTK\nDescription: an old one\nVersion: 4.6.9\n".write(
      toFile: folder.path + "/gtk4.pc", atomically: true, encoding: .utf8)
    let run = try Command.run(
      [
        "env", "-u", "MAKEFLAGS", "PKG_CONFIG_PATH=\(folder.path)", "make", "-s", "-C",
        "Sources/LayoutHostGtk", "OUT=\(folder.path)/out", "all",
      ], in: CPlugin.sourceRoot)
    #expect(run.status != 0 && run.errors.contains("needs GTK 4.8"), "\(run.errors)")
    #expect(run.errors.contains("4.6.9"), "\(run.errors)")
    #expect(!FileSystem.exists(folder.path + "/out"))
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

  @Test("the window looks for its libraries where they are installed")
  func runPath() throws {
    for (folders, path) in [
      (["PREFIX=/usr"], "''"), (["PREFIX=/opt/lh"], "'$$ORIGIN/../../lib'"),
      (["PREFIX=/opt/two words", "LIBDIR=/opt/two words/lib64"], "'$$ORIGIN/../../lib64'"),
    ] {
      let run = try Command.run(
        ["env", "-u", "MAKEFLAGS", "-u", "LIBDIR", "make", "-n", "install-gtk"] + folders,
        in: CPlugin.sourceRoot)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains(" RUNPATH=\(path) "), "\(folders): \(run.output)")
    }
  }

  @Test("the widget is built again with other flags, and not with the same")
  func otherFlags() throws {
    let folder = try TemporaryDirectory()
    // Notes its flags, and makes the file after -o.
    let script = """
      #!/bin/sh
      echo "$*" >>"\(folder.path)/calls"
      while [ "$1" != -o ]; do shift; done
      touch "$2"

      """
    let compiler = try folder.write(Array(script.utf8), to: "cc", mode: 0o755)
    for flags in ["-O1", "-O1", "-O2"] {
      let run = try Command.run(
        [
          "env", "-u", "MAKEFLAGS", "make", "-s", "OUT=\(folder.path)", "CC=\(compiler)",
          "CFLAGS=\(flags)", "LH_LIBS=", "LH_INCLUDES=", "\(folder.path)/lh-enums.o",
        ], in: CPlugin.sourceRoot + "/Sources/LayoutHostGtk")
      #expect(run.status == 0, "\(run.errors)")
    }
    let calls = String(
      decoding: try FileSystem.contents(of: folder.path + "/calls").bytes, as: UTF8.self)
    #expect(calls.split(separator: "\n").map { $0.prefix(3) } == ["-O1", "-O2"], "\(calls)")
  }

  private func make(_ words: String..., in directory: String) throws -> Command {
    try Command.run(
      ["env", "-u", "MAKEFLAGS", "-u", "CONFIGURATION", "make", "-s", "-f"]
        + [CPlugin.sourceRoot + "/Makefile"] + words, in: directory)
  }
}
