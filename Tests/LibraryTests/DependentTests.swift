// SPDX-License-Identifier: Apache-2.0
//
// An app in a package of its own, as its author makes it: the manifest of docs/use-in-an-app.md and the README's
// host.

import Foundation
import LayoutTesting
import Testing

@Suite("A package that depends on this one")
struct DependentTests {
  /// The manifest of the guide, with this checkout in place of its path: by path, or as a repository.
  private func manifest(isRepository: Bool) throws -> String {
    let guide = try String(
      contentsOfFile: CPlugin.sourceRoot + "/docs/use-in-an-app.md", encoding: .utf8)
    let start = try #require(guide.range(of: "// swift-tools-version"))
    let end = try #require(guide.range(of: "```", range: start.lowerBound..<guide.endIndex))
    let name = URL(filePath: CPlugin.sourceRoot).lastPathComponent
    var place = "path: \"\(CPlugin.sourceRoot)\""
    if isRepository {
      let head = try Command.run(["git", "rev-parse", "HEAD"], in: CPlugin.sourceRoot)
      let revision = head.output.split(separator: "\n").first ?? ""
      place = "url: \"file://\(CPlugin.sourceRoot)\", revision: \"\(revision)\""
    }
    return guide[start.lowerBound..<end.lowerBound]
      .replacingOccurrences(of: "path: \"../layouthost\"", with: place)
      .replacingOccurrences(of: "package: \"layouthost\"", with: "package: \"\(name)\"")
  }

  @Test(
    "the guide's manifest and the README's host show frames without a change", .soak,
    arguments: [false, true])
  func host(isRepository: Bool) throws {
    let directory = try TemporaryDirectory()
    let sources = directory.path + "/Sources/app"
    try FileManager.default.createDirectory(atPath: sources, withIntermediateDirectories: true)
    try manifest(isRepository: isRepository).write(
      toFile: directory.path + "/Package.swift", atomically: true, encoding: .utf8)
    try FileManager.default.copyItem(
      atPath: CPlugin.sourceRoot + "/Examples/swift-host/main.swift",
      toPath: sources + "/main.swift")
    let run = try Command.run(["swift", "run", "app"], in: directory.path)
    #expect(run.status == 0, "\(run.errors.suffix(2000))")
    #expect(run.output.contains("layout_rect(") || run.output.contains("0."))
    #expect(run.output.split(separator: "\n").count > 20)
    #expect(!(run.output + run.errors).contains("warning:"), "\(run.output) \(run.errors)")
  }
}
