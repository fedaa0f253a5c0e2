// SPDX-License-Identifier: Apache-2.0
//
// Calling an action: a C function whose prototype is known at run time only.

import CFFI
import CFFIShim
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
        "slot-missing", "the function of \(action.name) is null", plugin: context.plugin,
        call: action.name)
    }
    let lent = LentValues(arguments)
    // Room for the widest result, and for the address of it that the plugin is given.
    var result = layout_insets()
    let status = try withUnsafeMutableBytes(of: &result) { (room) throws(LayoutError) in
      try invoke(function, action, lent, room)
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

  private func invoke(
    _ function: @escaping @convention(c) () -> Void, _ action: ActionDescriptor,
    _ lent: borrowing LentValues, _ room: UnsafeMutableRawBufferPointer
  ) throws(LayoutError) -> layout_status {
    let hasResult = action.result != .none
    var types: [UnsafeMutablePointer<ffi_type>?] = [layout_ffi_pointer()]
    types += action.arguments.map { layout_ffi_type($0.type.rawValue) }
    if hasResult { types.append(layout_ffi_pointer()) }
    var interface = ffi_cif()
    var status = 0
    var context = slots.context
    var out = room.baseAddress
    let isReady = types.withUnsafeMutableBufferPointer { types in
      withUnsafeMutablePointer(to: &context) { context in
        withUnsafeMutablePointer(to: &out) { out in
          guard
            ffi_prep_cif(
              &interface, FFI_DEFAULT_ABI, UInt32(types.count), layout_ffi_status(),
              types.baseAddress) == FFI_OK
          else { return false }
          var values = [UnsafeMutableRawPointer(context) as UnsafeMutableRawPointer?]
          for index in 0..<lent.count { values.append(lent.argument(index)) }
          if hasResult { values.append(UnsafeMutableRawPointer(out)) }
          self.context.enter(.action)
          ffi_call(&interface, function, &status, &values)
          self.context.leave()
          return true
        }
      }
    }
    guard isReady else {
      throw LayoutError(
        "bad-table", "no function can have the prototype of \(action.name)",
        plugin: self.context.plugin, call: action.name)
    }
    return layout_status(truncatingIfNeeded: status)
  }
}

extension ActionDescriptor {
  /// - Throws: `action-signature`, saying what differs.
  func check(_ values: [LayoutValue], plugin: String) throws(LayoutError) {
    let wanted = arguments.map { "\($0.name): \($0.type.name)" }.joined(separator: ", ")
    guard values.count == arguments.count else {
      throw LayoutError(
        "action-signature",
        "\(name)(\(wanted)) takes \(arguments.count) arguments, not "
          + "\(values.count)", plugin: plugin, call: name)
    }
    for (value, argument) in zip(values, arguments) where value.type != argument.type {
      throw LayoutError(
        "action-signature",
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
