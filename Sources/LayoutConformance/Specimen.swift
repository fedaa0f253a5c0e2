// SPDX-License-Identifier: Apache-2.0
//
// The subject of rules: a plugin file under test, the copy of it that is loaded, and one layout of
// it.

import LayoutABI
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

// MARK: - A file

/// A plugin file and its copy in the image store, made before any process is confined.
package struct Specimen: Sendable {
  /// The judged file.
  package let file: PluginFile
  private let image: Result<String, LayoutError>
  /// The plugins that provide its child layouts.
  let children: ChildFiles

  /// Copies the file to the image store. ``imagePath`` throws the error of a failed copy.
  ///
  /// - Parameter library: The plugins that provide child layouts; nil for the standard search path.
  package init(_ file: PluginFile, children library: PluginLibrary? = nil) {
    self.file = file
    Self.warmLog()
    children = ChildFiles(for: file, from: library)
    image = Result { () throws(LayoutError) in try ImageStore().place(file) }
  }

  /// Uses the lock of a log once, here in the parent. A lock keeps its thread's number in several
  /// places. A forked child inherits the parent's number there; where it reads the number again it
  /// gets another one, and could not unlock its own lock.
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

  /// Loads the plugin and throws when that fails with one of `codes`; other failures belong to
  /// other rules.
  func requireLoading(without codes: [LayoutError.Code]) throws(Finding) {
    do throws(LayoutError) { _ = try open() } catch {
      if codes.contains(error.code) { throw Finding(error) }
    }
  }

  /// Loads the plugin and throws when `state`, a list of lines, changes.
  func requireUnchanged(
    _ state: @autoclosure () -> [String], by what: String
  ) throws(Finding) {
    let before = state()
    let image = try load()
    let after = state()
    if let line = ProcessState.difference(before, after) {
      throw .broken("\(what): \(line); a plugin must not act before an instance is made")
    }
    withExtendedLifetime(image) {}
  }
}

// MARK: - A layout
//
// The subject of a layout rule: one layout of a plugin that was loaded into this child.

/// A layout under test.
package struct Subject {
  /// The file of the layout.
  package let file: PluginFile
  /// The loaded image, in this process.
  let image: PluginImage
  /// Its index in the plugin's table.
  let index: Int
  /// The descriptor of the layout.
  let descriptor: LayoutDescriptor

  /// Finds the child layouts; nil for a plugin without them.
  let findChild: ChildFinder?

  /// The output of another process that computed the layout's fingerprint; nil when the rule needs
  /// none.
  let otherFingerprint: String?

  /// Loads the file and selects the layout with this id.
  /// - Throws: Errors of loading; `unknown-layout`.
  package init(
    _ specimen: Specimen, layout id: String, otherFingerprint: String? = nil
  ) throws(LayoutError) {
    self.otherFingerprint = otherFingerprint
    image = try specimen.open()
    index = try image.descriptor.index(ofLayout: id)
    descriptor = image.descriptor.layouts[index]
    file = specimen.file
    findChild = specimen.file.note?.hasChildren == true ? specimen.children.finder : nil
  }

  /// Returns the index of a property, or nil.
  func property(_ name: String) -> Int? {
    descriptor.properties.firstIndex { $0.name == name }
  }
}
