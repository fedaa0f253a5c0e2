// SPDX-License-Identifier: Apache-2.0
//
// `check --abi`: plugins held to one revision of the contract.

import Foundation
import LayoutLoading
import LayoutTesting
import Testing

@Suite("check --abi")
struct CheckRevisionTests {
  /// The example of bricks, which requires an extension.
  private static func bricks(requiring id: String) throws -> String {
    let path = CPlugin.sourceRoot + "/Examples/c-bricks/bricks.c"
    let source = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    let old = "\"requires\": []"
    #expect(source.contains(old))
    return try CPlugin.build(
      source: source.replacingOccurrences(of: old, with: "\"requires\": [\"\(id)\"]"),
      name: "Bricks")
  }

  @Test("a plugin may require stable extensions, and only the rules about the contract are checked")
  func stable() throws {
    for id in ["layout.core/1", "layout.state/1"] {
      let run = try layouthost("check", "--abi", "1.0", "--json", try Self.bricks(requiring: id))
      #expect(run.status == 0, "\(run.output)\(run.errors)")
      let lines = run.output.split(separator: "\n")
      #expect(lines.contains { $0.contains("\"abi-1.0\"") && $0.contains("\"kept\"") })
      #expect(lines.contains { $0.contains("\"tables-grow\"") })
      #expect(!lines.contains { $0.contains("\"rect-complete\"") })
    }
  }

  @Test("a required draft is found by its id")
  func draft() throws {
    let run = try layouthost(
      "check", "--abi", "1.0", try Self.bricks(requiring: "layout.transition/1"))
    #expect(run.status == 1)
    #expect(run.output.contains("abi-1.0") && run.output.contains("requires layout.transition/1"))
    // Without a revision on the command line it is no mistake.
    let other = try layouthost(
      "check", "--only", "load-entry", try Self.bricks(requiring: "layout.transition/1"))
    #expect(other.status == 0, "\(other.output)")
  }

  @Test("an unknown revision is refused with the list of known ones")
  func unknown() throws {
    let run = try layouthost("check", "--abi", "1.1", "flow")
    #expect(run.status == 2 && run.errors.contains("none of 1.0"), "\(run.errors)")
  }
}
