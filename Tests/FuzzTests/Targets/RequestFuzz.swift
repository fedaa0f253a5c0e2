// SPDX-License-Identifier: Apache-2.0
//
// Feeds any bytes as a request, read as a worker reads it.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime

@testable import LayoutIsolation

/// The worker's end of the channel, before a layout exists: requests are read and not run.
final class RequestFuzz: FuzzTarget {
  static let name = "requests"

  private let areas: AreaPair

  init() throws { areas = try AreaPair(areaBytes: Message.areaBytes) }

  func seeds(plugins: [[UInt8]]) -> [[UInt8]] {
    var request = FrameRequest(
      time: 1.5, oldBounds: .zero, bounds: Rect(x: 0, y: 10, width: 320, height: 480), marks: 5)
    request.touch = Point(x: 3, y: 4)
    request.elements = [layout_element(category: 1, kind: 2, section: 3, item: 4)]
    request.crossOffsets[2] = 7
    request.updates = [
      layout_update(
        action: 2, of_section: 0, before: layout_path(section: 1, item: 2),
        after: layout_path(section: 3, item: 4))
    ]
    let news = FrameNews(
      shape: Samples.shape, bindings: FrameNews.Bindings(revision: 9, bound: [1, 0, 1]))
    let file = PluginFile(
      judged: "/p/lib.so", hash: "ab12", note: Samples.note, unloads: true)
    var start = StartMessage(file: file, imagePath: "/i/ab12.so", layoutID: "sample")
    let setting = ChildSetting(
      path: ["base", "0"], layouts: ["mat", "flow"], property: "side", value: .enumeration(1),
      caseName: "b")
    start.childSettings.keep(setting)
    let counts = Samples.shape.itemCounts.list.withUnsafeBytes { Array($0) }
    return [
      // Settings of an inner layout, and of later inner layouts.
      Message.seed(.setProperty) {
        $0.write(UInt8(1))
        $0.write(setting)
      },
      Message.seed(.setProperty) {
        $0.write(UInt8(2))
        $0.write(each: [setting, setting]) { $0.write($1) }
      },
      Message.seed(.property) { $0.write(UInt8(1)) },
      Message.seed(.start) { $0.write(start) }, Message.seed(.inspect) { $0.write(start) },
      Message.seed(.frame, epoch: 3, bulk: counts) { $0.write(request, news: news) },
      Message.seed(.frame) { $0.write(request, news: FrameNews()) },
      Message.seed(.action) {
        $0.write(count: 1)
        $0.write(each: Samples.values) { $0.write($1) }
      },
      Message.seed(.notify) { $0.write(TransitionNotice.prepareFrom("a")) },
      Message.seed(.notify) { $0.write(TransitionNotice.prepareForBoundsChange(.zero)) },
      Message.seed(.reorderingTarget) { $0.write(ItemPath(1, 2), at: .zero) },
      Message.seed(.updateAttributes, bulk: Samples.elementBytes) {
        $0.write(UpdateEnd.initial)
        $0.write(Samples.elementCounts)
      },
      Message.seed(.loadState, bulk: [1, 2, 3]) { $0.write(UInt32(1)) },
      Message.seed(.preferredSizes) { $0.write(each: [Samples.preference]) { $0.write($1) } },
    ]
      + Samples.values.map { value in
        Message.seed(.setProperty) {
          $0.write(property: 2)
          $0.write(value)
        }
      }
  }

  func run(_ input: [UInt8]) throws {
    guard let flags = input.first else { return }
    let channel = Channel(outgoing: areas.replies, incoming: areas.requests, givesBack: true)
    let session = WorkerSession(channel: channel, replies: areas.replies)
    Message.publish(input.dropFirst(), in: areas.requests, flags: flags)
    do throws(LayoutError) {
      switch try channel.receive() {
      case .stop: return
      case .start, .inspect:
        var head = channel.head
        _ = try head.readStart()
      case let kind: try session.answer(kind)
      }
    } catch {
      try Finding.expect(error.code == "wire", "refused for \(error)")
    }
  }
}
