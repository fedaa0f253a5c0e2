// SPDX-License-Identifier: Apache-2.0
//
// Frames of items that hang on springs and collide, beside Box2D alone with the same bodies and steps.

import CBenchReference
import LayoutModel
import LayoutRuntime

enum PendulumBench {
  static var all: [Benchmark] {
    [
      Benchmark("pendulum/frame/10", in: .microseconds, ratioBound: 1.3) { meter, bed in
        try swing(Scene(itemCount: 10, spacing: 0, frameCount: 4000), &meter, bed)
      },
      Benchmark("pendulum/frame/1000", in: .milliseconds, ratioBound: 1.3) { meter, bed in
        try swing(Scene(itemCount: 1000, spacing: 50, frameCount: 120), &meter, bed)
      },
    ]
  }

  /// Items that hang side by side or from one point, at 60 frames a second.
  private struct Scene {
    var itemCount: Int
    /// From one point to the next, points.
    var spacing: Double
    var frameCount: Int

    /// The springs' length without a load, points, and their swings a second.
    static let (length, frequency) = (300.0, 1.0)
    static let side = 50.0
    /// The number of frames after which all hang as at first: impacts take speed away in time.
    static let courseLength = 200
    /// The number of steps in a frame: the layout takes 960 a second.
    static let stepCount: UInt32 = 16
  }

  private static func swing(_ scene: Scene, _ meter: inout Meter, _ bed: BenchBed) throws {
    let courses = max(1, scene.frameCount / Scene.courseLength)
    for _ in 0..<courses {
      let layout = try hang(scene, bed)
      let plain = try PlainBodies(layout.buffer.records.map(\.frame), scene.spacing)
      try meter.alternate(samples: scene.frameCount / courses) { meter, _ in
        try meter.sample { () throws(LayoutError) in try layout.frame(after: 1.0 / 60) }
      } plain: { meter, _ in
        meter.plain { plain.frame() }
      }
      try require(layout.outcome.isMoving, "the items came to rest")
      if meter.part != .engine { try require(plain.isMoving, "the bodies of Box2D came to rest") }
      meter.count("items", Double(layout.buffer.count))
    }
  }

  /// A layout that has shown its first frame.
  private static func hang(_ scene: Scene, _ bed: BenchBed) throws -> BareLayout {
    let layout = BareLayout(
      try InProcessConnection(image: bed.image("pendulum"), layout: "pendulum"),
      itemCount: scene.itemCount,
      viewport: Size(width: 1000 + scene.spacing * Double(scene.itemCount), height: 800))
    try layout.set("maximumItems", to: .integer(Int64(scene.itemCount)))
    try layout.set("attachmentPoint", to: .point(PlainBodies.anchor))
    try layout.set("anchorSpacing", to: .number(scene.spacing))
    try layout.set("itemSize", to: .size(Size(width: Scene.side, height: Scene.side)))
    try layout.set("damping", to: .number(0))
    try layout.set("restitution", to: .number(1))
    try layout.frame()
    try require(layout.buffer.count == scene.itemCount, "\(layout.buffer.count) items hang")
    return layout
  }

  /// Box2D alone.
  private final class PlainBodies {
    static let anchor = Point(x: 500, y: 0)
    private let world: OpaquePointer

    init(_ frames: [Rect], _ spacing: Double) throws(LayoutError) {
      let bodies = frames.enumerated().map { number, frame in
        bench_body(
          x: frame.center.x, y: frame.center.y, width: frame.width, height: frame.height,
          anchor_x: Self.anchor.x + Double(number) * spacing, anchor_y: Self.anchor.y)
      }
      guard
        let world = bench_bodies_make(
          bodies, UInt32(bodies.count), Scene.length, Scene.frequency)
      else { throw LayoutError(.badBenchmark, "there is no memory for a world of Box2D") }
      self.world = world
    }

    deinit { bench_bodies_free(world) }

    func frame() { bench_bodies_step(world, Scene.stepCount, 1.0 / 60 / Double(Scene.stepCount)) }

    /// True when a body moves by more than a point a second.
    var isMoving: Bool { bench_bodies_speed(world) > 1 }
  }
}
