// SPDX-License-Identifier: Apache-2.0
//
// What a layout rule is about: one layout of a plugin that was loaded into this child.

import LayoutLoading
import LayoutModel
import LayoutRuntime

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
