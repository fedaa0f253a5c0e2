// SPDX-License-Identifier: Apache-2.0
//
// The sizes of a section from the app's answers, which are written straight to where they stay.

import LayoutABI

extension LineIndex {
  /// Asks for the sizes of a section, and builds its tree.
  ///
  /// Asks for a page first: where that is answered with one value or not at all, the rest is asked
  /// for in wide pages, so equal items cost next to nothing however many there are.
  mutating func read(
    _ answers: SizeAnswers, section: Int, count: Int
  ) throws(LayoutError) -> LineRoot {
    var chain = LeafChain()
    do throws(LayoutError) {
      var known = 0
      // Room for all of them is made ready once.
      var hasSizes = false
      var page = min(SizeAnswers.pageSize, count)
      while known < count {
        try leaves.reserve(leaves: 0, sizes: page)
        let start = leaves.sizes.count
        let (coverage, common) = try answers.ask(
          section: section, first: known, count: page, into: leaves.sizes.start + start)
        if let common {
          try append(run: common, count: page, isEstimate: false, to: &chain)
        } else {
          try leaves.take(page, of: hasSizes ? page : count - known)
          hasSizes = true
          try append(blocksFrom: start, count: page, to: &chain)
        }
        known += page
        let widest = coverage == .all ? SizeAnswers.pageSize : SizeAnswers.widePageSize
        page = min(widest, count - known)
      }
      return try finish(chain)
    } catch {
      release(chain)
      throw error
    }
  }

  /// A tree of items that are assumed to have one size, without a question.
  mutating func assume(_ size: Size, count: Int) throws(LayoutError) -> LineRoot {
    var chain = LeafChain()
    try append(run: size, count: count, isEstimate: true, to: &chain)
    return try finish(chain)
  }
}
