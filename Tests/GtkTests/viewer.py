# SPDX-License-Identifier: Apache-2.0
"""The window of `layouthost view` in this process, from its sources, so that a test sees its widgets."""
import ctypes
import functools
import os
import subprocess
import tempfile
from pathlib import Path

from harness import ViewTest
from gi.repository import GdkPixbuf, Gio, GLib, Gtk, LayoutHost

ROOT = Path(__file__).resolve().parents[2]
OUT = Path(os.environ["GI_TYPELIB_PATH"])
PROGRAM = OUT / "layouthost-view"


class Options(ctypes.Structure):
    """`LvOptions` of viewer.h."""
    _fields_ = [(name, ctypes.c_char_p) for name in ("source", "records", "title", "layout", "plugins", "picture")]
    _fields_ += [("dark", ctypes.c_int), ("follow", ctypes.c_char_p), ("again", ctypes.POINTER(ctypes.c_char_p))]


class Error(ctypes.Structure):
    """`GError`."""
    _fields_ = [("domain", ctypes.c_uint32), ("code", ctypes.c_int), ("message", ctypes.c_char_p)]


@functools.cache
def library():
    """Builds the sources of the program as a library."""
    made = Path(tempfile.mkdtemp(dir=os.environ["LH_SCRATCH"]), "libview.so")
    gtk = subprocess.run(["pkg-config", "--cflags", "--libs", "gtk4", "gio-unix-2.0"], check=True, text=True,
                         capture_output=True).stdout.split()
    subprocess.run(["cc", "-std=c11", "-g", "-shared", "-fPIC", "-Dmain=layouthost_view",
                    f"-I{ROOT}/Sources/LayoutHostGtk/include", f"-I{ROOT}/Sources/LayoutHostC/include",
                    *sorted(ROOT.glob("Sources/LayoutHostGtk/view/*.c")), "-o", made, f"-L{OUT}",
                    "-llayouthost-gtk4-1", "-llayouthost", *gtk, "-lm"], check=True)
    loaded = ctypes.CDLL(str(made))
    loaded.lv_window_new.restype = ctypes.c_void_p
    loaded.lv_window_new.argtypes = [ctypes.c_void_p, ctypes.POINTER(Options),
                                     ctypes.POINTER(ctypes.POINTER(Error))]
    loaded.lv_write_picture.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(ctypes.POINTER(Error))]
    return loaded


@functools.cache
def application():
    made = Gtk.Application(application_id="io.github.layouthost.Test", flags=Gio.ApplicationFlags.NON_UNIQUE)
    made.register(None)
    # As `main` has them; GTK notes them with each file that is saved.
    GLib.set_application_name("LayoutHost")
    GLib.set_prgname("layouthost-view")
    return made


def find(widget, kind):
    """The widgets of a type in a widget, itself included, as they follow each other."""
    if isinstance(widget, kind):
        yield widget
    child = widget.get_first_child()
    while child:
        yield from find(child, kind)
        child = child.get_next_sibling()


def pixel(pixels, x, y):
    """The channels of a pixel: three, or four with opacity."""
    start = y * pixels.get_rowstride() + x * pixels.get_n_channels()
    return tuple(pixels.get_pixels()[start:start + pixels.get_n_channels()])


def passed(value):
    """The value of an option as C has it: a number, bytes, or an array that ends with null."""
    if isinstance(value, list):
        return (ctypes.c_char_p * (len(value) + 1))(*map(os.fsencode, value), None)
    return value if isinstance(value, int) else os.fsencode(value)


class WindowTest(ViewTest):
    """A test with a window over a folder of its own. The window remembers nothing of other tests."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(dir=os.environ["LH_SCRATCH"]))
        self.remember(zoom=1)

    def remember(self, zoom, width=640):
        """Sets what the last window has left: its size, and a zoom."""
        memory = Path(GLib.get_user_config_dir(), "layouthost", "view.ini")
        memory.parent.mkdir(parents=True, exist_ok=True)
        memory.write_text(f"[window]\nwidth={width}\nheight=480\nmaximized=false\nzoom={zoom}\n")
        self.addCleanup(memory.unlink, missing_ok=True)

    def picture(self, width=40, height=30, colour=0x3366ccff):
        """The bytes of a picture of one colour."""
        pixels = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, width, height)
        pixels.fill(colour)
        return pixels.save_to_bufferv("png", [], [])[1]

    def draw(self, name, *how):
        """Writes a picture into the folder, in place."""
        (self.folder / name).write_bytes(self.picture(*how))

    def start(self, settles=True, **options):
        """Opens a window over the folder, or over the source that the options name."""
        given = Options(title=b"A test", **{name: passed(value) for name, value in options.items()})
        error = ctypes.POINTER(Error)()
        if given.records is None:
            given.source = os.fsencode(self.folder)
        if not library().lv_window_new(hash(application()), ctypes.byref(given), ctypes.byref(error)):
            self.fail(error.contents.message.decode())
        self.window = application().get_windows()[0]
        self.view = next(find(self.window, LayoutHost.CollectionView))
        if settles:
            self.wait(lambda: self.view.get_width() > 0, "a size")
            self.rest()

    def names(self):
        """The titles of all items, in their order."""
        model = self.view.props.model
        return [model.get_item(i).get_property("title") for i in range(model.get_n_items())]

    def shows(self, *names):
        self.wait(lambda: self.names() == list(names), f"{names}")

    def paintable(self, index):
        """The picture of an item that has been loaded; None before that."""
        cell = self.view.get_cell(0, index)
        return cell and next(find(cell, Gtk.Picture)).get_paintable()

    def ratio(self, index):
        """The width of a loaded picture by its height; 0 before it is loaded."""
        loaded = self.paintable(index)
        return loaded.get_intrinsic_aspect_ratio() if loaded else 0

    def drawn(self, widget):
        """Draws a widget as the program does, into a file, and returns the pixels."""
        path = self.folder.parent / "drawn.png"
        error = ctypes.POINTER(Error)()
        if not library().lv_write_picture(hash(widget), os.fsencode(path), ctypes.byref(error)):
            self.fail(error.contents.message.decode())
        return GdkPixbuf.Pixbuf.new_from_file(str(path))

    def message(self):
        """The text in the bar of the window; None where there is no bar."""
        bar = next(find(self.window, Gtk.InfoBar))
        return next(find(bar, Gtk.Label)).get_text() if bar.get_visible() else None
