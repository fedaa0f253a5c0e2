// SPDX-License-Identifier: Apache-2.0
//
// A plugin file under test, and the copy of it that is loaded.

import LayoutABI
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

/// A plugin file and its copy in the image store, which was made before anything was confined.
package struct Specimen: Sendable {
  /// The judged file.
  package let file: PluginFile
  private let image: Result<String, LayoutError>
  /// The plugins of which its layouts may be made.
  let children: ChildFiles

  /// Copies the file to the image store; what that fails for is thrown when the copy is wanted.
  ///
  /// - Parameter library: Where the children of its layouts are found; nil for the standard search path.
  package init(_ file: PluginFile, children library: PluginLibrary? = nil) {
    self.file = file
    Self.warmLog()
    children = ChildFiles(for: file, from: library)
    image = Result { () throws(LayoutError) in try ImageStore().place(file) }
  }

  /// Uses the lock of a log once, here in the parent. A lock keeps the number of its thread in more places than
  /// one; a forked child has what its parent had there, and where it asks anew it finds another number, with
  /// which it cannot open what it closed.
  private static func warmLog() {
    let log = LayoutLog()
    log.write(LogEntry(level: .debug, message: "", plugin: ""))
    _ = log.take()
  }

  /// The path of the copy.
  package var imagePath: String {
    get throws(LayoutError) { try image.get() }
  }

  /// The file as the user named it.
  var path: String { file.path }
  var verdict: Verdict { file.verdict }

  /// Loads the plugin.
  func load() throws(Finding) -> PluginImage {
    do throws(LayoutError) { return try open() } catch { throw Finding(error) }
  }

  /// Loads the plugin.
  func open() throws(LayoutError) -> PluginImage { try PluginImage(file, at: imagePath) }

  /// Loads the plugin and throws when that fails with one of `codes`; other failures are for other
  /// rules.
  func requireLoading(without codes: [LayoutError.Code]) throws(Finding) {
    do throws(LayoutError) { _ = try open() } catch {
      if codes.contains(error.code) { throw Finding(error) }
    }
  }

  /// Loads the plugin and throws when `state`, a list of lines, is not the same afterwards.
  func requireUnchanged(
    _ state: @autoclosure () -> [String], by what: String
  ) throws(Finding) {
    let before = state()
    let image = try load()
    let after = state()
    if let line = ProcessState.difference(before, after) {
      throw .broken("\(what): \(line); a plugin does nothing before an instance is made")
    }
    withExtendedLifetime(image) {}
  }
}
