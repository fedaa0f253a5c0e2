// SPDX-License-Identifier: Apache-2.0
//
// The Swift names for the layout that fails on demand.

import LayoutLoading
import LayoutModel

/// A layout in C, `fake`, that is correct until a test chooses a mistake, and the call in which it
/// is made: by its enum properties ``behaviourProperty`` and ``callProperty``.
///
/// It has a header for each section, a backdrop (a decoration with a custom field), cells with two
/// custom fields, the queries `sizeForItem`, `insetForSection` and `heightForItem(width)`, the
/// actions `add(a, b)` and `touch(section, item)`, the event `touched(section, item)`, scroll
/// targets at multiples of 50, and dynamics. `Fixtures/FakeLayout.c` describes the rest.
public enum FakeLayout {
  /// A mistake to make; the raw value is the case of the property.
  ///
  /// From `error` to `allocates`, and from `asksUnknownQuery` on, it happens only in the chosen
  /// call; the others belong to the call that gives such an answer.
  public enum Behaviour: Int, CaseIterable, Sendable {
    case good, error, errorWithoutText, unknownStatus, positiveStatus, trap, crash, aborts, exits
    case loops, allocates, nanFrame, infiniteFrame, negativeWidth, negativeHeight, unknownSection
    case unknownItem, unknownCategory, unknownKind, wrongCategory, unknownFlag, nanAlpha
    case alphaAboveOne, alphaBelowZero, duplicate, badTransform, nanTransform, badPayload, neverFits
    case claimsMoreRecords, claimsMoreTransforms, claimsMorePayload, writesPastRecords
    case writesPastTransforms, writesPastPayload, movesPointer, raisesCapacity, descending
    case twoAnswers, otherElement, nanSize, infiniteSize, negativeSize, nanTarget, infiniteTarget
    case unknownState, moves, unknownMark, invalidates, asksUnknownQuery, postsUnknownEvent
    case postsWrongArguments, registersUnknownKind, logs, noAnswer, longState, hugeState

    /// For `setProperty`.
    public var value: LayoutValue { .enumeration(rawValue) }
  }

  /// A slot of the instance; the raw value is the case of the property.
  public enum Call: Int, CaseIterable, Sendable {
    case attributesInRect, attributesFor, prepare, contentSize, shouldInvalidate, setProperty
    case getProperty, scrollTarget, advance, action
    /// A call that only the fake layout with ``allExtensions`` has.
    case prepareForUpdates, initial, final, finalizeUpdates, preferredSize, targetPath
    case attributesForMoving, save, load, transition, trackAt, setOffset
    case crossTarget

    /// The calls that every fake layout has.
    public static let ofCore = Array(allCases.prefix(10))

    /// For `setProperty`.
    public var value: LayoutValue { .enumeration(rawValue) }
  }

  /// The flag of the fake layout that offers every extension.
  public static let allExtensions = "-DALL_EXTENSIONS"

  /// Indices of the properties.
  public static let behaviourProperty = 0
  public static let callProperty = 1
  public static let spacingProperty = 2
  public static let titleProperty = 3
  public static let stopsProperty = 4

  /// Compiles the plugin, once for each set of switches.
  ///
  /// - Parameters:
  ///   - note: The JSON of its ELF note; nil for a valid one.
  ///   - mutation: A C statement that changes the static tables (`plugin`, `descriptor`,
  ///     `property_spacing`, `query_size`, `kind_cell` and so on) before the host reads them.
  ///   - instanceMutation: A C statement that changes `self->table` in `create`.
  ///   - flags: Further compiler flags: `-DCREATE_FAILS`, `-DCREATE_TRAPS`, …
  /// - Returns: The path of the `.so`.
  public static func path(
    note: String? = nil, mutation: String? = nil, instanceMutation: String? = nil,
    flags: [String] = []
  ) throws -> String {
    let switches = [
      note.map { "-DNOTE=\($0)" }, mutation.map { "-DMUTATION=\($0)" },
      instanceMutation.map { "-DINSTANCE_MUTATION=\($0)" },
    ].compactMap { $0 }
    // A plugin with a mistake in its tables is seldom called: it is compiled in half the time.
    let speed = mutation == nil && instanceMutation == nil ? [] : ["-O0"]
    return try CPlugin.build(fixture: "FakeLayout", flags: speed + switches + flags)
  }

  /// The plugin, compiled, judged and loaded.
  public static func image(
    mutation: String? = nil, instanceMutation: String? = nil, flags: [String] = []
  ) throws -> PluginImage {
    let path = try path(mutation: mutation, instanceMutation: instanceMutation, flags: flags)
    return try PluginImage.open(PluginFile(judging: path))
  }
}
