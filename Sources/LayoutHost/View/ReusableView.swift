// SPDX-License-Identifier: Apache-2.0
//
// The base of everything that a collection view shows and recycles.

import LayoutModel

/// A view for an element: a supplementary element or a decoration, and the base class of `Cell`.
///
/// Headless: it knows what it shows and where, and a stage draws it.
open class ReusableView {
  /// The identifier under which the view is recycled; the kind's name for a decoration.
  public internal(set) final var reuseIdentifier = ""
  /// Numbered from 0 in the order in which one collection view made its views; −1 for a view that no
  /// collection view made.
  public internal(set) final var serialNumber = -1
  /// The attributes last applied; nil before the first time.
  public internal(set) final var attributes: LayoutAttributes?
  /// The frame with its edges on whole pixels, in points of content coordinates.
  public internal(set) final var pixels = Rect.zero
  /// What the view shows.
  public final var content = ViewContent.none

  /// The pool that the view goes back to.
  final var pool = -1
  /// What the view is doing now.
  final var use = ViewUse.free
  /// The frame in which it was last handed out.
  final var takenIn = 0

  /// Made by a collection view from the class registered with it.
  public required init() {}

  /// The view was taken from its pool and is about to show another element. Call super.
  open func prepareForReuse() {}

  /// The layout gave the view new attributes, custom fields included; equal ones are not given
  /// twice. The view's own `attributes` already hold them. Call super.
  open func apply(_ attributes: LayoutAttributes) {}
}

/// What a view is doing, so that one view is never in two places.
enum ViewUse: Equatable {
  /// In its pool.
  case free
  /// Handed to the app, not yet returned.
  case dequeued
  /// On screen.
  case shown
}
