// SPDX-License-Identifier: Apache-2.0
//
// A directory whose plugins a live view follows: drop a file in, save it, see it.

import LayoutEngine
import Glibc
import LayoutIsolation
import LayoutLoading
import LayoutModel

/// The ways in which new versions from a directory are shown.
public struct FollowOptions {
  /// The process in which they run, and their limits.
  public var policy = LayoutPolicy.auto
  /// True when everything moves from its old place to its new one.
  public var isAnimated = true
  /// The course of that; nil for the view's own.
  public var timing: AnimationTiming?
  /// Sets up each new version, as ``SwapRequest/configure`` does.
  public var configure: (CollectionLayout) throws(LayoutError) -> CollectionLayout = { $0 }

  /// Sandboxed unless the user trusts the bytes, and animated.
  public init() {}
}

/// News from a followed directory.
public enum FollowEvent: Equatable, Sendable {
  /// A new version is on screen.
  case swapped(PluginFile, SwapReceipt)
  /// A file was refused, or failed at a stage of its swap. What was on screen stays.
  case refused(PluginFile, SwapRefusal)
  /// A version that was swapped in failed on probation, and the old one is on screen again.
  case rolledBack(PluginFile, SwapRefusal)
  /// The directory cannot be watched, because of this.
  case problem(LayoutError)
}

/// Swaps the layout of a view for the versions of it that appear in a directory.
///
/// Made by ``CollectionView/follow(directory:options:onEvent:)``; the view drives it in each `advance(to:)`.
/// An app whose clock rests polls ``descriptor`` besides and lets the clock tick when it is readable.
public final class DirectoryFollower: FrameCompanion {
  /// The directory, as given.
  public let directory: String
  /// Readable when something happened in the directory; for `poll` and its kin. Valid as long as the
  /// follower; do not read it.
  public var descriptor: Int32 { watcher.descriptor }

  private let watcher: PluginWatcher
  private let options: FollowOptions
  private let onEvent: (FollowEvent) -> Void
  private unowned let site: any SwapSite
  private var swap: (swapper: LayoutSwapper, file: PluginFile)?
  /// The newest files that wait for the swap under way, by the layout inside that each is about; nil for the
  /// whole.
  private var next: [(part: SwapPart?, file: PluginFile)] = []
  /// The events that were heard inside a frame.
  private var heard: [FollowEvent] = []

  init(
    _ site: any SwapSite, _ directory: String, _ options: FollowOptions,
    _ onEvent: @escaping (FollowEvent) -> Void
  ) throws(LayoutError) {
    self.site = site
    self.directory = directory
    self.options = options
    self.onEvent = onEvent
    watcher = try PluginWatcher(SearchPath([.init(path: directory)]))
  }

  /// True while a new version is on its way to the screen: let the clock tick.
  public var isSwapping: Bool { swap != nil || !next.isEmpty }

  /// Takes what happened in the directory and does the next step of a swap. Never waits.
  public func process() {
    tellHeard()
    if hasNews { watcher.process(take) }
    if swap == nil, !next.isEmpty { begin(next.removeFirst()) }
    step()
  }

  private var hasNews: Bool {
    var request = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  private func take(_ event: PluginEvent) {
    switch event {
    case .added(let file), .changed(let file, from: _): consider(file)
    case .problem(let error): onEvent(.problem(error))
    case .renamed, .removed: break
    }
  }

  /// A file is wanted that offers the layout on screen, or one that it is made of; another one is none of
  /// this view's business.
  private func consider(_ file: PluginFile) {
    let layout = site.wantedLayout
    let isWhole = file.note?.layouts.contains(layout.id) == true
    let part = isWhole ? nil : layout.part(in: file)
    guard isWhole || part != nil || file.note == nil else { return }
    if part == nil, let refusal = file.verdict.refusal {
      return onEvent(.refused(file, SwapRefusal(.judge, refusal)))
    }
    next.removeAll { $0.part?.id == part?.id }
    next.append((part, file))
  }

  private func begin(_ wanted: (part: SwapPart?, file: PluginFile)) {
    let (file, layout) = (wanted.file, site.wantedLayout)
    var request = SwapRequest(file: file, layoutID: layout.id, runningHash: layout.file?.hash)
    // What it is made of by now may be other than what the app began with.
    var children = layout.library ?? options.policy.options.children
    if let part = wanted.part {
      guard let made = try? SwapRequest(part: part, of: layout) else { return }
      (request, children) = (made, made.policy.options.children)
    }
    request.policy = options.policy
    request.policy.options.children = children
    (request.isAnimated, request.timing) = (options.isAnimated, options.timing)
    (request.isCold, request.configure) = (true, options.configure)
    request.onEnd = { [weak self] end in
      if case .rolledBack(let refusal) = end { self?.heard.append(.rolledBack(file, refusal)) }
    }
    swap = (LayoutSwapper(request, at: site), file)
  }

  private func step() {
    guard let (swapper, file) = swap, let answer = swapper.step() else { return }
    swap = nil
    switch answer {
    case .accepted(let receipt): onEvent(.swapped(file, receipt))
    case .refused(let refusal): onEvent(.refused(file, refusal))
    }
  }

  private func tellHeard() {
    let events = heard
    heard = []
    for event in events { onEvent(event) }
  }
}

extension CollectionView {
  /// Follows a directory: a plugin that is saved there and offers the layout on screen is swapped in, step
  /// by step between frames, in `advance(to:)`. What is there already is left alone.
  ///
  /// - Parameters:
  ///   - directory: It may come later, and go. A view follows one; another call replaces it.
  ///   - onEvent: Told what came of each file, outside of frames. It may change the view.
  /// - Returns: The follower; the view holds it as well.
  /// - Throws: `watch-unavailable` when the kernel has no queue or descriptor left.
  @discardableResult
  public func follow(
    directory: String, options: FollowOptions = FollowOptions(),
    onEvent: @escaping (FollowEvent) -> Void = { _ in }
  ) throws(LayoutError) -> DirectoryFollower {
    let follower = try DirectoryFollower(self, directory, options, onEvent)
    companion = follower
    return follower
  }

  /// Follows no directory any more; a swap under way is given up.
  public func unfollow() { companion = nil }

  /// Brings new versions of the layout from a directory.
  public var follower: DirectoryFollower? { companion as? DirectoryFollower }
}
