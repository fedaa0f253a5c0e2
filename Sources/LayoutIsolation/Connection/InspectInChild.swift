// SPDX-License-Identifier: Apache-2.0
//
// Reading what a plugin says about itself without running it in this process.

import LayoutLoading
import LayoutModel
import LayoutRuntime

/// Returns the description of the plugin in `file`, read in a child that ends right after.
///
/// The plugin's constructors and its entry run in the child alone, and the child is confined before
/// it loads the file: a file that nobody trusts can be looked at without harm.
///
/// - Parameters:
///   - isSandboxed: False lets the plugin do what the user may, in the child; only on the user's word.
///   - options: The rest of how the child is run.
/// - Throws: What ``WorkerConnection/init(file:layout:options:)`` throws, `worker-died` with the
///   signal when the plugin traps or tries what is not allowed, `sandbox-unavailable` where the
///   kernel lacks a part of the sandbox, `sandbox-failed` where it does not give it now: there is no
///   falling back to a child that is not confined.
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
// What a worker says of its plugin, held to the rules that tables are read by. A plugin that was taken
// over can answer in its worker's place, so that the worker read a table says nothing.

extension StartedMessage {
  /// - Throws: `wire` when it is about another plugin or layout, or describes what no table can.
  func check(from file: PluginFile, layout id: String) throws(LayoutError) {
    guard pluginID == file.note?.id else { throw .wire("a layout of another plugin") }
    guard layout.id == id else { throw .wire("the layout \(layout.id), not \(id)") }
    do throws(LayoutError) { try DescriptorRules.check(layout) } catch { throw .impossible(error) }
  }
}

extension PluginDescriptor {
  /// - Throws: `wire` when it is not what the file's note says, or what no table can.
  func checkReceived(from file: PluginFile) throws(LayoutError) {
    do throws(LayoutError) {
      try DescriptorRules.check(self)
      if let note = file.note { try DescriptorRules.compare(self, note) }
    } catch { throw .impossible(error) }
  }
}

extension LayoutError {
  fileprivate static func impossible(_ error: LayoutError) -> LayoutError {
    .wire("a description that it cannot have read: \(error.message)")
  }
}
