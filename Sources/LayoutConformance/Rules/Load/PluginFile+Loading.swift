// SPDX-License-Identifier: Apache-2.0
//
// Loading, as the rules about loading want it.

import LayoutABI
import LayoutLoading
import LayoutModel

extension PluginFile {
  /// Loads the plugin.
  func load() throws(Finding) -> PluginImage {
    do throws(LayoutError) { return try PluginImage.open(self) } catch { throw Finding(error) }
  }

  /// Copies the plugin to the image store, for ``load(at:)``.
  func place() throws(Finding) -> String {
    do throws(LayoutError) { return try ImageStore().place(self) } catch { throw Finding(error) }
  }

  /// Loads a copy that was placed: the file is not read and hashed again.
  func load(at path: String) throws(Finding) -> PluginImage {
    do throws(LayoutError) { return try PluginImage(self, at: path) } catch { throw Finding(error) }
  }

  /// Loads the plugin and throws when that fails with one of `codes`; other failures are for other
  /// rules.
  func requireLoading(without codes: [LayoutError.Code]) throws(Finding) {
    do throws(LayoutError) { _ = try PluginImage.open(self) } catch {
      if codes.contains(error.code) { throw Finding(error) }
    }
  }

  /// Loads the plugin and throws when `state`, a list of lines, is not the same afterwards.
  func requireUnchanged(
    _ state: @autoclosure () -> [String], by what: String
  ) throws(Finding) {
    // The store's first use of its directory is our own doing.
    _ = try place()
    let before = state()
    let image = try load()
    let after = state()
    if let line = ProcessState.difference(before, after) {
      throw .broken("\(what): \(line); a plugin does nothing before an instance is made")
    }
    withExtendedLifetime(image) {}
  }
}
