// SPDX-License-Identifier: Apache-2.0
//
// The code of a layout in its place, before and while an instance lives.

import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// A loaded file: an image in this process, or a worker that has made the layout already.
enum LoadedLayout {
  case image(PluginImage, limits: AnswerLimits)
  case worker(any LayoutConnection)

  /// - Throws: What making the instance gave.
  func instance(_ id: String) throws(LayoutError) -> CollectionLayout {
    switch self {
    case .worker(let connection): CollectionLayout(connection)
    case .image(let image, let limits):
      CollectionLayout(try InProcessConnection(image: image, layout: id, limits: limits))
    }
  }
}

/// A file on its way to where it runs.
struct LayoutLoad {
  private enum Way {
    case here
    case worker(WorkerStart, isSupervised: Bool)
  }

  private let file: PluginFile
  private let image: String?
  private let limits: AnswerLimits
  private let way: Way

  /// Starts a worker where one is needed, and does not wait for it.
  ///
  /// - Parameter image: The copy in the image store, where it was placed a moment ago; nil places it.
  /// - Throws: What ``WorkerStart/init(file:layout:image:options:log:)`` throws, `quarantined`.
  init(
    _ id: String, of file: PluginFile, at image: String? = nil, tier: LayoutTier,
    isTrustedOnce: Bool, options: WorkerOptions
  ) throws(LayoutError) {
    (self.file, self.image, limits) = (file, image, options.answerLimits)
    switch tier.resolved(for: file, isTrustedOnce: isTrustedOnce) {
    case .worker, .sandboxed:
      var options = options
      options.isSandboxed = tier != .worker
      let isSupervised = options.deadlines != nil
      if isSupervised { try StrikeNotes(of: file).check() }
      way = .worker(
        try WorkerStart(file: file, layout: id, image: image, options: options),
        isSupervised: isSupervised)
    case .auto, .inProcess: way = .here
    }
  }

  /// Returns the loaded layout; nil while a worker is on its way.
  ///
  /// - Throws: What ``PluginImage/open(_:store:)`` or starting the worker throws; `quarantined` when
  ///   ending the worker so was the third strike.
  func poll(_ patience: Patience) throws(LayoutError) -> LoadedLayout? {
    switch way {
    case .here:
      if let image { return .image(try PluginImage(file, at: image), limits: limits) }
      return .image(try PluginImage.open(file), limits: limits)
    case .worker(let start, let isSupervised):
      do throws(LayoutError) {
        guard let worker = try start.poll(patience) else { return nil }
        let notes = StrikeNotes(of: file, log: worker.log)
        return .worker(isSupervised ? notes.supervised(worker) : worker)
      } catch {
        throw isSupervised && start.isToBlame ? StrikeNotes(of: file).startFailed(error) : error
      }
    }
  }
}

extension LayoutTier {
  /// - Throws: `untrusted` when a file shall run in this process and nobody said that it may.
  func checkTrust(in file: PluginFile, isTrustedOnce: Bool) throws(LayoutError) {
    guard self != .inProcess || file.trust.runsInProcess || isTrustedOnce else {
      throw LayoutError(
        .untrusted,
        "\(file.path) did not come with LayoutHost and is not trusted, so it does not run in this "
          + "process; leave the tier to auto, or trust it once (--trust-once, isTrustedOnce)",
        plugin: file.note?.id)
    }
  }
}
