// SPDX-License-Identifier: Apache-2.0
//
// How a program wants its layouts made.

import CLayoutHost
import LayoutHost
import LayoutIsolation
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

/// The options of a program, as Swift has them.
struct AppLayoutOptions {
  var policy = LayoutPolicy.auto
  var directories: [String] = []
  /// The program's data; held by the layout made with them.
  var data: AppData?

  /// - Throws: What is wrong with the table.
  init(_ pointer: UnsafePointer<lh_layout_options>?) throws(LayoutError) {
    guard let options = try optionalTable(pointer) else { return }
    policy.tier = try Self.tier(options.tier)
    policy.isTrustedOnce = options.flags & LH_LAYOUT_TRUST_ONCE != 0
    directories = try texts(options.directories, options.directory_count, "directories")
    policy.options.executable = try optionalText(options.worker, "worker")
    if options.memory_limit > 0 {
      guard let bytes = Int(exactly: options.memory_limit) else {
        throw LayoutError(
          .invalidArgument, "memory_limit is \(options.memory_limit) bytes; give less")
      }
      policy.options.memoryLimit = bytes
    }
    guard options.deadline >= 0 else {
      throw LayoutError(.clock, "deadline is 0 or more seconds, not \(options.deadline)")
    }
    if options.deadline > 0 {
      policy.options.deadline = options.deadline.isFinite ? min(options.deadline, 1e6) : nil
    }
    if options.flags & LH_LAYOUT_SUPERVISED != 0 { policy.options.deadlines = Deadlines() }
    if let limits = options.limits { policy.options.answerLimits = try AnswerLimits(limits) }
    let data = AppData(options.data, options.release)
    self.data = data
    guard let crashed = options.crashed else { return }
    let listener = CrashListener(data: data, crashed: crashed)
    policy.options.onCrash = { record in
      listener.tell(record)
      return nil
    }
  }

  private static func tier(_ tier: UInt32) throws(LayoutError) -> LayoutTier {
    switch tier {
    case LH_TIER_AUTO: .auto
    case LH_TIER_IN_PROCESS: .inProcess
    case LH_TIER_WORKER: .worker
    case LH_TIER_SANDBOXED: .sandboxed
    default:
      throw LayoutError(.invalidArgument, "there is no tier \(tier); use one of LH_TIER_…")
    }
  }

  /// The plugins that are found with these options.
  var library: PluginLibrary { PluginLibrary(.standard(extra: directories)) }

  /// Makes a layout by its id, or of a file with `#id` behind its path.
  ///
  /// - Throws: What finding and loading it gave.
  func make(_ name: String) throws(LayoutError) -> LayoutBox {
    let library = library
    let maker = LayoutMaker(
      library: library, tier: policy.tier, trustOnce: policy.isTrustedOnce)
    let (file, id) = try maker.find(name)
    var policy = policy
    policy.options.children = library
    let layout = try CollectionLayout.make(id: id, file: file, running: policy)
    data?.isTaken = true
    return LayoutBox(layout, file: file.path, options: self)
  }
}

/// Tells a program of a crash. It may come on any thread.
private final class CrashListener: @unchecked Sendable {
  typealias Crashed =
    @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?) -> Void
  let data: AppData
  let crashed: Crashed

  init(data: AppData, crashed: @escaping Crashed) { (self.data, self.crashed) = (data, crashed) }

  func tell(_ record: CrashRecord) {
    let error = Handles.name(ErrorBox(record.error))
    let text = CText(JSONValue.object(record.scenario).serialised())
    crashed(data.data, error, text.bytes)
    Handles.free(error, ErrorBox.self)
  }
}

extension AnswerLimits {
  /// - Throws: `bad-table-size`, `not-finite`.
  init(_ pointer: UnsafePointer<lh_limits>) throws(LayoutError) {
    let limits = try lh_limits(reading: pointer)
    self.init()
    try check(finite: limits.area_per_element, as: "area_per_element")
    if limits.area_per_element > 0 { areaPerElement = limits.area_per_element }
    func set(_ limit: inout Int, _ wanted: UInt64) {
      if wanted > 0 { limit = Int(clamping: min(wanted, UInt64(UInt32.max))) }
    }
    set(&elements, limits.elements)
    set(&mostElements, limits.most_elements)
    set(&wordsPerElement, limits.words_per_element)
    set(&textBytes, limits.text_bytes)
    set(&logLines, limits.log_lines)
    set(&logBytes, limits.log_bytes)
    set(&nameBytes, limits.name_bytes)
    set(&events, limits.events)
    set(&eventBytes, limits.event_bytes)
    set(&markedElements, limits.marked_elements)
  }
}
