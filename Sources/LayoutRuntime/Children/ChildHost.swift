// SPDX-License-Identifier: Apache-2.0
//
// The children of one layout: `layout.children/1`.

import LayoutABI
import LayoutABIDrafts
import LayoutLoading
import LayoutModel

/// The common part of all layouts of a tree.
final class ChildTree {
  let find: ChildFinder
  let onDamage: MemoryDamage.Handler
  /// The number of children that exist now.
  var count = 0 { didSet { revision += 1 } }
  /// A number that changes with each change of the tree.
  private(set) var revision = 0

  /// Notes that a child with its own settings has other sections now.
  func noteMove() { revision += 1 }

  init(find: @escaping ChildFinder, onDamage: @escaping MemoryDamage.Handler) {
    (self.find, self.onDamage) = (find, onDamage)
  }
}

/// The children of one layout, which it makes and keeps.
final class ChildHost: ChildOffer {
  let tree: ChildTree
  /// The level of the parent; 1 for the root of a tree.
  private let level: Int
  private(set) var children: [ChildLayout] = []
  /// The properties of children that the app set by path.
  private var kept: [KeptSetting] = []

  var extensionTable: UnsafeRawPointer { unsafe ChildrenTable.table }

  init(_ tree: ChildTree, level: Int) { (self.tree, self.level) = (tree, level) }

  func answer(by queries: any QueryAnswering) {
    // The queries of children further down pass through these.
    for child in children { child.queries.answers = queries }
  }

  deinit {
    tree.count -= children.count
    // The parent no longer exists, so its remaining children must not report calls to it.
    for child in children { child.forgetParent() }
  }

  /// Makes a child of `parent`.
  /// - Throws: An error of finding, loading or making it; `child-refused`.
  func open(_ id: String, of parent: HostContext) throws(LayoutError) -> ChildLayout {
    guard parent.descriptor.hostMirrors else {
      throw LayoutError(
        .childRefused,
        "a layout that mirrors itself has no children; set LAYOUT_DESCRIPTOR_HOST_MIRRORS")
    }
    guard level < LAYOUT_CHILDREN_LEVELS else {
      throw LayoutError(
        .childRefused, "layouts are made of layouts in at most \(LAYOUT_CHILDREN_LEVELS) levels")
    }
    guard tree.count < LAYOUT_CHILDREN_MOST else {
      throw LayoutError(
        .childRefused, "a tree of layouts has at most \(LAYOUT_CHILDREN_MOST) children")
    }
    let child = try ChildLayout(
      id, image: try tree.find(id), parent: parent, host: ChildHost(tree, level: level + 1))
    children.append(child)
    tree.count += 1
    return child
  }

  /// Ends a child.
  func close(_ child: ChildLayout) {
    guard let index = children.firstIndex(where: { $0 === child }) else { return }
    for place in kept.indices where kept[place].owner === child {
      kept[place] = KeptSetting(setting: current(kept[place]))
    }
    children.remove(at: index)
    tree.count -= 1
  }

  /// Returns the child whose table the parent names; nil for any other table.
  func child(at table: UnsafePointer<layout_instance>?) -> ChildLayout? {
    children.first { unsafe UnsafePointer($0.table) == table }
  }
}

// MARK: - Settings that are kept

/// A setting by path, and the child that has it.
private struct KeptSetting {
  var setting: ChildSetting
  weak var owner: ChildLayout?
}

extension ChildHost {
  /// The settings so far, by the paths that lead to their children now. The settings of a child
  /// that was given other sections move with it.
  var settings: ChildSettings {
    var all = ChildSettings()
    for entry in kept {
      let setting = current(entry)
      // A setting kept for a child that is still to come gives way to the setting of an existing
      // child.
      let isOutdone =
        entry.owner == nil
        && kept.contains { $0.owner != nil && current($0).isSameProperty(as: setting) }
      if !isOutdone { all.keep(setting) }
    }
    return all
  }

  /// Keeps a setting for the child that has it, or for children that are still to come.
  func keep(_ setting: ChildSetting, of owner: ChildLayout? = nil) {
    kept.removeAll { current($0).isSameProperty(as: setting) }
    kept.append(KeptSetting(setting: setting, owner: owner))
  }

  /// Notes that a child took a setting that was kept.
  func adopt(_ setting: ChildSetting, by child: ChildLayout) {
    guard let place = kept.firstIndex(where: { current($0).isSameProperty(as: setting) }) else {
      return
    }
    kept[place] = KeptSetting(setting: current(kept[place]), owner: child)
  }

  /// Returns true if a child has settings by path.
  func hasSettings(_ child: ChildLayout) -> Bool { kept.contains { $0.owner === child } }

  private func current(_ entry: KeptSetting) -> ChildSetting {
    guard let child = entry.owner, let name = entry.setting.path.first else { return entry.setting }
    var setting = entry.setting
    if !child.sections.answer(to: name, id: child.id) { setting.path[0] = child.sections.name }
    if let rest = setting.rest, let inner = child.context.childHost?.current(rest) {
      setting.path = [setting.path[0]] + inner.path
    }
    return setting
  }

  /// Returns the same setting with the current name of the child further in.
  private func current(_ setting: ChildSetting) -> ChildSetting {
    kept.first { $0.setting.isSameProperty(as: setting) }.map(current) ?? setting
  }
}

extension HostContext {
  /// Offers `layout.children/1` to the layout, which is the root of its tree.
  package func offerChildren(
    found find: @escaping ChildFinder,
    onDamage: @escaping MemoryDamage.Handler = MemoryDamage.stopProcess
  ) {
    children = ChildHost(ChildTree(find: find, onDamage: onDamage), level: 1)
  }

  /// The layouts inside this one; nil if it may have none.
  var childHost: ChildHost? { children as? ChildHost }

  /// `open`
  fileprivate func openChild(
    _ text: layout_text, _ out: UnsafeMutablePointer<UnsafePointer<layout_instance>?>?
  ) -> layout_status {
    guard let host = childHost, call != .destroy else { return LAYOUT_ERROR_CONTEXT }
    guard let out = unsafe out, text.count <= limits.nameBytes, let id = try? String(copying: text)
    else {
      return LAYOUT_ERROR_ARGUMENT
    }
    do throws(LayoutError) {
      unsafe out.pointee = unsafe UnsafePointer(try host.open(id, of: self).table)
      return LAYOUT_OK
    } catch {
      childFailure = error.ofChild(id, in: self)
      return error.code == .childRefused ? LAYOUT_ERROR_UNSUPPORTED : LAYOUT_ERROR_FAILED
    }
  }

  fileprivate func scopeChild(
    _ table: UnsafePointer<layout_instance>?, _ first: UInt32, _ count: UInt32
  ) -> layout_status {
    guard let child = unsafe childHost?.child(at: table) else { return LAYOUT_ERROR_ARGUMENT }
    child.setScope(first: first, count: count)
    return LAYOUT_OK
  }
}

/// The one table of the extension.
enum ChildrenTable {
  /// The table, which lives as long as the process.
  nonisolated(unsafe) static let table: UnsafeRawPointer = {
    var table = layout_children.sized()
    unsafe table.open = { unsafe HostContext.inCall($0)?.openChild($1, $2) ?? LAYOUT_ERROR_CONTEXT }
    unsafe table.descriptor = {
      unsafe HostContext.inCall($0)?.childHost?.child(at: $1)?.description
    }
    unsafe table.scope = {
      unsafe HostContext.inCall($0)?.scopeChild($1, $2, $3) ?? LAYOUT_ERROR_CONTEXT
    }
    let place = UnsafeMutablePointer<layout_children>.allocate(capacity: 1)
    unsafe place.initialize(to: table)
    return UnsafeRawPointer(place)
  }()
}

extension LayoutError {
  /// Returns the same error with the names of the child and of its parent. The plugin is that of
  /// the root, in each tier.
  func ofChild(_ id: String, in parent: HostContext) -> LayoutError {
    var error = self
    error.message = "child \(id) of \(parent.descriptor.id): \(message)"
    error.plugin = parent.plugin
    return error
  }
}
