// SPDX-License-Identifier: Apache-2.0
//
// The strikes of the last minutes, in a file: they belong to bytes, whoever ran them, and are
// written down beside the frames.

import CLayoutSystem
import Glibc
import LayoutModel
import Synchronization

// MARK: - The file

/// The strikes of plugins, by hash: `$XDG_STATE_HOME/layouthost/strikes` (`~/.local/state` by
/// default), beside the list of what is in quarantine. A layout that is swapped away and back, and
/// one that crashes once in each of several sessions, has them all.
///
/// As text: a hash and a time a line, the time in seconds of the calendar's clock.
public struct StrikeStore: Sendable {
  /// Most strikes that are kept; the oldest go first.
  public static let capacity = 1024

  /// The path of the file; nil without a home directory.
  public let path: String?

  struct Strike: Equatable {
    var hash: String
    var time: Double
  }

  /// The store that an environment names.
  public init(environment: Environment = .process) {
    path = environment.directory("XDG_STATE_HOME", orHome: ".local/state").map {
      $0 + "/layouthost/strikes"
    }
  }

  /// The calendar's clock, in seconds since 1970.
  public static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Notes a strike, and forgets those that are older than `window` seconds. Two processes that do so
  /// at once wait for each other.
  ///
  /// - Parameter latest: The time now, of a strike that is written later than it was. Others may have
  ///   written theirs in between.
  /// - Returns: How many strikes of these bytes count, this one among them.
  /// - Throws: `no-home`, `unwritable`, or what says that others could have written the file.
  public func add(
    _ hash: String, at time: Double = StrikeStore.now(), window: Double,
    latest: Double = -.infinity
  ) throws(LayoutError) -> Int {
    try update { strikes in
      // A time to come was noted before the clock was set back.
      strikes.removeAll { $0.time <= time - window || $0.time > max(time, latest) }
      strikes.append(Strike(hash: hash, time: time))
      strikes.removeFirst(max(0, strikes.count - Self.capacity))
      return strikes.count { $0.hash == hash }
    }
  }

  /// The times of the strikes of these bytes that count. The file is replaced as a whole, so reading it needs
  /// no lock; one that cannot be believed has none.
  func times(of hash: String, at time: Double, window: Double) -> [Double] {
    guard let path, let strikes = try? read(path) else { return [] }
    return strikes.filter { $0.hash == hash && $0.time > time - window && $0.time <= time }
      .map(\.time)
  }

  /// Returns the number of strikes of some bytes within the last `window` seconds.
  package func count(of hash: String, window: Double) -> Int {
    times(of: hash, at: Self.now(), window: window).count
  }

  /// Forgets the strikes of some bytes.
  ///
  /// - Throws: What ``add(_:at:window:)`` throws.
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
    try Ownership.checkDirectory(directory)
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

  /// Bytes that the text of all strikes fits into: longer files were not written here.
  private static let textLimit = capacity * 128

  /// The strikes in a text, the last ones of a long one. A line that says nothing is left out, since all
  /// of it is forgotten in minutes.
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
// Strikes written down beside the frames: who holds the lock of their directory holds up no frame.

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
