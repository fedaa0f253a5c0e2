// SPDX-License-Identifier: Apache-2.0
//
// The border between C and Swift: every call enters here, and every error leaves here.

import CLayoutHost
import Glibc
import LayoutHost
import LayoutModel

/// The program's pointer for an error; null if it ignores errors.
public typealias ErrorPlace = UnsafeMutablePointer<OpaquePointer?>?

/// An error for a C program.
final class ErrorBox: LibraryObject {
  override class var typeName: String { "lh_error" }
  let error: LayoutError
  let code, message, remedy: CText
  let plugin, call: CText?

  init(_ error: LayoutError) {
    self.error = error
    code = CText(error.code.rawValue)
    message = CText(error.message)
    remedy = CText(error.remedy)
    plugin = error.plugin.map(CText.init)
    call = error.call.map(CText.init)
    super.init()
  }
}

/// Stores an error if the program asked for it.
func report(_ error: LayoutError, to place: ErrorPlace) {
  place?.pointee = Handles.name(ErrorBox(error))
}

/// Runs a call that may fail.
///
/// - Returns: False when it failed.
func attempt(_ place: ErrorPlace, _ body: () throws(LayoutError) -> Void) -> Bool {
  do throws(LayoutError) {
    try body()
    return true
  } catch {
    report(error, to: place)
    return false
  }
}

/// Runs a call with an object that may fail.
///
/// - Returns: False when it failed.
func call<Object: LibraryObject>(
  _ name: OpaquePointer?, _ place: ErrorPlace, _ body: (Object) throws(LayoutError) -> Void
) -> Bool {
  attempt(place) { () throws(LayoutError) in try with(name, body) }
}

/// Runs a call with an object that may find nothing. `*error` is then null, so that a program
/// distinguishes this from a failure.
///
/// - Returns: False when it found nothing, or failed.
func find<Object: LibraryObject>(
  _ name: OpaquePointer?, _ place: ErrorPlace, _ body: (Object) throws(LayoutError) -> Bool
) -> Bool {
  do throws(LayoutError) {
    if try with(name, body) { return true }
    place?.pointee = nil
  } catch { report(error, to: place) }
  return false
}

/// Runs a call with an object, with exclusive access.
func with<Object: LibraryObject, Result>(
  _ name: OpaquePointer?, _ body: (Object) throws(LayoutError) -> Result
) throws(LayoutError) -> Result {
  let (object, lane, whole) = try Handles.enter(name, Object.self)
  defer { lane.leave() }
  return try withExtendedLifetime(whole) { () throws(LayoutError) in
    try lane.whileInnermost { () throws(LayoutError) in
      defer { if !lane.isNested { object.callEnds() } }
      return try body(object)
    }
  }
}

/// Queries an object; a missing object gives `fallback`.
func ask<Object: LibraryObject, Answer>(
  _ name: OpaquePointer?, else fallback: Answer, _ body: (Object) -> Answer
) -> Answer {
  do throws(LayoutError) {
    return try with(name) { (object: Object) throws(LayoutError) in body(object) }
  } catch { return fallback }
}

/// Makes an object and its handle.
func make(
  _ place: ErrorPlace, _ body: () throws(LayoutError) -> LibraryObject?
) -> OpaquePointer? {
  do throws(LayoutError) {
    return try body().flatMap { Handles.name($0) }
  } catch {
    report(error, to: place)
    return nil
  }
}

// MARK: Callbacks from inside frames

/// Calls the program from inside a frame of the view of the innermost call, which it must not change. Other views
/// it may.
func inFrame<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result
{
  let lane = Lane.innermost
  lane?.frameDepth += 1
  defer { lane?.frameDepth -= 1 }
  return try body()
}

/// True if the innermost call is about a view that is in a callback from inside a frame.
var isInFrame: Bool { Lane.innermost.map { $0.frameDepth > 0 } ?? false }

/// Runs a call with an object that is refused inside frames.
///
/// - Returns: False when it was refused, or failed.
func callBetweenFrames<Object: LibraryObject>(
  _ name: OpaquePointer?, _ place: ErrorPlace, _ body: (Object) throws(LayoutError) -> Void
) -> Bool {
  call(name, place) { (object: Object) throws(LayoutError) in
    guard !isInFrame else {
      throw LayoutError(
        .reentrant,
        "this is not for callbacks from inside a frame, such as `bind`; call it when the frame is over"
      )
    }
    try body(object)
  }
}

// MARK: Arguments

/// The error of a pointer that must not be null.
func isNull(_ argument: String) -> LayoutError {
  LayoutError(.nullArgument, "\(argument) is null; give it")
}

/// - Throws: `not-finite` naming the argument.
func check(finite numbers: Double..., as argument: String) throws(LayoutError) {
  for number in numbers where !number.isFinite {
    throw LayoutError(.notFinite, "\(argument) is finite, not \(number)")
  }
}

/// - Throws: `not-finite`, or `invalid-argument` for what is below 0.
func check(size width: Double, _ height: Double) throws(LayoutError) -> Size {
  try check(finite: width, height, as: "a size")
  guard width >= 0, height >= 0, width <= Limits.length, height <= Limits.length else {
    throw LayoutError(
      .invalidArgument, "a size is between 0 and \(Limits.length) points, not \(width) × \(height)")
  }
  return Size(width: width, height: height)
}

/// - Throws: `not-finite` or `invalid-argument`, naming the argument.
func check(place x: Double, _ y: Double, as argument: String) throws(LayoutError) -> Point {
  try check(finite: x, y, as: argument)
  guard abs(x) <= Limits.length, abs(y) <= Limits.length else {
    throw LayoutError(
      .invalidArgument, "\(argument) is at most \(Limits.length) points, not \(x), \(y)")
  }
  return Point(x: x, y: y)
}

/// The limits of numbers from a program.
enum Limits {
  /// The largest length, points: beyond it, a double cannot distinguish single points.
  static let length = 1e15
}

/// The elements of a list that a program passes as a pointer and a count.
///
/// - Throws: `null-argument`, `invalid-argument`.
func list<Element>(
  _ pointer: UnsafePointer<Element>?, _ count: Int, _ argument: String
) throws(LayoutError) -> UnsafeBufferPointer<Element> {
  guard count > 0 else {
    guard count == 0 else { throw LayoutError(.invalidArgument, "\(argument) are too many") }
    return UnsafeBufferPointer(start: nil, count: 0)
  }
  guard let pointer else { throw isNull(argument) }
  let (size, isTooMany) = count.multipliedReportingOverflow(by: MemoryLayout<Element>.stride)
  guard !isTooMany, size <= Int(Int32.max) * 64 else {
    throw LayoutError(.invalidArgument, "\(argument) are too many: \(count)")
  }
  return UnsafeBufferPointer(start: pointer, count: count)
}

extension ItemPath {
  init(_ path: lh_path) { self.init(Int(path.section), Int(path.item)) }
}

extension lh_path {
  init(_ path: ItemPath) {
    self.init(section: UInt32(clamping: path.section), item: UInt32(clamping: path.item))
  }
}

extension lh_size {
  init(_ size: Size) { self.init(width: size.width, height: size.height) }
}

extension lh_point {
  init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension lh_rect {
  init(_ rect: Rect) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}

/// An optional place from a program.
///
/// - Throws: `not-finite`, `invalid-argument`.
func optionalPlace(_ place: UnsafePointer<lh_point>?) throws(LayoutError) -> Point? {
  guard let place = place?.pointee else { return nil }
  return try check(place: place.x, place.y, as: "a place")
}

// MARK: - Errors
//
// Functions of base.h.

@c @implementation
public func lh_version() -> UInt32 {
  UInt32(LH_VERSION_MAJOR) << 16 | UInt32(LH_VERSION_MINOR)
}

@c @implementation
public func lh_error_new(
  _ code: UnsafePointer<CChar>?, _ message: UnsafePointer<CChar>?
) -> OpaquePointer? {
  func mended(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
  return Handles.name(
    ErrorBox(LayoutError(LayoutError.Code(rawValue: mended(code)), mended(message))))
}

@c @implementation
public func lh_error_free(_ error: OpaquePointer?) { Handles.free(error, ErrorBox.self) }

@c @implementation
public func lh_error_code(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handles.peek(error, ErrorBox.self)?.code.bytes
}

@c @implementation
public func lh_error_message(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handles.peek(error, ErrorBox.self)?.message.bytes
}

@c @implementation
public func lh_error_remedy(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handles.peek(error, ErrorBox.self)?.remedy.bytes
}

@c @implementation
public func lh_error_plugin(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handles.peek(error, ErrorBox.self)?.plugin?.bytes
}

@c @implementation
public func lh_error_call(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
  Handles.peek(error, ErrorBox.self)?.call?.bytes
}

@c @implementation
public func lh_free(_ memory: UnsafeMutableRawPointer?) { free(memory) }
