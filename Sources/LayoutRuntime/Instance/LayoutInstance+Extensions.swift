// SPDX-License-Identifier: Apache-2.0
//
// Calls through the extension tables. The answers are unchecked. Each call does nothing, or returns
// nil, if the layout does not offer the extension.

import LayoutABI
import LayoutModel

extension LayoutInstance {
  /// True if elements move by themselves.
  package var hasDynamics: Bool { unsafe extensions.advance != nil }

  /// True if the layout gives the start and end attributes of elements in an update.
  var hasUpdates: Bool { unsafe extensions.updates != nil }

  /// True if the layout is told when it replaces another one or is replaced.
  var hasTransition: Bool { unsafe extensions.transition != nil }

  /// True if the layout takes the sizes that views prefer.
  var hasSelfSizing: Bool { unsafe extensions.preferredSize != nil }

  /// True if the layout takes part while an item is dragged.
  var hasReordering: Bool { unsafe extensions.reordering != nil }

  /// True if sections scroll across.
  var hasCrossScroll: Bool { unsafe extensions.crossScroll != nil }

  /// True if the layout keeps a state.
  var hasState: Bool { unsafe extensions.state != nil }

  /// Returns true if the instance offers the extension of this id, or offered it once.
  package func offers(_ extensionID: String) -> Bool {
    unsafe extensions.has(extensionID)
      ?? (InstanceExtensions.find(extensionID, slots, context) != nil)
  }

  /// Moves the elements on to `time` and returns the state as the plugin wrote it.
  package func advance(to time: Double) throws(LayoutError) -> UInt32 {
    guard let advance = unsafe extensions.advance else { return LAYOUT_AT_REST }
    var state = LAYOUT_AT_REST
    unsafe try run(.advance) { unsafe advance($0, time, &state) }
    return state
  }

  /// Returns the offset at which scrolling comes to rest; nil if the layout does not decide it.
  package func scrollTarget(_ scroll: layout_scroll) throws(LayoutError) -> Point? {
    guard let target = unsafe extensions.target else { return nil }
    var point = scroll.proposed
    unsafe try withUnsafePointer(to: scroll) { (scroll) throws(LayoutError) in
      unsafe try run(.target) { unsafe target($0, scroll, &point) }
    }
    return point
  }
}

// MARK: layout.updates/1

extension LayoutInstance {
  /// Tells the layout the batch for which `prepare` was just called.
  func prepareForUpdates(_ updates: [layout_update]) throws(LayoutError) {
    guard let slots = unsafe extensions.updates else { return }
    unsafe try updates.withUnsafeBufferPointer { (updates) throws(LayoutError) in
      unsafe try run(.prepareForUpdates) {
        unsafe slots.prepareForUpdates($0, updates.baseAddress, UInt32(clamping: updates.count))
      }
    }
  }

  /// Fills `buffer` with the layout's version of the element at `index` of `defaults`.
  func updateAttributes(
    _ end: UpdateEnd, _ index: Int, of defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    guard let slots = unsafe extensions.updates else { return }
    let element = unsafe defaults.records[index].element
    let call = unsafe end == .initial ? slots.initial : slots.final
    unsafe try fill(buffer, startingWith: index, of: defaults, end.slot) {
      unsafe call($0, element, $1)
    }
  }

  func finalizeUpdates() throws(LayoutError) {
    guard let slots = unsafe extensions.updates else { return }
    unsafe try run(.finalizeUpdates) { unsafe slots.finalizeUpdates($0) }
  }
}

extension UpdateEnd {
  /// The slot that answers about this end.
  var slot: Slot { self == .initial ? .initial : .final }
}

extension layout_attributes {
  /// The element that the record is about.
  var element: layout_element {
    layout_element(category: category, kind: kind, section: section, item: item)
  }
}

// MARK: layout.transition/1, layout.self-sizing/1

extension LayoutInstance {
  func notify(_ notice: TransitionNotice) throws(LayoutError) {
    guard let slots = unsafe extensions.transition else { return }
    switch notice {
    case .prepareFrom(let id): unsafe try tell(.prepareFrom, slots.prepareFrom, id)
    case .prepareTo(let id): unsafe try tell(.prepareTo, slots.prepareTo, id)
    case .finalize: unsafe try run(.finalize) { unsafe slots.finalize($0) }
    case .prepareForBoundsChange(let bounds):
      unsafe try run(.prepareForBoundsChange) { unsafe slots.prepareForBoundsChange($0, bounds) }
    case .finalizeBoundsChange:
      unsafe try run(.finalizeBoundsChange) { unsafe slots.finalizeBoundsChange($0) }
    }
  }

  private func tell(
    _ call: Slot, _ slot: TransitionSlots.Name, _ id: String
  ) throws(LayoutError) {
    unsafe try run(call) { context in layout_text.withLent(id) { unsafe slot(context, $0) } }
  }

  /// Returns the marks that the preference invalidates; nil if the layout takes none.
  func preferredSize(_ preference: SizePreference) throws(LayoutError) -> UInt32? {
    guard let preferredSize = unsafe extensions.preferredSize else { return nil }
    var marks = LAYOUT_MARK_NOTHING
    unsafe try run(.preferredSize) {
      unsafe preferredSize(
        $0, preference.element, preference.original, preference.preferred, &marks)
    }
    return marks
  }
}

// MARK: layout.reordering/1

extension LayoutInstance {
  func reorderingTarget(
    of path: layout_path, at position: Point
  ) throws(LayoutError) -> layout_path? {
    guard let slots = unsafe extensions.reordering else { return nil }
    var target = path
    unsafe try run(.targetPath) { unsafe slots.targetPath($0, path, position, &target) }
    return target
  }

  /// Fills `buffer` with the item held at `position`, or with none. Returns false without the
  /// extension.
  func reorderingAttributes(
    of path: layout_path, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    guard let slots = unsafe extensions.reordering else { return false }
    let scope = context.border.limits.scope(ofElements: 1)
    unsafe try fill(buffer, in: scope, .attributesForMoving) {
      unsafe slots.attributesForMoving($0, path, position, $1)
    }
    return true
  }
}

// MARK: - Actions
//
// Calls an action: a C function whose prototype is known only at run time.

extension LayoutInstance {
  /// Runs the action at `index` with arguments that have the declared types, one for each
  /// parameter.
  /// - Returns: The result, unchecked except for text; ``LayoutValue/none`` if there is none.
  package func call(
    action index: Int, arguments: [LayoutValue]
  ) throws(LayoutError) -> LayoutValue {
    let action = context.descriptor.actions[index]
    try action.check(arguments, plugin: context.plugin)
    guard unsafe actions.indices.contains(index),
      let function = unsafe actions[index]?.pointee.function
    else {
      throw LayoutError(
        .slotMissing, "the function of \(action.name) is null", plugin: context.plugin,
        call: action.name)
    }
    // Room for the widest result.
    var result = layout_insets()
    let status = unsafe try withUnsafeMutableBytes(of: &result) { (room) throws(LayoutError) in
      unsafe try invoke(function, action, LentValues(arguments), room.baseAddress)
    }
    if context.isSuspicious(status) {
      do { try context.check(status) } catch { throw error.named(action.name) }
    }
    return unsafe try withUnsafeBytes(of: &result) { (room) throws(LayoutError) in
      guard let place = room.baseAddress else { return .none }
      do throws(ValueMismatch) {
        return unsafe try LayoutValue(loading: action.result, from: place)
      } catch {
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
    var (own, out) = unsafe (slots.context, room)
    return unsafe withUnsafeMutablePointer(to: &own) { own in
      unsafe withUnsafeMutablePointer(to: &out) { out in
        var values = unsafe [UnsafeMutableRawPointer(own) as UnsafeMutableRawPointer?]
        for index in 0..<lent.count { unsafe values.append(lent.argument(index)) }
        if hasResult { unsafe values.append(UnsafeMutableRawPointer(out)) }
        context.enter(.action)
        defer { context.leave() }
        return unsafe prototype.call(function, values)
      }
    }
  }
}

extension ActionDescriptor {
  /// - Throws: `action-signature`, naming the difference.
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
  /// Returns the same error with the action's own name as its call.
  fileprivate func named(_ action: String) -> LayoutError {
    var error = self
    error.call = action
    return error
  }
}
