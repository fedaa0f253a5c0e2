// SPDX-License-Identifier: Apache-2.0
//
// A check of a plugin against one revision of the contract: every host of that revision, and of
// each later one, must have all that the plugin requires.

import LayoutABI
import LayoutLoading

/// A revision of the contract that plugins are held to.
package enum ContractRevision: String, CaseIterable, Sendable {
  case one = "1.0"

  /// The rules about the contract itself; the others are about the quality of a layout.
  package static let rules: Set<String> = Set(
    ([
      FileJudged(), FileExports(), LoadEntry(), LoadTables(), LoadReserved(), LoadNote(),
      LoadNewer(), LoadDescriptors(), CreateWorks(), FlagsKnown(), KindsDeclared(), MarksKnown(),
      MarksUnknown(), DataUniform(), CapacityTable(), CallOrders(), InputsUnmodified(),
      TablesGrow(), ExtensionUnknown(), ExtensionTables(), ExtensionsKept(), HostRefuses(),
    ] as [any Rule]).map(\.id))

  /// The ids of the extensions that each host of the revision has, and each later one.
  private var ids: Set<String> {
    [
      LAYOUT_CORE, LAYOUT_EXT_CROSS_SCROLL, LAYOUT_EXT_DYNAMICS, LAYOUT_EXT_SCROLL_TARGET,
      LAYOUT_EXT_SELF_SIZING, LAYOUT_EXT_STATE, LAYOUT_EXT_UPDATES,
    ]
  }

  /// Adds the verdict whether every host of the revision has all that the plugin requires.
  package func judge(_ report: CheckReport, of file: PluginFile) -> CheckReport {
    let foreign = (file.note?.requires ?? []).filter { !ids.contains($0) }
    let outcome: RuleResult.Outcome =
      foreign.isEmpty
      ? .kept
      : .broken(
        "requires \(foreign.joined(separator: ", ")), which a host of \(rawValue) need not have; list it under "
          + "\"uses\" if the plugin can do without")
    let result = RuleResult(
      rule: "abi-\(rawValue)", layout: nil, outcome: outcome, cpuSeconds: 0)
    return CheckReport(path: report.path, results: report.results + [result])
  }
}
