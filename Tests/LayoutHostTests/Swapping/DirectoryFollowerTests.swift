// SPDX-License-Identifier: Apache-2.0
//
// Followers of a directory that their view let go of, or that outlive it.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting
import Testing

@Suite("Followers without a view", .serialized, .alongside)
struct DirectoryFollowerTests {
  private static let broken = Array(String(repeating: "no plugin ", count: 99).utf8)

  private static var options: FollowOptions {
    var options = FollowOptions()
    options.policy = LayoutPolicy(
      .inProcess, isTrustedOnce: true, options: WorkerOptions(deadlines: nil))
    options.isAnimated = false
    return options
  }

  /// Lets a follower work until the condition holds. Returns false if it never does.
  private static func process(
    _ follower: DirectoryFollower, within seconds: Int, until isDone: () -> Bool
  ) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !isDone() {
      guard ContinuousClock.now < end else { return false }
      follower.process()
      usleep(2000)
    }
    return true
  }

  @Test("a follower that its view lets go of inside an event does nothing more")
  func unfollowed() throws {
    let versions = try Versions(of: try bundledPlugin("FlowPlugin"))
    let gallery = try Gallery([40], layout: try versions.layout("flow"))
    let view: CollectionView = gallery.view
    let old = view.collectionViewLayout
    let directory = try TemporaryDirectory()
    var events: [FollowEvent] = []
    let follower = try view.follow(directory: directory.path, options: Self.options) {
      [unowned view] event in
      events.append(event)
      view.unfollow()
    }
    try directory.write(Self.broken, to: "broken.so")
    #expect(Self.process(follower, within: 60) { !events.isEmpty })
    #expect(view.follower == nil && !follower.isSwapping)
    let next = try versions.replace(by: try bundledPlugin("FlowPlugin"))
    let bytes = try Data(contentsOf: URL(fileURLWithPath: next.path))
    try directory.write([UInt8](bytes), to: "flow.so")
    let hasGoneOn = Self.process(follower, within: 2) {
      events.count > 1 || view.collectionViewLayout !== old
    }
    #expect(!hasGoneOn, "\(events)")
  }

  @Test("a follower that another one replaces does nothing more")
  func replaced() throws {
    let gallery = try Gallery([40], layout: try TestLayout.grid())
    let directories = try (0..<2).map { _ in try TemporaryDirectory() }
    var events: [FollowEvent] = []
    let followers = try directories.map { directory in
      try gallery.view.follow(directory: directory.path) { events.append($0) }
    }
    for directory in directories { try directory.write(Self.broken, to: "broken.so") }
    #expect(Self.process(followers[1], within: 60) { !events.isEmpty })
    #expect(!Self.process(followers[0], within: 2) { events.count > 1 })
    #expect(gallery.view.follower === followers[1])
  }

  @Test("a file that waits for its swap is ignored once the app shows a layout it does not offer")
  func anotherLayout() throws {
    let gallery = try Gallery([40], layout: try TestLayout.bundled("FlowPlugin", "flow"))
    let view: CollectionView = gallery.view
    let other = try TestLayout.bundled("CarouselPlugin", "carousel")
    let directory = try TemporaryDirectory()
    var events: [FollowEvent] = []
    let follower = try view.follow(directory: directory.path, options: Self.options) {
      [unowned view] event in
      events.append(event)
      guard events.count == 1 else { return }
      #expect(view.follower?.isSwapping == true)
      view.collectionViewLayout = other
    }
    // Both are read at once. The event of the second one comes before the swap to the first one.
    let flow = try Data(contentsOf: URL(fileURLWithPath: try bundledPlugin("FlowPlugin")))
    try directory.write(Array(flow) + Array(UUID().uuidString.utf8), to: "a.so")
    try directory.write(Self.broken, to: "b.so")
    sleep(2)
    #expect(Self.process(follower, within: 60) { !events.isEmpty })
    #expect(!Self.process(follower, within: 2) { events.count > 1 }, "\(events)")
    #expect(view.collectionViewLayout === other && !follower.isSwapping)
  }

  @Test("a view that is dropped in the middle of a swap ends, and the swap with it")
  func dropped() throws {
    weak var view: CollectionView?
    let swapper: LayoutSwapper
    do {
      let gallery = try Gallery([40], layout: try TestLayout.bundled("FlowPlugin", "flow"))
      view = gallery.view
      let file = PluginFile(judging: try bundledPlugin("FlowPlugin"))
      swapper = LayoutSwapper(SwapRequest(file: file, layoutID: "flow"), on: gallery.view)
      _ = swapper.step()
      #expect(swapper.answer == nil)
    }
    #expect(view == nil)
    guard case .refused(let refusal)? = swapper.step() else {
      Issue.record("the swap goes on")
      return
    }
    #expect(refusal.error.code == .cancelled)
  }

  @Test("a follower that outlives its view does nothing")
  func outlives() throws {
    let directory = try TemporaryDirectory()
    var events: [FollowEvent] = []
    weak var view: CollectionView?
    let follower: DirectoryFollower
    do {
      let gallery = try Gallery([40], layout: try TestLayout.grid())
      view = gallery.view
      follower = try gallery.view.follow(directory: directory.path) { events.append($0) }
    }
    #expect(view == nil)
    try directory.write(Self.broken, to: "broken.so")
    #expect(!Self.process(follower, within: 2) { !events.isEmpty })
  }
}
