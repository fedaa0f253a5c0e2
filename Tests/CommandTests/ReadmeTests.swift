// SPDX-License-Identifier: Apache-2.0
//
// Checks that the programs in the README are the files of the examples, which are built and run.

import Foundation
import Testing

@Suite("README")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(_ path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  @Test(
    "its programs equal the files of the examples exactly",
    arguments: [
      "Examples/swift-host/main.swift", "Examples/swift-shelves/Sources/Shelves/Shelves.swift",
    ])
  func programs(_ path: String) throws {
    #expect(try text("README.md").contains("```swift\n" + text(path) + "```"))
  }

  @Test(
    "the line counts in the README and on the examples' page are those of the file",
    arguments: [
      ("README.md", "## A host in (\\d+) lines", "Examples/swift-host/main.swift"),
      (
        "README.md", "## A plugin in (\\d+) lines",
        "Examples/swift-shelves/Sources/Shelves/Shelves.swift"
      ),
      ("Examples/README.md", "a host in (\\d+) lines of Swift", "Examples/swift-host/main.swift"),
    ])
  func lineCounts(page: String, claim: String, file: String) throws {
    let match = try #require(try text(page).firstMatch(of: try Regex(claim)))
    let lines = try text(file).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(Int(match.output[1].substring ?? "") == lines.count)
  }

  @Test("the host that it shows imports only LayoutHost")
  func imports() throws {
    let lines = try text("Examples/swift-host/main.swift").split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("import ") } == ["import LayoutHost"])
  }

  @Test("every file that it links to exists")
  func links() throws {
    let readme = try text("README.md")
    let targets = readme.matches(of: /\]\(([^)#]+)\)/).map { String($0.1) }
      .filter { !$0.hasPrefix("http") }
    #expect(targets.count > 10)
    for target in targets {
      #expect(
        FileManager.default.fileExists(atPath: Self.root.appending(path: target).path), "\(target)")
    }
  }
}
