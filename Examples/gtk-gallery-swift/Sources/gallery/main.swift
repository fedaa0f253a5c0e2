// SPDX-License-Identifier: Apache-2.0
//
// A folder of pictures with a search that filters as you type: what stays moves to its new place.
import CLayoutHostGtk
import Foundation
typealias OnCell = @convention(c) (_ factory: OpaquePointer, _ cell: OpaquePointer) -> Void
typealias OnSearch = @convention(c) (_ search: OpaquePointer) -> Void

/// Has a function called with a signal; its type has to be that of the signal.
func connect<Handler>(_ sender: UnsafeMutableRawPointer?, _ signal: String, _ handler: Handler) {
  let handler = unsafeBitCast(handler, to: GCallback.self)
  g_signal_connect_data(sender, signal, handler, nil, nil, GConnectFlags(0))
}

let folder = CommandLine.arguments.dropFirst().first ?? "."
let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
let pictures = names.filter { gdk_pixbuf_get_file_info("\(folder)/\($0)", nil, nil) != nil }
  .map { (name: $0, file: g_file_new_for_path("\(folder)/\($0)")) }
let shown = g_list_store_new(g_file_get_type())

/// Shows the pictures with this text in their names. The view finds out what came and went, and animates that.
func show(matching text: String) {
  var files = pictures.filter { text.isEmpty || $0.name.contains(text) }
    .map { UnsafeMutableRawPointer($0.file) }
  g_list_store_splice(shown, 0, g_list_model_get_n_items(shown), &files, guint(files.count))
}

gtk_init()
let factory = lh_signal_cell_factory_new()
connect(factory, "setup", { lh_cell_set_child($1, gtk_picture_new()) } as OnCell)
connect(
  factory, "bind",
  { _, cell in
    let file = OpaquePointer(lh_cell_get_item(cell))
    gtk_picture_set_file(OpaquePointer(lh_cell_get_child(cell)), file)
    lh_cell_set_accessible_label(cell, pictures.first { $0.file == file }?.name)
  } as OnCell)
let view = lh_collection_view_new(gtk_multi_selection_new(shown), factory)
let ratio: LhAnswerFunc = { _, file, _, _, _ in  // Width divided by height: no picture is cut.
  var (width, height): (Int32, Int32) = (1, 1)
  gdk_pixbuf_get_file_info(g_file_peek_path(OpaquePointer(file)), &width, &height)
  return g_variant_new_double(Double(width) / Double(height))
}
lh_collection_view_set_answer(OpaquePointer(view), "aspectRatioForItem", ratio, nil, nil)
lh_collection_view_set_layout(OpaquePointer(view), "gallery", 0, nil)
show(matching: "")
let (search, bar) = (gtk_search_entry_new(), gtk_header_bar_new())
let scrolled = gtk_scrolled_window_new()
let searched: OnSearch = { show(matching: String(cString: gtk_editable_get_text($0))) }
connect(search, "search-changed", searched)
gtk_header_bar_set_title_widget(OpaquePointer(bar), search)
gtk_scrolled_window_set_child(OpaquePointer(scrolled), view)
gtk_window_new().withMemoryRebound(to: GtkWindow.self, capacity: 1) { window in
  gtk_window_set_titlebar(window, bar)
  gtk_window_set_child(window, scrolled)
  gtk_window_set_default_size(window, 900, 600)
  gtk_window_present(window)
}
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
