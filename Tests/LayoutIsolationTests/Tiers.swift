// SPDX-License-Identifier: Apache-2.0
//
// One layout in both tiers, with the same calls, and answers compared bit for bit.

import Foundation
import LayoutABI
import LayoutLoading
import LayoutModel
import LayoutRuntime
import LayoutTesting
import Testing

@testable import LayoutIsolation

/// A layout in this process and the same in a worker, confined if the kernel can do that.
struct Tiers {
  let here: InProcessConnection
  let there: WorkerConnection
  /// Buffers that are kept, like a view's: the number of queries depends on the room for answers.
  private let buffers = [AnswerBuffer(), AnswerBuffer()]

  init(file: PluginFile, layout: String) throws {
    try self.init(file: file, layout: layout, children: bundledLibrary())
  }

  /// Makes both for a layout with inner layouts from `library`.
  init(file: PluginFile, layout: String, children library: PluginLibrary) throws {
    let find: ChildFinder = { id throws(LayoutError) in
      try PluginImage.open(try library.file(forLayout: id))
    }
    here = try InProcessConnection(
      image: PluginImage.open(file), layout: layout, children: find)
    there = try WorkerConnection(
      file: file, layout: layout, options: .confined(children: library))
  }

  /// The layout that fails on demand.
  static func fake(flags: [String] = []) throws -> Tiers {
    try Tiers(file: PluginFile(judging: FakeLayout.path(flags: flags)), layout: "fake")
  }

  var both: [any LayoutConnection] { [here, there] }

  /// Makes the same call in both and expects the same result: the answer or the error.
  @discardableResult
  func agree(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (any LayoutConnection, AnswerBuffer) throws -> some Equatable & Sendable
  ) -> Outcome {
    let outcomes = zip(both, buffers).map { connection, buffer in
      do {
        let value = try body(connection, buffer)
        return Outcome(value: "\(value)", elements: Elements(buffer), error: nil)
      } catch {
        return Outcome(value: nil, elements: Elements(buffer), error: error as? LayoutError)
      }
    }
    #expect(outcomes[0] == outcomes[1], sourceLocation: sourceLocation)
    return outcomes[1]
  }

  /// Runs one frame in both.
  @discardableResult
  func frame(
    _ request: FrameRequest, _ shape: DataShape, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome {
    agree(sourceLocation: sourceLocation) { connection, buffer in
      try connection.frame(request, shape: shape, into: buffer)
    }
  }
}

extension WorkerOptions {
  /// The options of a sandboxed worker, or of a plain one if the kernel lacks a part. It may be as slow as a loaded
  /// machine makes it: tests of hangs set limits of their own.
  static var confined: WorkerOptions {
    var options = WorkerOptions(deadlines: nil)
    options.deadline = 60
    options.isSandboxed = SandboxSupport.ofThisKernel.missingPart == nil
    return options
  }

  /// Makes a worker for a layout with inner layouts from `library`.
  static func confined(children library: PluginLibrary) -> WorkerOptions {
    var options = confined
    options.children = library
    return options
  }
}

/// The result of a call.
struct Outcome: Equatable {
  var value: String?
  var elements: Elements
  var error: LayoutError?
}

/// The content of an answer buffer, as bytes: NaN equals itself and −0 differs from 0.
struct Elements: Equatable, CustomStringConvertible {
  let count: Int
  /// Compared in one call; code that is not optimised compares an array byte by byte.
  private let bytes: Data

  init(_ buffer: AnswerBuffer) {
    count = buffer.count
    bytes =
      Data(UnsafeRawBufferPointer(buffer.records))
      + Data(UnsafeRawBufferPointer(buffer.transforms))
      + Data(UnsafeRawBufferPointer(buffer.payload))
  }

  var description: String { "\(count) elements in \(bytes.count) bytes" }
}

extension FrameRequest {
  /// A frame of a viewport of 320 × 480 at `y`, coming from `from`.
  static func at(
    _ y: Double, from: Double? = nil, time: Double = 0, marks: UInt32 = 0
  ) -> FrameRequest {
    let size = Size(width: 320, height: 480)
    return FrameRequest(
      time: time, oldBounds: Rect(origin: Point(x: 0, y: from ?? y), size: size),
      bounds: Rect(origin: Point(x: 0, y: y), size: size), marks: marks)
  }
}

/// Returns the path of a C plugin of this suite.
func fixture(_ name: String, flags: [String] = []) throws -> String {
  let path = FileSystem.parent(of: #filePath) + "/Fixtures/\(name).c"
  let bytes = try FileSystem.contents(of: path).bytes
  return try CPlugin.build(
    source: String(decoding: bytes, as: UTF8.self), name: name, flags: flags)
}
