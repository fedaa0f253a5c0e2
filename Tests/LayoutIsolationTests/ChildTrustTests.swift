// SPDX-License-Identifier: Apache-2.0
//
// A tree of layouts runs in the tier that is allowed for its least trusted member.

import Glibc
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutHost
@testable import LayoutIsolation

@Suite("The trust of a tree of layouts")
struct ChildTrustTests {
  /// Spring and flow, which are bundled, and two others, one of which the user trusts.
  private func library() throws -> PluginLibrary {
    PluginLibrary([
      PluginFile(judging: try bundledPlugin("SpringPlugin"), trust: .bundled),
      PluginFile(judging: try bundledPlugin("FlowPlugin"), trust: .bundled),
      PluginFile(judging: try CPlugin.build(example: "orbit")),
      PluginFile(judging: try CPlugin.build(example: "mat"), trust: .trusted),
    ])
  }

  @Test("in this process a layout has only children that may run there")
  func inProcess() throws {
    let spring = try CollectionLayout.make(
      id: "spring", library: try library(), running: .inProcess)
    try spring.set("base", to: .text("mat"))
    let error = #expect(throws: LayoutError.self) {
      try spring.set("base", to: .text("orbit"))
    }
    #expect(error?.code == .untrusted)
    #expect(error?.message.hasPrefix("child orbit of spring: ") == true)
    #expect(error?.message.contains("sandboxed") == true)
    #expect(try spring.value(of: "base") == .text("mat"))
  }

  /// True if a tree can move: this kernel can confine a worker.
  private var canConfine: Bool { SandboxSupport.ofThisKernel.missingPart == nil }

  private func frame(
    of layout: CollectionLayout, _ marks: UInt32 = LAYOUT_MARK_EVERYTHING
  ) throws -> [layout_attributes] {
    let buffer = AnswerBuffer()
    _ = try layout.connection.frame(
      .at(0, marks: marks), shape: DataShape(epoch: 1, itemCounts: [30]), into: buffer)
    return Array(buffer.records)
  }

  @Test("by default it moves into the sandbox for such a child, with its settings")
  func moves() throws {
    guard canConfine else { return }
    let spring = try CollectionLayout.make(id: "spring", library: try library())
    let tree = try #require(spring.connection as? TreeConnection)
    try spring.set("tileMargin", to: .number(140))
    _ = try frame(of: spring)
    #expect(tree.base is InProcessConnection)
    try spring.set("base", to: .text("orbit"))
    #expect(!(tree.base is InProcessConnection))
    #expect(!tree.hasPrepared)
    #expect(try spring.value(of: "tileMargin") == .number(140))
    #expect(
      spring.connection.log.take().entries.contains {
        $0.message.hasPrefix("continues in the sandbox")
      })

    let sandboxed = try CollectionLayout.make(
      id: "spring", library: try library(), running: .sandboxed)
    try sandboxed.set("tileMargin", to: .number(140))
    try sandboxed.set("base", to: .text("orbit"))
    // A frame without marks: the tree knows that it has to prepare.
    let (moved, there) = (try frame(of: spring, LAYOUT_MARK_NOTHING), try frame(of: sandboxed))
    #expect(moved.count > 10 && moved.count == there.count)
    #expect(zip(moved, there).allSatisfy { $0.frame == $1.frame && $0.item == $1.item })
    // It stays in the sandbox, also with a child that could run here.
    try spring.set("base", to: .text("mat"))
    #expect(!(tree.base is InProcessConnection))
  }

  @Test("a setting that is made without waiting moves it too")
  func movesStepByStep() throws {
    guard canConfine else { return }
    let spring = try CollectionLayout.make(id: "spring", library: try library())
    let tree = try #require(spring.connection as? TreeConnection)
    let setting = try spring.startSetting("base", to: .text("orbit"))
    #expect(try setting.poll(.untilDone))
    #expect(!(tree.base is InProcessConnection))
    #expect(try spring.value(of: "base") == .text("orbit"))
    #expect(try frame(of: spring).count > 10)
  }

  @Test("a setting does not move a tree that something else has moved meanwhile")
  func movesOnce() throws {
    guard canConfine else { return }
    let spring = try CollectionLayout.make(id: "spring", library: try library())
    let tree = try #require(spring.connection as? TreeConnection)
    let setting = try spring.startSetting("base", to: .text("orbit"))
    #expect(try !setting.poll(.step), "its worker starts")
    try spring.set("base", to: .text("orbit"))
    let moved = tree.base
    try spring.set("base", to: .text("mat"))
    #expect(try setting.poll(.untilDone))
    #expect(tree.base === moved)
    #expect(try spring.value(of: "base") == .text("orbit"))
  }

  @Test("a first frame moves it if that frame opens the child")
  func movesForAFrame() throws {
    guard canConfine else { return }
    let files = [
      PluginFile(judging: try CPlugin.build(example: "mat"), trust: .trusted),
      PluginFile(judging: try bundledPlugin("FlowPlugin")),
    ]
    let mat = try CollectionLayout.make(id: "mat", library: PluginLibrary(files))
    #expect(try frame(of: mat).count == 30)
    #expect(!((mat.connection as? TreeConnection)?.base is InProcessConnection))
  }

  @Test("a frame on its own thread moves it too, and is repeated there", arguments: [true, false])
  func movesForAFrameBeside(_ waits: Bool) throws {
    guard canConfine else { return }
    let files = [
      PluginFile(judging: try CPlugin.build(example: "mat"), trust: .trusted),
      PluginFile(judging: try bundledPlugin("FlowPlugin")),
    ]
    let mat = try CollectionLayout.make(id: "mat", library: PluginLibrary(files))
    let tree = try #require(mat.connection as? TreeConnection)
    let buffer = AnswerBuffer()
    let shape = DataShape(epoch: 1, itemCounts: [30])
    let frame = try tree.startFrame(
      .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: shape, into: buffer)
    var outcome: FrameOutcome?
    while outcome == nil {
      outcome = try frame.poll(waits ? .untilDone : .step, epoch: 1)
      sched_yield()
    }
    #expect(!(tree.base is InProcessConnection))
    #expect(buffer.count == 30)
    // It has prepared there, so the frame that shows it does not prepare again.
    #expect(outcome?.didPrepare == true && tree.hasPrepared)
    #expect(try tree.frame(.at(0), shape: shape, into: buffer).didPrepare == false)
    #expect(try self.frame(of: mat, LAYOUT_MARK_NOTHING).count == 30)
  }

  @Test("settings by path are carried into the sandbox")
  func movesWithPaths() throws {
    guard canConfine else { return }
    let spring = try CollectionLayout.make(id: "spring", library: try library())
    try spring.set("base", to: .text("mat"))
    try spring.set("base.margin", to: .number(7))
    try spring.set("base.of", to: .text("orbit"))
    #expect(!((spring.connection as? TreeConnection)?.base is InProcessConnection))
    #expect(try frame(of: spring).count > 10)
    #expect(try spring.value(of: "base.margin") == .number(7))
    #expect(try spring.value(of: "base.of") == .text("orbit"))
    #expect(spring.connection.members == ["mat", "orbit"])
  }

  @Test("a child that does not exist moves no tree")
  func staysForOthers() throws {
    let spring = try CollectionLayout.make(id: "spring", library: try library())
    let error = #expect(throws: LayoutError.self) {
      try spring.set("base", to: .text("nowhere"))
    }
    #expect(error?.code == .unknownLayout)
    #expect((spring.connection as? TreeConnection)?.base is InProcessConnection)
    let alone = try CollectionLayout.make(
      id: "spring",
      library: PluginLibrary([
        PluginFile(judging: try bundledPlugin("SpringPlugin"), trust: .bundled)
      ]))
    #expect(alone.connection is InProcessConnection)
  }

  @Test("a file that the app trusts once may be an inner layout here")
  func trustedOnce() throws {
    let spring = try CollectionLayout.make(
      id: "spring", library: try library(), running: LayoutPolicy(.inProcess, isTrustedOnce: true))
    try spring.set("base", to: .text("orbit"))
    #expect(try spring.value(of: "base") == .text("orbit"))
  }

  @Test("in the sandbox its children may be any files, and the tree is one worker")
  func sandboxed() throws {
    let spring = try CollectionLayout.make(
      id: "spring", library: try library(),
      running: SandboxSupport.ofThisKernel.missingPart == nil ? .sandboxed : .worker)
    try spring.set("base", to: .text("orbit"))
    let buffer = AnswerBuffer()
    _ = try spring.connection.frame(
      .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: DataShape(epoch: 1, itemCounts: [30]),
      into: buffer)
    #expect(buffer.count > 10)
  }
}
