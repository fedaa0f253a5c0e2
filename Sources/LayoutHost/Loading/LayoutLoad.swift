// SPDX-License-Identifier: Apache-2.0
//
// Loading the code of a layout, before and during the life of an instance.

import LayoutEngine
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// A loaded file: an image in this process, or a worker that has made the layout already.
enum LoadedLayout {
  case image(PluginImage, of: PluginFile, LayoutPolicy)
  case worker(any LayoutConnection)

  /// - Throws: The error of making the instance.
  func instance(_ id: String) throws(LayoutError) -> CollectionLayout {
    switch self {
    case .worker(let connection): CollectionLayout(connection)
    case .image(let image, let file, let policy):
      CollectionLayout(Self.moving(try Self.here(image, id, of: file, policy), of: file, policy))
    }
  }

  /// An instance in this process, with time measurement under deadlines.
  private static func here(
    _ image: PluginImage, _ id: String, of file: PluginFile, _ policy: LayoutPolicy
  ) throws(LayoutError) -> InProcessConnection {
    let connection = try InProcessConnection(
      image: image, layout: id, limits: policy.options.answerLimits,
      children: file.note?.hasChildren == true
        ? policy.options.childFinder(isTrustedOnce: policy.isTrustedOnce) : nil)
    if let deadlines = policy.options.deadlines {
      StrikeRecorder(of: file, log: connection.log).supervise(connection, under: deadlines)
    }
    return connection
  }
}

extension LoadedLayout {
  /// The same layout, which moves into the sandbox for a child that may not run here. It stays here
  /// if the app chose this process, or if all its possible children may run here.
  fileprivate static func moving(
    _ here: InProcessConnection, of file: PluginFile, _ policy: LayoutPolicy
  ) -> any LayoutConnection {
    guard policy.tier == .auto, !policy.isTrustedOnce, file.note?.hasChildren == true,
      policy.options.children?.files.contains(where: { !$0.trust.runsInProcess }) ?? true
    else { return here }
    var options = policy.options
    options.isSandboxed = true
    let id = here.descriptor.id
    return TreeConnection(here) { [options] () throws(LayoutError) in
      try WorkerStart(file: file, layout: id, options: options, log: here.log)
    } connect: { worker in
      options.deadlines == nil
        ? worker : StrikeRecorder(of: file, log: worker.log).supervised(worker)
    }
  }
}

/// A file that is being loaded.
struct LayoutLoad {
  private enum Way {
    case here
    case worker(WorkerStart, isSupervised: Bool)
  }

  private let file: PluginFile
  private let image: String?
  private let policy: LayoutPolicy
  private let way: Way

  /// Starts a worker if one is needed, without waiting for it.
  ///
  /// - Parameters:
  ///   - image: The copy in the image store, if it was just placed; nil places it.
  ///   - isAwaited: True if a caller waits for it.
  /// - Throws: The errors of ``WorkerStart/init(file:layout:image:options:log:)``, `quarantined`.
  init(
    _ id: String, of file: PluginFile, at image: String? = nil, _ policy: LayoutPolicy,
    isAwaited: Bool = false
  ) throws(LayoutError) {
    (self.file, self.image, self.policy) = (file, image, policy)
    let isSupervised = policy.options.deadlines != nil
    if isSupervised { try StrikeRecorder(of: file).check() }
    switch policy.tier(for: file) {
    case .worker, .sandboxed:
      var options = policy.options
      options.isSandboxed = policy.tier != .worker
      let start = try WorkerStart(file: file, layout: id, image: image, options: options)
      start.isAwaited = isAwaited
      way = .worker(start, isSupervised: isSupervised)
    case .auto, .inProcess: way = .here
    }
  }

  /// Returns the loaded layout; nil while a worker is starting.
  ///
  /// - Throws: The errors of ``PluginImage/open(_:store:)`` or of starting the worker;
  ///   `quarantined` when the failed start was the third strike.
  func poll(_ mode: WaitMode) throws(LayoutError) -> LoadedLayout? {
    switch way {
    case .here:
      let opened =
        if let image { try PluginImage(file, at: image) } else { try PluginImage.open(file) }
      return .image(opened, of: file, policy)
    case .worker(let start, let isSupervised):
      do throws(LayoutError) {
        guard let worker = try start.poll(mode) else { return nil }
        let notes = StrikeRecorder(of: file, log: worker.log)
        return .worker(isSupervised ? notes.supervised(worker) : worker)
      } catch {
        throw isSupervised && start.isPluginFault
          ? StrikeRecorder(of: file).startFailed(error) : error
      }
    }
  }
}

// MARK: - Strikes
//
// The strikes of a plugin's hash, stored for other layouts and sessions.

/// Records strikes of a plugin, and the quarantine after the third one, by the hash of its file. No
/// frame waits for this: the ``StrikeWriter`` writes it.
struct StrikeRecorder {
  private let file: PluginFile
  /// Receives write errors. The session itself still counts the strikes; only others do not see
  /// them.
  private let log: LayoutLog
  private let store = QuarantineStore()

  init(of file: PluginFile, log: LayoutLog = LayoutLog()) { (self.file, self.log) = (file, log) }

  /// Returns a connection that restarts its worker automatically and records its strikes.
  func supervised(_ worker: WorkerConnection) -> any LayoutConnection {
    SupervisedConnection(worker, onStrike: { _ in strike() }, onQuarantine: quarantine)
  }

  /// Measures a layout in this process, and records its strikes.
  func supervise(_ connection: InProcessConnection, under deadlines: Deadlines) {
    InProcessSupervision(
      connection, deadlines: deadlines, onStrike: { _ in strike() }, onQuarantine: quarantine)
  }

  /// - Throws: `quarantined` when this hash is in quarantine.
  func check() throws(LayoutError) {
    let writer = StrikeWriter.shared
    if writer.holdsQuarantine(of: file.hash, in: store), !writer.flush(within: 0.1) {
      throw LayoutError(
        .quarantined,
        "in quarantine; a new build of it is not, and 'layouthost quarantine lift' lets this one run "
          + "again, once its entry is written: the disk is slow, or another process holds the lock of "
          + "the state directory",
        plugin: file.note?.id)
    }
    if let refusal = store.refusal(of: file) { throw refusal }
  }

  /// Records that the plugin ended its worker before there was a layout.
  ///
  /// - Returns: The error to throw: `quarantined` when this was the third strike.
  func startFailed(_ error: LayoutError) -> LayoutError {
    guard let count = strike(), count >= Watchdog.strikeLimit else { return error }
    quarantine(because: error)
    return Watchdog.quarantined(by: error)
  }

  /// - Returns: The number of current strikes of this hash, including this one; nil for trusted
  ///   files, which are never in quarantine.
  private func strike() -> Int? {
    if file.trust.runsInProcess { return nil }
    return StrikeWriter.shared.strike(
      file.hash, window: Watchdog.window, in: store.strikes, onFailure: onFailure)
  }

  private func quarantine(because error: LayoutError) {
    StrikeWriter.shared.quarantine(
      file.hash, because: "\(file.path): \(error)", in: store, onFailure: onFailure)
  }

  private var onFailure: @Sendable (LayoutError) -> Void {
    let (log, plugin) = (log, file.note?.id ?? "")
    return { log.write(LogEntry(level: .warning, message: $0.message, plugin: plugin)) }
  }
}
