// SPDX-License-Identifier: Apache-2.0
//
// The extension tables of a child, as its parent calls them.

import LayoutABI
import LayoutModel

/// One table for all children of each extension that is passed on: those of 1.0.
enum ChildExtensions {
  /// The table of an extension; nil for one that is not passed on.
  static func table(_ id: String) -> UnsafeRawPointer? {
    switch id {
    case LAYOUT_EXT_DYNAMICS: dynamics
    case LAYOUT_EXT_SCROLL_TARGET: scrollTarget
    case LAYOUT_EXT_SELF_SIZING: selfSizing
    case LAYOUT_EXT_UPDATES: updates
    case LAYOUT_EXT_STATE: state
    case LAYOUT_EXT_CROSS_SCROLL: crossScroll
    default: nil
    }
  }

  /// Keeps a table for as long as the process lives.
  private static func kept<Table>(_ table: Table) -> UnsafeRawPointer {
    let place = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    place.initialize(to: table)
    return UnsafeRawPointer(place)
  }

  nonisolated(unsafe) private static let dynamics: UnsafeRawPointer = {
    var table = layout_dynamics.sized()
    table.advance = { raw, time, out in
      ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let out, time.isFinite else { throw .null("time or state") }
        try child.advance(to: time, out)
      }
    }
    return kept(table)
  }()

  nonisolated(unsafe) private static let scrollTarget: UnsafeRawPointer = {
    var table = layout_scroll_target.sized()
    table.target = { raw, scroll, out in
      ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let scroll, let out, scroll.pointee.struct_size >= LAYOUT_1_0_SIZE_scroll else {
          throw .null("scroll")
        }
        try child.target(of: scroll, out)
      }
    }
    return kept(table)
  }()

  nonisolated(unsafe) private static let selfSizing: UnsafeRawPointer = {
    var table = layout_self_sizing.sized()
    table.preferred_size = { raw, element, original, preferred, out in
      ChildLayout.call(raw) { (child) throws(LayoutError) in
        guard let out else { throw .null("place for marks") }
        try child.prefer(element, original, preferred, out)
      }
    }
    return kept(table)
  }()

  nonisolated(unsafe) private static let updates: UnsafeRawPointer = {
    var table = layout_updates.sized()
    table.prepare_for_updates = { raw, _, _ in
      ChildLayout.call(raw) { (child) throws(LayoutError) in try child.prepareForUpdates() }
    }
    table.initial = { raw, element, answer in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let answer else { throw .null("answer") }
        return try child.updateAttributes(.initial, element, answer)
      }
    }
    table.final = { raw, element, answer in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let answer else { throw .null("answer") }
        return try child.updateAttributes(.final, element, answer)
      }
    }
    table.finalize_updates = { raw in
      ChildLayout.call(raw) { (child) throws(LayoutError) in try child.instance.finalizeUpdates() }
    }
    return kept(table)
  }()

  nonisolated(unsafe) private static let state: UnsafeRawPointer = {
    var table = layout_state.sized()
    table.save = { raw, bytes, capacity, out in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let out else { throw .null("count") }
        return try child.save(bytes, capacity, out)
      }
    }
    table.load = { raw, version, bytes, count in
      ChildLayout.call(raw) { (child) throws(LayoutError) in
        try child.load(version, bytes, count)
      }
    }
    return kept(table)
  }()

  nonisolated(unsafe) private static let crossScroll: UnsafeRawPointer = {
    var table = layout_cross_scroll.sized()
    table.track_at = { raw, point, out in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let out else { throw .null("track") }
        return try child.track(at: point, out)
      }
    }
    table.set_offset = { raw, section, offset in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        try child.setOffset(offset, ofSection: section)
      }
    }
    table.cross_target = { raw, section, proposed, velocity, out in
      ChildLayout.run(raw) { (child) throws(LayoutError) in
        guard let out else { throw .null("target") }
        return try child.crossTarget(section, proposed, velocity, out)
      }
    }
    return kept(table)
  }()
}
