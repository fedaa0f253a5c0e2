// SPDX-License-Identifier: Apache-2.0
//
// Loading sound plugins: the descriptor, the copy that is mapped, unloading.

import Foundation
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("PluginImage")
struct PluginImageTests {
  @Test("a bundled plugin is judged sound, and its note names its layout")
  func judgesBundled() throws {
    let file = PluginFile(judging: try bundledPlugin("FlowPlugin"), trust: .bundled)
    #expect(file.verdict == .loads(unloads: true, remarks: []))
    #expect(file.note?.layouts == ["flow"])
  }
}
