// SPDX-License-Identifier: Apache-2.0
//
// The last step of a frame: views leave, appear and change, and the stage hears of it.

import LayoutABI
import LayoutModel
import LayoutRuntime

/// Puts a planned frame on screen, whole or not at all.
///
/// Leaving views go to their pools first, so that appearing elements can have them in the same frame.
/// Should the data source fail then, every view goes back to the element that it showed.
struct Presenter {
  let view: CollectionView
  let store: ReuseStore
  let source: (any CollectionViewDataSource)?
  let delegate: (any CollectionViewDelegate)?
  let stage: (any Stage)?
  let old: ShownFrame
  let new: ShownFrame

  /// - Parameter isGeometryNew: ContentMirror or pixel grid changed, so every view gets its attributes.
  /// - Returns: What it cost.
  /// - Throws: What the data source did wrong; the old frame is on screen again.
  func present(_ plan: FramePlan, isGeometryNew: Bool) throws(LayoutError) -> FrameCounters {
    var counters = FrameCounters()
    let made = store.madeCount
    store.beginFrame()
    recycle(plan)
    do { try bind(plan, &counters) } catch {
      Rollback(presenter: self, plan: plan).run()
      throw error
    }
    apply(plan, isGeometryNew: isGeometryNew, &counters)
    counters.recycles = plan.leavers.count
    counters.made = store.madeCount - made
    return counters
  }

  private func recycle(_ plan: FramePlan) {
    for index in plan.leavers {
      let serial = old.serials[Int(index)]
      store.put(back: serial)
      if stage == nil, delegate == nil { continue }
      let view = store[serial]
      stage?.recycle(view)
      delegate?.collectionView(self.view, didEndDisplaying: view)
    }
  }

  /// Finds the view of every element. Stops at the first failure.
  private func bind(
    _ plan: FramePlan, _ counters: inout FrameCounters
  ) throws(LayoutError) {
    new.serials.removeAll(keepingCapacity: true)
    let records = new.answer.records
    for (index, origin) in plan.origins.enumerated() {
      if origin.isNew {
        new.serials.append(try bind(records[index], in: new, preferred: nil))
        counters.binds += 1
      } else {
        new.serials.append(old.serials[origin.old])
      }
    }
  }

  /// Asks for the view of one element of `frame`.
  func bind(
    _ record: layout_attributes, in frame: ShownFrame, preferred: Int32?
  ) throws(LayoutError) -> Int32 {
    let kind = frame.kinds.kinds[Int(record.kind)].name
    let category = ElementCategory(rawValue: record.category) ?? .cell
    let request = BindRequest(
      category: category, kind: kind, path: record.path, preferred: preferred)
    store.begin(request)
    let view: ReusableView
    do {
      view = try ask(request, frame.layout)
    } catch {
      store.abandon()
      throw DataSourceFailure.wrap(error, in: request.method)
    }
    let serial: Int32
    do { serial = try store.end(with: view) } catch {
      store.abandon()
      throw error
    }
    stage?.bind(view)
    return serial
  }

  private func ask(_ request: BindRequest, _ layout: CollectionLayout) throws -> ReusableView {
    if request.category == .decoration {
      return store.take(from: layout.decorationPool(request.kind, in: store))
    }
    guard let source else {
      throw LayoutError(
        "no-data-source",
        "the layout shows \(request.kind) \(request.path), and nobody supplies a "
          + "view for it; set dataSource")
    }
    return request.category == .cell
      ? try source.collectionView(view, cellForItemAt: request.path)
      : try source.collectionView(
        view, viewForSupplementaryElementOfKind: request.kind, at: request.path)
  }

  private func apply(_ plan: FramePlan, isGeometryNew: Bool, _ counters: inout FrameCounters) {
    let answer = new.answer
    for (index, origin) in plan.origins.enumerated() {
      guard origin.isNew || origin.isChanged || isGeometryNew else { continue }
      let element = store[new.serials[index]]
      let attributes = answer.attributes(at: index, kinds: new.kinds, mirror: new.mirror)
      place(element, attributes, grid: new.grid)
      counters.applies += 1
      if origin.isNew { delegate?.collectionView(view, willDisplay: element) }
    }
  }

  /// Gives a view its attributes.
  func place(_ view: ReusableView, _ attributes: LayoutAttributes, grid: PixelGrid) {
    view.attributes = attributes
    view.pixels = grid.snap(attributes.frame)
    view.apply(attributes)
    stage?.apply(attributes, pixels: view.pixels, to: view)
  }
}
