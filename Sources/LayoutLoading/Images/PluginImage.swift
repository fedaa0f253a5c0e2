// SPDX-License-Identifier: Apache-2.0
//
// A plugin's code in this process.

import Glibc
import LayoutABI
import LayoutModel

/// A loaded plugin. The code stays mapped during the life of this object, and is unmapped with it
/// unless the verdict on the file says that it must stay.
///
/// Two images of the same bytes share one mapping, because the dynamic loader counts references.
/// Safe to share: the table is static and never written.
public final class PluginImage: @unchecked Sendable {
  /// The plugin's descriptor; contains no pointer into the image.
  public let descriptor: PluginDescriptor
  /// The path of the mapped copy, as /proc/self/maps shows it.
  public let path: String
  /// The plugin's own table. Valid during the life of this object.
  package let table: UnsafePointer<layout_plugin>
  private let handle: UnsafeMutableRawPointer
  /// Released after the image.
  private let libraries: LibraryPins

  /// Copies the file to the image store, loads the copy and checks its table against its note.
  ///
  /// This runs code of the plugin: its constructors and its entry.
  ///
  /// - Throws: The errors of ``ImageStore/place(_:)``; `load-failed` with the dynamic loader's
  ///   message; `entry-missing`; `abi-refused` when the plugin does not support a host with this
  ///   ABI; `table-too-short` or `bad-table` naming the member; `note-mismatch`.
  public static func open(
    _ file: PluginFile, store: ImageStore = ImageStore()
  ) throws(LayoutError) -> PluginImage {
    try PluginImage(file, at: try store.place(file))
  }

  /// Loads a copy that the store made earlier, possibly in another process.
  package init(_ file: PluginFile, at path: String) throws(LayoutError) {
    if let refusal = file.verdict.refusal { throw refusal }
    guard let note = file.note, case .loads(let unloads, _) = file.verdict else {
      throw LayoutError(.noNote, "\(file.path): has no layout note")
    }
    do throws(LayoutError) { libraries = try LibraryPins(file.libraries) } catch {
      throw error.about(file.path, plugin: note.id)
    }
    let handle = try Self.load(path, stays: !unloads, of: file)
    do throws(LayoutError) {
      table = try Self.table(in: handle)
      descriptor = try TableReader().plugin(table)
      try DescriptorRules.compare(descriptor, note)
    } catch {
      dlclose(handle)
      throw error.about(file.path, plugin: note.id)
    }
    self.path = path
    self.handle = handle
  }

  deinit { dlclose(handle) }

  private typealias Entry = @convention(c) (UInt32) -> UnsafePointer<layout_plugin>?

  /// Returns the table of the entry for a host with another ABI; nil for none.
  package func table(forHostOf abi: UInt32) -> UnsafePointer<layout_plugin>? {
    dlsym(handle, LAYOUT_PLUGIN_ENTRY).flatMap { unsafeBitCast($0, to: Entry.self)(abi) }
  }

  private static func load(
    _ path: String, stays: Bool, of file: PluginFile
  ) throws(LayoutError) -> UnsafeMutableRawPointer {
    let flags = RTLD_NOW | RTLD_LOCAL | (stays ? RTLD_NODELETE : 0)
    guard let handle = dlopen(path, flags) else {
      let words = dlerror().map { String(cString: $0) } ?? "no reason given"
      throw LayoutError(
        .loadFailed,
        "\(file.path): cannot be loaded: \(words)", plugin: file.note?.id)
    }
    return handle
  }

  private static func table(
    in handle: UnsafeMutableRawPointer
  ) throws(LayoutError) -> UnsafePointer<layout_plugin> {
    guard let symbol = dlsym(handle, LAYOUT_PLUGIN_ENTRY) else {
      throw LayoutError(.entryMissing, "does not export \(LAYOUT_PLUGIN_ENTRY)")
    }
    guard let table = unsafeBitCast(symbol, to: Entry.self)(LAYOUT_ABI) else {
      throw LayoutError(
        .abiRefused,
        "serves no host of ABI \(LAYOUT_ABI); use a build of the plugin for this host",
        call: LAYOUT_PLUGIN_ENTRY)
    }
    return table
  }
}
