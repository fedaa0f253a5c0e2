// SPDX-License-Identifier: Apache-2.0
//
// The phase of scrolling, and its notice.

import LayoutEngine
import LayoutHost
import LayoutModel
import LayoutTesting
import Testing

@Suite("The phase of scrolling")
struct ScrollPhaseTests {
  /// Notes phases, and does something at each.
  private final class Listener: CollectionViewDelegate {
    var heard: [ScrollPhase] = []
    var onChange: (CollectionView, ScrollPhase) -> Void = { _, _ in }

    func collectionView(_ collectionView: CollectionView, didChange phase: ScrollPhase) {
      heard.append(phase)
      onChange(collectionView, phase)
    }
  }

  private func gallery() throws -> (Gallery, CollectionView, Listener) {
    let app = try Gallery([4000], layout: TestLayout.grid())
    let listener = Listener()
    app.view.delegate = listener
    return (app, app.view, listener)
  }

  @Test("a drag, a fling and its end are told once each")
  func fling() throws {
    let (app, view, listener) = try gallery()
    try view.layoutIfNeeded()
    #expect(view.scrollPhase == .idle && listener.heard.isEmpty)
    for _ in 0..<3 { try view.drag(by: Vector(dx: 0, dy: -10)) }
    #expect(view.scrollPhase == .dragging && listener.heard == [.dragging])
    try view.release(velocity: Vector(dx: 0, dy: 1000))
    #expect(listener.heard == [.dragging, .moving])
    for frame in 1...240 { try view.advance(to: Double(frame) / 60) }
    #expect(view.scrollPhase == .idle && listener.heard == [.dragging, .moving, .idle])
    withExtendedLifetime(app) {}
  }

  @Test("a jump ends a drag, and a release without velocity is its end")
  func ends() throws {
    let (app, view, listener) = try gallery()
    try view.drag(by: Vector(dx: 0, dy: -10))
    try view.setContentOffset(Point(x: 0, y: 300))
    #expect(listener.heard == [.dragging, .idle])
    try view.drag(by: Vector(dx: 0, dy: -10))
    try view.release(velocity: .zero)
    #expect(listener.heard == [.dragging, .idle, .dragging, .idle])
    try view.setContentOffset(Point(x: 0, y: 800), animated: true)
    try view.scrollWheel(by: Vector(dx: 0, dy: 5))
    #expect(listener.heard.suffix(2) == [.moving, .idle])
    withExtendedLifetime(app) {}
  }

  @Test("a section that scrolls across has the phases of the content")
  func across() throws {
    let app = try Shelves.gallery()
    let (view, listener) = (app.view!, Listener())
    view.delegate = listener
    try view.layoutIfNeeded()
    try view.drag(by: Vector(dx: -40, dy: 0), at: Point(x: 200, y: 20))
    try view.release(velocity: Vector(dx: 800, dy: 0))
    try view.pass(600)
    #expect(view.crossOffset(ofSection: 0) > 40)
    #expect(listener.heard == [.dragging, .moving, .idle])
  }

  @Test("a call that fails tells of nothing that was taken back")
  func failure() throws {
    let app = try Gallery(
      [200], layout: try TestLayout.fake(), viewportSize: Size(width: 500, height: 300))
    let (view, listener) = (app.view!, Listener())
    view.delegate = listener
    let layout = view.collectionViewLayout
    try layout.set("call", to: FakeLayout.Call.attributesInRect.value)
    try layout.set("behaviour", to: FakeLayout.Behaviour.error.value)
    #expect(throws: LayoutError.self) { try view.drag(by: Vector(dx: 0, dy: -50)) }
    #expect(view.contentOffset == .zero)
    #expect(view.scrollPhase == .idle && listener.heard.isEmpty)
  }

  @Test("the app may change the view in the notice, and is told of that after it")
  func change() throws {
    let (app, view, listener) = try gallery()
    listener.onChange = { view, phase in
      if phase == .moving { #expect(throws: Never.self) { try view.setContentOffset(.zero) } }
      // Nothing is told from inside of another notice.
      if phase == .moving { #expect(listener.heard == [.dragging, .moving]) }
    }
    try view.drag(by: Vector(dx: 0, dy: -10))
    try view.release(velocity: Vector(dx: 0, dy: 1000))
    #expect(view.contentOffset == .zero && listener.heard == [.dragging, .moving, .idle])
    withExtendedLifetime(app) {}
  }

  @Test("an app that changes the phase in each notice is not told endlessly")
  func endless() throws {
    let (app, view, listener) = try gallery()
    listener.onChange = { view, phase in
      #expect(throws: Never.self) {
        if phase == .dragging {
          try view.setContentOffset(.zero)
        } else {
          try view.drag(by: Vector(dx: 0, dy: -1))
        }
      }
    }
    try view.drag(by: Vector(dx: 0, dy: -10))
    #expect(listener.heard.count == 32)
    // The next call goes on.
    try view.drag(by: .zero)
    #expect(listener.heard.count > 32)
    withExtendedLifetime(app) {}
  }
}
