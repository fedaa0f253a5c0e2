# SPDX-License-Identifier: Apache-2.0
"""Layouts that are swapped, crash or are missing."""
import os
import subprocess
import tempfile
import uuid
from pathlib import Path

from harness import ViewTest, person, pump, store
from gi.repository import GLib, Gtk, LayoutHost

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
SCRATCH = os.environ.get("LH_SCRATCH", "/tmp")


def build(source, *flags, to=None):
    """Builds a plugin in C."""
    made = to or os.path.join(SCRATCH, os.path.basename(source).replace(".c", ".so"))
    subprocess.run(["cc", "-std=c11", "-O2", "-shared", "-fPIC", "-fvisibility=hidden", *flags,
                    f"-I{ROOT}/Sources/LayoutABI/include", f"-I{ROOT}/Tests/LayoutTesting/Fixtures",
                    f"{ROOT}/{source}", "-o", made, "-lm"], check=True)
    return made


def trap(to=None):
    """Builds the example that writes to address zero, each time another file: what crashed before stays in mind."""
    return build("Examples/trap/trap.c", f"-Wl,--build-id=0x{uuid.uuid4().hex}", to=to)


def mended(to):
    """Builds the example without its fault."""
    source = os.path.join(SCRATCH, "mended.c")
    text = Path(ROOT, "Examples/trap/trap.c").read_text()
    Path(source).write_text(text.replace("*nowhere = 1;", "(void)nowhere;"))
    return build(os.path.relpath(source, ROOT), to=to)


class Layouts(ViewTest):
    def test_a_layout_is_swapped_live(self):
        self.show(Gtk.NoSelection(model=store(60)))
        cell, before = self.view.get_cell(0, 5), self.place(5)
        self.view.props.layout = "waterfall"
        seen = set()
        self.wait(lambda: (seen.add(self.place(5)), not self.view.is_moving())[1], "the end")
        self.rest()
        self.assertIs(self.view.get_cell(0, 5), cell)
        self.assertNotEqual(self.place(5), before)
        self.assertGreater(len(seen), 2, "it jumped")

    def test_a_cell_is_as_high_as_its_text_at_its_width(self):
        self.set_up = lambda factory, cell: cell.set_child(Gtk.Label(wrap=True))
        words = "Words that have to be broken into several lines of a narrow column"
        self.show(Gtk.NoSelection(model=store(8, words)), layout="waterfall", size=None)
        self.view.set_property_value("columnCount", GLib.Variant("x", 4))
        self.rest()
        line = Gtk.Label(label=words).measure(Gtk.Orientation.VERTICAL, -1).natural
        self.assertLess(self.place(0)[2], 160)
        self.assertGreaterEqual(self.place(0)[3], 3 * line)

    def test_cells_are_sized_again_when_text_has_another_size(self):
        settings = Gtk.Settings.get_default()
        before = settings.props.gtk_xft_dpi
        self.addCleanup(settings.set_property, "gtk-xft-dpi", before)
        self.show(Gtk.NoSelection(model=store(8)), layout="waterfall", size=None)
        self.rest()
        low = self.place(0)[3]
        settings.props.gtk_xft_dpi = 2 * 96 * 1024
        self.wait(lambda: self.place(0)[3] > 1.5 * low, "higher cells")
        settings.props.gtk_xft_dpi = 96 * 1024
        self.wait(lambda: self.place(0)[3] == low, "the heights of before")
        self.assertEqual(self.errors, [])

    def test_properties_are_set_and_refused(self):
        self.show(Gtk.NoSelection(model=store(60)))
        self.view.set_property_value("itemSize", GLib.Variant("(dd)", (200, 100)))
        self.rest()
        self.assertEqual(self.place(0)[2:], (200, 100))
        self.assertEqual(self.view.get_property_value("itemSize").unpack(), (200, 100))
        with self.assertRaises(GLib.Error) as caught:
            self.view.set_property_value("itemSise", GLib.Variant("(dd)", (1, 1)))
        self.assertIn("itemSise", caught.exception.message)
        self.assertNotRegex(caught.exception.message, r"[.?]\.|The message")
        self.assertTrue(caught.exception.matches(LayoutHost.error_quark(), LayoutHost.Error.ARGUMENT))
        with self.assertRaises(GLib.Error):
            self.view.set_property_value("itemSize", GLib.Variant("s", "wide"))
        with self.assertRaises(GLib.Error):
            self.view.scroll_to(3, 0, LayoutHost.ScrollTo.NONE)

    def test_answers_size_items(self):
        self.show(Gtk.NoSelection(model=store(60)))
        self.view.set_answer("sizeForItem",
                             lambda view, item, section, index: GLib.Variant("(dd)", (50 + 10 * index, 40)))
        self.rest()
        self.assertEqual([self.place(i)[2] for i in range(3)], [50, 60, 70])

    def test_an_answer_gets_the_arguments_of_its_query(self):
        asked = []

        def height(view, item, section, index, arguments):
            asked.append((item.title, section, index, arguments.unpack()))
            return GLib.Variant("d", arguments[0] / 20 + index)

        self.show(Gtk.NoSelection(model=store(5)), layout=build("Tests/GtkTests/asking.c"), size=None,
                  tier=LayoutHost.LayoutTier.SANDBOXED)
        self.assertEqual([self.place(i)[3] for i in range(3)], [20, 20, 20])
        self.view.set_answer_full("heightForWidth", height)
        self.view.answers_changed()
        self.rest()
        self.assertIn(("Item 2", 0, 2, [600.0]), asked)
        self.assertEqual([self.place(i)[3] for i in range(3)], [30, 31, 32])
        self.view.set_answer("heightForWidth", None)
        self.view.answers_changed()
        self.rest()
        self.assertEqual([self.place(i)[3] for i in range(3)], [20, 20, 20])
        self.assertEqual(self.errors, [])

    def test_an_answer_that_a_cell_sets_or_takes_back_holds_from_the_next_frame(self):
        self.show(Gtk.NoSelection(model=store(60)))
        shown, answers = self.bind, [lambda *asked: GLib.Variant("(dd)", (50, 40)), None]

        def bind(factory, cell):
            shown(factory, cell)
            if waits:
                self.view.set_answer("sizeForItem", waits.pop())
                self.view.answers_changed()

        self.bind, waits = bind, []
        for answer, size in zip(answers, [(50, 40), (90, 60)]):
            waits.append(answer)
            factory = LayoutHost.SignalCellFactory()
            factory.connect("setup", self.set_up)
            factory.connect("bind", self.bind)
            self.view.props.factory = factory
            self.rest()
            self.assertEqual(self.place(1)[2:], size)
        self.assertEqual(self.errors, [])

    def version(self, name, *flags):
        """Builds a version of a layout of its own folder."""
        return build("Tests/GtkTests/versions.c", *flags, to=os.path.join(self.folder, name))

    def kinds(self):
        """The kinds of the cells on screen, and the size of each."""
        bounds = {cell.get_element_kind(): cell.compute_bounds(self.view)[1] for cell in self.children()}
        return {kind: (place.get_width(), place.get_height()) for kind, place in bounds.items()}

    def test_a_new_version_has_cells_for_its_kinds_and_answers(self):
        self.folder = tempfile.mkdtemp(dir=SCRATCH)
        first = self.version("versions.so")
        self.show(Gtk.NoSelection(model=store(3)), layout=first, size=None,
                  tier=LayoutHost.LayoutTier.SANDBOXED)
        self.view.props.header_factory = LayoutHost.SignalCellFactory()
        self.view.set_answer("sizeForItem", lambda *asked: GLib.Variant("(dd)", (120, 70)))
        self.rest()
        self.assertEqual(self.kinds(), {"cell": (100, 50)})
        second = self.version("next.so", "-DKIND_NAME=\"badge\"", "-DCATEGORY=LAYOUT_SUPPLEMENTARY", "-DSIZED_BY_APP")
        self.assertTrue(self.view.swap_layout(second))
        self.rest()
        self.assertEqual(self.kinds(), {"cell": (120, 70), "badge": (80, 40)})
        # A decoration of the same name is another kind.
        third = self.version("last.so", "-DKIND_NAME=\"badge\"", "-DCATEGORY=LAYOUT_DECORATION")
        self.assertTrue(self.view.swap_layout(third))
        self.rest()
        self.assertEqual(self.kinds(), {"cell": (100, 50), "badge": (80, 40)})
        self.assertTrue(self.view.set_layout(second, False))
        self.rest()
        self.assertEqual(self.kinds(), {"cell": (120, 70), "badge": (80, 40)})
        self.assertEqual(self.errors, [])

    def test_a_view_without_a_choice_shows_flow(self):
        view = LayoutHost.CollectionView()
        self.assertEqual(view.props.layout, "flow")
        self.assertEqual(len(view.get_property_value("itemSize").unpack()), 2)
        view = LayoutHost.CollectionView()
        view.props.layout = "flwo"
        view.props.layout = None
        self.assertEqual(view.props.layout, "flow")
        self.assertTrue(view.get_last_child().has_css_class("layout-failure"))
        self.assertTrue(view.get_last_child().get_visible())

    def test_a_case_is_set_by_name_and_by_number(self):
        self.show(Gtk.NoSelection(model=store(60)))
        self.view.set_property_value("itemAlignment", GLib.Variant("s", "end"))
        number = self.view.get_property_value("itemAlignment")
        self.assertEqual(number.get_type_string(), "x")
        self.view.set_property_value("itemAlignment", GLib.Variant("x", 0))
        self.view.set_property_value("itemAlignment", number)
        self.assertEqual(self.view.get_property_value("itemAlignment").unpack(), number.unpack())

    def test_a_layout_that_is_not_there_is_told_in_the_view(self):
        self.show(Gtk.NoSelection(model=store(10)))
        self.view.props.layout = "flwo"
        self.assertIn("flwo", self.bar())
        self.assertIn("flow", self.bar())
        self.assertNotRegex(self.bar(), r"[.?]\.|The message")
        self.assertEqual(len(self.titles()), 10)
        with self.assertRaises(GLib.Error) as caught:
            self.view.set_layout("flwo", False)
        self.assertTrue(caught.exception.matches(LayoutHost.error_quark(), LayoutHost.Error.LAYOUT))

    def test_scroll_to_brings_an_item_into_sight(self):
        self.show(Gtk.SingleSelection(model=store(5000)))
        self.view.scroll_to(0, 4000, LayoutHost.ScrollTo.FOCUS | LayoutHost.ScrollTo.SELECT)
        self.rest()
        self.assertIn("Item 4000", self.titles())
        self.assertEqual(self.selected(), [4000])

    def test_perspective_is_drawn(self):
        self.show(Gtk.NoSelection(model=store(60)), layout="coverflow", size=None)
        person("mousemove", 300, 200, "click", "--repeat", 3, 5)
        self.rest()
        self.assertGreater(self.offset().x, 0)


class Crashes(ViewTest):
    def test_a_crash_is_not_tried_again_for_files_that_are_none_of_its(self):
        folder = tempfile.mkdtemp(dir=SCRATCH)
        self.show(Gtk.NoSelection(model=store(200)), layout=trap(to=f"{folder}/trap.so"), size=None,
                  tier=LayoutHost.LayoutTier.SANDBOXED)
        self.assertTrue(self.view.follow_directory(folder))
        self.view.set_property_value("frames", GLib.Variant("d", 0))
        self.wait(lambda: self.errors, "the crash")
        pump(0.5)
        before = list(self.errors)
        for number in range(20):
            Path(SCRATCH, f"beside-{number}").touch()
            pump(0.05)
        self.assertEqual(self.errors, before)
        self.assertNotIn("quarantine", self.bar())
        # A version without the fault is swapped in, and no frame of the old one is tried meanwhile.
        os.rename(mended(to=f"{folder}/new"), f"{folder}/trap.so")
        self.wait(lambda: self.bar() is None, "the new version")
        self.rest()
        self.assertEqual(self.errors, before)
        self.assertGreater(len(self.titles()), 3)

    def test_a_crash_keeps_the_last_frame_and_names_the_plugin(self):
        self.show(Gtk.NoSelection(model=store(200)), layout=trap(), size=None,
                  tier=LayoutHost.LayoutTier.SANDBOXED)
        self.assertEqual(self.errors, [])
        before = self.titles()
        person("mousemove", 300, 200)
        # One notch at a time: each frame after the crash restarts the worker, and three crashes
        # put the file into quarantine.
        for _ in range(12):
            person("click", 5)
            pump(0.2)
            if self.errors:
                break
        self.wait(lambda: self.errors, "the crash")
        pump(0.3)
        self.assertIn("trap", self.bar())
        self.assertGreaterEqual(len(self.titles()), len(before) - 1)
        # The bar has a button that restarts the layout.
        self.assertTrue(self.view.restart_layout())
        self.rest()
        self.assertIsNone(self.bar())
