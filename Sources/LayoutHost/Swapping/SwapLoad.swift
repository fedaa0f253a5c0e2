// SPDX-License-Identifier: Apache-2.0
//
// The code of a layout in its place, before and while an instance lives.

import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// A loaded file: an image in this process, or a worker that has made the layout already.
enum LoadedLayout {
  case image(PluginImage)
  case worker(any LayoutConnection)

  /// - Throws: What ``PluginImage/open(_:store:)`` or starting the worker throws.
  static func load(
    _ id: String, of file: PluginFile, tier: LayoutTier, isTrustedOnce: Bool,
    options: WorkerOptions
  ) throws(LayoutError) -> LoadedLayout {
    switch tier.resolved(for: file, isTrustedOnce: isTrustedOnce) {
    case .worker, .sandboxed:
      var options = options
      options.isSandboxed = tier != .worker
      let worker = try WorkerConnection(file: file, layout: id, options: options)
      return .worker(
        options.deadlines == nil ? worker : CollectionLayout.supervised(worker, of: file))
    case .auto, .inProcess:
      return .image(try PluginImage.open(file))
    }
  }

  /// - Throws: What making the instance gave.
  func instance(_ id: String) throws(LayoutError) -> CollectionLayout {
    switch self {
    case .worker(let connection): CollectionLayout(connection)
    case .image(let image): CollectionLayout(try InProcessConnection(image: image, layout: id))
    }
  }
}

extension LayoutTier {
  /// - Throws: `untrusted` when a file shall run in this process and nobody said that it may.
  func checkTrust(in file: PluginFile, isTrustedOnce: Bool) throws(LayoutError) {
    guard self != .inProcess || file.trust.runsInProcess || isTrustedOnce else {
      throw LayoutError(
        "untrusted",
        "\(file.path) did not come with LayoutHost and is not trusted, so it does not run in this "
          + "process; leave the tier to auto, or trust it once (--trust-once, isTrustedOnce)",
        plugin: file.note?.id)
    }
  }
}
