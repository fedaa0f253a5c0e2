// SPDX-License-Identifier: Apache-2.0
//
// Functions of swapping.h: new versions of a layout, and work from other threads.

import CLayoutHost
import CLayoutSystem
import Glibc
import LayoutHost
import LayoutLoading
import LayoutModel
import Synchronization

/// Work from other threads for the view's thread.
final class Mailbox: Sendable {
  typealias Run = @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void
  private struct Letter: @unchecked Sendable {
    let run: Run
    let data: UnsafeMutableRawPointer?
  }
  private struct State {
    var letters: [Letter] = []
    /// Made on first use; below 0 before.
    var descriptor: Int32 = -1
    /// True once the view has ended, and takes no more work.
    var isClosed = false
  }

  private let state = Mutex(State())

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { close(descriptor) }
  }

  var hasMail: Bool { state.withLock { !$0.letters.isEmpty } }

  /// A descriptor that is readable while there is work.
  ///
  /// - Throws: `no-descriptor`.
  func descriptor() throws(LayoutError) -> Int32 {
    let made = state.withLock { state -> Int32 in
      if state.descriptor < 0 {
        state.descriptor = layout_sys_eventfd()
        if state.descriptor >= 0, !state.letters.isEmpty { Self.ring(state.descriptor) }
      }
      return state.descriptor
    }
    guard made >= 0 else {
      throw LayoutError(.noDescriptor, "no file descriptor is left; raise `ulimit -n`")
    }
    return made
  }

  /// Adds work.
  ///
  /// - Returns: False if the view has ended; the work is then not run.
  func post(_ run: @escaping Run, _ data: UnsafeMutableRawPointer?) -> Bool {
    let letter = Letter(run: run, data: data)
    return state.withLock { state -> Bool in
      guard !state.isClosed else { return false }
      state.letters.append(letter)
      if state.descriptor >= 0 { Self.ring(state.descriptor) }
      return true
    }
  }

  /// Runs all pending work.
  func empty(for view: OpaquePointer?) {
    let letters = state.withLock { state -> [Letter] in
      defer { state.letters = [] }
      var count: UInt64 = 0
      if state.descriptor >= 0 { read(state.descriptor, &count, 8) }
      return state.letters
    }
    for letter in letters { letter.run(view, letter.data) }
  }

  /// Runs all pending work with a null view, when the view ends.
  func end() {
    state.withLock { $0.isClosed = true }
    empty(for: nil)
  }

  private static func ring(_ descriptor: Int32) {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }
}

/// A directory that a view follows for its program.
final class AppFollower {
  let directory: String
  private unowned let owner: ViewBox

  /// - Throws: `watch-unavailable`.
  init(_ directory: String, _ options: AppLayoutOptions, owner: ViewBox) throws(LayoutError) {
    (self.directory, self.owner) = (directory, owner)
    var follow = FollowOptions()
    follow.policy = options.policy
    follow.configure = { [unowned owner] layout in owner.prepare(layout, options) }
    try owner.view.follow(directory: directory, options: follow) { [unowned owner] event in
      AppFollower.tell(event, to: owner)
    }
    options.data?.isTaken = true
  }

  /// Stops following.
  func end() { owner.view.unfollow() }

  private static func tell(_ event: FollowEvent, to owner: ViewBox) {
    switch event {
    case .swapped(let file, _):
      // The file may be that of a child.
      owner.swappedFile = owner.view.collectionViewLayout.file?.path ?? file.path
      owner.noteLayout()
      owner.delegate?.swapped(file.path)
    case .refused(let file, let refusal):
      owner.delegate?.layoutFailed(file.path, refusal.stage.rawValue, refusal.error)
    case .rolledBack(let file, let refusal):
      owner.noteLayout()
      owner.delegate?.layoutFailed(file.path, refusal.stage.rawValue, refusal.error)
    case .problem(let error): owner.delegate?.layoutFailed("", SwapStage.notice.rawValue, error)
    }
  }
}

extension ViewBox {
  /// Gives a new version of a layout what its first frame needs, and passes it to the program.
  func prepare(_ layout: CollectionLayout, _ options: AppLayoutOptions) -> CollectionLayout {
    registerPlainViews(for: layout)
    lendsVersion = true
    defer { lendsVersion = false }
    delegate?.willSwap(
      to: LayoutBox(layout, file: "", options: options, lane: Handles.lane(of: self)))
    return layout
  }

  /// - Throws: `reentrant` inside `will_swap`: the next step of the swap would make the version again.
  func checkNoVersionIsLent() throws(LayoutError) {
    guard !lendsVersion else {
      throw LayoutError(
        .reentrant, "this is not for `will_swap`; call it when the new version is on screen")
    }
  }

  /// Runs the work from other threads.
  func runPosted() {
    if mailbox.hasMail { mailbox.empty(for: name) }
  }
}

@c @implementation
public func lh_view_swap(
  _ view: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<lh_layout_options>?, _ animation: UnsafePointer<lh_animation>?,
  _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    let (path, how) = (try text(path, "path"), try AppAnimation(animation))
    let chosen = options == nil ? box.shown.options : try AppLayoutOptions(options)
    let layout = box.view.collectionViewLayout
    var request = SwapRequest(file: chosen.library.file(at: path), layoutID: layout.id)
    request.policy = chosen.policy
    (request.isAnimated, request.timing) = (how.isAnimated, how.timing)
    request.isCold = true
    request.completion = how.completion
    request.configure = { [unowned box] layout in box.prepare(layout, chosen) }
    switch LayoutSwapper(request, on: box.view).run() {
    case .accepted:
      chosen.data?.isTaken = true
      box.swappedFile = path
      box.noteLayout()
    case .refused(let refusal):
      var error = refusal.error
      error.message = "\(refusal.stage.rawValue): \(error.message)"
      throw error
    }
  }
}

@c @implementation
public func lh_view_follow_directory(
  _ view: OpaquePointer?, _ directory: UnsafePointer<CChar>?,
  _ options: UnsafePointer<lh_layout_options>?, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    guard directory != nil else {
      box.follower?.end()
      box.follower = nil
      return box.joinDescriptors()
    }
    let chosen = options == nil ? box.shown.options : try AppLayoutOptions(options)
    box.follower = try AppFollower(try text(directory, "directory"), chosen, owner: box)
    box.joinDescriptors()
  }
}

@c @implementation
public func lh_view_followed_directory(_ view: OpaquePointer?) -> UnsafePointer<CChar>? {
  ask(view, else: nil) { (box: ViewBox) in (box.follower?.directory).map(box.lend) }
}

@c @implementation
public func lh_view_descriptor(_ view: OpaquePointer?, _ error: ErrorPlace) -> Int32 {
  var descriptor: Int32 = -1
  let isDone = call(view, error) { (box: ViewBox) throws(LayoutError) in
    descriptor = try box.descriptor()
  }
  return isDone ? descriptor : -1
}

@c @implementation
public func lh_view_process(_ view: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    try box.checkNoVersionIsLent()
    box.runPosted()
    box.view.follower?.process()
    box.noteLayout()
  }
}

@c @implementation
public func lh_view_post(
  _ view: OpaquePointer?,
  _ run: (@convention(c) (OpaquePointer?, UnsafeMutableRawPointer?) -> Void)?,
  _ data: UnsafeMutableRawPointer?, _ error: ErrorPlace
) -> Bool {
  attempt(error) { () throws(LayoutError) in
    guard let run else { throw isNull("run") }
    guard let mailbox = Handles.mailbox(of: view), mailbox.post(run, data) else {
      throw LayoutError(.noObject, "there is no such lh_view; it was freed, or is something else")
    }
  }
}

/// One descriptor for two sources of work.
final class JointDescriptor {
  let descriptor: Int32
  private var joined: [Int32] = []

  /// - Throws: `no-descriptor`.
  init() throws(LayoutError) {
    descriptor = layout_host_joint()
    guard descriptor >= 0 else {
      throw LayoutError(.noDescriptor, "no file descriptor is left; raise `ulimit -n`")
    }
  }

  deinit { close(descriptor) }

  /// Becomes readable with any of these.
  func join(_ descriptors: [Int32]) {
    // A closed descriptor was removed automatically.
    for old in joined where !descriptors.contains(old) {
      layout_host_leave(descriptor, old)
    }
    for new in descriptors { layout_host_join(descriptor, new) }
    joined = descriptors
  }
}

extension ViewBox {
  /// - Throws: `no-descriptor`.
  fileprivate func descriptor() throws(LayoutError) -> Int32 {
    let joint: JointDescriptor
    if let made = self.joint { joint = made } else { joint = try JointDescriptor() }
    _ = try mailbox.descriptor()
    self.joint = joint
    joinDescriptors()
    return joint.descriptor
  }

  fileprivate func joinDescriptors() {
    guard let joint, let posted = try? mailbox.descriptor() else { return }
    joint.join([posted] + (view.follower.map { [$0.descriptor] } ?? []))
  }
}
