// SPDX-License-Identifier: Apache-2.0
//
// The protocol of rules, their findings, and the list of all rules.

import LayoutLoading
import LayoutModel

/// One thing that every layout must keep.
///
/// Runs in a confined child process of its own, so it may crash and hang.
package protocol Rule: Sendable {
  /// A stable name in kebab-case, for reports and options.
  var id: String { get }
  /// The requirement, in one sentence.
  var sentence: String { get }
  /// True when a violation makes all later rules meaningless; they are skipped then.
  var isGate: Bool { get }
  /// True when the rule measures time: it runs alone, and once more when it does not hold.
  var isTimed: Bool { get }
}

extension Rule {
  package var isGate: Bool { false }
  package var isTimed: Bool { false }
}

/// A rule about a file: runs once, in a process that has loaded nothing of the file before.
package protocol FileRule: Rule {
  /// - Throws: The finding, when the rule does not hold.
  func check(_ file: Specimen) throws(Finding)
}

/// A rule about a layout: runs for each layout of a plugin.
package protocol LayoutRule: Rule {
  /// True when the rule compares with the answers of the layout in another process.
  var asksOtherProcess: Bool { get }
  /// - Throws: The finding, when the rule does not hold.
  func check(_ subject: Subject) throws(Finding)
}

extension LayoutRule {
  package var asksOtherProcess: Bool { false }
}

/// The reason for which a rule does not hold.
package enum Finding: Error, Equatable, Sendable {
  /// The rule is broken; the text names the element or call, the result and the expected result.
  case broken(String)
  /// The rule does not apply to this layout; the text gives the reason.
  case skipped(String)

  /// The finding for an error that must not happen.
  init(_ error: LayoutError) {
    self = .broken("\(error)")
  }
}

/// Throws ``Finding/broken(_:)`` unless `condition` holds.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(Finding) {
  if !condition { throw .broken(message()) }
}

/// Throws ``Finding/skipped(_:)`` when `condition` holds.
func skip(_ condition: Bool, _ reason: @autoclosure () -> String) throws(Finding) {
  if condition { throw .skipped(reason()) }
}

// MARK: - The book of rules
//
// Every rule, in the order of the checks: rules that others depend on come first.

/// The list of all rules.
package enum RuleBook {
  /// The rules about a file.
  package static let fileRules: [any FileRule] = [
    FileJudged(), FileExports(), LoadResolves(), LoadEntry(), LoadTables(), LoadReserved(),
    LoadNote(), LoadNewer(),
    LoadThreads(), LoadDescriptors(), LoadSignals(), LoadEnvironment(), LoadFloatMode(),
    LoadOutput(), LoadUnloads(), LoadLeaks(),
  ]

  /// The rules about each layout of a file.
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

  /// The rules about refused system calls, judged after all others.
  package static let reachRules: [any Rule] = ReachRule.all

  /// All rules.
  package static var all: [any Rule] { fileRules + layoutRules + reachRules }
}
