// SPDX-License-Identifier: Apache-2.0
//
// Names that someone may have meant, for messages.

/// Suggestions for a name that is not there.
package enum NearNames {
  /// A clause for the end of a message: the names at most a third away, nearest first, or all of
  /// them when none is near.
  package static func hint(for name: String, among names: [String]) -> String {
    guard !names.isEmpty else { return "there are none" }
    let near =
      names.map { (name: $0, distance: distance(name.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= max(2, name.count / 3) }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(3).map(\.name)
    return near.isEmpty
      ? "there are " + names.joined(separator: ", ")
      : "did you mean " + near.joined(separator: ", ") + "?"
  }

  /// Levenshtein's distance. O(a · b) time, O(b) memory.
  static func distance(_ a: String, _ b: String) -> Int {
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, left) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, right) in b.enumerated() {
        let cost = left == right ? diagonal : min(diagonal, row[j], row[j + 1]) + 1
        diagonal = row[j + 1]
        row[j + 1] = cost
      }
    }
    return row[b.count]
  }
}
