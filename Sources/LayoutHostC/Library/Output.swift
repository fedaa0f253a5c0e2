// SPDX-License-Identifier: Apache-2.0
//
// Functions of output.h: pictures, the session as text, counts.

import CLayoutHost
import Glibc
import LayoutHost
import LayoutJSON
import LayoutLoading
import LayoutModel
import LayoutRendering
import LayoutScenarios

/// - Throws: `not-finite`, `invalid-argument`.
private func renderer(
  _ options: UnsafePointer<lh_picture_options>?
) throws(LayoutError) -> Renderer {
  var render = RenderOptions()
  if let options = try optionalTable(options) {
    try check(finite: options.scale, as: "a scale")
    guard options.scale == 0 || (0.01...64).contains(options.scale) else {
      throw LayoutError(
        .invalidArgument, "the scale of a picture is between 0.01 and 64, not \(options.scale)")
    }
    if options.scale > 0 { render.scale = options.scale }
    if options.flags & LH_PICTURE_DARK != 0 { render.theme = .dark }
    render.outline = options.flags & LH_PICTURE_OUTLINE != 0
  }
  return Renderer(render)
}

@c @implementation
public func lh_view_write_picture(
  _ view: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ options: UnsafePointer<lh_picture_options>?, _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    try renderer(options).render(box.view, to: try text(path, "path"))
  }
}

@c @implementation
public func lh_view_draw_picture(
  _ view: OpaquePointer?, _ format: UnsafePointer<CChar>?,
  _ options: UnsafePointer<lh_picture_options>?,
  _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?, _ count: UnsafeMutablePointer<Int>?,
  _ error: ErrorPlace
) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    guard let bytes, let count else { throw isNull("bytes, or count,") }
    let name = try text(format, "format")
    guard let format = PictureFormat(rawValue: name) else {
      throw LayoutError(
        .unknownFormat,
        "there is no format \(name); use "
          + PictureFormat.allCases.map(\.rawValue).joined(separator: ", "))
    }
    let picture = try renderer(options).encode(box.view, as: format)
    bytes.pointee = try copy(picture)
    count.pointee = picture.count
  }
}

/// Copies bytes to memory that a program frees.
///
/// - Throws: `out-of-memory`.
private func copy(_ bytes: [UInt8]) throws(LayoutError) -> UnsafeMutablePointer<UInt8> {
  guard let memory = malloc(bytes.count + 1) else {
    throw LayoutError(.outOfMemory, "there is no memory for \(bytes.count) bytes")
  }
  let place = memory.bindMemory(to: UInt8.self, capacity: bytes.count + 1)
  bytes.withUnsafeBufferPointer { source in
    if let start = source.baseAddress { place.update(from: start, count: source.count) }
  }
  place[bytes.count] = 0
  return place
}

// MARK: The session as text

@c @implementation
public func lh_view_start_recording(_ view: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    guard box.recorder == nil else {
      throw LayoutError(.reentrant, "the session is written down already; stop that first")
    }
    box.recorder = try ScenarioRecorder(box.view, layout: box.view.collectionViewLayout.id)
  }
}

@c @implementation
public func lh_view_recording(
  _ view: OpaquePointer?, _ error: ErrorPlace
) -> UnsafeMutablePointer<CChar>? {
  var recording: UnsafeMutablePointer<CChar>?
  _ = callBetweenFrames(view, error) { (box: ViewBox) throws(LayoutError) in
    guard let recorder = box.recorder else { throw notRecording() }
    let text = JSONValue.object(recorder.recording).serialised()
    let bytes = try copy(Array(text.utf8))
    recording = UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: CChar.self)
  }
  return recording
}

@c @implementation
public func lh_view_stop_recording(_ view: OpaquePointer?, _ error: ErrorPlace) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    guard let recorder = box.recorder else { throw notRecording() }
    recorder.stop()
    box.recorder = nil
  }
}

private func notRecording() -> LayoutError {
  LayoutError(
    .notRecording, "the session is not being written down; call lh_view_start_recording first")
}

@c @implementation
public func lh_view_get_counters(
  _ view: OpaquePointer?, _ out: UnsafeMutablePointer<lh_counters>?, _ error: ErrorPlace
) -> Bool {
  call(view, error) { (box: ViewBox) throws(LayoutError) in
    let counts = box.view.counters
    var counters = lh_counters()
    counters.frames = UInt64(clamping: counts.frames)
    counters.plugin_calls = UInt64(clamping: counts.pluginCalls)
    counters.exchanges = UInt64(clamping: counts.exchanges)
    counters.prepares = UInt64(clamping: counts.prepares)
    counters.made = UInt64(clamping: counts.made)
    counters.binds = UInt64(clamping: counts.binds)
    counters.places = UInt64(clamping: counts.applies)
    counters.recycles = UInt64(clamping: counts.recycles)
    counters.drops = UInt64(clamping: counts.drops)
    try counters.write(to: out)
  }
}
