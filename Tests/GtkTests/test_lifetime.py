# SPDX-License-Identifier: Apache-2.0
"""Views whose last reference a handler drops, and values that the view frees."""
import ctypes
import os
import tempfile

from harness import ViewTest, pump, store
from gi.repository import GLib, Gtk, LayoutHost

SCRATCH = os.environ.get("LH_SCRATCH", "/tmp")
# Python's own references never float.
WIDGET, GLIB = ctypes.CDLL("liblayouthost-gtk4-1.so.0"), ctypes.CDLL("libglib-2.0.so.0")
GLIB.g_variant_new_from_data.restype = GLIB.g_variant_ref_sink.restype = ctypes.c_void_p
GLIB.g_variant_ref_sink.argtypes = [ctypes.c_void_p]
GLIB.g_variant_new_boolean.restype = ctypes.c_void_p
FREE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
ANSWER = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint, ctypes.c_uint,
                          ctypes.c_void_p)


class Dropped(ViewTest):
    def setUp(self):
        self.show(Gtk.NoSelection(model=store(500)))
        self.gone = []
        self.view.weak_ref(self.gone.append, True)
        self.view.connect("layout-failed", self.drop)

    def drop(self, view, error):
        self.view = None
        self.window.set_child(None)

    def test_a_frame_of_a_scroll_bar_fails(self):
        adjustment = self.view.get_parent().get_vadjustment()
        self.view.set_answer("sizeForItem", lambda *asked: GLib.Variant("s", "wide"))
        self.view.answers_changed()
        adjustment.set_value(700)
        pump(0.05)
        self.assertTrue(self.errors)
        self.assertEqual(self.gone, [True])

    def test_a_frame_of_the_clock_fails(self):
        self.view.set_answer("sizeForItem", lambda *asked: GLib.Variant("s", "wide"))
        self.view.answers_changed()
        self.wait(lambda: self.gone, "the end of the view")
        self.assertTrue(self.errors)

    def test_a_file_in_a_followed_directory_is_refused(self):
        folder = tempfile.mkdtemp(dir=SCRATCH)
        self.assertTrue(self.view.follow_directory(folder))
        with open(os.path.join(folder, "flow.so"), "wb") as file:
            file.write(b"no plugin")
        self.wait(lambda: self.gone, "the end of the view")
        self.assertIn("judge", self.errors[0])

    def call(self, name, *arguments):
        """Calls a function of the view as a program in C may, without a reference."""
        view = ctypes.c_void_p(hash(self.view))
        getattr(WIDGET, "lh_collection_view_" + name)(view, *arguments)
        pump(0.05)
        self.assertTrue(self.errors)
        self.assertEqual(self.gone, [True])

    def test_the_first_frame_with_other_factories_fails(self):
        factory = LayoutHost.SignalCellFactory()
        for name in ("set_factory", "set_header_factory"):
            with self.subTest(name):
                self.view.set_answer("sizeForItem", lambda *asked: GLib.Variant("s", "wide"))
                self.call(name, ctypes.c_void_p(hash(factory)))
            self.tearDown()
            self.setUp()

    def test_a_call_meets_a_model_with_wrong_notices(self):
        value = ctypes.c_void_p(GLIB.g_variant_new_boolean(1))  # It floats: the view takes it.
        numbers = ctypes.byref(ctypes.c_uint()), ctypes.byref(ctypes.c_uint())
        place = ctypes.c_double(1)
        for name, *arguments in [
                ("set_factory", None), ("set_layout", b"waterfall", 0, None), ("swap_layout", b"/none.so", None),
                ("follow_directory", None, None), ("restart_layout", None), ("answers_changed",),
                ("set_property_value", b"itemSize", value, None), ("get_property_value", b"itemSize", None),
                ("scroll_to", 0, 0, 0, None), ("get_item_at", place, place, *numbers), ("get_cell", 0, 0)]:
            with self.subTest(name):
                self.view.props.model.get_model().items_changed(0, 0, 5)
                self.call(name, *arguments)
            self.tearDown()
            self.setUp()


class Values(ViewTest):
    def setUp(self):
        self.values, self.freed = 0, []
        self.numbers, self.free = (ctypes.c_double * 2)(70, 40), FREE(self.freed.append)

    def value(self):
        """Makes a floating reference to a size that notes when it is freed."""
        self.values += 1
        return GLIB.g_variant_new_from_data(b"(dd)", self.numbers, ctypes.c_size_t(16), 1, self.free, None)

    def test_answers_are_freed_whether_they_float_or_not(self):
        self.show(Gtk.NoSelection(model=store(60)))
        answer = ANSWER(lambda view, item, section, index, data:
                        self.value() if index % 2 else GLIB.g_variant_ref_sink(self.value()))
        view = ctypes.c_void_p(hash(self.view))
        WIDGET.lh_collection_view_set_answer(view, b"sizeForItem", answer, None, None)
        self.view.answers_changed()
        self.rest()
        self.assertEqual(self.place(1)[2:], (70, 40))
        self.assertEqual(len(self.freed), self.values)
        self.view.set_answer("sizeForItem", None)

    def test_a_view_without_a_layout_frees_the_value_of_a_property(self):
        view = LayoutHost.CollectionView()
        view.run_dispose()
        self.assertFalse(WIDGET.lh_collection_view_set_property_value(
            ctypes.c_void_p(hash(view)), b"itemSize", ctypes.c_void_p(self.value()), None))
        self.assertEqual(len(self.freed), 1)
