// SPDX-License-Identifier: Apache-2.0
//
// Functions of layouts.h: making layouts, and their descriptions.

import CLayoutHost
import LayoutHost
import LayoutIsolation
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutScenarios

@c @implementation
public func lh_layout_new(
  _ name: UnsafePointer<CChar>?, _ options: UnsafePointer<lh_layout_options>?, _ error: ErrorPlace
) -> OpaquePointer? {
  make(error) { () throws(LayoutError) in
    try AppLayoutOptions(options).make(text(name, "name"))
  }
}

@c @implementation
public func lh_layout_free(_ layout: OpaquePointer?) { Handles.free(layout, LayoutBox.self) }

/// Text that a layout lends.
private func lent(
  _ layout: OpaquePointer?, _ text: (LayoutBox) -> CText
) -> UnsafePointer<CChar>? {
  ask(layout, else: nil) { (box: LayoutBox) in text(box).bytes }
}

@c @implementation
public func lh_layout_id(_ layout: OpaquePointer?) -> UnsafePointer<CChar>? {
  lent(layout) { $0.texts.id }
}

@c @implementation
public func lh_layout_name(_ layout: OpaquePointer?) -> UnsafePointer<CChar>? {
  lent(layout) { $0.texts.name }
}

@c @implementation
public func lh_layout_help(_ layout: OpaquePointer?) -> UnsafePointer<CChar>? {
  lent(layout) { $0.texts.help }
}

@c @implementation
public func lh_layout_file(_ layout: OpaquePointer?) -> UnsafePointer<CChar>? {
  lent(layout) { $0.file }
}

// MARK: Declarations of a layout

private func count(_ layout: OpaquePointer?, _ count: (LayoutTexts) -> Int) -> UInt32 {
  ask(layout, else: 0) { (box: LayoutBox) in UInt32(clamping: count(box.texts)) }
}

@c @implementation
public func lh_layout_property_count(_ layout: OpaquePointer?) -> UInt32 {
  count(layout) { $0.properties.count }
}

@c @implementation
public func lh_layout_query_count(_ layout: OpaquePointer?) -> UInt32 {
  count(layout) { $0.queries.count }
}

@c @implementation
public func lh_layout_action_count(_ layout: OpaquePointer?) -> UInt32 {
  count(layout) { $0.actions.count }
}

@c @implementation
public func lh_layout_event_count(_ layout: OpaquePointer?) -> UInt32 {
  count(layout) { $0.events.count }
}

@c @implementation
public func lh_layout_kind_count(_ layout: OpaquePointer?) -> UInt32 {
  count(layout) { $0.kinds.count }
}

private func describe<Record: SizedTable>(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<Record>?,
  _ error: ErrorPlace, _ name: String, _ records: (LayoutTexts) -> [Record]
) -> Bool {
  call(layout, error) { (box: LayoutBox) throws(LayoutError) in
    let all = records(box.texts)
    guard Int(index) < all.count else {
      throw LayoutError(
        .invalidArgument, "\(box.layout.id) has \(all.count) \(name), so there is no \(index)")
    }
    try all[Int(index)].write(to: out)
  }
}

@c @implementation
public func lh_layout_get_property(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<lh_property>?,
  _ error: ErrorPlace
) -> Bool { describe(layout, index, out, error, "properties") { $0.properties } }

@c @implementation
public func lh_layout_get_query(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<lh_query>?,
  _ error: ErrorPlace
) -> Bool { describe(layout, index, out, error, "queries") { $0.queries } }

@c @implementation
public func lh_layout_get_action(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<lh_signature>?,
  _ error: ErrorPlace
) -> Bool { describe(layout, index, out, error, "actions") { $0.actions } }

@c @implementation
public func lh_layout_get_event(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<lh_signature>?,
  _ error: ErrorPlace
) -> Bool { describe(layout, index, out, error, "events") { $0.events } }

@c @implementation
public func lh_layout_get_kind(
  _ layout: OpaquePointer?, _ index: UInt32, _ out: UnsafeMutablePointer<lh_kind>?,
  _ error: ErrorPlace
) -> Bool { describe(layout, index, out, error, "kinds") { $0.kinds } }

// MARK: - Options
//
// The program's options for making layouts.

/// The options of a program, in Swift.
struct AppLayoutOptions {
  var policy = LayoutPolicy.auto
  var directories: [String] = []
  /// The program's data; the layout made with them retains it.
  var data: AppData?

  /// - Throws: The error of the table.
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
    try limitCalls(options)
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

  /// Replaces the limits of each kind of call by the program's deadline, if it gives one.
  private mutating func limitCalls(_ options: lh_layout_options) throws(LayoutError) {
    let deadline = options.deadline
    guard deadline >= 0 else {
      throw LayoutError(.clock, "deadline is 0 or more seconds, not \(deadline)")
    }
    guard deadline > 0 else { return }
    // The times of calls are counted in nanoseconds of 64 bits.
    let seconds = min(deadline, 1e6)
    policy.options.deadline = deadline.isFinite ? seconds : nil
    let isSupervised = options.flags & LH_LAYOUT_SUPERVISED != 0
    policy.options.deadlines = isSupervised ? Deadlines(forEachCall: seconds) : nil
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

  /// The plugins found with these options.
  var library: PluginLibrary { PluginLibrary(.standard(extra: directories)) }

  /// Makes a layout by its id, or from a path followed by `#id`.
  ///
  /// - Throws: The error of finding and loading it.
  func make(_ name: String) throws(LayoutError) -> LayoutBox {
    let found = try find(name)
    let layout = try CollectionLayout.make(id: found.id, file: found.file, running: found.policy)
    data?.isTaken = true
    return LayoutBox(layout, file: found.file.path, options: self)
  }

  /// The file and the id of a name, and the tier of the layout.
  ///
  /// - Throws: `unknown-layout`, or the file's refusal.
  func find(
    _ name: String
  ) throws(LayoutError) -> (file: PluginFile, id: String, policy: LayoutPolicy) {
    let library = library
    let maker = LayoutMaker(
      library: library, tier: policy.tier, trustOnce: policy.isTrustedOnce)
    let (file, id) = try maker.find(name)
    var policy = policy
    policy.options.children = library
    return (file, id, policy)
  }
}

/// Reports a crash to a program, possibly on another thread.
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

extension Deadlines {
  /// The same limit of seconds for each call, before which no call is late.
  fileprivate init(forEachCall seconds: Double) {
    self.init()
    let limits = Limits(soft: seconds, hard: seconds)
    (rectangle, prepare, other, opening) = (limits, limits, limits, seconds)
  }
}
