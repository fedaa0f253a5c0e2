// SPDX-License-Identifier: Apache-2.0
//
// Calls through extension tables: the worker gives the same answers as this process, to the bit.

import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

@Suite("A worker and this process agree about extensions")
struct ExtensionAnswersTests {
  /// A batch that deletes 2.24 from and inserts 0.3 into sections of 40, 0 and 25 items.
  static let updates = [
    layout_update(
      action: LAYOUT_UPDATE_INSERT, of_section: 0,
      before: layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE),
      after: layout_path(section: 0, item: 3)),
    layout_update(
      action: LAYOUT_UPDATE_DELETE, of_section: 0, before: layout_path(section: 2, item: 24),
      after: layout_path(section: LAYOUT_PATH_NONE, item: LAYOUT_PATH_NONE)),
  ]

  /// Both tiers, with every extension, bound and prepared.
  private static func prepared() throws -> Tiers {
    let tiers = try Tiers.fake(flags: [FakeLayout.allExtensions])
    for connection in tiers.both { try SameAnswersTests.bind(connection) }
    tiers.frame(.at(0, marks: LAYOUT_MARK_EVERYTHING), SameAnswersTests.shape)
    return tiers
  }

  /// The frame of the batch.
  @discardableResult
  private static func update(_ tiers: Tiers) -> Outcome {
    var shape = SameAnswersTests.shape
    shape.epoch += 1
    shape.itemCounts = [41, 0, 24]
    var request = FrameRequest.at(0, time: 1, marks: LAYOUT_MARK_COUNTS)
    request.updates = updates
    return tiers.frame(request, shape)
  }

  /// The host's expected answer for these items: fields, and a transform for every third item.
  private static func defaults(_ paths: [(UInt32, UInt32)]) throws(LayoutError) -> AnswerBuffer {
    let buffer = AnswerBuffer()
    for (index, path) in paths.enumerated() {
      let record = layout_attributes(
        frame: Rect(x: Double(index) / 3, y: 20, width: 50, height: 50), section: path.0,
        item: path.1, category: UInt16(LAYOUT_CELL), kind: 0, z_index: 0, alpha: 1, flags: 0,
        transform: 0, payload: 0)
      var transform = layout_transform()
      transform.m.0 = Double(index)
      try buffer.append(
        record, transform: index % 3 == 0 ? transform : nil,
        payload: [1, (-0.0).bitPattern, UInt64(index)])
    }
    return buffer
  }

  private static let all = (0..<41).map { (UInt32(0), UInt32($0)) }

  @Test("the start and the end of every element of a batch, in one exchange each")
  func updates() throws {
    let tiers = try Self.prepared()
    let frame = Self.update(tiers)
    #expect(frame.error == nil)
    let before = tiers.there.counters.requests
    let first = try Self.defaults(Self.all)
    let starting = tiers.agree { connection, buffer in
      try connection.updateAttributes(.initial, defaults: first, into: buffer)
    }
    #expect(starting.elements.count == 41)
    let gone = try Self.defaults([(2, 24), (2, 23), (0, 0)])
    let leaving = tiers.agree { connection, buffer in
      try connection.updateAttributes(.final, defaults: gone, into: buffer)
    }
    #expect(leaving.elements.count == 3)
    let none = AnswerBuffer()
    tiers.agree { connection, buffer in
      try connection.updateAttributes(.final, defaults: none, into: buffer)
    }
    tiers.agree { connection, _ in
      try connection.finalizeUpdates()
      return 0
    }
    #expect(tiers.there.counters.requests == before + 4)
    let late = tiers.agree { connection, buffer in
      try connection.updateAttributes(.final, defaults: gone, into: buffer)
    }
    #expect(late.error?.message == "cell 2.24 is not in the data")
  }

  @Test("before the first frame, and in a batch whose frame failed")
  func unprepared() throws {
    let fresh = try Tiers.fake(flags: [FakeLayout.allExtensions])
    let asked = try Self.defaults([(0, 0)])
    let early = fresh.agree { connection, buffer in
      try connection.updateAttributes(.initial, defaults: asked, into: buffer)
    }
    #expect(early.error?.code == "not-prepared")
    let tiers = try Self.prepared()
    for (index, value) in [
      (FakeLayout.callProperty, FakeLayout.Call.prepareForUpdates.value),
      (FakeLayout.behaviourProperty, FakeLayout.Behaviour.error.value),
    ] {
      for connection in tiers.both { try connection.setProperty(at: index, to: value) }
    }
    #expect(Self.update(tiers).error?.call == "prepare_for_updates")
    tiers.frame(.at(0, time: 2), SameAnswersTests.shape)
    tiers.agree { connection, buffer in
      try connection.updateAttributes(.final, defaults: asked, into: buffer)
    }
  }

  @Test("self-sizing, reordering and transitions")
  func others() throws {
    let tiers = try Self.prepared()
    let cell = layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 2, item: 24)
    let outside = layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 2, item: 25)
    let size = Size(width: 50, height: 50)
    for (element, preferred) in [
      (cell, size), (cell, Size(width: 50, height: 51)), (outside, size),
      (cell, Size(width: .nan, height: 1)),
    ] {
      tiers.agree { connection, _ in
        try connection.setPreferredSizes([
          SizePreference(element: element, original: size, preferred: preferred)
        ])
      }
    }
    for path in [ItemPath(0, 0), ItemPath(2, 24), ItemPath(2, 25), ItemPath(7, 0)] {
      for x in [130.0, -1, .infinity] {
        let position = Point(x: x, y: 90)
        tiers.agree { connection, _ in
          try connection.reorderingTarget(of: path, at: position)
        }
        tiers.agree { connection, buffer in
          try connection.reorderingAttributes(of: path, at: position, into: buffer)
        }
      }
    }
    let notices: [TransitionNotice] = [
      .prepareFrom("größe"), .prepareTo(""), .finalize,
      .prepareForBoundsChange(Rect(x: 0, y: 5, width: 1, height: 1)), .finalizeBoundsChange,
      .prepareForBoundsChange(Rect(x: .nan, y: 5, width: 1, height: 1)),
    ]
    for notice in notices {
      tiers.agree { connection, _ in
        try connection.notify(notice)
        return 0
      }
    }
    let said = tiers.agree { connection, _ in connection.log.take().entries }
    #expect(said.value?.contains("prepare_from größe") == true)
  }

  @Test("states, short, long, foreign and too large")
  func states() throws {
    let tiers = try Self.prepared()
    let first = tiers.agree { connection, _ in try connection.saveState() ?? [] }
    #expect(first.value?.isEmpty == false)
    let state = try tiers.here.saveState() ?? []
    for (bytes, version) in [
      (state, UInt32(1)), (state, 2), ([], 1), ([UInt8](repeating: 1, count: 17 << 20), 1),
    ] {
      tiers.agree { connection, _ in try connection.loadState(bytes, version: version) }
    }
    #expect(tiers.frame(.at(0, time: 3), SameAnswersTests.shape).value?.contains("true") == true)
    for behaviour in [FakeLayout.Behaviour.longState, .hugeState, .neverFits] {
      for (index, value) in [
        (FakeLayout.callProperty, FakeLayout.Call.save.value),
        (FakeLayout.behaviourProperty, behaviour.value),
      ] {
        for connection in tiers.both { try connection.setProperty(at: index, to: value) }
      }
      tiers.agree { connection, _ in try connection.saveState() }
    }
  }

  /// The calls of an extension, each with every possible mistake.
  static let mistakes = FakeLayout.Behaviour.allCases.filter {
    ![.trap, .crash, .aborts, .exits, .loops, .allocates].contains($0)
      && !"\($0)".hasPrefix("writesPast")
  }

  @Test(
    "a layout that fails in an extension gives the same error and the same answers afterwards",
    arguments: mistakes)
  func goesWrong(_ mistake: FakeLayout.Behaviour) throws {
    for call in FakeLayout.Call.allCases.dropFirst(FakeLayout.Call.ofCore.count) {
      let tiers = try Self.prepared()
      for (index, value) in [
        (FakeLayout.callProperty, call.value), (FakeLayout.behaviourProperty, mistake.value),
      ] {
        for connection in tiers.both { try connection.setProperty(at: index, to: value) }
      }
      Self.update(tiers)
      let asked = try Self.defaults([(0, 2), (0, 3), (2, 0)])
      for end in [UpdateEnd.initial, .final] {
        tiers.agree { connection, buffer in
          try connection.updateAttributes(end, defaults: asked, into: buffer)
        }
      }
      tiers.agree { connection, _ in
        try connection.finalizeUpdates()
        return 0
      }
      let cell = layout_element(category: UInt16(LAYOUT_CELL), kind: 0, section: 0, item: 0)
      tiers.agree { connection, _ in
        try connection.setPreferredSizes([
          SizePreference(element: cell, original: .zero, preferred: .zero)
        ])
      }
      tiers.agree { connection, _ in
        try connection.reorderingTarget(of: ItemPath(0, 1), at: Point(x: 3, y: 4))
      }
      tiers.agree { connection, buffer in
        try connection.reorderingAttributes(of: ItemPath(0, 1), at: .zero, into: buffer)
      }
      tiers.agree { connection, _ in try connection.saveState() }
      tiers.agree { connection, _ in
        try connection.loadState([UInt8](repeating: 0, count: 8), version: 1)
      }
      tiers.agree { connection, _ in
        try connection.notify(.finalize)
        return 0
      }
      tiers.frame(.at(0, time: 9, marks: LAYOUT_MARK_EVERYTHING), SameAnswersTests.shape)
      tiers.agree { connection, _ in connection.log.take().entries }
    }
  }

  @Test(
    "a worker that dies in an extension names the call",
    arguments: [
      (FakeLayout.Call.prepareForUpdates, "prepare_for_updates"), (.initial, "initial"),
      (.final, "final"), (.save, "save"), (.attributesForMoving, "attributes_for_moving"),
    ])
  func dies(_ call: FakeLayout.Call, _ name: String) throws {
    let file = PluginFile(judging: try FakeLayout.path(flags: [FakeLayout.allExtensions]))
    let worker = try WorkerConnection(file: file, layout: "fake")
    let buffer = AnswerBuffer()
    _ = try worker.frame(
      .at(0, marks: LAYOUT_MARK_EVERYTHING), shape: SameAnswersTests.shape, into: buffer)
    try DeathTests.spoil(worker, .trap, in: call)
    let asked = try Self.defaults([(0, 2)])
    let error = #expect(throws: LayoutError.self) {
      switch call {
      case .prepareForUpdates:
        var request = FrameRequest.at(0, time: 1, marks: LAYOUT_MARK_COUNTS)
        request.updates = Self.updates
        _ = try worker.frame(request, shape: SameAnswersTests.shape, into: buffer)
      case .save: _ = try worker.saveState()
      case .attributesForMoving:
        _ = try worker.reorderingAttributes(of: ItemPath(0, 0), at: .zero, into: buffer)
      default:
        _ = try worker.updateAttributes(
          call == .initial ? .initial : .final, defaults: asked, into: buffer)
      }
    }
    #expect(error?.code == "worker-died")
    #expect(error?.call == name)
  }
}
