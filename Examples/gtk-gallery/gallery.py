#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
#
# A folder of pictures with a search that filters as you type: what stays moves to its new place.
#
#     python3 gallery.py [FOLDER]
import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("LayoutHost", "1.0")
from gi.repository import Gio, GLib, Gtk, LayoutHost  # noqa: E402


def ratio(view, item, section, index):
    """Tells the layout width divided by height, so that no picture is cut."""
    size = item.paintable
    return GLib.Variant("d", size.get_intrinsic_aspect_ratio() or 1)


def bind(factory, cell):
    cell.get_child().set_paintable(cell.get_item().paintable)
    cell.set_accessible_label(cell.get_item().get_string())


def start(app, folder):
    pictures = Gio.ListStore(item_type=Gtk.StringObject)
    for info in Gio.File.new_for_path(folder).enumerate_children("standard::*", 0, None):
        if (info.get_content_type() or "").startswith("image/"):
            item = Gtk.StringObject.new(info.get_name())
            item.paintable = Gtk.Picture.new_for_filename(f"{folder}/{info.get_name()}").get_paintable()
            pictures.append(item)

    search = Gtk.SearchEntry(placeholder_text="Search")
    found = Gtk.CustomFilter.new(lambda item: search.get_text().lower() in item.get_string().lower())
    search.connect("search-changed", lambda entry: found.changed(Gtk.FilterChange.DIFFERENT))

    factory = LayoutHost.SignalCellFactory()
    factory.connect("setup", lambda factory, cell: cell.set_child(Gtk.Picture()))
    factory.connect("bind", bind)
    model = Gtk.MultiSelection(model=Gtk.FilterListModel(model=pictures, filter=found))
    view = LayoutHost.CollectionView(model=model, factory=factory, layout="gallery")
    view.set_answer("aspectRatioForItem", ratio)

    bar = Gtk.HeaderBar(title_widget=search)
    window = Gtk.ApplicationWindow(application=app, default_width=900, default_height=600)
    window.set_titlebar(bar)
    window.set_child(Gtk.ScrolledWindow(child=view))
    window.present()


if __name__ == "__main__":
    app = Gtk.Application()
    app.connect("activate", start, sys.argv[1] if len(sys.argv) > 1 else ".")
    app.run()
