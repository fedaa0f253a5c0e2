// SPDX-License-Identifier: Apache-2.0
//
// The names that an app can use after an import, and those that it cannot.

import Foundation
import LayoutTesting
import Testing

@Suite("Exported names")
struct ExportedNamesTests {
  @Test("each product exports the names of docs/swift-names.txt, and no others")
  func names() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let check = try Command.run([root.appending(path: "Tools/exports").path, "--check"])
    #expect(check.status == 0, "\(check.output)\(check.errors)")
  }
}
