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
  /// What it says about itself.
  let descriptor: LayoutDescriptor

  /// The words that start a program which prints a layout's fingerprint, but for the layout's id and
  /// the file; nil when there is none.
  let fingerprintCommand: [String]?

  /// Loads the file and takes the layout with this id.
  /// - Throws: What loading says; `unknown-layout`.
  package init(
    _ file: PluginFile, layout id: String, fingerprintCommand: [String]? = nil
  ) throws(LayoutError) {
    self.fingerprintCommand = fingerprintCommand
    image = try PluginImage.open(file)
    index = try image.descriptor.index(ofLayout: id)
    descriptor = image.descriptor.layouts[index]
    self.file = file
  }

  /// The index of a property, or nil.
  func property(_ name: String) -> Int? {
    descriptor.properties.firstIndex { $0.name == name }
  }
}
