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
  let request = WorkerLink.Request(kind: .inspect, call: CallCrumb.loadingName)
  do throws(LayoutError) {
    return try link.exchange(request) {
      $0.write(start)
    } read: { (head, _) throws(LayoutError) in
      let plugin = try head.readPlugin()
      try plugin.checkReceived(from: file)
      return plugin
    }
  } catch { throw paths.restore(error) }
}
