// SPDX-License-Identifier: Apache-2.0
//
// Rules about the places of elements.

import LayoutABI
import LayoutModel

/// The size of the content limits scrolling.
struct ContentSize: LayoutRule {
  let id = "content-size"
  let sentence = "The content's size is finite and not negative."

  func check(_ subject: Subject) throws(Finding) {
    for world in [World.ordinary, World([200]), World([1])] {
      let size = try Trial(subject, world).makeReady()
      try require(
        size.width.isFinite && size.height.isFinite && size.width >= 0 && size.height >= 0,
        "the content of \(world.itemCount) items is \(size)")
    }
  }
}

/// NaN or infinity spreads to all results that are computed from it.
struct FramesFinite: LayoutRule {
  let id = "frames-finite"
  let sentence = "Frames are finite, and so are their far edges."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      let frame = record.frame
      try require(
        (frame.maxX + frame.maxY) * 0 + (frame.x + frame.y) * 0 == 0,
        "\(inspection.name(record)) is at \(frame)")
    }
  }
}

/// Code disagrees on the meaning of a negative size.
struct FramesSized: LayoutRule {
  let id = "frames-sized"
  let sentence = "No frame has a negative width or height."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      try require(
        !(record.frame.width < 0) && !(record.frame.height < 0),
        "\(inspection.name(record)) is \(record.frame.width) wide and \(record.frame.height) high")
    }
  }
}

/// Elements outside of the content cannot be scrolled to. Decorations may be there, such as a
/// shadow, and so may elements of a section that scrolls across.
struct FramesInside: LayoutRule {
  let id = "frames-inside"
  let sentence = "Cells and supplementaries are inside the content when nothing moves."

  func check(_ subject: Subject) throws(Finding) {
    let trial = try Trial(subject)
    let size = try trial.makeReady()
    try skip(try !trial.settle(seconds: 120), "the elements still move after two minutes")
    try trial.requireInside(size)
  }
}

extension Trial {
  /// Throws when a cell or a supplementary is outside of the content.
  func requireInside(_ size: Size) throws(Finding) {
    guard size.width.isFinite, size.height.isFinite else { return }
    // Sums of many lengths are exact to a few units in the last place.
    let slack = 1e-9 * max(1, size.width, size.height)
    for element in try soundElements()
    where element.record.category != LAYOUT_DECORATION && element.record.transform == 0 {
      let frame = element.frame
      let isInside = (
        x: frame.x >= -slack && frame.maxX <= size.width + slack,
        y: frame.y >= -slack && frame.maxY <= size.height + slack
      )
      if isInside.x && isInside.y { continue }
      let track = track(of: element.record, in: size)
      try require(
        (isInside.x || track == .horizontal) && (isInside.y || track == .vertical),
        "\(element.name.text(subject.descriptor)) at \(frame) lies outside of the content, which content_size "
          + "says is \(size): scrolling cannot reach it")
    }
  }
}

extension Trial {
  /// The way in which the section of an element scrolls by itself, if it does.
  fileprivate enum TrackAxis {
    case horizontal, vertical
  }

  /// Returns the track of an element, at the position of the element that is nearest to the inside
  /// of the content.
  fileprivate func track(of record: layout_attributes, in size: Size) -> TrackAxis? {
    let table = table(.crossScroll, as: layout_cross_scroll.self)
    guard let call = table?.pointee.track_at else { return nil }
    let point = Point(
      x: min(max(record.frame.x + record.frame.width / 2, 0), size.width),
      y: min(max(record.frame.y + record.frame.height / 2, 0), size.height))
    var track = layout_cross_track()
    let status = within(.trackAt) { call(own, point, &track) }
    guard status == LAYOUT_OK, track.section == record.section else { return nil }
    return track.flags & LAYOUT_CROSS_VERTICAL == 0 ? .horizontal : .vertical
  }
}

/// Opacity has no meaning outside of 0 to 1.
struct AlphaRange: LayoutRule {
  let id = "alpha-range"
  let sentence = "Opacity is between 0 and 1."

  func check(_ subject: Subject) throws(Finding) {
    try subject.inspectRecords { (record, inspection) throws(Finding) in
      try require(
        record.alpha >= 0 && record.alpha <= 1,
        "\(inspection.name(record)) has the opacity \(record.alpha)")
    }
  }
}

/// A record that was filled with zeros is transparent.
struct CellsVisible: LayoutRule {
  let id = "cells-visible"
  let sentence = "Not all cells are transparent or hidden."

  func check(_ subject: Subject) throws(Finding) {
    let cells = try Trial.ready(subject).soundElements().filter {
      $0.record.category == LAYOUT_CELL
    }
    try skip(cells.isEmpty, "the layout places no cell")
    try require(
      cells.contains { $0.record.alpha != 0 && $0.record.flags & LAYOUT_HIDDEN == 0 },
      "all \(cells.count) cells have the opacity 0 or are hidden; set alpha to 1 in each record")
  }
}
