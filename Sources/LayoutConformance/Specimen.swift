// SPDX-License-Identifier: Apache-2.0
//
// What rules are asked of: a plugin file under test, with the copy of it that is loaded, and one
// layout of it.

import LayoutABI
import LayoutIsolation
import LayoutLoading
import LayoutModel
import LayoutRuntime

// MARK: - A file

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

// MARK: - A layout
//
// What a layout rule is about: one layout of a plugin that was loaded into this child.

/// A layout under test.
package struct Subject {
  /// The file that it is from.
  package let file: PluginFile
  /// Its code, in this process.
  let image: PluginImage
  /// Its place in the plugin's table.
  let index: Int
  /// The description that it gives of itself.
  let descriptor: LayoutDescriptor

  /// Finds the layouts that it may be made of; nil for a plugin whose layouts are made of none.
  let findChild: ChildFinder?

  /// The output of another process that asked the layout for its fingerprint; nil when none
  /// was asked.
  let otherFingerprint: String?

  /// Loads the file and takes the layout with this id.
  /// - Throws: What loading says; `unknown-layout`.
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

  /// The index of a property, or nil.
  func property(_ name: String) -> Int? {
    descriptor.properties.firstIndex { $0.name == name }
  }
}
