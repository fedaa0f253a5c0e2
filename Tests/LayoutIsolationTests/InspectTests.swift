// SPDX-License-Identifier: Apache-2.0
//
// Looking at plugins that would use being looked at.

import Glibc
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("Looking at hostile plugins")
struct InspectTests {
  private static let hasSandbox = SandboxSupport.ofThisKernel.missingPart == nil

  /// A plugin whose layout describes itself by what is in a file of the user's.
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
    "a descriptor is told under the sandbox: no file of the user's gets into it",
    .enabled(if: hasSandbox))
  func readsFiles() throws {
    let scratch = try TemporaryDirectory()
    let secret = try scratch.write(Array("hunter2".utf8), to: "secret")
    let file = PluginFile(judging: try Self.teller(of: secret))
    #expect(try inspectInChild(file).layouts.first?.help == "")
    // The same file does get at it where the user lets it: the sandbox is what keeps it out.
    #expect(try inspectInChild(file, isSandboxed: false).layouts.first?.help == "hunter2")
  }

  @Test(
    "a program started, a socket opened while the tables are read end the child",
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
