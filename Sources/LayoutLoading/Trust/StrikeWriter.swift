// SPDX-License-Identifier: Apache-2.0
//
// Strikes written down beside the frames: who holds the lock of their directory holds up no frame.

import CLayoutSystem
import Glibc
import LayoutModel
import Synchronization

/// Writes strikes and quarantines on a thread of its own, in the order in which they were noted. The thread
/// waits for the lock of the directory as long as that takes; when the process ends, a second at most.
public final class StrikeWriter: Sendable {
  /// The writer of this process.
  public static let shared = StrikeWriter()

  /// Something to write.
  private struct Note {
    var hash: String
    var time: Double
    /// Of the file that it is written to.
    var path: String?
    var isQuarantine = false
    var write: @Sendable () throws(LayoutError) -> Void
    var onFailure: @Sendable (LayoutError) -> Void
  }

  private struct State {
    /// Those that are not written yet, the one under way first.
    var notes: [Note] = []
    var isRunning = false
    var hasExitHandler = false
  }

  private let state = Mutex(State())

  /// A writer with a thread of its own.
  package init() {}

  /// Notes a strike at `time` of the calendar, and returns at once.
  ///
  /// - Parameter onFailure: Told on another thread what could not be written.
  /// - Returns: How many strikes of these bytes count, this one among them and those that are yet to be
  ///   written.
  public func strike(
    _ hash: String, at time: Double = StrikeStore.now(), window: Double, in store: StrikeStore,
    onFailure: @escaping @Sendable (LayoutError) -> Void
  ) -> Int {
    let waiting = state.withLock { state in
      state.notes.filter { $0.path == store.path && $0.hash == hash }.map(\.time)
    }
    // Read after that: what was written in between is in both, and is the same by its time.
    let written = store.times(of: hash, at: time, window: window)
    add(
      Note(
        hash: hash, time: time, path: store.path,
        write: { () throws(LayoutError) in
          _ = try store.add(hash, at: time, window: window, latest: StrikeStore.now())
        },
        onFailure: onFailure))
    return Set(waiting.filter { $0 > time - window } + written + [time]).count
  }

  /// Puts bytes into quarantine, and returns at once.
  public func quarantine(
    _ hash: String, because reason: String, in store: QuarantineStore,
    onFailure: @escaping @Sendable (LayoutError) -> Void
  ) {
    add(
      Note(
        hash: hash, time: 0, path: store.path, isQuarantine: true,
        write: { () throws(LayoutError) in try store.add(hash, because: reason) },
        onFailure: onFailure))
  }

  /// Returns true when a quarantine of these bytes waits to be written.
  public func holdsQuarantine(of hash: String, in store: QuarantineStore) -> Bool {
    state.withLock { state in
      state.notes.contains { $0.isQuarantine && $0.path == store.path && $0.hash == hash }
    }
  }

  /// Waits until all is written.
  ///
  /// - Returns: False when it was not within so many seconds.
  @discardableResult
  public func flush(within seconds: Double) -> Bool {
    let end = layout_sys_monotonic_ns() + Int64(seconds * 1e9)
    while state.withLock({ !$0.notes.isEmpty }) {
      guard layout_sys_monotonic_ns() < end else { return false }
      usleep(1000)
    }
    return true
  }

  private func add(_ note: Note) {
    let (starts, isFirst) = state.withLock { state -> (Bool, Bool) in
      state.notes.append(note)
      defer { (state.isRunning, state.hasExitHandler) = (true, true) }
      return (!state.isRunning, !state.hasExitHandler)
    }
    if isFirst { atexit { StrikeWriter.shared.flush(within: 1) } }
    if starts { QuietThread.run("layout-strikes") { self.run() } }
  }

  private func run() {
    while let note = next() {
      do throws(LayoutError) { try note.write() } catch { note.onFailure(error) }
      state.withLock { _ = $0.notes.removeFirst() }
    }
  }

  private func next() -> Note? {
    state.withLock { state in
      if state.notes.isEmpty { state.isRunning = false }
      return state.notes.first
    }
  }
}
