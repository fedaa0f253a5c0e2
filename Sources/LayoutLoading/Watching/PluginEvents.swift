// SPDX-License-Identifier: Apache-2.0
//
// Changes in the plugin directories after they have settled, and watching them with `async` code.

import CLayoutSystem
import Glibc
import LayoutModel

// MARK: - Events

/// A change of the plugins on a search path.
///
/// A file is identified by its bytes: a touched or identically rewritten file gives no event.
/// Loaded layouts do not depend on the files: a session keeps its layout when the file changes.
public enum PluginEvent: Equatable, Sendable {
  /// A file is new. Check its verdict: it may be refused.
  case added(PluginFile)
  /// A file has other bytes, or the same bytes with another verdict (after a change of mode) or
  /// trust.
  case changed(PluginFile, from: PluginFile)
  /// The same bytes have another name, and the old name is gone.
  case renamed(PluginFile, from: String)
  /// A file is gone; the value is its last state.
  case removed(PluginFile)
  /// A directory is not watched, or a list is not used, for this reason.
  case problem(LayoutError)
}

// MARK: - Async sequence

/// The changes of a search path, as they settle, for `for await`.
///
/// The watch begins when the value is made, so no event before the first iteration is lost, and
/// ends with the iteration's task or with the last copy of the value. Use one iteration at a time,
/// because each event goes to only one.
public struct PluginEvents: AsyncSequence, Sendable {
  public typealias Element = PluginEvent
  public typealias Failure = Never
  public typealias AsyncIterator = AsyncStream<PluginEvent>.Iterator

  /// The files at the beginning, in the order of the search path, then by name.
  public let files: [PluginFile]
  private let stream: AsyncStream<PluginEvent>

  /// Starts to watch, on a separate thread.
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

/// A descriptor that one thread signals and another polls. Closed with the last reference.
private final class Bell: Sendable {
  let descriptor: Int32

  init() throws(LayoutError) {
    descriptor = layout_sys_eventfd()
    guard descriptor >= 0 else {
      throw LayoutError(
        .watchUnavailable,
        "the kernel refuses a descriptor for events: \(FileSystem.reason(-descriptor)); "
          + "raise the limit of open files")
    }
  }

  deinit { close(descriptor) }

  func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
  }
}

/// The state of the thread. Unchecked: after the start only the thread touches the watcher.
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

  /// Runs until the bell rings.
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
