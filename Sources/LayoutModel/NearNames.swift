// SPDX-License-Identifier: Apache-2.0
//
// Suggestions of similar names, for messages.

/// Suggestions for an unknown name.
package enum NearNames {
  /// The number of names that a message lists in full.
  private static let listedCount = 24

  /// Returns a clause for the end of a message: "did you mean A, B?" if there are near names, else
  /// a list of the first 24 names.
  ///
  /// - Complexity: O(names · length²).
  package static func hint(for name: String, among names: [String]) -> String {
    guard !names.isEmpty else { return "there are none" }
    if let question = question(for: name, among: names) { return question }
    let rest = names.count - listedCount
    return "there are " + names.prefix(listedCount).joined(separator: ", ")
      + (rest > 0 ? " and \(rest) more" : "")
  }

  /// Returns "did you mean A, B?" with the three nearest names; nil if there are none.
  package static func question(for name: String, among names: [String]) -> String? {
    let near = near(name, among: names)
    return near.isEmpty ? nil : "did you mean " + near.joined(separator: ", ") + "?"
  }

  /// The names at a distance of at most a third of their letters, or that contain the name; nearest
  /// first, three at most.
  private static func near(_ name: String, among names: [String]) -> [String] {
    let wanted = name.lowercased()
    guard !wanted.isEmpty else { return [] }
    let limit = max(2, wanted.count / 3)
    return names.compactMap { name -> (name: String, distance: Int)? in
      let other = name.lowercased()
      let distance = distance(wanted, other)
      // A short name is near to every other of its length.
      if distance <= limit, distance < max(wanted.count, other.count) { return (name, distance) }
      let isPart = wanted.count > 2 && other.firstRange(of: wanted) != nil
      return isPart ? (name, limit + other.count) : nil
    }
    .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
    .prefix(3).map(\.name)
  }

  /// The Levenshtein distance. O(a · b) time, O(b) memory.
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

// MARK: - Cut to a length
//
// Text from outside, cut to a length.

extension String {
  /// Returns the text in at most `byteCount` bytes of UTF-8; a longer text is cut and ends with the
  /// number of missing bytes.
  ///
  /// - Parameter missing: The number of bytes that were removed before; they count as cut too.
  /// - Complexity: O(`byteCount`).
  package func cut(toBytes byteCount: Int, missing: Int = 0) -> String {
    let length = utf8.count
    guard length > byteCount || missing > 0 else { return self }
    // The longest note is 42 bytes.
    var kept = Swift.min(length, Swift.max(byteCount - 42, 0))
    var end = utf8.index(startIndex, offsetBy: kept)
    // Go back to the beginning of a scalar.
    while kept > 0, kept < length, utf8[end] & 0xC0 == 0x80 {
      kept -= 1
      end = utf8.index(before: end)
    }
    return "\(self[..<end])… (\(length - kept + missing) bytes more)"
  }
}
