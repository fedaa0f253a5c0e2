// SPDX-License-Identifier: Apache-2.0
//
// Two long texts cut to where they differ.

import LayoutJSON
import LayoutLoading

/// The part of two texts that shows their difference.
enum Excerpt {
  /// Characters kept before the first that differs.
  private static let context = 12
  /// Characters shown at most.
  private static let room = 60

  /// Returns both texts cut to the same window: what they have in common at the start is dropped, but for
  /// a few characters, where they do not fit as they are.
  static func pair(_ first: String, _ second: String) -> (first: String, second: String) {
    guard max(first.count, second.count) > room else { return (first, second) }
    let common = zip(first, second).prefix { $0 == $1 }.count
    let start = common > 2 * context ? common - context : 0
    return (cut(first, from: start), cut(second, from: start))
  }

  /// Returns both values as JSON, cut like texts; a value that is not there is "nothing".
  static func pair(
    _ first: JSONValue?, _ second: JSONValue?
  ) -> (first: String, second: String) {
    pair(first?.serialised() ?? "nothing", second?.serialised() ?? "nothing")
  }

  private static func cut(_ text: String, from start: Int) -> String {
    let rest = text.dropFirst(start)
    return (start > 0 ? "…" : "") + rest.prefix(room) + (rest.count > room ? "…" : "")
  }
}
