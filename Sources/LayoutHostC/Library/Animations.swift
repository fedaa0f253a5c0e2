// SPDX-License-Identifier: Apache-2.0
//
// How a program wants a change to be shown.

import CLayoutHost
import LayoutHost
import LayoutModel

/// A course and who is told of its end.
struct AppAnimation {
  var isAnimated = false
  var timing: AnimationTiming?
  var completion: ((Bool) -> Void)?

  /// - Throws: `bad-table-size`, `not-finite`, `invalid-argument`.
  init(_ pointer: UnsafePointer<lh_animation>?) throws(LayoutError) {
    guard let animation = try optionalTable(pointer) else { return }
    (isAnimated, timing) = (animation.course != LH_COURSE_NONE, nil)
    switch animation.course {
    case LH_COURSE_STANDARD, LH_COURSE_NONE: break
    case LH_COURSE_LINEAR: timing = try Self.curve(.linear, animation)
    case LH_COURSE_EASE_IN: timing = try Self.curve(.easeIn, animation)
    case LH_COURSE_EASE_OUT: timing = try Self.curve(.easeOut, animation)
    case LH_COURSE_EASE_IN_OUT: timing = try Self.curve(.easeInOut, animation)
    case LH_COURSE_SPRING: timing = try Self.spring(animation)
    default:
      throw LayoutError(
        .invalidArgument, "there is no course \(animation.course); use one of LH_COURSE_…")
    }
    guard let completed = animation.completed else { return }
    nonisolated(unsafe) let data = animation.data
    completion = { isWhole in completed(data, isWhole) }
  }

  private static func curve(
    _ curve: TimingCurve, _ animation: lh_animation
  ) throws(LayoutError) -> AnimationTiming {
    try check(finite: animation.duration, as: "a duration")
    guard (0...1e6).contains(animation.duration) else {
      throw LayoutError(.clock, "an animation takes 0 to 1000000 s, not \(animation.duration)")
    }
    return .curve(curve, duration: animation.duration)
  }

  private static func spring(_ animation: lh_animation) throws(LayoutError) -> AnimationTiming {
    try check(finite: animation.damping, animation.response, as: "a spring")
    guard (1e-3...1e3).contains(animation.damping), (1e-3...1e3).contains(animation.response)
    else {
      throw LayoutError(
        .invalidArgument, "a spring has a damping and a response between 0.001 and 1000")
    }
    return .spring(
      SpringCurve(dampingRatio: animation.damping, response: animation.response))
  }
}
