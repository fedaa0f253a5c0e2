// SPDX-License-Identifier: Apache-2.0
//
// The maximum length in computations of the kit's layouts.

import LayoutABI

extension Double {
  /// 2⁶¹ points. A longer length of the app is replaced by this, so that no sum of lengths overflows,
  /// not even the sum over as many items as 64 bits can count. The sums of a flow have the same limit
  /// (``FixedLength``).
  static var longestLength: Double { 0x1p61 }

  /// The number, with a magnitude of at most ``longestLength``. NaN stays NaN.
  var boundedLength: Double {
    self > .longestLength ? .longestLength : self < -.longestLength ? -.longestLength : self
  }
}

extension layout_point {
  var boundedLengths: Self { Self(x: x.boundedLength, y: y.boundedLength) }
}

extension layout_size {
  var boundedLengths: Self { Self(width: width.boundedLength, height: height.boundedLength) }
}

extension layout_insets {
  var boundedLengths: Self {
    Self(
      top: top.boundedLength, left: left.boundedLength, bottom: bottom.boundedLength,
      right: right.boundedLength)
  }
}
