// SPDX-License-Identifier: Apache-2.0
//
// The one binary search of the kit.

/// The first of `numbers` for which `isBefore` no longer holds; it holds for all before that one.
/// - Complexity: O(log *n*).
@inline(__always)
func partition(_ numbers: Range<Int>, _ isBefore: (Int) -> Bool) -> Int {
  var low = numbers.lowerBound
  var high = numbers.upperBound
  while low < high {
    let middle = (low + high) / 2
    if isBefore(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
