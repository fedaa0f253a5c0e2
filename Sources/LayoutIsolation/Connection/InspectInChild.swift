// SPDX-License-Identifier: Apache-2.0
//
// Reads a plugin's description of itself without running the plugin in this process.

import LayoutLoading
import LayoutModel
import LayoutRuntime

/// Returns the description of the plugin in `file`, read in a child process that ends right after.
///
/// The plugin's constructors and its entry run only in the child, and the child is confined before
/// it loads the file. So a file that is not trusted can be inspected without harm.
///
/// - Parameters:
///   - isSandboxed: False lets the plugin do in the child everything that the user may; only if the
///     user allows it.
///   - options: The other options of the child.
/// - Throws: The errors of ``WorkerConnection/init(file:layout:options:)``, `worker-died` with the
///   signal if the plugin traps or tries a forbidden call, `sandbox-unavailable` if the kernel
///   lacks a part of the sandbox, `sandbox-failed` if the kernel refuses it now. It never falls
///   back to a child that is not confined.
public func inspectInChild(
  _ file: PluginFile, isSandboxed: Bool = true,
  options: WorkerOptions = WorkerOptions(deadlines: nil)
) throws(LayoutError) -> PluginDescriptor {
  var options = options
  options.isSandboxed = isSandboxed
  let image = try ImageStore().place(file)
  let paths = HiddenPaths(file, image: image)
  let start = paths.message(layout: nil)
  let process = try LinkStart(
    images: [image], options: options, plugin: file.note?.id, log: LayoutLog())
  guard let link = try process.poll(.untilDone) else {
    preconditionFailure("a process that was waited for is not there")
  }
  let request = WorkerLink.Request(kind: .inspect, call: CallMarker.loadingName)
  do throws(LayoutError) {
    return unsafe try link.exchange(request) {
      $0.write(start)
    } read: { (head, _) throws(LayoutError) in
      let plugin = try head.readPlugin()
      try plugin.checkReceived(from: file)
      return plugin
    }
  } catch { throw paths.restore(error) }
}

// MARK: - Descriptors received
//
// Checks a worker's description of its plugin by the rules for reading tables. A worker can be
// taken over by its plugin and answer falsely, so the worker's own check of a table proves nothing.

extension StartedMessage {
  /// - Throws: `wire` if it is about another plugin or layout, or describes something that no table
  ///   can hold.
  func check(from file: PluginFile, layout id: String) throws(LayoutError) {
    guard pluginID == file.note?.id else { throw .wire("a layout of another plugin") }
    guard layout.id == id else { throw .wire("the layout \(layout.id), not \(id)") }
    do throws(LayoutError) { try DescriptorRules.check(layout) } catch { throw .impossible(error) }
  }
}

extension PluginDescriptor {
  /// - Throws: `wire` if it differs from the file's note, or describes something that no table can
  ///   hold.
  func checkReceived(from file: PluginFile) throws(LayoutError) {
    do throws(LayoutError) {
      try DescriptorRules.check(self)
      if let note = file.note { try DescriptorRules.compare(self, note) }
    } catch { throw .impossible(error) }
  }
}

extension ChildNote {
  /// - Parameter layouts: The layouts that its parent may have inside.
  /// - Throws: `wire` if it is another layout, or has properties that no table can hold; `breach` for a value that
  ///   the property cannot have.
  func checkReceived(among layouts: [String], by border: TrustBorder) throws(LayoutError) {
    guard layouts.contains(id) else { throw .wire("a layout inside that it was not given") }
    do throws(LayoutError) { try DescriptorRules.check(properties, id) } catch {
      throw .impossible(error)
    }
    for (property, value) in zip(properties, values) { try border.value(value, of: property) }
  }
}

extension LayoutError {
  fileprivate static func impossible(_ error: LayoutError) -> LayoutError {
    .wire("a description that it cannot have read: \(error.message)")
  }
}
