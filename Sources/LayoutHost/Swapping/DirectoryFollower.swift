// SPDX-License-Identifier: Apache-2.0
//
// A directory whose plugins a live view follows: saved files are swapped in.

import LayoutEngine
import Glibc
import LayoutIsolation
import LayoutLoading
import LayoutModel

/// Options for showing new versions from a directory.
public struct FollowOptions {
  /// The process in which they run, and their limits.
  public var policy = LayoutPolicy.auto
  /// True to animate elements from their old to their new places.
  public var isAnimated = true
  /// The course of the animation; nil for the view's own.
  public var timing: AnimationTiming?
  /// Sets up each new version, as ``SwapRequest/configure`` does.
  public var configure: (CollectionLayout) throws(LayoutError) -> CollectionLayout = { $0 }

  /// The defaults: sandboxed unless the user trusts the hash, and animated.
  public init() {}
}

/// News from a followed directory.
public enum FollowEvent: Equatable, Sendable {
  /// A new version is on screen.
  case swapped(PluginFile, SwapReceipt)
  /// A file was refused, or failed at a stage of its swap. The screen does not change.
  case refused(PluginFile, SwapRefusal)
  /// A version that was swapped in failed on probation, and the old one is on screen again.
  case rolledBack(PluginFile, SwapRefusal)
  /// The directory cannot be watched, for this reason.
  case problem(LayoutError)
}

/// Swaps the layout of a view for new versions of it that appear in a directory.
///
/// Made by ``CollectionView/follow(directory:options:onEvent:)``; the view drives it in each
/// `advance(to:)`. An app that stops its clock also polls ``descriptor`` and advances the clock
/// when it is readable.
public final class DirectoryFollower: FrameCompanion {
  /// The directory, as given.
  public let directory: String
  /// Readable after a change of the directory; for `poll` and similar calls. Valid as long as the
  /// follower; do not read it.
  public var descriptor: Int32 { watcher.descriptor }

  /// A file that offers a layout, or one of its children.
  private struct Claim {
    /// The child; nil for the whole.
    let part: SwapPart?
    let file: PluginFile

    /// Nil for a file that offers neither.
    init?(_ file: PluginFile, on layout: CollectionLayout) {
      self.file = file
      let isWhole = file.note?.layouts.contains(layout.id) == true
      part = isWhole ? nil : layout.part(in: file)
      guard isWhole || part != nil else { return nil }
    }
  }

  private let watcher: PluginWatcher
  private let options: FollowOptions
  private let onEvent: (FollowEvent) -> Void
  /// Nil after the view has ended, which the follower may outlive.
  private weak var site: (any SwapSite)?
  private var swap: (swapper: LayoutSwapper, file: PluginFile)?
  /// The newest files that wait for the current swap, by the child that each contains.
  private var next: [Claim] = []
  /// The events received inside a frame.
  private var heard: [FollowEvent] = []
  /// True once the view stopped following, perhaps inside one of the calls below.
  private var isStopped = false

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

  /// True while a new version is being swapped in: advance the clock.
  public var isSwapping: Bool { isActive && (swap != nil || !next.isEmpty) }

  /// Takes the events of the directory and does the next step of a swap. Never waits. Does nothing
  /// once the view has stopped following, or has ended.
  public func process() {
    tellHeard()
    if isActive, hasNews { watcher.process(take) }
    if isActive, swap == nil, !next.isEmpty { begin(next.removeFirst()) }
    if isActive { step() }
  }

  /// False once there is nothing left to do; each call into the app may change it.
  private var isActive: Bool { !isStopped && site != nil }

  /// Cancels the running swap, and ignores everything from now on.
  func stop() {
    isStopped = true
    (swap, next, heard) = (nil, [], [])
  }

  private var hasNews: Bool {
    var request = pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }

  private func take(_ event: PluginEvent) {
    guard isActive else { return }
    switch event {
    case .added(let file), .changed(let file, from: _): consider(file)
    case .problem(let error): onEvent(.problem(error))
    case .renamed, .removed: break
    }
  }

  /// Accepts a file that offers the wanted layout, or one of its children; ignores other files.
  private func consider(_ file: PluginFile) {
    guard let layout = site?.wantedLayout else { return }
    let claim = Claim(file, on: layout)
    guard claim != nil || file.note == nil else { return }
    if claim?.part == nil, let refusal = file.verdict.refusal {
      return onEvent(.refused(file, SwapRefusal(.judge, refusal)))
    }
    guard let claim else { return }
    next.removeAll { $0.part?.id == claim.part?.id }
    next.append(claim)
  }

  private func begin(_ waiting: Claim) {
    // The app may have set another layout while the file waited, and the file may not be about that one.
    guard let site else { return }
    let layout = site.wantedLayout
    guard let wanted = Claim(waiting.file, on: layout) else { return }
    let file = wanted.file
    var request = SwapRequest(file: file, layoutID: layout.id, runningHash: layout.file?.hash)
    // The children may have changed since the app made the layout.
    var children = layout.library ?? options.policy.options.children
    if let part = wanted.part {
      do throws(LayoutError) { request = try SwapRequest(part: part, of: layout) } catch {
        return onEvent(.refused(file, SwapRefusal(.notice, error)))
      }
      children = request.policy.options.children
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
    guard let (swapper, file) = swap, let answer = swapper.step(), isActive else { return }
    // A notice of the commit may have called `process()`, which told the answer.
    guard swap?.swapper === swapper else { return }
    swap = nil
    switch answer {
    case .accepted(let receipt): onEvent(.swapped(file, receipt))
    case .refused(let refusal): onEvent(.refused(file, refusal))
    }
  }

  private func tellHeard() {
    let events = heard
    heard = []
    for event in events where isActive { onEvent(event) }
  }
}

extension CollectionView {
  /// Follows a directory: a saved plugin that offers the layout on screen is swapped in, step by
  /// step between frames, in `advance(to:)`. Existing files are ignored.
  ///
  /// - Parameters:
  ///   - directory: The path; the directory may appear later, and disappear. A view follows one
  ///     directory; another call replaces it.
  ///   - onEvent: Called with the result of each file, outside of frames. It may change the view.
  /// - Returns: The follower, which the view also retains.
  /// - Throws: `watch-unavailable` when the kernel has no free queue or file descriptor.
  @discardableResult
  public func follow(
    directory: String, options: FollowOptions = FollowOptions(),
    onEvent: @escaping (FollowEvent) -> Void = { _ in }
  ) throws(LayoutError) -> DirectoryFollower {
    let follower = try DirectoryFollower(self, directory, options, onEvent)
    unfollow()
    companion = follower
    return follower
  }

  /// Stops following; a running swap is cancelled. No event follows, even if the app keeps the
  /// follower.
  public func unfollow() {
    follower?.stop()
    companion = nil
  }

  /// The current follower of a directory.
  public var follower: DirectoryFollower? { companion as? DirectoryFollower }
}
