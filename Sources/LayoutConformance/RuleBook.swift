// SPDX-License-Identifier: Apache-2.0
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
