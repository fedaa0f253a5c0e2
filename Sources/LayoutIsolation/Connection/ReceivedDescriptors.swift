// SPDX-License-Identifier: Apache-2.0
//
// What a worker says of its plugin, held to the rules that tables are read by. A plugin that was taken
// over can answer in its worker's place, so that the worker read a table says nothing.

import LayoutLoading
import LayoutModel

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
