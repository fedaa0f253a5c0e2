// SPDX-License-Identifier: Apache-2.0
//
// Functions of layouts.h: layouts that are made in the background of frames.

import CLayoutHost
import LayoutHost
import LayoutModel

/// A layout that is being made, for a C program.
final class LoadingBox: LibraryObject {
  override class var typeName: String { "lh_loading" }
  private let way: LayoutInProgress
  private let file: String
  private let options: AppLayoutOptions
  private var isGiven = false

  init(_ way: LayoutInProgress, file: String, options: AppLayoutOptions) {
    (self.way, self.file, self.options) = (way, file, options)
    super.init()
  }

  /// Takes the layout when it is ready.
  ///
  /// - Throws: The error of making it, or `invalid-argument` when it was taken before: with two
  ///   handles of one layout two threads could enter it.
  func take() throws(LayoutError) -> LayoutBox? {
    guard !isGiven else {
      throw LayoutError(
        .invalidArgument, "this lh_loading gave its layout already; free it with lh_loading_free")
    }
    guard let layout = try way.poll() else { return nil }
    isGiven = true
    return LayoutBox(layout, file: file, options: options)
  }
}

extension AppLayoutOptions {
  /// Starts to make a layout by its id, or from a path followed by `#id`.
  ///
  /// - Throws: The error of finding it, or other errors known before the plugin runs.
  func begin(_ name: String) throws(LayoutError) -> LoadingBox {
    let found = try find(name)
    let way = try CollectionLayout.begin(id: found.id, file: found.file, running: found.policy)
    data?.isTaken = true
    return LoadingBox(way, file: found.file.path, options: self)
  }
}

@c @implementation
public func lh_layout_begin(
  _ name: UnsafePointer<CChar>?, _ options: UnsafePointer<lh_layout_options>?, _ error: ErrorPlace
) -> OpaquePointer? {
  make(error) { () throws(LayoutError) in
    try AppLayoutOptions(options).begin(text(name, "name"))
  }
}

@c @implementation
public func lh_loading_poll(
  _ loading: OpaquePointer?, _ layout: UnsafeMutablePointer<OpaquePointer?>?, _ error: ErrorPlace
) -> Bool {
  layout?.pointee = nil
  return call(loading, error) { (box: LoadingBox) throws(LayoutError) in
    guard let layout else { throw isNull("layout") }
    layout.pointee = try box.take().flatMap { Handles.name($0) }
  }
}

@c @implementation
public func lh_loading_free(_ loading: OpaquePointer?) { Handles.free(loading, LoadingBox.self) }
