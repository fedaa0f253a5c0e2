// SPDX-License-Identifier: Apache-2.0
//
// A list of hashes that may change between two looks at files.

import LayoutModel

/// Read anew at each look.
struct FreshList {
  private let source: () throws(LayoutError) -> TrustList
  private var toldProblem: LayoutError?

  init(_ source: @escaping () throws(LayoutError) -> TrustList) { self.source = source }

  /// The list as it is now; empty while it cannot be believed, which is told once.
  mutating func read(telling problems: inout [LayoutError]) -> TrustList {
    do throws(LayoutError) {
      let list = try source()
      toldProblem = nil
      return list
    } catch {
      if toldProblem != error { problems.append(error) }
      toldProblem = error
      return TrustList()
    }
  }
}
