// SPDX-License-Identifier: Apache-2.0
//
// A directory that the view of a session follows, and the changes of its file by users and compilers.

import Glibc
import LayoutLoading
import LayoutModel
import LayoutTesting

@testable import LayoutHost

/// A followed directory with one plugin in it.
final class SimulatedFolder {
  /// A part of the path, which identifies such files.
  static let mark = "/followed-by-a-session/"

  private let directory: TemporaryDirectory
  let path: String
  private let file: String
  /// The plugin and the version of it that were saved last.
  private var last = (plugin: "FlowPlugin", version: 0)
  /// True if the file was incomplete or wrong at any time since the view looked last.
  private(set) var wasBroken = false
  /// The events since the last look.
  var news: [FollowEvent] = []

  /// A queue of notices that watches the directories above all such folders for as long as the process runs. With the
  /// first watch of a directory the kernel goes through all of its files, and a follower watches each of these.
  private static let watchAbove: Int32 = {
    let queue = inotify_init1(Int32(IN_CLOEXEC))
    var above = TemporaryDirectory.untilTheEnd.path
    while above != "/" {
      above = FileSystem.parent(of: above)
      inotify_add_watch(queue, above, UInt32(IN_ATTRIB))
    }
    return queue
  }()

  init() throws {
    directory = try TemporaryDirectory()
    _ = Self.watchAbove
    path = directory.path + Self.mark
    mkdir(path, 0o700)
    file = path + "layout.so"
  }

  private func bytes(_ plugin: String, _ version: Int) -> [UInt8] {
    (try? FileSystem.contents(of: Plugins.file(plugin, version: version).path).0) ?? []
  }

  private func put(_ bytes: ArraySlice<UInt8>, flags: Int32) {
    let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o600)
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  /// Saves a version in one step, as a careful editor does.
  func save(_ plugin: String, version: Int) {
    last = (plugin, version)
    let whole = bytes(plugin, version)
    let draft = path + ".draft"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    _ = whole.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    rename(draft, file)
  }

  /// Overwrites the file with the first part of a version, as a compiler does.
  func begin(_ plugin: String, version: Int, share: Double) {
    (last, wasBroken) = ((plugin, version), true)
    let whole = bytes(plugin, version)
    put(whole[..<Int(Double(whole.count) * share)], flags: O_TRUNC)
  }

  /// Writes the rest of it.
  func finish() {
    let whole = bytes(last.plugin, last.version)
    var status = stat()
    let count = stat(file, &status) == 0 ? Int(status.st_size) : 0
    guard count < whole.count else { return }
    put(whole[count...], flags: O_APPEND)
  }

  /// Truncates the file.
  func cut() {
    wasBroken = true
    truncate(file, 1_000)
  }

  /// Removes the file.
  func withdraw() {
    wasBroken = true
    unlink(file)
  }

  /// Makes the file writable for all users, who could then run code as this user.
  func letAllWrite(_ isOpen: Bool) {
    if isOpen { wasBroken = true }
    chmod(file, isOpen ? 0o666 : 0o600)
  }

  /// Applies a fault of the disk.
  func strike(_ kind: SimulatedDisk.Fault) {
    switch kind {
    case .isCut: cut()
    case .isReplaced: save(last.plugin, version: (last.version + 1) % 3)
    case .isWithdrawn: withdraw()
    default: break
    }
  }

  /// The hash of the version that was saved last.
  var hash: String? { try? Plugins.file(last.plugin, version: last.version).hash }
}

extension SimulatedSession {
  /// Makes the view follow a directory.
  func follow() throws {
    let folder = try SimulatedFolder()
    self.folder = folder
    world.disk.onFault = { [unowned folder] in folder.strike($0) }
    var options = FollowOptions()
    options.policy = LayoutPolicy(
      isRemote ? .sandboxed : .inProcess, isTrustedOnce: true, options: world.options)
    options.isAnimated = false
    options.configure = { [unowned self] in prepare(newVersion: $0) }
    try view.follow(directory: folder.path, options: options) { [unowned self] event in
      folder.news.append(event)
      guard case .swapped(_, let receipt) = event else { return }
      passOn(from: onScreen, to: view.shownLayout, without: receipt.notCarriedOver)
      onScreen = view.shownLayout
    }
  }

  /// Changes the file that the view follows.
  func changeFile() throws {
    guard let folder, let choice = shownChoice else { return }
    let version = Int.random(in: 0...2, using: &dice)
    switch Int.random(in: 0..<8, using: &dice) {
    case 0...2: folder.save(chance(0.8) ? choice.plugin : "FlowPlugin", version: version)
    case 3: folder.begin(choice.plugin, version: version, share: number(0...1))
    case 4: folder.finish()
    case 5: folder.cut()
    case 6: folder.withdraw()
    default: folder.letAllWrite(chance())
    }
    // A file is read after it was unchanged for a while.
    if chance(0.8) { world.pass(seconds: number(0...3)) }
    try view.advance(to: view.clock + number(0...0.05))
  }

  /// Checks the events of the files so far.
  func lookAtNews() throws(Violation) {
    guard let folder else { return }
    defer { folder.news = [] }
    for case .refused(_, let refusal) in folder.news {
      let code = refusal.error.code
      let codes: Set<LayoutError.Code> = [.busy, .overtaken, .cancelled, .reentrant, .sameVersion]
      let isExcused =
        folder.wasBroken || world.hasStruck || hasEverFailed || codes.contains(code)
      try require(isExcused, "files: refusals", "\(refusal)")
    }
  }

  /// Checks that a saved version is on screen soon, without further faults.
  func lookAtFollowing() throws(Violation) {
    guard let folder, let choice = shownChoice else { return }
    let running = view.collectionViewLayout.file?.hash
    var version = 0
    while (try? Plugins.file(choice.plugin, version: version).hash) == running { version += 1 }
    folder.news = []
    onScreen = view.shownLayout
    folder.withdraw()
    advanceWatching(atMost: 3)
    folder.save(choice.plugin, version: version)
    advanceWatching(atMost: 40) { view.collectionViewLayout.file?.hash == folder.hash }
    try require(
      view.collectionViewLayout.file?.hash == folder.hash, "files: what is saved is shown",
      "\(choice.id) is not the version that was saved: \(folder.news)")
  }

  private func advanceWatching(atMost count: Int, until isDone: () -> Bool = { false }) {
    for _ in 0..<count where !isDone() {
      world.pass(seconds: 1)
      try? view.advance(to: view.clock + 0.02)
      world.turn()
    }
  }
}

extension Act {
  nonisolated(unsafe) static let files = [
    Act("file", 5) { try $0.changeFile() }
  ]
}
