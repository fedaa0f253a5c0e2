// SPDX-License-Identifier: Apache-2.0
//
// Reading what a plugin says about itself without running it in this process.

import LayoutLoading
import LayoutModel
import LayoutRuntime

/// What the plugin in `file` says about itself, read in a child that ends right after.
///
/// The plugin's constructors and its entry run in the child alone: a file that nobody trusts can be
/// looked at without harm.
///
/// - Throws: What ``WorkerConnection/init(file:layout:options:)`` throws, `worker-died` with the
///   signal when the plugin traps.
public func inspectInChild(
  _ file: PluginFile, options: WorkerOptions = WorkerOptions()
) throws(LayoutError) -> PluginDescriptor {
  let start = StartMessage(file: file, imagePath: try ImageStore().place(file), layoutID: nil)
  let link = try WorkerLink(
    executable: try options.locate(), options: options,
    plugin: file.note?.id, log: LayoutLog())
  return try link.exchange(WorkerLink.Request(kind: .inspect, call: CallCrumb.loadingName)) {
    $0.write(start)
  } read: { (head, _) throws(LayoutError) in
    try head.readPlugin()
  }
}
