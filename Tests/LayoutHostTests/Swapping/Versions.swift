// SPDX-License-Identifier: Apache-2.0
//
// Versions of a plugin for tests of hot swaps: the same code in files with other bytes.

import Foundation
import LayoutHost
import LayoutLoading
import LayoutModel
import LayoutTesting

/// A file that is replaced by one version after the other.
final class Versions {
  let directory: TemporaryDirectory
  let path: String
  private(set) var file: PluginFile
  /// The hashes of those that went before: a judged file is a kilobyte, which tests of memory would see.
  private var earlier: [String] = []

  /// - Parameter plugin: The path of a plugin; it is copied.
  init(of plugin: String) throws {
    directory = try TemporaryDirectory()
    path = directory.path + "/plugin.so"
    file = PluginFile(judging: plugin)
    try replace(by: plugin)
  }

  deinit {
    // Copies of versions that nobody will see again.
    guard let copy = try? ImageStore().place(file) else { return }
    let folder = URL(fileURLWithPath: copy).deletingLastPathComponent().path
    for hash in earlier + [file.hash] { unlink("\(folder)/\(hash).so") }
  }

  /// Replaces the file whole, as build tools do, by another one with a name behind it that no version
  /// ever had: nobody reads that far, and the bytes are others.
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

  /// A live layout of the version that is there now.
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
