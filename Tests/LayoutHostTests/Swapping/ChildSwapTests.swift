// SPDX-License-Identifier: Apache-2.0
//
// New versions of an inner layout, from a directory that a view follows.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

/// A layout with orbit inside, and the setting that chooses orbit.
struct OrbitParent: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let id: String
  let plugin: String
  let property: String
  let value: String
  let tier: LayoutTier

  static let all = [LayoutTier.inProcess, .worker].flatMap { tier in
    [
      OrbitParent(
        testDescription: "spring, \(tier)", id: "spring", plugin: "SpringPlugin",
        property: "base", value: "orbit", tier: tier),
      OrbitParent(
        testDescription: "sections, \(tier)", id: "sections", plugin: "SectionsPlugin",
        property: "layouts", value: "flow,orbit", tier: tier),
    ]
  }
}

@Suite("Hot swap of an inner layout", .serialized, .alongside)
struct ChildSwapTests {
  /// A view of a layout with orbit inside. The file of orbit is in a directory that the view
  /// follows.
  private final class Session {
    let directory: TemporaryDirectory
    let gallery: Gallery
    var events: [FollowEvent] = []
    private var time = 0.0
    var view: CollectionView { gallery.view }

    init(_ parent: OrbitParent) throws {
      directory = try TemporaryDirectory()
      try Self.write(try CPlugin.build(example: "orbit"), into: directory)
      let policy = LayoutPolicy(
        parent.tier, isTrustedOnce: true, options: WorkerOptions(deadlines: nil))
      let layout = try CollectionLayout.make(
        id: parent.id, library: try Self.library(parent, directory), running: policy)
      try layout.set(parent.property, to: .text(parent.value))
      gallery = try Gallery([40, 300], layout: layout, viewportSize: Size(width: 500, height: 300))
      var options = FollowOptions()
      options.policy = policy
      options.isAnimated = false
      try view.follow(directory: directory.path, options: options) { [unowned self] in
        events.append($0)
      }
    }

    static func library(
      _ parent: OrbitParent, _ directory: TemporaryDirectory
    ) throws -> PluginLibrary {
      PluginLibrary([
        PluginFile(judging: try bundledPlugin(parent.plugin), trust: .bundled),
        PluginFile(judging: try bundledPlugin("FlowPlugin"), trust: .bundled),
        PluginFile(judging: directory.path + "/orbit.so"),
      ])
    }

    static func write(_ plugin: String, into directory: TemporaryDirectory) throws {
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: plugin)))
      try directory.write(bytes + Array(UUID().uuidString.utf8), to: ".next")
      try #require(rename(directory.path + "/.next", directory.path + "/orbit.so") == 0)
    }

    /// Replaces orbit by a version with a changed text, and runs frames until the view is notified.
    func save(_ changes: [(old: String, new: String)]) throws {
      try save(try CPlugin.build(example: "orbit", changing: changes))
    }

    func save(_ plugin: String) throws {
      let count = events.count
      try Self.write(plugin, into: directory)
      let end = ContinuousClock.now + .seconds(60)
      while events.count == count, ContinuousClock.now < end {
        time += 1.0 / 60
        try view.advance(to: time)
        usleep(2000)
      }
      try #require(events.count > count, "nothing happened within a minute")
    }

    /// The items of the second section, which orbit lays out in both parents.
    func alphas() throws -> Set<Double> {
      var alphas: Set<Double> = []
      for item in 0..<20 {
        let found = try view.layoutAttributesForItem(at: ItemPath(1, item))
        alphas.insert(try #require(found).alpha)
      }
      return alphas
    }

    func frames() throws -> [Rect] {
      try (0..<300).map {
        try #require(try view.layoutAttributesForItem(at: ItemPath(1, $0))).frame
      }
    }
  }

  @Test(
    "a new version of the inner layout is shown, with place and settings",
    arguments: OrbitParent.all)
  func swaps(_ parent: OrbitParent) throws {
    let session = try Session(parent)
    try session.view.collectionViewLayout.set("orbit.spacing", to: .number(9))
    try session.view.setContentOffset(Point(x: 0, y: 777))
    let old = session.view.collectionViewLayout
    let frames = try session.frames()
    #expect(try session.alphas() == [1])
    for (round, alpha) in [0.5, 0.25].enumerated() {
      try session.save([(".alpha = 1", ".alpha = \(alpha)f")])
      guard case .swapped(let file, let receipt)? = session.events.last else {
        Issue.record("round \(round): \(session.events)")
        return
      }
      #expect(file.path == session.directory.path + "/orbit.so" && receipt.hash == file.hash)
      #expect(receipt.notCarriedOver == [])
      let new = session.view.collectionViewLayout
      #expect(new !== old && new.id == parent.id)
      #expect(try session.alphas() == [alpha])
      #expect(session.view.contentOffset == Point(x: 0, y: 777))
      #expect(try session.frames() == frames)
      #expect(try new.value(of: parent.property) == .text(parent.value))
      #expect(try new.value(of: "orbit.spacing") == .number(9))
    }
    #expect(session.events.count == 2)
  }

  @Test(
    "a wrong version leaves the old one on screen, and its name is in the refusal",
    arguments: OrbitParent.all)
  func refuses(_ parent: OrbitParent) throws {
    let session = try Session(parent)
    try session.view.setContentOffset(Point(x: 0, y: 333))
    let (layout, frames) = (session.view.collectionViewLayout, try session.frames())
    let wrong: [(what: String, path: String, code: LayoutError.Code)] = [
      (
        "it traps",
        try CPlugin.build(
          example: "orbit", changing: [("(void)host;\n", "(void)host;\n  __builtin_trap();\n")]),
        "worker-died"
      ),
      (
        "it lies", try CPlugin.build(example: "orbit", changing: [(".alpha = 1", ".alpha = 2")]),
        "breach"
      ),
      ("it is missing", try bundledPlugin("WaterfallPlugin"), "unknown-layout"),
    ]
    for (what, path, code) in wrong {
      try session.save(path)
      guard case .refused(_, let refusal)? = session.events.last else {
        Issue.record("\(what): \(session.events)")
        return
      }
      #expect(refusal.error.code == code, "\(what): \(refusal)")
      #expect(refusal.error.message.contains("child orbit"), "\(what): \(refusal)")
      #expect(session.view.collectionViewLayout === layout)
      #expect(session.view.contentOffset == Point(x: 0, y: 333))
      #expect(try session.frames() == frames)
    }
    try session.save([(".alpha = 1", ".alpha = 0.75f")])
    #expect(try session.alphas() == [0.75])
  }

  @Test("a new version of a layout inside one without a file is refused, and the view is told")
  func withoutFile() throws {
    let session = try Session(OrbitParent.all[0])
    let layout = session.view.collectionViewLayout
    layout.file = nil
    try session.save([(".alpha = 1", ".alpha = 0.5f")])
    guard case .refused(let file, let refusal)? = session.events.last else {
      Issue.record("\(session.events)")
      return
    }
    #expect(file.path == session.directory.path + "/orbit.so")
    #expect(refusal.stage == .notice && refusal.error.code == "unknown-layout")
    #expect(session.view.collectionViewLayout === layout)
    #expect(session.view.follower?.isSwapping == false)
  }

  @Test("a file that is not used by a layout on screen does not affect the view")
  func foreign() throws {
    let parent = OrbitParent.all[0]
    let session = try Session(parent)
    try session.view.collectionViewLayout.set("base", to: .text("flow"))
    try session.view.layoutIfNeeded()
    let mat = try CPlugin.build(example: "mat")
    try session.directory.write(
      try [UInt8](Data(contentsOf: URL(fileURLWithPath: mat))), to: "mat.so")
    try Session.write(try CPlugin.build(example: "orbit"), into: session.directory)
    for step in 1...150 {
      try session.view.advance(to: Double(step) / 60)
      usleep(2000)
    }
    #expect(session.events == [])
    #expect(session.view.follower?.isSwapping == false)
  }
}
