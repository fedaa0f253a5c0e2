// SPDX-License-Identifier: Apache-2.0
//
// Functions of layouts.h: layouts that are made while frames go by.

import CLayoutHost
import LayoutHost
import LayoutModel

/// A layout on its way, as a program in C sees it.
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

  /// Takes the layout once it is there.
  ///
  /// - Throws: What making it gave, or `invalid-argument` when it was taken before: two names of one layout
  ///   would let two threads into it.
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
  /// Starts to make a layout by its id, or of a file with `#id` behind its path.
  ///
  /// - Throws: What finding it gave, or what is known before the plugin runs.
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
    layout.pointee = try box.take().flatMap(Handles.name)
  }
}

@c @implementation
public func lh_loading_free(_ loading: OpaquePointer?) { Handles.free(loading, LoadingBox.self) }
