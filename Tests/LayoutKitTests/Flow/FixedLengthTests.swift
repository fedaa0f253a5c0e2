// SPDX-License-Identifier: Apache-2.0
//
// The longest lengths.

import Testing

@testable import LayoutKitHosted

@Suite("FixedLength")
struct FixedLengthTests {
  @Test("sums and products of the longest lengths stay the longest", arguments: [1e19, 1e300])
  func saturates(length: Double) {
    let longest = FixedLength(length)
    var sum = FixedLength(0.75)
    for count in 1...5 {
      sum += longest
      #expect(sum == longest && sum.value > 2e18, "\(count) of them")
      #expect(longest * count == longest)
    }
    #expect(longest - longest == .zero)
  }
}
