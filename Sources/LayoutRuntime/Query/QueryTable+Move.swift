// SPDX-License-Identifier: Apache-2.0
//
// Queries while one item is shown at another path than its path in the data: the move, and the
// answers for ranges around it.

import Glibc
import LayoutABI
import LayoutModel

// MARK: - The move

/// Maps paths as they are shown to paths in the data and back, while an item is being moved and the
/// data does not know it yet.
package struct ItemMove: Equatable, Sendable {
  /// The path of the item in the data.
  package let source: ItemPath
  /// The path at which it is shown.
  package let target: ItemPath

  package init(from source: ItemPath, to target: ItemPath) {
    (self.source, self.target) = (source, target)
  }

  /// Returns the path in the data of the item that is shown at `path`.
  package func dataPath(of path: ItemPath) -> ItemPath {
    if path == target { return source }
    var item = path.item
    if path.section == target.section, item > target.item { item -= 1 }
    if path.section == source.section, item >= source.item { item += 1 }
    return ItemPath(path.section, item)
  }

  /// Returns the path at which the item at `path` in the data is shown.
  package func shownPath(of path: ItemPath) -> ItemPath {
    if path == source { return target }
    var item = path.item
    if path.section == source.section, item > source.item { item -= 1 }
    if path.section == target.section, item >= target.item { item += 1 }
    return ItemPath(path.section, item)
  }

  /// Cuts a range of shown items wherever two neighbours are not neighbours in the data.
  func pieces(of range: Range<Int>, inSection section: Int) -> [Range<Int>] {
    var cuts: Set<Int> = []
    if section == target.section { cuts.formUnion([target.item, target.item + 1]) }
    // If the item is shown before its old place, the gap that it left is shown one place later.
    if section == source.section { cuts.formUnion([source.item, source.item + 1]) }
    var pieces: [Range<Int>] = []
    var start = range.lowerBound
    for cut in cuts.sorted() where cut > start && cut < range.upperBound {
      pieces.append(start..<cut)
      start = cut
    }
    if start < range.upperBound { pieces.append(start..<range.upperBound) }
    return pieces
  }
}

// MARK: - Answers

extension QueryTable {
  /// Answers a range of shown items with the pieces that are also ranges in the data.
  func answer(
    _ index: Int, moved move: ItemMove, by many: QueryBinding.Many, _ section: Int,
    _ range: Range<Int>, _ out: UnsafeMutableRawPointer
  ) throws -> QueryCoverage {
    let pieces = move.pieces(of: range, inSection: section)
    var answer = unsafe PiecedAnswer(
      type: descriptors[index].result, start: range.lowerBound, out: out)
    for piece in pieces {
      let first = move.dataPath(of: ItemPath(section, piece.lowerBound))
      let coverage = unsafe try many(
        first.section, first.item..<first.item + piece.count, answer.place(piece.lowerBound))
      if isObserved {
        let asked = first.item..<first.item + piece.count
        unsafe tell(index, first.section, asked, answer.place(piece.lowerBound), coverage)
      }
      do { unsafe try answer.add(coverage, piece) } catch {
        throw QueryFailure(path: first, error: error)
      }
    }
    return unsafe answer.coverage
  }
}

/// Joins the answers for neighbouring pieces.
///
/// Unsafe: as ``BulkAnswer``.
@unsafe
private struct PiecedAnswer {
  let type: ValueType
  /// The index of the first place of `out`.
  let start: Int
  let out: UnsafeMutableRawPointer
  /// The coverage of the pieces so far; nil before the first.
  private var sum: QueryCoverage?

  init(type: ValueType, start: Int, out: UnsafeMutableRawPointer) {
    unsafe (self.type, self.start, self.out) = unsafe (type, start, out)
  }

  var coverage: QueryCoverage { unsafe sum ?? .none }

  func place(_ index: Int) -> UnsafeMutableRawPointer {
    unsafe out + (index - start) * type.byteCount
  }

  /// Adds a piece that was answered in place.
  mutating func add(_ coverage: QueryCoverage, _ piece: Range<Int>) throws {
    guard let sum = unsafe sum else { return unsafe self.sum = coverage }
    if sum == coverage, unsafe coverage != .uniform || isEqual(piece.lowerBound) { return }
    unsafe try spread(sum, start..<piece.lowerBound)
    unsafe try spread(coverage, piece)
    unsafe self.sum = .all
  }

  private func isEqual(_ index: Int) -> Bool {
    unsafe memcmp(out, place(index), type.byteCount) == 0
  }

  /// Writes an answer for a whole range to each of its places.
  private func spread(_ coverage: QueryCoverage, _ range: Range<Int>) throws {
    switch coverage {
    case .all: return
    case .uniform:
      let first = unsafe place(range.lowerBound)
      for index in range.dropFirst() {
        unsafe place(index).copyMemory(from: first, byteCount: type.byteCount)
      }
    case .none:
      for index in range { unsafe try type.storeUnanswered(to: place(index)) }
    }
  }
}
