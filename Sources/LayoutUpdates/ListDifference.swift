// SPDX-License-Identifier: Apache-2.0
//
// The difference of two lists of identities, in linear time.

/// What turns one list into another: deletes in old indices, inserts in new ones, and moves only
/// where the relative order changed.
///
/// Equal identities are paired in order, the first with the first. Matching follows Heckel, "A
/// technique for isolating differences between files", CACM 21(4), 1978, doi:10.1145/359460.359467;
/// before any hashing, runs that agree in place are paired directly, because most of two snapshots
/// is the same.
public struct ListDifference: Equatable, Sendable {
  /// A move in old and new indices.
  public struct Move: Equatable, Sendable {
    public var source: Int
    public var target: Int

    /// A move between two indices.
    public init(source: Int, target: Int) {
      self.source = source
      self.target = target
    }
  }

  /// Ascending.
  public private(set) var deletes: [Int] = []
  /// Ascending.
  public private(set) var inserts: [Int] = []
  /// Ascending by target.
  public private(set) var moves: [Move] = []

  /// Whether the lists are equal.
  public var isEmpty: Bool { deletes.isEmpty && inserts.isEmpty && moves.isEmpty }

  /// Compares two lists.
  ///
  /// - Complexity: O(old + new); hashes only what does not agree in place.
  public init<Identity: Hashable>(from old: [Identity], to new: [Identity]) {
    let sources = Self.match(old, new)
    collect(sources, oldCount: old.count)
  }

  /// For each new index the old one of the same identity, or −1.
  private static func match<Identity: Hashable>(_ old: [Identity], _ new: [Identity]) -> [Int] {
    var sources = [Int](repeating: -1, count: new.count)
    var prefix = 0
    while prefix < old.count && prefix < new.count && old[prefix] == new[prefix] {
      sources[prefix] = prefix
      prefix += 1
    }
    var oldEnd = old.count
    var newEnd = new.count
    while oldEnd > prefix && newEnd > prefix && old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
      sources[newEnd] = oldEnd
    }
    matchByHash(old, prefix..<oldEnd, new, prefix..<newEnd, &sources)
    return sources
  }

  /// Pairs the k-th occurrence of each identity with its k-th occurrence on the other side.
  private static func matchByHash<Identity: Hashable>(
    _ old: [Identity], _ oldRange: Range<Int>, _ new: [Identity], _ newRange: Range<Int>,
    _ sources: inout [Int]
  ) {
    guard !oldRange.isEmpty && !newRange.isEmpty else { return }
    var heads: [Identity: Int] = [:]
    heads.reserveCapacity(oldRange.count)
    // next[i] chains the occurrences of one identity in old order.
    var next = [Int](repeating: -1, count: oldRange.count)
    for index in oldRange.reversed() {
      if let head = heads.updateValue(index, forKey: old[index]) {
        next[index - oldRange.lowerBound] = head
      }
    }
    for index in newRange {
      guard let slot = heads.index(forKey: new[index]) else { continue }
      let head = heads.values[slot]
      guard head >= 0 else { continue }
      sources[index] = head
      heads.values[slot] = next[head - oldRange.lowerBound]
    }
  }

  /// An element moved when, in new order, it is not the first old one that is still waiting.
  private mutating func collect(_ sources: [Int], oldCount: Int) {
    var isDone = [Bool](repeating: true, count: oldCount)
    for source in sources where source >= 0 { isDone[source] = false }
    deletes = isDone.indices.filter { isDone[$0] }
    var waiting = 0
    for (target, source) in sources.enumerated() {
      guard source >= 0 else {
        inserts.append(target)
        continue
      }
      while isDone[waiting] { waiting += 1 }
      if source != waiting { moves.append(Move(source: source, target: target)) }
      isDone[source] = true
    }
  }
}
