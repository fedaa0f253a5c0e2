// SPDX-License-Identifier: Apache-2.0
//
// The requests of a host, each with the function that sends it to the worker.

import LayoutModel
import LayoutRuntime

extension WorkerConnection {
  // One switch over all requests, so that a request without an answer does not compile. The
  // functions have names of their own. If they had the names of the methods that make requests, a
  // missing function would make the method call itself.
  public func perform(_ request: LayoutRequest) throws(LayoutError) -> LayoutReply {
    switch request {
    case .setProperty(let index, let value): try send(value, forProperty: index)
    case .property(let index): return .value(try askProperty(at: index))
    case .attributesInRect(let rect, let buffer): try askAttributes(in: rect, into: buffer)
    case .attributesForElement(let element, let buffer):
      try askAttributes(for: element, into: buffer)
    case .scrollTarget(let proposed, let velocity, let bounds, let afterUpdate):
      let target = try askScrollTarget(
        proposed: proposed, velocity: velocity, bounds: bounds, afterUpdate: afterUpdate)
      return .wish(target) { .point($0) }
    case .action(let index, let arguments):
      return .value(try askResult(ofAction: index, arguments: arguments))
    case .updateAttributes(let end, let defaults, let buffer):
      return .answered(try askEnds(end, defaults: defaults, into: buffer))
    case .finalizeUpdates: try sendFinalizeUpdates()
    case .notify(let notice): try sendNotice(notice)
    case .reorderingTarget(let path, let position):
      return .wish(try askReorderingTarget(of: path, at: position)) { .path($0) }
    case .reorderingAttributes(let path, let position, let buffer):
      return .answered(try askReorderingAttributes(of: path, at: position, into: buffer))
    case .preferredSizes(let sizes):
      return .wish(try askMarks(forPreferences: sizes)) { .marks($0) }
    case .crossTrack(let point): return .wish(try askTrack(at: point)) { .track($0) }
    case .crossTarget(let proposed, let velocity, let section):
      let target = try askCrossTarget(proposed, velocity: velocity, ofSection: section)
      return .wish(target) { .offset($0) }
    case .saveState: return .wish(try askState()) { .bytes($0) }
    case .loadState(let bytes, let version):
      return .answered(try sendState(bytes, version: version))
    case .children: return .children(try askChildren())
    case .setChildProperty(let setting): try send(setting)
    case .keepSettings(let settings): try send(settings)
    }
    return .done
  }
}
