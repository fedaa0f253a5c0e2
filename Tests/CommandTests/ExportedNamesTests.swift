// SPDX-License-Identifier: Apache-2.0
//
// The names that an app gets, and those that it does not.

import Foundation
import LayoutTesting
import Testing

@Suite("Exported names")
struct ExportedNamesTests {
  @Test("an app gets the names of docs/swift-names.txt with each product, and no others")
  func names() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let check = try Command.run([root.appending(path: "Tools/exports").path, "--check"])
    #expect(check.status == 0, "\(check.output)\(check.errors)")
  }
}
