// SPDX-License-Identifier: Apache-2.0
//
// What a layout may ask of its host.

import LayoutABI

extension Layout {
  /// Asks the host to prepare before the next answer.
  /// - Parameters:
  ///   - marks: What has to be made anew.
  ///   - elements: What `.items`, `.supplementaries` and `.decorations` name.
  public final func invalidate(_ marks: Marks, elements: [ElementID] = []) {
    guard let services = unsafe services else { return }
    unsafe elements.withUnsafeBufferPointer { elements in
      var what = layout_invalidation.sized()
      what.marks = marks.rawValue
      unsafe what.elements = elements.baseAddress
      what.element_count = UInt32(elements.count)
      unsafe services.pointee.invalidate(services.pointee.context, &what)
    }
  }

  /// Leaves a line in the host's log.
  public final func log(_ message: StaticString, level: LogLevel = .info) {
    guard let services = unsafe services else { return }
    unsafe services.pointee.log(services.pointee.context, level.rawValue, message.text)
  }

  /// Posts a notice that the app hears of between this frame and the next.
  /// - Parameters:
  ///   - event: One of ``Layout/events``.
  ///   - values: What the event declares, one for one.
  /// - Returns: False when the host refused: the event is not listed, the values are not those that
  ///   it declares, or too many wait.
  @discardableResult
  public final func post(_ event: Event, _ values: [EventValue] = []) -> Bool {
    guard let services = unsafe services, let index = event.index else { return false }
    let records = values.map { $0.value }
    return unsafe records.withUnsafeBufferPointer {
      unsafe services.pointee.post_event(
        services.pointee.context, index, $0.baseAddress, UInt32($0.count)) == LAYOUT_OK
    }
  }

  /// Takes items through the batch under way: each path of the data before it becomes that after it,
  /// `ItemPath.none` where the item was deleted. Outside of a batch nothing moves.
  /// - Complexity: O(paths · log of the changes), in one call into the host.
  public final func mapPaths(_ paths: inout [ItemPath]) throws(LayoutError) {
    let status = unsafe paths.withUnsafeMutableBufferPointer { unsafe mapPaths($0) }
    guard status == LAYOUT_OK else { throw LayoutError(status, "") }
  }

  /// The same for a layout that keeps what an item looks like through a reload of its content.
  public final func mapPaths(
    _ paths: inout [ItemPath], keepingReloads updates: borrowing Updates
  ) throws(LayoutError) {
    let old = paths
    try mapPaths(&paths)
    for change in 0..<updates.count {
      guard let update = updates[change], update.action == .reload, !update.isSection else {
        continue
      }
      for index in 0..<old.count where old[index] == update.before { paths[index] = update.after }
    }
  }

  /// The same, in place, for paths that lie elsewhere.
  package final func mapPaths(_ paths: UnsafeMutableBufferPointer<ItemPath>) -> layout_status {
    guard let services = unsafe services, paths.count > 0 else { return LAYOUT_OK }
    return unsafe services.pointee.map_paths(
      services.pointee.context, paths.baseAddress, UInt32(paths.count), paths.baseAddress)
  }

  /// Runs an action's body on the layout behind the context of the call, which is of the class that
  /// lists the action.
  /// - Returns: What the C function returns; the host is told why when the body throws.
  public static func perform<Class: Layout>(
    _ type: Class.Type, on context: Action.Context,
    _ body: (Class) throws(LayoutError) -> Void
  ) -> layout_status {
    guard let layout = unsafe Layout.behind(context) else { return LAYOUT_ERROR_ARGUMENT }
    do throws(LayoutError) {
      unsafe try body(unsafeDowncast(layout, to: Class.self))
      return LAYOUT_OK
    } catch {
      return layout.report(error)
    }
  }
}

/// The severity of a line in the host's log.
public enum LogLevel: UInt32, Sendable {
  /// For who writes the layout.
  case debug = 0
  /// For who is curious.
  case info
  /// Something is not as it should be, and the layout goes on.
  case warning
  /// Something failed.
  case error
}
