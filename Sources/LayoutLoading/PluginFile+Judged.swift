// SPDX-License-Identifier: Apache-2.0
//
// A judged file as another process of ours describes it.

import LayoutModel

extension PluginFile {
  /// A file that was judged in another process, which handed its verdict on: a worker loads what
  /// its host has judged.
  package init(
    judged path: String, hash: String, note: PluginNote?, unloads: Bool,
    libraries: [NeededLibrary] = []
  ) {
    self.path = path
    self.hash = hash
    self.size = 0
    self.note = note
    self.libraries = libraries
    self.verdict = .loads(unloads: unloads, remarks: [])
    self.trust = .user
  }
}
