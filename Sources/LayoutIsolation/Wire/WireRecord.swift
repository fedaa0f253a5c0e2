// SPDX-License-Identifier: Apache-2.0
//
// The types that cross as their bytes: every bit pattern of theirs is a value.

import LayoutABI

/// A type without padding that matters, pointers or invalid bit patterns, so that bytes from the
/// other side always make one. Host and worker share machine and build, so no byte is swapped.
protocol WireRecord {}

extension UInt8: WireRecord {}
extension UInt16: WireRecord {}
extension UInt32: WireRecord {}
extension Int32: WireRecord {}
extension UInt64: WireRecord {}
extension Int64: WireRecord {}
extension Double: WireRecord {}
extension layout_point: WireRecord {}
extension layout_vector: WireRecord {}
extension layout_size: WireRecord {}
extension layout_rect: WireRecord {}
extension layout_insets: WireRecord {}
extension layout_element: WireRecord {}
extension layout_update: WireRecord {}
