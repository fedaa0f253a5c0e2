// SPDX-License-Identifier: Apache-2.0
//
// What happens in the plugin directories, once it has settled.

import LayoutModel

/// A change of the plugins on a search path.
///
/// A file is what its bytes are: one that was only touched, or written anew with the same content,
/// gives no event. Nothing that is loaded depends on the files: a session goes on with the layout
/// that it has, whatever becomes of the file.
public enum PluginEvent: Equatable, Sendable {
  /// A file is new. Look at its verdict: it may be refused.
  case added(PluginFile)
  /// A file has other bytes, or the same and another verdict (a mode was changed) or trust.
  case changed(PluginFile, from: PluginFile)
  /// The same bytes have another name, and the old one is gone.
  case renamed(PluginFile, from: String)
  /// A file is gone; this is what it was.
  case removed(PluginFile)
  /// Something is not watched, or not trusted, because of this.
  case problem(LayoutError)
}
