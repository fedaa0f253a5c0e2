// SPDX-License-Identifier: Apache-2.0
//
// Answering by index into raw memory: what the functions that a plugin calls come down to, in this
// process and at the host's end of a worker's messages.

import LayoutABI
import LayoutModel

/// Whoever answers the queries of an instance: the app's closures here, pages of them in a worker.
///
/// The caller has checked that the path or range lies inside the data.
package protocol QueryAnswering: AnyObject {
  /// Returns true when the query at `index` has an answer.
  func isBound(_ index: Int) -> Bool

  /// Answers for one path. `arguments` points to a pointer for each further argument.
  func answerOne(
    _ index: Int, section: UInt32, item: UInt32,
    arguments: UnsafePointer<UnsafeMutableRawPointer?>?, into out: UnsafeMutableRawPointer
  ) -> layout_status

  /// Answers for a range; `how` is LAYOUT_ANSWERED_….
  func answerMany(
    _ index: Int, section: UInt32, first: UInt32, count: UInt32, into out: UnsafeMutableRawPointer
  ) -> (status: layout_status, how: UInt32)

  /// The app's error since the last time, made known as the reason why `call` failed.
  func takeError(call: String) -> LayoutError?
}

extension QueryTable: QueryAnswering {
  package func answerOne(
    _ index: Int, section: UInt32, item: UInt32,
    arguments: UnsafePointer<UnsafeMutableRawPointer?>?, into out: UnsafeMutableRawPointer
  ) -> layout_status {
    guard let binding = bindings[index] else { return LAYOUT_UNANSWERED }
    var path = ItemPath(section: Int(section), item: Int(item))
    if let move, descriptors[index].scope == .item { path = move.dataPath(of: path) }
    do {
      let isAnswered = try timed { try binding.one(path, arguments, out) }
      if isObserved { tell(index, path, arguments, out, isAnswered: isAnswered) }
      return isAnswered ? LAYOUT_OK : LAYOUT_UNANSWERED
    } catch {
      keep(error, index, path)
      return LAYOUT_ERROR_QUERY
    }
  }

  package func answerMany(
    _ index: Int, section: UInt32, first: UInt32, count: UInt32, into out: UnsafeMutableRawPointer
  ) -> (status: layout_status, how: UInt32) {
    guard let binding = bindings[index] else { return (LAYOUT_OK, LAYOUT_ANSWERED_NONE) }
    guard let many = binding.many else { return (LAYOUT_ERROR_UNSUPPORTED, LAYOUT_ANSWERED_NONE) }
    let range = Int(first)..<Int(first) + Int(count)
    do {
      let coverage: QueryCoverage
      if let move, descriptors[index].scope == .item {
        coverage = try timed {
          try answer(index, moved: move, by: many, Int(section), range, out)
        }
      } else {
        coverage = try timed { try many(Int(section), range, out) }
        if isObserved { tell(index, Int(section), range, out, coverage) }
      }
      switch coverage {
      case .none: return (LAYOUT_OK, LAYOUT_ANSWERED_NONE)
      case .all: return (LAYOUT_OK, LAYOUT_ANSWERED_ALL)
      case .uniform: return (LAYOUT_OK, LAYOUT_ANSWERED_UNIFORM)
      }
    } catch {
      let isItemScope = descriptors[index].scope == .item
      keep(error, index, isItemScope ? ItemPath(Int(section), Int(first)) : ItemPath(Int(first), 0))
      return (LAYOUT_ERROR_QUERY, LAYOUT_ANSWERED_NONE)
    }
  }

  /// Keeps the first error of a call; later ones follow from it.
  private func keep(_ error: any Error, _ index: Int, _ path: ItemPath) {
    guard pendingError == nil else { return }
    let failure = error as? QueryFailure ?? QueryFailure(path: path, error: error)
    pendingError = LayoutError(
      .queryFailed,
      "the app's answer to \(descriptors[index].name) at \(failure.path) failed: \(failure.error)",
      plugin: plugin)
  }

  package func takeError(call: String) -> LayoutError? {
    defer { pendingError = nil }
    pendingError?.call = call
    return pendingError
  }
}
