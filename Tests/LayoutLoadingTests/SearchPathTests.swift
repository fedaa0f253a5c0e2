// SPDX-License-Identifier: Apache-2.0
//
// The search paths for plugins and programs, under given environments.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("SearchPath and Executables")
struct SearchPathTests {
  @Test("options, $LAYOUTHOST_PATH, the user's directory, the system's, the bundled, in this order")
  func orders() {
    let environment = Environment(
      [
        "LAYOUTHOST_PATH": "/a::/b", "XDG_DATA_HOME": "/data", "HOME": "/people/me",
        "LAYOUTHOST_LIBEXEC": "/libexec",
      ], executable: "/usr/local/bin/layouthost")
    let path = SearchPath.standard(extra: ["/x", "y"], environment: environment)
    #expect(
      path.directories.map(\.path) == [
        "/x", "y", "/a", "/b", "/data/layouthost/plugins", "/usr/local/lib/layouthost/plugins",
        "/usr/lib/layouthost/plugins", "/libexec", "/usr/local/bin",
        "/usr/local/libexec/layouthost",
      ])
    #expect(
      path.directories.map(\.trust) == [
        .user, .user, .user, .user, .user, .system, .system, .bundled, .bundled, .bundled,
      ])
    #expect(
      path.directories.map(\.isRequired) == [true, true, true, true]
        + .init(
          repeating: false, count: 6))
  }

  @Test(
    "the user's directory is below $HOME unless $XDG_DATA_HOME is absolute",
    arguments: [nil, "", "relative"] as [String?])
  func fallsBackToHome(_ data: String?) {
    var variables = ["HOME": "/people/me"]
    variables["XDG_DATA_HOME"] = data
    let path = SearchPath.standard(environment: Environment(variables))
    #expect(path.directories.first?.path == "/people/me/.local/share/layouthost/plugins")
  }

  @Test("files of a process go to $TMPDIR, when it is absolute, and else to /tmp")
  func findsTemporaryDirectory() {
    #expect(Environment(["TMPDIR": "/var/scratch"]).temporaryDirectory == "/var/scratch")
    #expect(Environment(["TMPDIR": "scratch"]).temporaryDirectory == "/tmp")
    #expect(Environment([:]).temporaryDirectory == "/tmp")
  }

  @Test("a program is searched in $LAYOUTHOST_LIBEXEC, then beside, then in ../libexec")
  func finds() throws {
    let root = try TemporaryDirectory()
    let named = try root.makeDirectory("named")
    let bin = try root.makeDirectory("bin")
    let libexec = try root.makeDirectory("libexec/layouthost")
    let environment = Environment(
      ["LAYOUTHOST_LIBEXEC": named], executable: bin + "/layouthost")
    func find() throws -> String { try Executables.find("worker", environment: environment) }
    let missing = try #require(throws: LayoutError.self) { try find() }
    #expect(missing.code == "not-installed")
    for place in ["$LAYOUTHOST_LIBEXEC", "beside this program", "../libexec/layouthost"] {
      #expect(missing.message.contains(place))
    }
    try root.write([1], to: "libexec/layouthost/worker", mode: 0o755)
    #expect(try find() == libexec + "/worker")
    try root.write([1], to: "bin/worker", mode: 0o755)
    #expect(try find() == bin + "/worker")
    try root.write([1], to: "named/worker", mode: 0o755)
    #expect(try find() == named + "/worker")
  }

  @Test("a library's own directory counts if it contains parts of LayoutHost")
  func besideALibrary() throws {
    let root = try TemporaryDirectory()
    let lib = try root.makeDirectory("lib/x86_64-linux-gnu")
    let environment = Environment([:], executable: lib + "/liblayouthost.so.1", isLibrary: true)
    let installed = [root.path + "/lib/libexec/layouthost", root.path + "/libexec/layouthost"]
    #expect(Executables.directories(environment) == installed)
    try root.write([1], to: "lib/x86_64-linux-gnu/layout-worker", mode: 0o755)
    #expect(Executables.directories(environment) == [lib] + installed)
  }

  @Test("a linker script beside LayoutHost's own plugins does not count as one of them")
  func linkerScripts() throws {
    let root = try TemporaryDirectory()
    try root.write(Array("/* GNU ld script */ GROUP ( libc.so.6 )".utf8), to: "libc.so")
    let path = SearchPath([.init(path: root.path, trust: .bundled, isRequired: false)])
    #expect(PluginLibrary(path).files.isEmpty)
    // A broken file of LayoutHost is reported.
    try root.write([1], to: "libFlowPlugin.so")
    #expect(PluginLibrary(path).files.map(\.path) == [root.path + "/libFlowPlugin.so"])
  }

  @Test("a file that cannot be executed is not a program")
  func refusesPlainFiles() throws {
    let root = try TemporaryDirectory()
    try root.write([1], to: "worker", mode: 0o644)
    _ = try root.makeDirectory("other")
    let environment = Environment(["LAYOUTHOST_LIBEXEC": root.path])
    for name in ["worker", "other"] {
      let error = try #require(throws: LayoutError.self) {
        try Executables.find(name, environment: environment)
      }
      #expect(error.code == "not-installed")
    }
  }

  @Test("without the variable the error says that it is not set")
  func saysUnset() throws {
    let error = try #require(throws: LayoutError.self) {
      try Executables.find("nothing", environment: Environment([:]))
    }
    #expect(error.message.contains("$LAYOUTHOST_LIBEXEC (not set)"))
  }
}
