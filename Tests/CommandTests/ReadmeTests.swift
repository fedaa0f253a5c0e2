// SPDX-License-Identifier: Apache-2.0
//
// What the README shows is what is built and run: its programs are the examples' own files.

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
    "its programs are the examples, to the letter",
    arguments: [
      "Examples/swift-host/main.swift", "Examples/swift-shelves/Sources/Shelves/Shelves.swift",
    ])
  func programs(_ path: String) throws {
    #expect(try text("README.md").contains("```swift\n" + text(path) + "```"))
  }

  @Test("every file that it links to is there")
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
