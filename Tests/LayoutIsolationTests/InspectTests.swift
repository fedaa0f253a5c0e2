// SPDX-License-Identifier: Apache-2.0
//
// Inspection of plugins that try to attack it.

import Glibc
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Inspection of hostile plugins")
struct InspectTests {
  private static let hasSandbox = SandboxSupport.ofThisKernel.missingPart == nil

  /// A plugin whose layout describes itself with the content of a file of the user.
  static func teller(of path: String) throws -> String {
    let tells = """
      static char text[64]; int file = open("\(path)", O_RDONLY);
      long count = file < 0 ? 0 : read(file, text, sizeof text);
      descriptor.help.bytes = text; descriptor.help.count = count > 0 ? count : 0;
      """
    return try FakeLayout.path(
      mutation: "{ \(tells.replacing("\n", with: " ")) }",
      flags: ["-include", "fcntl.h", "-include", "unistd.h"])
  }

  @Test(
    "a descriptor is read under the sandbox, and the content of no user's file gets into it",
    .enabled(if: hasSandbox))
  func readsFiles() throws {
    let scratch = try TemporaryDirectory()
    let secret = try scratch.write(Array("hunter2".utf8), to: "secret")
    let file = PluginFile(judging: try Self.teller(of: secret))
    #expect(try inspectInChild(file).layouts.first?.help == "")
    // The same file does read it if the user allows it, so the sandbox is the reason.
    #expect(try inspectInChild(file, isSandboxed: false).layouts.first?.help == "hunter2")
  }

  @Test(
    "starting a program or opening a socket while the tables are read ends the child",
    .enabled(if: hasSandbox), arguments: ["opensSocket", "runsProgram"],
    ["IN_CONSTRUCTOR", "IN_ENTRY"])
  func forbidden(deed: String, place: String) throws {
    let deed = Deed(deed, "tries it while it is looked at", .died("SIGSYS"), at: place)
    let file = PluginFile(judging: try deed.path())
    let error = #expect(throws: LayoutError.self) { try inspectInChild(file) }
    #expect(error?.code == "worker-died")
    #expect(error?.call == "layout_plugin_entry")
    #expect(error?.plugin == "test.hostile")
    #expect(error?.message.contains("SIGSYS") == true)
  }
}
