// SPDX-License-Identifier: Apache-2.0
//
// Time in equal steps, whatever the frames: when to take the next one, and when all is still.

/// Cuts the host's time into steps that do not depend on its frames.
struct StepClock {
  /// Steps a second. A collision is seen at most one step late; a row of balls then keeps its swing.
  static var rate: Double { 960 }
  /// Seconds a step.
  static var step: Double { 1 / rate }
  /// The most seconds that one frame makes up for: a host that slept for a day does not work for a
  /// minute.
  static var longest: Double { 60 }
  /// The time for which everything has to lie still before it is taken to rest, seconds.
  static var patience: Double { 0.5 }

  /// When the first step began; nil at rest, when time passes unseen.
  private var origin: Double?
  private var taken = 0.0
  private var calmSteps = 0
  /// The distance of the frame behind the last step, seconds, below one step.
  private(set) var lag = 0.0

  /// Something changed.
  mutating func stir() { calmSteps = 0 }

  /// Everything is at rest: the next frame begins a new count.
  mutating func stop() {
    origin = nil
    lag = 0
    calmSteps = 0
  }

  /// Returns the number of steps up to `time`.
  mutating func steps(to time: Double) -> Int {
    guard let origin else {
      self.origin = time
      taken = 0
      lag = 0
      return 0
    }
    // A frame that ends on a step includes it, whatever its time was rounded to.
    let whole = ((time - origin) * Self.rate + 1e-6).rounded(.down)
    var due = whole - taken
    if due > Self.longest * Self.rate {
      self.origin = time - Self.longest
      taken = 0
      due = Self.longest * Self.rate
    }
    taken += max(0, due)
    let behind = time - (self.origin ?? origin) - taken * Self.step
    // Less is what the frames' times were rounded by, and would show.
    lag = behind < 1e-6 * Self.step ? 0 : behind
    return Int(max(0, due))
  }

  /// Notes whether a step moved anything to speak of; true when all has been still long enough.
  mutating func hasSettled(moved: Bool) -> Bool {
    calmSteps = moved ? 0 : calmSteps + 1
    return Double(calmSteps) >= Self.patience * Self.rate
  }
}
