// SPDX-License-Identifier: Apache-2.0
//
// Hot swaps: the refusals of each stage, and the unchanged screen.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

/// A kind of wrong new version.
struct WrongVersion: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let stage: SwapStage
  let code: LayoutError.Code
  var flags: [String] = []
  var mutation: String?
  var tier = LayoutTier.auto
  var trust = Trust.bundled
}

extension WrongVersion {
  static let all = [
    WrongVersion(
      testDescription: "it is not trusted, and is to run here", stage: .judge, code: "untrusted",
      tier: .inProcess, trust: .user),
    WrongVersion(
      testDescription: "it traps when it is made", stage: .trial, code: "worker-died",
      flags: ["-DCREATE_TRAPS"]),
    WrongVersion(
      testDescription: "it traps when it is made, in a worker", stage: .load, code: "worker-died",
      flags: ["-DCREATE_TRAPS"], tier: .worker),
    WrongVersion(
      testDescription: "it traps when it prepares", stage: .trial, code: "worker-died",
      flags: ["-DIN_PREPARE=__builtin_trap()"]),
    WrongVersion(
      testDescription: "it traps when it prepares, in a worker", stage: .prepare,
      code: "worker-died", flags: ["-DIN_PREPARE=__builtin_trap()"], tier: .worker),
    WrongVersion(
      testDescription: "its sizes have become numbers", stage: .trial, code: "query-signature",
      mutation: "query_size.result_type = LAYOUT_TYPE_F64"),
    WrongVersion(
      testDescription: "its sizes have become numbers, in a worker", stage: .carry,
      code: "query-signature", mutation: "query_size.result_type = LAYOUT_TYPE_F64", tier: .worker),
    WrongVersion(
      testDescription: "it fails with more data than in the trial", stage: .prepare,
      code: "layout-failed",
      flags: ["-DIN_PREPARE=if (snapshot->item_counts[0] > 500) return LAYOUT_ERROR_FAILED"]),
  ]
}

@Suite("Hot swap, stage by stage")
struct HotSwapTests {
  /// A session over the fake layout, scrolled to some offset.
  private struct Session {
    let versions: Versions
    let gallery: Gallery
    let sight: [FailureTests.Sight]
    var view: CollectionView { gallery.view }

    init(flags: [String] = [], tier: LayoutTier = .auto) throws {
      versions = try Versions(of: try FakeLayout.path(flags: flags))
      gallery = try Gallery(
        [900], layout: try versions.layout("fake", tier: tier),
        viewportSize: Size(width: 500, height: 300))
      try gallery.view.setContentOffset(Point(x: 0, y: 777))
      sight = FailureTests.Sight.of(gallery.view)
    }

    /// Requests a swap to the version of `plugin`.
    func request(_ plugin: String, trust: Trust = .bundled) throws -> SwapRequest {
      SwapRequest(file: try versions.replace(by: plugin, trust: trust), layoutID: "fake")
    }

    /// Expects that the session did not change, now and in the next frame.
    func expectUntouched(_ layout: CollectionLayout) throws {
      #expect(view.collectionViewLayout === layout)
      #expect(view.contentOffset == Point(x: 0, y: 777))
      #expect(FailureTests.Sight.of(view).map(\.attributes) == sight.map(\.attributes))
      #expect(FailureTests.Sight.of(view).map(\.content) == sight.map(\.content))
      #expect(!view.isOnProbation)
      let before = view.counters
      try view.setContentOffset(Point(x: 0, y: 800))
      try view.setContentOffset(Point(x: 0, y: 777))
      #expect((view.counters - before).prepares == 0, "it was not even prepared again")
      #expect(FailureTests.Sight.of(view).map(\.attributes) == sight.map(\.attributes))
    }
  }

  @Test(
    "a failure in any stage keeps the old layout unchanged, and the answer says where and why",
    arguments: SwapStage.allCases.prefix { $0 != .probation }, [LayoutTier.auto, .worker])
  func fault(_ stage: SwapStage, tier: LayoutTier) throws {
    let session = try Session(tier: tier)
    let layout = session.view.collectionViewLayout
    var request = try session.request(try FakeLayout.path())
    request.policy.tier = tier
    request.policy.options = WorkerOptions(deadlines: nil)
    let swapper = LayoutSwapper(request, on: session.view)
    let error = LayoutError("injected", "told to fail", plugin: "test.fake")
    swapper.fault = { $0 == stage ? error : nil }
    var done: [SwapStage] = []
    swapper.onStage = { done.append($0) }
    // Runs frames in between, as a session does.
    while swapper.step() == nil {
      try session.view.setContentOffset(Point(x: 0, y: 790))
      try session.view.setContentOffset(Point(x: 0, y: 777))
    }
    #expect(swapper.answer == .refused(SwapRefusal(stage, error)))
    #expect(done == SwapStage.allCases.prefix { $0 != stage })
    try session.expectUntouched(layout)
  }

  @Test("a wrong new version is found before it is shown", arguments: WrongVersion.all)
  func wrong(_ wrong: WrongVersion) throws {
    let session = try Session()
    let layout = session.view.collectionViewLayout
    try layout.bind("sizeForItem") { (_: ItemPath) -> Size? in Size(width: 50, height: 50) }
    try session.view.layoutIfNeeded()
    var request = try session.request(
      try FakeLayout.path(mutation: wrong.mutation, flags: wrong.flags), trust: wrong.trust)
    request.policy.tier = wrong.tier
    let refusal = LayoutSwapper(request, on: session.view).run().refusal
    #expect(refusal?.stage == wrong.stage, "\(String(describing: refusal))")
    #expect(refusal?.error.code == wrong.code, "\(String(describing: refusal))")
    try session.expectUntouched(layout)
  }

  @Test("a file that is no plugin, is equal, changed again or has another layout is refused")
  func files() throws {
    let session = try Session()
    let layout = session.view.collectionViewLayout
    func refusal(_ request: SwapRequest) -> SwapRefusal? {
      LayoutSwapper(request, on: session.view).run().refusal
    }
    var same = SwapRequest(file: session.versions.file, layoutID: "fake")
    same.runningHash = session.versions.file.hash
    #expect(refusal(same)?.stage == .notice)
    #expect(refusal(same)?.error.code == "same-version")

    let early = SwapRequest(file: session.versions.file, layoutID: "fake")
    let other = try session.request(try FakeLayout.path())
    #expect(early.file.hash != other.file.hash)
    try session.versions.directory.write(Array("not a plugin".utf8), to: "plugin.so")
    #expect(refusal(other)?.stage == .copy)
    #expect(refusal(other)?.error.code == "changed")
    let none = SwapRequest(
      file: PluginFile(judging: session.versions.path, trust: .bundled), layoutID: "fake")
    #expect(refusal(none)?.stage == .judge)

    let else_ = SwapRequest(
      file: try session.versions.replace(by: try FakeLayout.path()), layoutID: "flow")
    #expect(refusal(else_)?.stage == .judge)
    #expect(refusal(else_)?.error.code == "unknown-layout")
    try session.expectUntouched(layout)
  }

  @Test("if the app cannot set up the new version, or cannot fill its views, it keeps the old one")
  func app() throws {
    let versions = try Versions(of: try bundledPlugin("FlowPlugin"))
    let gallery = try Gallery([900], layout: try versions.layout("flow"))
    let view = gallery.view!
    try view.setContentOffset(Point(x: 0, y: 777))
    let (layout, sight) = (view.collectionViewLayout, FailureTests.Sight.of(view))
    var request = SwapRequest(
      file: try versions.replace(by: try bundledPlugin("FlowPlugin")), layoutID: "flow")
    request.configure = { _ throws(LayoutError) in throw LayoutError("mine", "not today") }
    #expect(LayoutSwapper(request, on: view).run().refusal?.stage == .shadow)
    #expect(FailureTests.Sight.of(view) == sight)

    // Other items become visible, and the app has no cells for them.
    request.configure = { (layout) throws(LayoutError) in
      try layout.set("itemSize", to: .size(Size(width: 20, height: 20)))
      return layout
    }
    gallery.mistake = { _ in throw FailureTests.Oops() }
    let refusal = LayoutSwapper(request, on: view).run().refusal
    #expect(refusal?.stage == .commit)
    #expect(refusal?.error.code == "data-source")
    #expect(view.collectionViewLayout === layout && !view.isOnProbation)
    #expect(FailureTests.Sight.of(view) == sight)
    gallery.mistake = nil
    #expect(LayoutSwapper(request, on: view).run().receipt != nil)
    #expect(view.collectionViewLayout !== layout && view.isOnProbation)
  }

  @Test("a swap that is cancelled inside its own commit goes on, and is accepted once it is shown")
  func cancelledInCommit() throws {
    let versions = try Versions(of: try bundledPlugin("FlowPlugin"))
    let gallery = try Gallery([900], layout: try versions.layout("flow"))
    let (view, old) = (gallery.view!, gallery.view.collectionViewLayout)
    var swapper: LayoutSwapper?
    var (inFrame, inCompletion): ([SwapAnswer?], [SwapAnswer?]) = ([], [])
    var request = SwapRequest(
      file: try versions.replace(by: try bundledPlugin("FlowPlugin")), layoutID: "flow")
    // Other items become visible, so the commit fills cells.
    request.configure = { (layout) throws(LayoutError) in
      try layout.set("itemSize", to: .size(Size(width: 20, height: 20)))
      return layout
    }
    request.completion = { _ in
      inCompletion += [swapper?.cancel(), swapper?.step(), swapper?.run()]
    }
    gallery.mistake = { _ in
      #expect(swapper?.step() == nil)
      inFrame += [swapper?.cancel(), swapper?.run()]
      return nil
    }
    let started = LayoutSwapper(request, on: view)
    swapper = started
    // It holds the completion, which holds it.
    defer { swapper = nil }
    let answer = started.run()
    #expect(answer.receipt != nil && started.answer == answer)
    #expect(!inFrame.isEmpty && inFrame.allSatisfy { $0?.refusal?.error.code == .reentrant })
    #expect(inCompletion == [answer, answer, answer])
    #expect(view.collectionViewLayout !== old && view.isOnProbation)
  }
}
