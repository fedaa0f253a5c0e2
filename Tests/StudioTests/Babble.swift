// SPDX-License-Identifier: Apache-2.0
//
// Messages that no page sends.

import LayoutJSON
import LayoutLoading
import LayoutTesting

/// Makes messages from a seed: requests with values of every kind in every place, and broken ones.
struct Babble {
  private var random: SeededGenerator

  init(seed: Int) { random = SeededGenerator(seed: UInt64(seed)) }

  private static let types = [
    "tick", "tick", "tick", "tick", "seek", "look", "layout", "data", "dismiss", "frames",
    "inspect",
    "recording", "peek", "compare", "unblock", "rule", "edit", "textScale", "build", "hello",
    "none",
  ]
  private static let keys = [
    "steps", "seconds", "manual", "elements", "time", "frame", "theme", "scale", "index", "change",
    "count", "height", "seed", "source", "element", "test", "with", "rule",
  ]
  private static let steps = [
    "drag", "release", "wheel", "touch", "key", "move", "menu", "select", "deselect", "selectAll",
    "deselectAll", "set", "configure", "resize", "scroll", "scrollToItem", "crossScroll", "call",
    "reload", "restart", "swap", "data", "none",
  ]
  private static let fields = [
    "by", "at", "phase", "path", "name", "modifiers", "to", "item", "property", "value",
    "container",
    "velocity", "from", "direction", "action", "arguments", "section", "paths", "scale", "catch",
  ]
  private static let words = [
    "began", "ended", "moved", "cancelled", "opened", "insert", "delete", "shuffle", "rtl", "dark",
    "vertical", "space", "end", "scroll-complete", "update-kinds", "minimumLineSpacing", "", "x",
  ]
  private static let numbers = [
    0, 1, -1, 2, 0.5, 7, 300, 1e6, -1e6, 1e15, 1e308, -1e308, 4_294_967_296,
  ]

  /// Returns the text of a message; one in forty has an invalid byte.
  mutating func message() -> String {
    var object = JSONObject()
    object["type"] = .string(pick(Self.types))
    object["id"] = roll(20) == 0 ? value(2) : 5
    for _ in 0..<roll(4) { object[pick(Self.keys)] = value(2) }
    if roll(2) == 0 {
      object["steps"] = .array((0..<roll(4)).map { _ in step() })
    }
    var bytes = Array(JSONValue.object(object).serialised().utf8)
    if roll(40) == 0 {
      bytes[roll(bytes.count)] = UInt8(roll(128))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func step() -> JSONValue {
    var object = JSONObject()
    object["do"] = .string(pick(Self.steps))
    for _ in 0..<roll(5) { object[pick(Self.fields)] = value(2) }
    return .object(object)
  }

  private mutating func value(_ depth: Int) -> JSONValue {
    switch roll(depth > 0 ? 8 : 5) {
    case 0: return .null
    case 1: return .bool(roll(2) == 0)
    case 2: return .string(pick(Self.words))
    case 3, 4: return .number(pick(Self.numbers))
    case 5, 6: return .array((0..<roll(4)).map { _ in value(depth - 1) })
    default:
      var object = JSONObject()
      for _ in 0..<roll(3) { object[pick(Self.fields)] = value(depth - 1) }
      return .object(object)
    }
  }

  private mutating func pick<Value>(_ list: [Value]) -> Value { list[roll(list.count)] }

  /// Returns a number from 0 up to another.
  private mutating func roll(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
}
