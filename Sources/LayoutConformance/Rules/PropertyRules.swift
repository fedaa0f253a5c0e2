// SPDX-License-Identifier: Apache-2.0
//
// Rules about properties.

import LayoutABI
import LayoutModel

/// The app reads the default in the descriptor, and expects the layout to use it.
struct PropertyDefaults: LayoutRule {
  let id = "property-defaults"
  let sentence = "A new instance has the default values of its descriptor."

  func check(_ subject: Subject) throws(Finding) {
    try subject.skipWithoutProperties()
    let trial = try Trial(subject)
    try trial.makeReady()
    for (index, property) in subject.descriptor.properties.enumerated() {
      let (status, value) = trial.property(index)
      try trial.ok(status, "get_property of \(property.name)")
      try require(
        value == property.defaultValue,
        "\(property.name) is \(value ?? .none) at first; declared is \(property.defaultValue)")
    }
  }
}

/// The app reads back the value that it set.
struct PropertyRoundTrip: LayoutRule {
  let id = "property-round-trip"
  let sentence =
    "A property returns the value that was set; after a refusal it keeps the old value."

  func check(_ subject: Subject) throws(Finding) {
    try subject.skipWithoutProperties()
    let trial = try Trial(subject)
    try trial.makeReady()
    for (index, property) in subject.descriptor.properties.enumerated() {
      var expected = property.defaultValue
      for value in property.trialValues + [property.defaultValue] {
        if trial.setProperty(index, value) == LAYOUT_OK { expected = value }
        let read = trial.property(index).value
        try require(
          read == expected,
          "\(property.name) was set to \(value) and reads \(read ?? .none), "
            + "expected \(expected)")
      }
    }
  }
}

/// The whole declared range must work.
struct PropertyEnds: LayoutRule {
  let id = "property-ends"
  let sentence =
    "A layout lays out, and continues over time, with each property at the ends of its range (a billion without a range) and in each of its cases."

  func check(_ subject: Subject) throws(Finding) {
    try subject.skipWithoutProperties()
    // Failures with the defaults belong to other rules.
    let plain = try Trial(subject)
    try plain.prepareFrame()
    let areFinite = try Self.hasFiniteFrames(plain)
    for (index, property) in subject.descriptor.properties.enumerated() {
      for value in property.trialValues {
        let trial = try Trial(subject)
        guard trial.setProperty(index, value) == LAYOUT_OK else { continue }
        do throws(Finding) {
          let size = try trial.prepareFrame()
          try trial.settle(seconds: 2)
          try require(size.width.isFinite && size.height.isFinite, "the content is \(size)")
          let isFinite = try Self.hasFiniteFrames(trial)
          try require(isFinite || !areFinite, "a frame is not finite")
        } catch {
          throw error.about("with \(property.name) at \(value)")
        }
      }
    }
  }

  private static func hasFiniteFrames(_ trial: Trial) throws(Finding) -> Bool {
    try trial.answer(in: trial.world.bounds).records.allSatisfy {
      (($0.frame.maxX + $0.frame.maxY) * 0).isZero
    }
  }
}

/// A host built for a newer descriptor of the layout may ask for more.
struct PropertyRefused: LayoutRule {
  let id = "property-refused"
  let sentence = "A property with an undeclared index is refused."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    try trial.makeReady()
    for index in [subject.descriptor.properties.count, 4095] {
      try require(
        trial.setProperty(index, .number(1)) < 0, "set_property accepts the index \(index)")
      try require(trial.property(index).status < 0, "get_property answers for the index \(index)")
    }
  }
}

/// Until the host prepares, the screen and the answers of the layout must agree.
struct PropertyWaits: LayoutRule {
  let id = "property-waits"
  let sentence = "A new value of a property takes effect with the next prepare, not before."

  func check(_ subject: Subject) throws(Finding) {
    try subject.skipWithoutProperties()
    for (index, property) in subject.descriptor.properties.enumerated() {
      guard let value = property.trialValues.last(where: { $0 != property.defaultValue }) else {
        continue
      }
      let trial = try Trial(subject)
      // Nothing moves between queries, at rest or not.
      let size = try trial.prepareFrame()
      let before = try trial.elements()
      guard trial.setProperty(index, value) == LAYOUT_OK else { continue }
      try require(
        trial.contentSize().size == size,
        "\(property.name) set to \(value) changes the content's size without a prepare")
      try subject.requireSame(
        try trial.elements(), as: before,
        "with \(property.name) set to \(value) and nothing prepared yet")
    }
  }
}

/// Values to try a property with.
extension PropertyDescriptor {
  /// The default, both ends of the range (a billion where there is no end), every case, and nil for
  /// an optional one.
  var trialValues: [LayoutValue] {
    var values = [defaultValue]
    if isOptional { values.append(.none) }
    for bound in [max(minimum, -1e9), min(maximum, 1e9)] {
      switch type {
      case .integer: values.append(.integer(Int64(bound.rounded())))
      case .number: values.append(.number(bound))
      case .point: values.append(.point(Point(x: bound, y: bound)))
      case .size: values.append(.size(Size(width: bound, height: bound)))
      case .insets:
        values.append(.insets(Insets(top: bound, left: bound, bottom: bound, right: bound)))
      case .none, .bool, .enumeration, .text, .array, .index: break
      }
    }
    switch type {
    case .bool: values += [.bool(false), .bool(true)]
    case .enumeration: values += cases.indices.map { .enumeration($0) }
    default: break
    }
    return values
  }
}

extension Subject {
  /// Skips the rule for a layout without properties.
  func skipWithoutProperties() throws(Finding) {
    try skip(descriptor.properties.isEmpty, "the layout has no property")
  }
}
