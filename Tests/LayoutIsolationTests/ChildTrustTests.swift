// SPDX-License-Identifier: Apache-2.0
//
// A tree of layouts runs where its least trusted member may.

import LayoutABI
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("The trust of a tree of layouts")
struct ChildTrustTests {
  /// Spring, which came with LayoutHost, and two of others, of which the user trusts one.
  private func library() throws -> PluginLibrary {
    PluginLibrary([
      PluginFile(judging: try bundledPlugin("SpringPlugin"), trust: .bundled),
      PluginFile(judging: try CPlugin.build(example: "orbit")),
      PluginFile(judging: try CPlugin.build(example: "mat"), trust: .trusted),
    ])
  }

  @Test("in this process a layout is made of what may run there, and of nothing else")
  func inProcess() throws {
    let spring = try CollectionLayout.make(id: "spring", library: try library())
    try spring.set("baseLayout", to: .text("mat"))
    let error = #expect(throws: LayoutError.self) {
      try spring.set("baseLayout", to: .text("orbit"))
    }
    #expect(error?.code == .untrusted)
    #expect(error?.message.hasPrefix("child orbit of spring: ") == true)
    #expect(error?.message.contains("sandboxed") == true)
    #expect(try spring.value(of: "baseLayout") == .text("mat"))
  }

  @Test("a file that the app lets in this time may be a part of a layout here")
  func trustedOnce() throws {
    let spring = try CollectionLayout.make(
      id: "spring", library: try library(), running: LayoutPolicy(.inProcess, isTrustedOnce: true))
    try spring.set("baseLayout", to: .text("orbit"))
    #expect(try spring.value(of: "baseLayout") == .text("orbit"))
  }

  @Test("in the sandbox it may be made of any, and the whole is one worker")
  func sandboxed() throws {
    let spring = try CollectionLayout.make(
      id: "spring", library: try library(),
      running: SandboxSupport.ofThisKernel.missingPart == nil ? .sandboxed : .worker)
    try spring.set("baseLayout", to: .text("orbit"))
    let buffer = AnswerBuffer()
    _ = try spring.connection.frame(
      .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: DataShape(epoch: 1, itemCounts: [30]),
      into: buffer)
    #expect(buffer.count > 10)
  }
}
