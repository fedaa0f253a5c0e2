// SPDX-License-Identifier: Apache-2.0
//
// What a child says on the side, passed on to its parent's host.

import LayoutABI
import LayoutModel

extension ChildLayout {
  /// Passes on the marks, events and registrations that the child left in its last call.
  func passOn() {
    if context.marks != LAYOUT_MARK_NOTHING { passOnMarks() }
    if !context.events.isEmpty { passOnEvents() }
    if context.call == .create || context.call == .prepare { passOnIdentifiers() }
  }

  private func passOnEvents() {
    for event in context.events.take() {
      guard let own = context.descriptor.events.first(where: { $0.name == event.name }),
        parent.descriptor.events.contains(where: {
          $0.name == own.name && $0.arguments.map(\.type) == own.arguments.map(\.type)
        })
      else { continue }
      _ = parent.post(event)
    }
  }

  private func passOnIdentifiers() {
    for (kind, name) in context.reuseIdentifiers.enumerated() where name != nil {
      guard let place = kinds.outer[kind].map({ Int($0.kind) }),
        parent.reuseIdentifiers[place] == nil
      else { continue }
      parent.reuseIdentifiers[place] = name
    }
  }

  private func passOnMarks() {
    parent.marks |= context.marks
    defer { (context.marks, context.markedElements) = (LAYOUT_MARK_NOTHING, []) }
    guard !context.markedElements.isEmpty else { return }
    let named = context.markedElements.compactMap(outer)
    // Rather all of them than an element that cannot be named, or too many.
    let room = parent.limits.markedElements - parent.markedElements.count
    if named.count < context.markedElements.count || named.count > room {
      parent.marks |= LAYOUT_MARK_EVERYTHING
    } else {
      parent.markedElements += named
    }
  }

  /// The parent's name of an element of the child's; nil when it has none.
  private func outer(_ element: layout_element) -> layout_element? {
    guard let kind = kinds.outer[Int(element.kind)],
      let path = part?.outer(section: element.section, item: element.item)
    else { return nil }
    return layout_element(
      category: element.category, kind: kind.kind, section: path.section, item: path.item)
  }
}
