// SPDX-License-Identifier: Apache-2.0
//
// What a rule is and what it can find, and the book of all rules.

import LayoutLoading
import LayoutModel

/// One thing that every layout must keep.
///
/// Runs in a confined child process of its own, so it may crash and hang.
package protocol Rule: Sendable {
  /// Kebab-case, stable: what people name a rule by.
  var id: String { get }
  /// The requirement, in one sentence.
  var sentence: String { get }
  /// True when nothing can be said of the rules after this one once it is broken; they are skipped.
  var isGate: Bool { get }
  /// True when it measures time: it is asked while no other is, and once more where it does
  /// not hold.
  var isTimed: Bool { get }
}

extension Rule {
  package var isGate: Bool { false }
  package var isTimed: Bool { false }
}

/// A rule about a file: asked once, and nothing of the file was loaded before.
package protocol FileRule: Rule {
  /// - Throws: What was found; nothing when the rule holds.
  func check(_ file: Specimen) throws(Finding)
}

/// A rule about a layout: asked for each layout of a plugin.
package protocol LayoutRule: Rule {
  /// True when the rule compares with what the layout answers in another process.
  var asksOtherProcess: Bool { get }
  /// - Throws: What was found; nothing when the rule holds.
  func check(_ subject: Subject) throws(Finding)
}

extension LayoutRule {
  package var asksOtherProcess: Bool { false }
}

/// The reason for which a rule does not hold.
package enum Finding: Error, Equatable, Sendable {
  /// The rule is broken; the text names the thing, what was seen and what was expected.
  case broken(String)
  /// The rule says nothing about this layout; the text says why.
  case skipped(String)

  /// The finding that an error amounts to, where no error was to be.
  init(_ error: LayoutError) {
    self = .broken("\(error)")
  }
}

/// Throws that the rule is broken unless `condition` holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(Finding) {
  if !condition { throw .broken(message()) }
}

/// Throws that the rule says nothing here, when `condition` holds.
func skip(_ condition: Bool, _ reason: @autoclosure () -> String) throws(Finding) {
  if condition { throw .skipped(reason()) }
}

// MARK: - The book of rules
//
// Every rule, in the order in which they are asked: the ones that others depend on come first.

/// The list of all rules.
package enum RuleBook {
  /// About a file.
  package static let fileRules: [any FileRule] = [
    FileJudged(), FileExports(), LoadResolves(), LoadEntry(), LoadTables(), LoadReserved(),
    LoadNote(), LoadNewer(),
    LoadThreads(), LoadDescriptors(), LoadSignals(), LoadEnvironment(), LoadFloatMode(),
    LoadOutput(), LoadUnloads(), LoadLeaks(),
  ]

  /// About each layout of a file.
  package static let layoutRules: [any LayoutRule] = [
    CreateWorks(), FrameRuns(),
    ContentSize(), FramesFinite(), FramesSized(), FramesInside(), AlphaRange(), CellsVisible(),
    FlagsKnown(),
    KindsDeclared(), PathsExist(), NoDuplicates(), TransformsSound(), FieldsTyped(), MarksKnown(),
    MarksUnknown(),
    RectComplete(), RectMinimal(), RectOdd(), RectSlices(), SingleEqualsBulk(), SingleNone(),
    QueriesChangeNothing(), ScrollComplete(),
    DataNone(), DataEmptySections(), DataSmall(), DataLarge(), DataManySections(), DataHuge(),
    DataUniform(),
    DataEmptied(), ContainerZero(), ContainerHuge(), DirectionScale(), DirectionComplete(),
    CapacityExact(), CapacityKept(), CapacityTable(), CapacityRetry(),
    DestroyClean(), InstancesApart(), CallOrders(), PrepareTwice(), PrepareAnew(),
    ErrorLeavesLayout(), ThreadsAny(), ProcessKept(), ProcessSilent(),
    InputsUnmodified(), InputsNotKept(), TablesGrow(), ExtensionUnknown(), ExtensionTables(),
    ExtensionsKept(),
    PropertyDefaults(), PropertyRoundTrip(), PropertyEnds(), PropertyRefused(), PropertyWaits(),
    QueryUnbound(), QueryForms(), QueryFails(), HostRefuses(),
    ChildrenRefused(),
    SameInstances(), SameProcesses(),
    UpdateUndone(), UpdateSteps(), UpdateLikeNew(), UpdateKinds(), UpdateReload(),
    ResizeLikeNew(),
    TargetFinite(), TargetInside(), TargetIdempotent(), StateRoundTrip(), StateRefuses(),
    DynamicsState(), DynamicsSteps(), FrameAllocations(), FrameCost(), FrameCostSections(),
    SingleCost(),
  ]

  /// About what was tried and refused while the others were asked.
  package static let reachRules: [any Rule] = ReachRule.all

  /// All of them.
  package static var all: [any Rule] { fileRules + layoutRules + reachRules }
}
