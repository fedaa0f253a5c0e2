// SPDX-License-Identifier: Apache-2.0
//
// What happens in the plugin directories once it has settled, and watching them for those who
// await.

import CLayoutSystem
import Glibc
import LayoutModel

// MARK: - Events

/// A change of the plugins on a search path.
///
/// A file is what its bytes are: one that was only touched, or written anew with the same content,
/// gives no event. Nothing that is loaded depends on the files: a session goes on with the layout
/// that it has, whatever becomes of the file.
public enum PluginEvent: Equatable, Sendable {
  /// A file is new. Look at its verdict: it may be refused.
  case added(PluginFile)
  /// A file has other bytes, or the same and another verdict (a mode was changed) or trust.
  case changed(PluginFile, from: PluginFile)
  /// The same bytes have another name, and the old one is gone.
  case renamed(PluginFile, from: String)
  /// A file is gone; this is what it was.
  case removed(PluginFile)
  /// Something is not watched, or not trusted, because of this.
  case problem(LayoutError)
}

// MARK: - Those who await

/// The changes of a search path, as they settle, for `for await`.
///
/// The watch begins when the value is made, so nothing that happens before the first iteration is
/// lost, and ends with the iteration's task or with the last copy of the value. One iteration at a
/// time: each event goes to one of several.
public struct PluginEvents: AsyncSequence, Sendable {
  public typealias Element = PluginEvent
  public typealias Failure = Never
  public typealias AsyncIterator = AsyncStream<PluginEvent>.Iterator

  /// The files that were there at the beginning, in the order of the search path, then by name.
  public let files: [PluginFile]
  private let stream: AsyncStream<PluginEvent>

  /// Starts to watch, on a thread of its own.
  ///
  /// - Throws: `watch-unavailable` with the kernel's reason.
  public init(
    _ path: SearchPath = .standard(), trusting store: TrustStore = TrustStore(),
    refusing quarantine: QuarantineStore = QuarantineStore()
  ) throws(LayoutError) {
    let watcher = try PluginWatcher(path, trusting: store, refusing: quarantine)
    files = watcher.files
    let bell = try Bell()
    let (stream, continuation) = AsyncStream.makeStream(of: PluginEvent.self)
    self.stream = stream
    try WatchThread(watcher, bell, continuation).start()
    continuation.onTermination = { _ in bell.ring() }
  }

  public func makeAsyncIterator() -> AsyncIterator { stream.makeAsyncIterator() }
}

/// A descriptor that one thread rings and another polls. Closed with the last reference.
private final class Bell: Sendable {
  let descriptor: Int32

  init() throws(LayoutError) {
    descriptor = layout_sys_eventfd()
    guard descriptor >= 0 else {
      throw LayoutError(
        .watchUnavailable,
        "the kernel gives no event: \(FileSystem.reason(-descriptor)); "
          + "raise the limit of open files")
    }
  }

  deinit { close(descriptor) }

  func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }
}

/// The state of the thread. Unchecked: the watcher is touched by the thread alone once it has
/// started.
private final class WatchThread: @unchecked Sendable {
  private let watcher: PluginWatcher
  private let bell: Bell
  private let continuation: AsyncStream<PluginEvent>.Continuation

  init(
    _ watcher: PluginWatcher, _ bell: Bell, _ continuation: AsyncStream<PluginEvent>.Continuation
  ) {
    (self.watcher, self.bell, self.continuation) = (watcher, bell, continuation)
  }

  func start() throws(LayoutError) {
    let failure = QuietThread.start("plugin-watch") { self.run() }
    guard failure == 0 else {
      throw LayoutError(
        .watchUnavailable, "no thread can be made to watch: \(FileSystem.reason(failure))")
    }
  }

  /// Until the bell rings.
  private func run() {
    let readable = Int16(POLLIN)
    while true {
      var watched = [
        pollfd(fd: bell.descriptor, events: readable, revents: 0),
        pollfd(fd: watcher.descriptor, events: readable, revents: 0),
      ]
      _ = poll(&watched, nfds_t(watched.count), -1)
      if watched[0].revents != 0 { return }
      if watched[1].revents != 0 { watcher.process { continuation.yield($0) } }
    }
  }
}
