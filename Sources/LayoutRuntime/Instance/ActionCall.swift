// SPDX-License-Identifier: Apache-2.0
//
// Calling an action: a C function whose prototype is known at run time only.

import LayoutABI
import LayoutModel

extension LayoutInstance {
  /// Runs the action at `index` with arguments of the declared types, one for one.
  /// - Returns: The result, unchecked but for text; ``LayoutValue/none`` when there is none.
  package func call(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> LayoutValue {
    let action = context.descriptor.actions[index]
    try action.check(arguments, plugin: context.plugin)
    guard actions.indices.contains(index), let function = actions[index]?.pointee.function else {
      throw LayoutError(
        .slotMissing, "the function of \(action.name) is null", plugin: context.plugin,
        call: action.name)
    }
    // Room for the widest result.
    var result = layout_insets()
    let status = try withUnsafeMutableBytes(of: &result) { (room) throws(LayoutError) in
      try invoke(function, action, LentValues(arguments), room.baseAddress)
    }
    if context.isSuspicious(status) {
      do { try context.check(status) } catch { throw error.named(action.name) }
    }
    return try withUnsafeBytes(of: &result) { (room) throws(LayoutError) in
      guard let place = room.baseAddress else { return .none }
      do throws(ValueMismatch) { return try LayoutValue(loading: action.result, from: place) } catch
      {
        throw context.border.breach(.value, error.description, call: action.name)
      }
    }
  }

  /// Calls `function(context, arguments…, room)`, without `room` for an action without a result.
  private func invoke(
    _ function: @escaping @convention(c) () -> Void, _ action: ActionDescriptor,
    _ lent: borrowing LentValues, _ room: UnsafeMutableRawPointer?
  ) throws(LayoutError) -> layout_status {
    let hasResult = action.result != .none
    let arguments = action.arguments.map { ForeignPrototype.Argument.value($0.type) }
    guard
      let prototype = ForeignPrototype([.pointer] + arguments + (hasResult ? [.pointer] : []))
    else {
      throw LayoutError(
        .badTable, "no function can have the prototype of \(action.name)",
        plugin: context.plugin, call: action.name)
    }
    var (own, out) = (slots.context, room)
    return withUnsafeMutablePointer(to: &own) { own in
      withUnsafeMutablePointer(to: &out) { out in
        var values = [UnsafeMutableRawPointer(own) as UnsafeMutableRawPointer?]
        for index in 0..<lent.count { values.append(lent.argument(index)) }
        if hasResult { values.append(UnsafeMutableRawPointer(out)) }
        context.enter(.action)
        defer { context.leave() }
        return prototype.call(function, values)
      }
    }
  }
}

extension ActionDescriptor {
  /// - Throws: `action-signature`, saying what differs.
  func check(_ values: [LayoutValue], plugin: String) throws(LayoutError) {
    let wanted = arguments.map { "\($0.name): \($0.type.name)" }.joined(separator: ", ")
    guard values.count == arguments.count else {
      throw LayoutError(
        .actionSignature,
        "\(name)(\(wanted)) takes \(arguments.count) arguments, not "
          + "\(values.count)", plugin: plugin, call: name)
    }
    for (value, argument) in zip(values, arguments) where value.type != argument.type {
      throw LayoutError(
        .actionSignature,
        "\(argument.name) of \(name)(\(wanted)) is a \(argument.type.name), not a "
          + "\(value.type.name)", plugin: plugin, call: name)
    }
  }
}

extension LayoutError {
  /// The same error with the action's own name as its call.
  fileprivate func named(_ action: String) -> LayoutError {
    var error = self
    error.call = action
    return error
  }
}
