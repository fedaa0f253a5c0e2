// SPDX-License-Identifier: Apache-2.0
//
// Frames of items that hang on springs and collide, beside Box2D alone with the same bodies and steps.

import CBenchReference
import Glibc
import LayoutModel
import LayoutRuntime

enum PendulumBench {
  static var all: [Benchmark] {
    [
      Benchmark("pendulum/frame/10", in: .microseconds, ratioBound: 1.3) { meter, bed in
        try swing(Swing(itemCount: 10, spacing: 0, frameCount: 4000), &meter, bed)
      },
      Benchmark("pendulum/frame/1000", in: .milliseconds, ratioBound: 1.3) { meter, bed in
        try swing(Swing(itemCount: 1000, spacing: 50, frameCount: 120), &meter, bed)
      },
    ]
  }

  /// Items that hang side by side or from one point, at 60 frames a second.
  private struct Swing {
    var itemCount: Int
    /// From one point to the next, points.
    var spacing: Double
    var frameCount: Int

    /// The springs' length without a load, points, and their oscillations a second.
    static let (length, frequency) = (300.0, 1.0)
    static let side = 50.0
    /// The number of frames after which all hang as at first: impacts lose speed over time.
    static let courseLength = 200
    /// The number of steps in a frame: the layout runs 960 a second.
    static let stepCount: UInt32 = 16
  }

  private static func swing(_ scene: Swing, _ meter: inout Meter, _ bed: BenchBed) throws {
    let courses = max(1, scene.frameCount / Swing.courseLength)
    for _ in 0..<courses {
      let layout = try hang(scene, bed)
      let plain = try BodyLibrary.shared?.hang(
        layout.buffer.records.map(\.frame), scene.spacing)
      try meter.alternate(samples: scene.frameCount / courses) { meter, _ in
        try meter.sample { () throws(LayoutError) in try layout.frame(after: 1.0 / 60) }
      } plain: { meter, _ in
        if let plain {
          meter.plain { plain.frame() }
          plain.noteSpeed()
        }
      }
      try require(layout.outcome.isMoving, "the items came to rest")
      if let plain, meter.part != .engine {
        try require(plain.hasMoved, "the bodies of Box2D hung at rest")
      }
      meter.count("items", Double(layout.buffer.count))
    }
  }

  /// A layout that has shown its first frame.
  private static func hang(_ scene: Swing, _ bed: BenchBed) throws -> BareLayout {
    let layout = BareLayout(
      try InProcessConnection(image: bed.image("pendulum"), layout: "pendulum"),
      itemCount: scene.itemCount,
      viewport: Size(width: 1000 + scene.spacing * Double(scene.itemCount), height: 800))
    try layout.set("maximumItems", to: .integer(Int64(scene.itemCount)))
    try layout.set("attachmentPoint", to: .point(BodyLibrary.anchor))
    try layout.set("anchorSpacing", to: .number(scene.spacing))
    try layout.set("itemSize", to: .size(Size(width: Swing.side, height: Swing.side)))
    try layout.set("damping", to: .number(0))
    try layout.set("restitution", to: .number(1))
    try layout.frame()
    try require(layout.buffer.count == scene.itemCount, "\(layout.buffer.count) items hang")
    return layout
  }

  /// Box2D alone, in its own library: the command does not link it.
  private struct BodyLibrary {
    static let anchor = Point(x: 500, y: 0)
    /// The library; nil in an installation, which has none.
    static let shared: BodyLibrary? = {
      guard let path = BenchProcess.library("BenchBodies"), let handle = dlopen(path, RTLD_NOW),
        let symbol = dlsym(handle, "bench_bodies_library")
      else { return nil }
      typealias Entry = @convention(c) () -> UnsafePointer<bench_bodies_calls>?
      return unsafeBitCast(symbol, to: Entry.self)().map { BodyLibrary(calls: $0.pointee) }
    }()

    let calls: bench_bodies_calls

    /// Hangs bodies with these frames. They collide a point inside of each edge, as in the layout: the
    /// rest is the skin that Box2D keeps around a body.
    func hang(_ frames: [Rect], _ spacing: Double) throws(LayoutError) -> Bodies {
      let bodies = frames.enumerated().map { number, frame in
        bench_body(
          x: frame.center.x, y: frame.center.y,
          width: max(frame.width - 2, 1), height: max(frame.height - 2, 1),
          anchor_x: Self.anchor.x + Double(number) * spacing, anchor_y: Self.anchor.y)
      }
      guard
        let world = calls.make(bodies, UInt32(bodies.count), Swing.length, Swing.frequency)
      else { throw LayoutError(.badBenchmark, "there is no memory for a world of Box2D") }
      return Bodies(calls: calls, world: world)
    }
  }

  /// A world of Box2D.
  private final class Bodies {
    private let calls: bench_bodies_calls
    private let world: OpaquePointer
    private var fastest = 0.0

    init(calls: bench_bodies_calls, world: OpaquePointer) {
      (self.calls, self.world) = (calls, world)
    }

    deinit { calls.free(world) }

    func frame() { calls.step(world, Swing.stepCount, 1.0 / 60 / Double(Swing.stepCount)) }

    /// Notes how fast the fastest body is. One frame says nothing: bodies that swing in step all turn
    /// at the same moment.
    func noteSpeed() { fastest = max(fastest, calls.speed(world)) }

    /// True when a body moved by more than a point a second in a frame that was noted.
    var hasMoved: Bool { fastest > 1 }
  }
}
