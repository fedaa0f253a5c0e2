// SPDX-License-Identifier: Apache-2.0
//
// Calls from a layout to its host.

import LayoutABI

extension Layout {
  /// Asks the host to prepare before the next answer.
  /// - Parameters:
  ///   - marks: The parts that must be prepared again.
  ///   - elements: The elements that `.items`, `.supplementaries` and `.decorations` mark.
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

  /// Writes a line to the host's log.
  public final func log(_ message: StaticString, level: LogLevel = .info) {
    guard let services = unsafe services else { return }
    unsafe services.pointee.log(services.pointee.context, level.rawValue, message.text)
  }

  /// Posts an event, which the app receives between this frame and the next.
  /// - Parameters:
  ///   - event: One of ``Layout/events``.
  ///   - values: The values of the event's parameters, in order.
  /// - Returns: False when the host refused: the event is not listed, the values do not match its
  ///   parameters, or too many events wait.
  @discardableResult
  public final func post(_ event: Event, _ values: [EventValue] = []) -> Bool {
    guard let services = unsafe services, let index = event.index else { return false }
    let records = values.map { $0.value }
    return unsafe records.withUnsafeBufferPointer {
      unsafe services.pointee.post_event(
        services.pointee.context, index, $0.baseAddress, UInt32($0.count)) == LAYOUT_OK
    }
  }

  /// Maps paths through the present batch: replaces each path of the data before the batch by its
  /// path after it, or by `ItemPath.none` if the item was deleted. Without a batch nothing changes.
  /// - Complexity: O(paths · log of the changes), in one call into the host.
  public final func mapPaths(_ paths: inout [ItemPath]) throws(LayoutError) {
    let status = unsafe paths.withUnsafeMutableBufferPointer { unsafe mapPaths($0) }
    guard status == LAYOUT_OK else { throw LayoutError(status, "") }
  }

  /// Maps paths for a layout that keeps the look of an item when its content is reloaded.
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

  /// Maps paths in place, in memory of the caller.
  package final func mapPaths(_ paths: UnsafeMutableBufferPointer<ItemPath>) -> layout_status {
    guard let services = unsafe services, paths.count > 0 else { return LAYOUT_OK }
    return unsafe services.pointee.map_paths(
      services.pointee.context, paths.baseAddress, UInt32(paths.count), paths.baseAddress)
  }

  /// Runs an action's body on the layout behind the context of the call, which is of the class that
  /// lists the action.
  /// - Returns: The status for the C function to return; the host receives the reason if the body
  ///   throws.
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
  /// A line for the author of the layout.
  case debug = 0
  /// A line of interest to some users.
  case info
  /// Something is wrong, and the layout continues.
  case warning
  /// Something failed.
  case error
}
