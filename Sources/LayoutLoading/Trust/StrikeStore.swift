// SPDX-License-Identifier: Apache-2.0
//
// The strikes of the last minutes, in a file: they belong to a hash, for all processes, and are
// written in the background.

import CLayoutSystem
import Glibc
import LayoutModel
import Synchronization

// MARK: - The file

/// The strikes of plugins, by hash: `$XDG_STATE_HOME/layouthost/strikes` (`~/.local/state` by
/// default), beside the quarantine list. They count across swaps and sessions.
///
/// As text: a hash and a time per line, the time in seconds since 1970.
public struct StrikeStore: Sendable {
  /// The maximum number of strikes; the oldest are dropped first.
  public static let capacity = 1024

  /// The path of the file; nil without a home directory.
  public let path: String?

  struct Strike: Equatable {
    var hash: String
    var time: Double
  }

  /// The store of an environment.
  public init(environment: Environment = .process) {
    path = environment.directory("XDG_STATE_HOME", orHome: ".local/state").map {
      $0 + "/layouthost/strikes"
    }
  }

  /// The wall clock, in seconds since 1970.
  public static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Adds a strike, and drops those that are older than `window` seconds. Concurrent calls of two
  /// processes wait for each other.
  ///
  /// - Parameter latest: The current time, for a strike that is written late. Others may have
  ///   written theirs in between.
  /// - Returns: The number of current strikes of this hash, including this one.
  /// - Throws: `no-home`, `unwritable`, or the error of the file's ownership.
  public func add(
    _ hash: String, at time: Double = StrikeStore.now(), window: Double,
    latest: Double = -.infinity
  ) throws(LayoutError) -> Int {
    try update { strikes in
      // A future time was written before the clock was set back.
      strikes.removeAll { $0.time <= time - window || $0.time > max(time, latest) }
      strikes.append(Strike(hash: hash, time: time))
      strikes.removeFirst(max(0, strikes.count - Self.capacity))
      return strikes.count { $0.hash == hash }
    }
  }

  /// The times of the current strikes of this hash. The file is replaced as a whole, so reading
  /// needs no lock; an unsafe file has no strikes.
  func times(of hash: String, at time: Double, window: Double) -> [Double] {
    guard let path, let strikes = try? read(path) else { return [] }
    return strikes.filter { $0.hash == hash && $0.time > time - window && $0.time <= time }
      .map(\.time)
  }

  /// Returns the number of strikes of a hash within the last `window` seconds.
  package func count(of hash: String, window: Double) -> Int {
    times(of: hash, at: Self.now(), window: window).count
  }

  /// Drops the strikes of a hash.
  ///
  /// - Throws: The errors of ``add(_:at:window:)``.
  public func forget(_ hash: String) throws(LayoutError) {
    guard let path, FileSystem.exists(path) else { return }
    try update { strikes in strikes.removeAll { $0.hash == hash } }
  }

  private func update<Answer>(
    _ change: (inout [Strike]) -> Answer
  ) throws(LayoutError) -> Answer {
    guard let path else {
      throw LayoutError(.noHome, "there is no place for strikes: set $HOME or $XDG_STATE_HOME")
    }
    let directory = FileSystem.parent(of: path)
    try Ownership.makeDirectory(directory)
    let lock = try FileSystem.lock(directory)
    defer { close(lock) }
    var strikes = try read(path)
    let answer = change(&strikes)
    let text = strikes.map { "\($0.hash) \($0.time)\n" }.joined()
    try FileSystem.replace(path, with: Array(text.utf8), mode: 0o600, isDurable: false)
    return answer
  }

  private func read(_ path: String) throws(LayoutError) -> [Strike] {
    guard FileSystem.exists(path) else { return [] }
    let (bytes, status) = try FileSystem.contents(of: path)
    try Ownership.check(status, at: path)
    return Self.parse(bytes)
  }

  /// The maximum length of the text in bytes: longer files were not written here.
  private static let textLimit = capacity * 128

  /// The strikes in a text, or the last ones of a long text. An invalid line is ignored, because
  /// strikes expire in minutes.
  static func parse(_ bytes: [UInt8]) -> [Strike] {
    let strikes = bytes.suffix(textLimit).split(separator: UInt8(ascii: "\n")).compactMap { line in
      let hash = String(decoding: line.prefix(64), as: UTF8.self)
      guard TrustList.isHash(hash), line.dropFirst(64).first == UInt8(ascii: " "),
        let time = Double(String(decoding: line.dropFirst(65), as: UTF8.self)), time.isFinite
      else { return nil as Strike? }
      return Strike(hash: hash, time: time)
    }
    return Array(strikes.suffix(capacity))
  }
}

// MARK: - Writing beside the frames
//
// Writing strikes in the background: a lock on their directory delays no frame.

/// Writes strikes and quarantines on a separate thread, in order. The thread waits without limit
/// for the lock of the directory; at exit, at most one second.
public final class StrikeWriter: Sendable {
  /// The writer of this process.
  public static let shared = StrikeWriter()

  /// A pending write.
  private struct Note {
    var hash: String
    var time: Double
    /// The path of the file.
    var path: String?
    var isQuarantine = false
    var write: @Sendable () throws(LayoutError) -> Void
    var onFailure: @Sendable (LayoutError) -> Void
  }

  private struct State {
    /// The pending notes, the current one first.
    var notes: [Note] = []
    var isRunning = false
    var hasExitHandler = false
  }

  private let state = Mutex(State())

  /// A writer with its own thread.
  package init() {}

  /// Adds a strike at `time` of the wall clock, and returns at once.
  ///
  /// - Parameter onFailure: Called on another thread with a write error.
  /// - Returns: The number of current strikes of this hash, including this one and pending ones.
  public func strike(
    _ hash: String, at time: Double = StrikeStore.now(), window: Double, in store: StrikeStore,
    onFailure: @escaping @Sendable (LayoutError) -> Void
  ) -> Int {
    let waiting = state.withLock { state in
      state.notes.filter { $0.path == store.path && $0.hash == hash }.map(\.time)
    }
    // Read after that: a strike written in between is in both, and is identified by its time.
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

  /// Puts a hash into quarantine, and returns at once.
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

  /// Returns true when a quarantine of this hash is pending.
  public func holdsQuarantine(of hash: String, in store: QuarantineStore) -> Bool {
    state.withLock { state in
      state.notes.contains { $0.isQuarantine && $0.path == store.path && $0.hash == hash }
    }
  }

  /// Waits until everything is written.
  ///
  /// - Returns: False after a timeout of this many seconds.
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
