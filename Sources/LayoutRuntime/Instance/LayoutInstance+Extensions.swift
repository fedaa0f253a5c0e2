// SPDX-License-Identifier: Apache-2.0
//
// Calls through the extension tables. What they answer is unchecked; each does nothing, or answers
// nil, when the layout does not offer the extension.

import LayoutABI
import LayoutModel

extension LayoutInstance {
  /// True when elements move by themselves.
  package var hasDynamics: Bool { extensions.advance != nil }

  /// True when the layout says where elements come from and go to.
  var hasUpdates: Bool { extensions.updates != nil }

  /// True when the layout is told of its coming and going.
  var hasTransition: Bool { extensions.transition != nil }

  /// True when the layout has an ear for the sizes that views prefer.
  var hasSelfSizing: Bool { extensions.preferredSize != nil }

  /// True when the layout has a say while an item is dragged.
  var hasReordering: Bool { extensions.reordering != nil }

  /// True when sections scroll across.
  var hasCrossScroll: Bool { extensions.crossScroll != nil }

  /// True when the layout keeps a state.
  var hasState: Bool { extensions.state != nil }

  /// Returns true when the instance offers the extension of this id, or did so once.
  package func offers(_ extensionID: String) -> Bool {
    extensions.has(extensionID) ?? (InstanceExtensions.find(extensionID, slots, context) != nil)
  }

  /// Moves the elements on to `time`; returns the state as the plugin wrote it.
  package func advance(to time: Double) throws(LayoutError) -> UInt32 {
    guard let advance = extensions.advance else { return LAYOUT_AT_REST }
    var state = LAYOUT_AT_REST
    try run(.advance) { advance($0, time, &state) }
    return state
  }

  /// Returns the offset at which scrolling shall rest; nil when the layout does not say.
  package func scrollTarget(_ scroll: layout_scroll) throws(LayoutError) -> Point? {
    guard let target = extensions.target else { return nil }
    var point = scroll.proposed
    try withUnsafePointer(to: scroll) { (scroll) throws(LayoutError) in
      try run(.target) { target($0, scroll, &point) }
    }
    return point
  }
}

// MARK: layout.updates/1

extension LayoutInstance {
  /// Tells of the batch that `prepare` was just called for.
  func prepareForUpdates(_ updates: [layout_update]) throws(LayoutError) {
    guard let slots = extensions.updates else { return }
    try updates.withUnsafeBufferPointer { (updates) throws(LayoutError) in
      try run(.prepareForUpdates) {
        slots.prepareForUpdates($0, updates.baseAddress, UInt32(clamping: updates.count))
      }
    }
  }

  /// Fills `buffer` with the layout's version of the element at `index` of `defaults`.
  func updateAttributes(
    _ end: UpdateEnd, _ index: Int, of defaults: AnswerBuffer, into buffer: AnswerBuffer
  ) throws(LayoutError) {
    guard let slots = extensions.updates else { return }
    let element = defaults.records[index].element
    let call = end == .initial ? slots.initial : slots.final
    try fill(buffer, startingWith: index, of: defaults, end.slot) { call($0, element, $1) }
  }

  func finalizeUpdates() throws(LayoutError) {
    guard let slots = extensions.updates else { return }
    try run(.finalizeUpdates) { slots.finalizeUpdates($0) }
  }
}

extension UpdateEnd {
  /// The slot that answers for this end.
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
    guard let slots = extensions.transition else { return }
    switch notice {
    case .prepareFrom(let id): try tell(.prepareFrom, slots.prepareFrom, id)
    case .prepareTo(let id): try tell(.prepareTo, slots.prepareTo, id)
    case .finalize: try run(.finalize) { slots.finalize($0) }
    case .prepareForBoundsChange(let bounds):
      try run(.prepareForBoundsChange) { slots.prepareForBoundsChange($0, bounds) }
    case .finalizeBoundsChange:
      try run(.finalizeBoundsChange) { slots.finalizeBoundsChange($0) }
    }
  }

  private func tell(
    _ call: Slot, _ slot: TransitionSlots.Name, _ id: String
  ) throws(LayoutError) {
    try run(call) { context in layout_text.withLent(id) { slot(context, $0) } }
  }

  /// Returns the marks that the preference invalidates; nil when the layout takes none.
  func preferredSize(_ preference: SizePreference) throws(LayoutError) -> UInt32? {
    guard let preferredSize = extensions.preferredSize else { return nil }
    var marks = LAYOUT_MARK_NOTHING
    try run(.preferredSize) {
      preferredSize(
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
    guard let slots = extensions.reordering else { return nil }
    var target = path
    try run(.targetPath) { slots.targetPath($0, path, position, &target) }
    return target
  }

  /// Fills `buffer` with the item held at `position`, or with none. False without the extension.
  func reorderingAttributes(
    of path: layout_path, at position: Point, into buffer: AnswerBuffer
  ) throws(LayoutError) -> Bool {
    guard let slots = extensions.reordering else { return false }
    let scope = context.border.limits.scope(ofElements: 1)
    try fill(buffer, in: scope, .attributesForMoving) {
      slots.attributesForMoving($0, path, position, $1)
    }
    return true
  }
}

// MARK: - Actions
//
// Calling an action: a C function whose prototype is known at run time only.

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
