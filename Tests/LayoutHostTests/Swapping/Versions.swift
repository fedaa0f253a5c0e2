// SPDX-License-Identifier: Apache-2.0
//
// Versions of a plugin for tests of hot swaps: the same code in files with other bytes.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting

/// A file that is replaced by one version after another.
final class Versions {
  let directory: TemporaryDirectory
  let path: String
  private(set) var file: PluginFile
  /// The hashes of earlier versions. A judged file takes a kilobyte, which tests of memory would
  /// count.
  private var earlier: [String] = []

  /// - Parameter plugin: The path of the plugin to copy.
  init(of plugin: String) throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/plugin.so"
    file = PluginFile(judging: plugin)
    try replace(by: plugin)
  }

  deinit {
    // Copies of versions that are not shown again.
    guard let copy = try? ImageStore().place(file) else { return }
    let folder = URL(fileURLWithPath: copy).deletingLastPathComponent().path
    for hash in earlier + [file.hash] { unlink("\(folder)/\(hash).so") }
  }

  /// Replaces the whole file, as build tools do, by one with a new name appended. The loader does not read that part,
  /// but the hash is another.
  @discardableResult
  func replace(by plugin: String, trust: Trust = .bundled) throws -> PluginFile {
    if file.path == path { earlier.append(file.hash) }
    var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: plugin)))
    bytes += Array(UUID().uuidString.utf8)
    try directory.write(bytes, to: "next")
    guard rename(directory.path + "/next", path) == 0 else {
      throw LayoutError("test-directory", "\(path): \(String(cString: strerror(errno)))")
    }
    file = PluginFile(judging: path, trust: trust)
    return file
  }

  /// Makes a live layout of the current version.
  func layout(_ id: String, tier: LayoutTier = .auto) throws -> CollectionLayout {
    try .make(
      id: id, file: file, running: LayoutPolicy(tier, options: WorkerOptions(deadlines: nil)))
  }
}

extension SwapAnswer {
  /// The accepted versions.
  var receipt: SwapReceipt? { if case .accepted(let receipt) = self { receipt } else { nil } }
  /// The refused versions.
  var refusal: SwapRefusal? { if case .refused(let refusal) = self { refusal } else { nil } }
}
