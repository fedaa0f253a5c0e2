// SPDX-License-Identifier: Apache-2.0
//
// Every view of a collection view, by serial number.

/// Owns views, and finds one by its number. A frame looks each of its views up several times: the
/// references are plain values, counted when a view comes and goes, so that looking it up checks
/// neither uniqueness nor exclusivity.
final class ViewTable {
  private let references = PlainArray<Unmanaged<ReusableView>>()
  /// Stands where a view was taken out.
  private let nobody = ReusableView()

  deinit { for reference in references { reference.release() } }

  var count: Int { references.count }

  /// The view with this number; nobody's where it was taken out.
  subscript(serial: Int32) -> ReusableView { references[Int(serial)].takeUnretainedValue() }

  func append(_ view: ReusableView) { references.append(.passRetained(view)) }

  /// Puts a view where another one was taken out.
  func put(_ view: ReusableView, at serial: Int32) {
    let old = references[Int(serial)]
    references[Int(serial)] = .passRetained(view)
    old.release()
  }

  /// Takes a view out; its number is vacant.
  func take(at serial: Int32) -> ReusableView {
    let view = self[serial]
    put(nobody, at: serial)
    return view
  }
}
